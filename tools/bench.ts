import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { measureActivation } from '../test/bench/activation.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { buildVsix } from './packaging/buildVsix.js';

const windows = 7;

/** `npm run bench`: measures how much the extension costs the editor and writes the result beside the bench. */
await runTool(async () => {
  const vsix = repositoryPath('out', 'netsensor.vsix');
  await buildVsix(vsix);
  const times = await measureActivation({ vsix, windows });
  const result = {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    unit: 'ms, module load plus activate(), as VS Code lists it under running extensions',
    ...times,
    medianNetsensor: median(times.netsensor),
    medianJsonLanguageFeatures: median(times.jsonLanguageFeatures),
    ratio: Number((median(times.netsensor) / median(times.jsonLanguageFeatures)).toFixed(2)),
  };
  await writeFile(repositoryPath('test', 'bench', 'activation.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
  return 0;
});

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
