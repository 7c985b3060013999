import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { environmentConnectionId } from '../../src/ids.js';
import { printNotebook } from '../../src/model/notebook/notebookFile.js';
import { openWorkbench } from '../e2e/openWorkbench.js';
import { runNotebook } from '../e2e/visuals/resultNotebook.js';
import type { Workbench } from '../e2e/workbench.js';
import { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { small, startLocalManager } from '../support/startLocalManager.js';

/** A large answer on its way from the network to the screen. Times in milliseconds, from the request. */
export interface LargeAnswerCost {
  readonly toScreen: number;
  /** Reading it with undici and JSON.parse in a thread that does nothing else. */
  readonly bare: number;
  /** Highest memory of the extension host above what it had before, as a multiple of the answer's size; Linux only. */
  readonly hostPeak: number;
}

const rowCount = 100_000;
const query = {
  queryType: 'groupBy',
  dataSource: 'rb_flow',
  granularity: 'all',
  dimensions: ['sensor_name', 'application_id_name', 'wan_ip', 'lan_ip', 'direction', 'l4_proto'],
  aggregations: ['bytes', 'pkts'].map(name => ({ type: 'longSum', name, fieldName: `sum_${name}` })),
};

/** Runs a notebook cell whose answer has 100,000 rows, and reads the same answer bare. */
export async function measureLargeAnswer(
  vsix: string,
  rounds: number,
): Promise<{ bytes: number; rounds: LargeAnswerCost[] }> {
  const answer = largeAnswer();
  const manager = await startLocalManager({ moreArguments: small(1) });
  const proxy = new FaultyProxy(manager.url);
  await proxy.start();
  const workbench = await openWorkbench({
    vsix,
    manager: { url: proxy.url, apiKey: manager.apiKey },
    files: {
      'large.dqnb': printNotebook({
        cells: [{ kind: 'query', text: JSON.stringify(query), extra: { view: { view: 'table' } } }],
        extra: { connection: environmentConnectionId, timeRange: 'last hour' },
      }),
    },
  });
  try {
    await runNotebook(workbench, 'large.dqnb');
    proxy.faultMethod = 'POST';
    proxy.fault = { type: 'text', text: answer };
    const costs: LargeAnswerCost[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await readBare(`${proxy.url}/api/data`);
      costs.push({ bare, ...(await runCell(workbench, proxy, Buffer.byteLength(answer))) });
    }
    return { bytes: Buffer.byteLength(answer), rounds: costs };
  } finally {
    await workbench.close();
    await proxy.stop();
    await manager.stop();
  }
}

/** Runs the cell once, until all its rows are said to be there. */
async function runCell(
  workbench: Workbench,
  proxy: FaultyProxy,
  bytes: number,
): Promise<Pick<LargeAnswerCost, 'toScreen' | 'hostPeak'>> {
  const outputs = workbench.notebookOutputs;
  // What the run before has shown stays until there is another result.
  await outputs.locator('.result').evaluate(result => result.setAttribute('data-before', ''));
  const before = await hostMemory('VmRSS');
  const arrived = new Promise<number>(resolve => {
    proxy.onArrival = () => Promise.resolve(resolve(performance.now()));
  });
  await workbench.runCommand('Notebook: Execute Cell');
  const start = await arrived;
  await outputs.locator('.result:not([data-before]) [role=gridcell]').first().waitFor();
  const toScreen = performance.now() - start;
  return { toScreen, hostPeak: ((await hostMemory('VmHWM')) - before) / bytes };
}

/** Bytes of the extension host, from what Linux tells of processes; its peak begins anew with each question for what it has. */
async function hostMemory(field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  for (const id of ids) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('type=extensionHost')) continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    if (field === 'VmRSS') await writeFile(`/proc/${id}/clear_refs`, '5');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  }
  throw new Error('There is no extension host');
}

const bareReader = `
  const { parentPort, workerData } = require('node:worker_threads');
  const start = performance.now();
  require('undici').request(workerData, { method: 'POST', body: '{}' })
    .then(({ body }) => body.text())
    .then(text => JSON.parse(text).length && parentPort.postMessage(performance.now() - start));
`;

function readBare(url: string): Promise<number> {
  const worker = new Worker(bareReader, { eval: true, workerData: url });
  return new Promise((resolve, reject) => {
    worker.once('message', (milliseconds: number) => {
      void worker.terminate();
      resolve(milliseconds);
    });
    worker.once('error', reject);
  });
}

/** Rows as a groupBy has them (contract 002, Result rows), about 300 bytes each. */
function largeAnswer(): string {
  const timestamp = '2026-11-20T00:00:00.000Z';
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const address = `10.${row >> 16}.${(row >> 8) & 255}.${row & 255}`;
    const event = {
      sensor_name: `Sensor of building ${row % 97}`,
      application_id_name: `application ${row % 613}`,
      wan_ip: address,
      lan_ip: address,
      direction: row % 2 ? 'upstream' : 'downstream',
      l4_proto: '17',
      bytes: row * 1_234_567,
      pkts: row * 321,
    };
    return { version: 'v1', timestamp, event };
  });
  return JSON.stringify(rows);
}
