import { ManagerClient } from '../../src/api/managerClient.js';
import type { SensorNode } from '../../src/explorer/explorerNode.js';
import { childNodes, treeNode, type ShownTree } from '../../src/explorer/sensors/sensorNodes.js';
import { NodeSearch } from '../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { inSlices } from 'netsensor-contract/text/inSlices';
import { Failure } from '../host/failure.js';
import { Scope } from '../host/scope.js';
import { startProcess } from '../host/startProcess.js';
import { measureHostMemory } from './explorerHost.js';
import { firstLine } from './firstLine.js';

/** What one read of the tree costs the extension. Times in milliseconds. */
export interface ExplorerCost {
  /** From the moment the last byte was handed to the network until the first expanded level is there. */
  readonly lastByteToFirstLevel: number;
  /** From the request until then; the answer is sent as fast as it is taken. */
  readonly requestToFirstLevel: number;
  /** Processor time of all of it, and of what is left once the answer is parsed: other programs do not add to it. */
  readonly requestToFirstLevelProcessor: number;
  readonly parsedToFirstLevelProcessor: number;
  /** Expanding a node that was never expanded: the slowest of all domains, and the middle one. */
  readonly slowestExpansion: number;
  readonly medianExpansion: number;
  /** Making the tree searchable, once; and the longest time that it held the thread. */
  readonly searchPreparation: number;
  readonly longestHold: number;
  /** A keystroke in Find with the nodes of its list: the slowest of all, and the middle one. */
  readonly slowestKeystroke: number;
  readonly medianKeystroke: number;
  /** Highest memory of the process above what it had before the read, as a multiple of the answer's size. */
  readonly peakMemory: number;
  /** Memory that stays, the search included. */
  readonly keptMemory: number;
}

/** Memory of VS Code's extension host, as multiples of the answer's size. */
export interface HostCost {
  readonly peakMemory: number;
  readonly keptMemory: number;
  readonly keptHeap: number;
  readonly keptObjects: number;
  readonly keptLater: number;
}

const queries = [
  'ap warehouse 2',
  'lobby down',
  '10.1.9',
  '02-1a-00',
  'needs apply',
  'access point up',
  'zzz',
];
const listed = 200;
/** Windows of VS Code; how much garbage there is when the memory is highest differs from one to the next. */
const hostRounds = 5;

/** Reads a tree of 100,000 nodes in processes of their own. @param tool arguments that start this file's two helpers */
export async function measureExplorer(
  tool: string,
  rounds: number,
): Promise<{ nodes: number; answerBytes: number; hosts: HostCost[]; rounds: ExplorerCost[] }> {
  const server = startProcess({ command: process.execPath, args: [tool, '--serve-large-tree'] });
  try {
    const { url, bytes, nodes } = await firstLine<{ url: string; bytes: number; nodes: number }>(server);
    const hosts: HostCost[] = [];
    for (let round = 0; round < hostRounds; round += 1) hosts.push(await inHost(url, bytes));
    const costs: ExplorerCost[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const args = ['--expose-gc', tool, '--read-large-tree', `${bytes} ${url}`];
      const reader = startProcess({ command: process.execPath, args });
      costs.push(await firstLine<ExplorerCost>(reader));
      await reader.stop();
    }
    return { nodes, answerBytes: bytes, hosts, rounds: costs };
  } finally {
    await server.stop();
  }
}

/** The same in the extension host of a real VS Code, the view and the filter included. */
async function inHost(url: string, bytes: number): Promise<HostCost> {
  const memory = await new Scope().nest(scope => measureHostMemory(scope, url));
  const multiple = (part: number): number => rounded(part / bytes);
  return {
    peakMemory: multiple(memory.peak),
    keptMemory: multiple(memory.kept),
    keptHeap: multiple(memory.keptHeap),
    keptObjects: multiple(memory.keptObjects),
    keptLater: multiple(memory.keptLater),
  };
}

/** Reads the tree once and prints what it cost as one line. */
export async function readLargeTree(bytes: number, url: string): Promise<number> {
  const client = new ManagerClient({
    address: url,
    key: 'bench',
    trust: {},
    timeout: 60_000,
    log: () => undefined,
  });
  await (await fetch(`${url}/last-byte`)).text();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const started = now();
  const usedBefore = processorTime();
  const top = await client.sensors.rawTree();
  const usedToParse = processorTime();
  const tree: ShownTree = { connectionId: 'bench', index: new SensorIndex(top) };
  const level = childNodes(tree, treeNode(tree, 0) as SensorNode);
  const shown = now();
  const used = processorTime();
  if (level.length === 0) throw new Failure('The tree is empty.');
  const { lastByte } = (await (await fetch(`${url}/last-byte`)).json()) as { lastByte: number };
  const search = new NodeSearch(tree.index);
  const preparing = now();
  const holds = await longestHoldDuring(() => inSlices(search.prepare()));
  const searchPreparation = now() - preparing;
  const keystrokes = typeAll(tree, search);
  const peak = process.resourceUsage().maxRSS * 1024;
  globalThis.gc?.();
  const kept = process.memoryUsage().rss;
  const expansions = expandMany(tree);
  const cost: ExplorerCost = {
    lastByteToFirstLevel: rounded(shown - lastByte),
    requestToFirstLevel: rounded(shown - started),
    requestToFirstLevelProcessor: used - usedBefore,
    parsedToFirstLevelProcessor: used - usedToParse,
    slowestExpansion: rounded(Math.max(...expansions)),
    medianExpansion: rounded(median(expansions)),
    searchPreparation: rounded(searchPreparation),
    longestHold: rounded(holds),
    slowestKeystroke: rounded(Math.max(...keystrokes)),
    medianKeystroke: rounded(median(keystrokes)),
    peakMemory: rounded((peak - before) / bytes),
    keptMemory: rounded((kept - before) / bytes),
  };
  console.log(JSON.stringify(cost));
  await client.close();
  return 0;
}

/** Every hundredth domain, and the one with the most children. */
function expandMany(tree: ShownTree): number[] {
  const times: number[] = [];
  for (let number = 1; number < tree.index.size; number += number === 1 ? 1 : 100) {
    if (tree.index.isAccessPoint(number)) continue;
    const node = treeNode(tree, number) as SensorNode;
    times.push(timed(() => childNodes(tree, node)));
  }
  return times;
}

/** The longest time during some work in which nothing else could run. */
async function longestHoldDuring(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = now();
  const watch = (): void => {
    longest = Math.max(longest, now() - last);
    last = now();
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  isDone = true;
  return longest;
}

/** Milliseconds of processor time of this process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

/** Every beginning of every query, as it is typed. */
function typeAll(tree: ShownTree, search: NodeSearch): number[] {
  return queries.flatMap(query =>
    Array.from({ length: query.length }, (_, end) =>
      timed(() => search.find(query.slice(0, end + 1), listed).numbers.map(number => treeNode(tree, number))),
    ),
  );
}

function timed(work: () => unknown): number {
  const started = now();
  work();
  return now() - started;
}

/** Comparable between processes. */
const now = () => performance.timeOrigin + performance.now();
const rounded = (value: number) => Number(value.toFixed(2));

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
