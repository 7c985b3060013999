import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagerClient } from '../../src/api/managerClient.js';
import { carryOut } from '../../src/changes/change.js';
import { nodeDeletionChange } from '../../src/changes/deletion/nodeDeletionChange.js';
import { indexInSlices, type SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { Failure } from '../host/failure.js';
import { startProcess } from '../host/startProcess.js';
import type { ServedNode, ServedTree } from './deletionManager.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import { firstLine } from './firstLine.js';

/** What deleting costs beside one read of the tree in the same process. */
export interface DeletionCost {
  /** Milliseconds of processor time. */
  readonly read: number;
  /** Of deleting one leaf with all that is read for it, likewise. */
  readonly deletion: number;
  /** Of deleting 500 domains from all over the tree at once, with 40 access points each, likewise. */
  readonly manyDeletions: number;
  /** The longest time that the read held the thread, in milliseconds, without what other programs took of it. */
  readonly readHold: number;
  readonly deletionHold: number;
  readonly manyHold: number;
  /** The most that is in use during a deletion, the shown tree included, as a multiple of one tree. */
  readonly trees: number;
}

/** Deletes from a tree with so many nodes, in processes of their own. @param tool arguments that start them */
export async function measureDeletion(
  tool: string,
  { nodes, rounds }: { nodes: number; rounds: number },
): Promise<{ nodes: number; answerBytes: number; rounds: DeletionCost[] }> {
  const costs: DeletionCost[] = [];
  let answerBytes = 0;
  const folder = await temporaryFolder('deletion-bench');
  for (let round = 0; round < rounds; round += 1) {
    const server = startProcess({ command: process.execPath, args: [tool, '--serve-deletions', `${nodes}`] });
    try {
      const served = await firstLine<ServedTree>(server);
      answerBytes = served.bytes;
      const file = join(folder.path, 'served.json');
      await writeFile(file, JSON.stringify(served));
      const reader = startProcess({
        command: process.execPath,
        args: ['--expose-gc', tool, '--delete-nodes', file],
      });
      costs.push(await firstLine<DeletionCost>(reader));
      await reader.stop();
    } finally {
      await server.stop();
    }
  }
  return { nodes, answerBytes, rounds: costs };
}

/**
 * Reads a tree, deletes nodes of it as the explorer does while it shows the tree, and prints what that costs as one line.
 * @param file says where the tree is served
 */
export async function deleteNodes(file: string): Promise<number> {
  const { url, leaves, floors } = JSON.parse(await readFile(file, 'utf8')) as ServedTree;
  const options = { address: url, key: 'bench', trust: {}, timeout: 300_000, log: () => undefined };
  const client = new ManagerClient(options);
  const middle = Math.floor(leaves.length / 2);
  const read = () => client.sensors.rawTree();
  const deletes = (nodes: readonly ServedNode[]) => () => deleteAndShow(client, nodes);
  const leaf = (number: number) => deletes(leaves.slice(middle + number, middle + number + 1));
  // What is loaded and compiled for the first read is no part of either.
  await read();
  const empty = await heap();
  const shown = await indexOf(client);
  const oneTree = (await heap()) - empty;
  const cost: DeletionCost = {
    read: await processorOf(read),
    deletion: await processorOf(leaf(0)),
    readHold: await longestHold(read),
    deletionHold: await longestHold(leaf(1)),
    manyDeletions: await processorOf(deletes(floors.slice(0, 500))),
    manyHold: await longestHold(deletes(floors.slice(1000, 1500))),
    trees: Number((((await highestUse(leaf(2), oneTree / 4)) - empty) / oneTree).toFixed(2)),
  };
  if (shown.size === 0) throw new Failure('The tree is empty.');
  console.log(JSON.stringify(cost));
  await client.close();
  return 0;
}

async function indexOf(client: ManagerClient): Promise<SensorIndex> {
  return indexInSlices(await client.sensors.rawTree(), () => false);
}

/** The deletion with its plan, and the read of the tree that is shown after it. */
async function deleteAndShow(client: ManagerClient, nodes: readonly ServedNode[]): Promise<void> {
  const chosen = nodes.map(node => ({ kind: 'sensor', ...node }) as const);
  const done = await carryOut(nodeDeletionChange({ name: 'Bench', client }, chosen), {
    during: (_, work) => work({ signal: new AbortController().signal, tell: () => undefined }),
    agree: () => Promise.resolve(true),
    requireUnlocked: () => undefined,
    backUp: () => Promise.resolve('backup'),
    journal: (_, work) => work(),
  });
  const { severity, message } = done?.receipt ?? { severity: 'error', message: 'Nothing was agreed to.' };
  if (severity !== 'info') throw new Failure(message);
  await indexOf(client);
}

/** Milliseconds that this process computes for some work. */
async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

/** The longest time that some work holds the thread, in milliseconds that the thread computes. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest = 0;
  let last = threadTime();
  const watch = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  isDone = true;
  return Math.round(longest);
}

/** The most memory that is in use during some work: what is left of the heap each time that it has grown by a step. */
async function highestUse(work: () => Promise<unknown>, step: number): Promise<number> {
  let isDone = false;
  let highest = await heap();
  let last = highest;
  const watch = async () => {
    if (process.memoryUsage().heapUsed > last + step) {
      last = await heap();
      highest = Math.max(highest, last);
    }
    if (!isDone) setTimeout(() => void watch(), 1);
  };
  void watch();
  await work();
  isDone = true;
  return highest;
}

/** Milliseconds that the main thread has computed, which Linux counts; one that waits for a processor adds nothing. */
const threadTime = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;

/** What is in use; a turn later, since what was awaited last is kept until then. */
async function heap(): Promise<number> {
  await new Promise(resolve => setImmediate(resolve));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
