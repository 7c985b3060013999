import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { packProductionBuild } from './packaging/packProductionBuild.js';

/** `npm run package`: writes `netsensor-<version>.vsix` and says what is in it. */
await runTool(async () => {
  const manifest = JSON.parse(await readFile(repositoryPath('package.json'), 'utf8')) as { version: string };
  const target = repositoryPath(`netsensor-${manifest.version}.vsix`);
  const { files, bytes } = await packProductionBuild(target);
  console.log(`${relative(process.cwd(), target)}: ${files.length} files, ${Math.round(bytes / 1000)} kB`);
  return 0;
});
