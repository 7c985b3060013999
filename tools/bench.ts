import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureActivation } from '../test/bench/activation.js';
import { measureClients } from '../test/bench/clients.js';
import { measureClosedDocuments } from '../test/bench/closing.js';
import { measureCommands } from '../test/bench/commandLine.js';
import { measureCompletion } from '../test/bench/completion.js';
import { measureQueries } from '../test/bench/dataQuery.js';
import { deleteNodes, measureDeletion } from '../test/bench/deletion.js';
import { serveDeletions } from '../test/bench/deletionManager.js';
import { measureDruid } from '../test/bench/druid.js';
import { measureDruidClients } from '../test/bench/druidClients.js';
import type { PictureTimes, Steps } from '../test/bench/page/pictureTimes.js';
import type { TableTimes } from '../test/bench/page/tableTimes.js';
import { measurePictures } from '../test/bench/pictures.js';
import { measureLargeAnswer } from '../test/bench/largeAnswer.js';
import { measureResults } from '../test/bench/results.js';
import { serveEmptyProxy } from '../test/bench/emptyProxy.js';
import { measureExplorer, median, readLargeTree } from '../test/bench/explorer.js';
import { serveLargeTree } from '../test/bench/largeTree.js';
import { packOneFileExtension } from '../test/bench/oneFileExtension.js';
import { measureSaves } from '../test/bench/saveRecord.js';
import { measureHostSaves } from '../test/bench/saveRecordHost.js';
import { measureSearch } from '../test/bench/search.js';
import { measureTableHost, measureTablePages } from '../test/bench/tables.js';
import { measureTree } from '../test/bench/tree.js';
import { serveTree } from '../test/bench/treeManager.js';
import { scaleNames } from '../packages/manager/src/generator/network/scales.js';
import { Failure } from '../test/host/failure.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import type { Scope } from '../test/host/scope.js';
import { temporaryFolder } from '../test/host/temporaryFolder.js';
import { druidEditions, newestEdition } from './druid/druidEditions.js';
import { packProductionBuild, testVsix } from './packaging/packProductionBuild.js';

const windows = 15;
const treeReads = 7;
const commandRounds = 7;
const recordSaves = 200;
const editorSaves = 100;
const resultRounds = 3;
const answerRounds = 9;
const pictureRounds = 5;
const tableRounds = 5;
const searchRounds = 15;
const closingRounds = { windows: 3, idle: 30_000 };

/** Each writes its result to `test/bench/<name>.json`. */
const benches: Readonly<Record<string, (scope: Scope) => Promise<object>>> = {
  activation,
  clients,
  closing,
  commandLine,
  completion: () => Promise.resolve(measureCompletion(300, 50)),
  dataQuery,
  deletion,
  druid,
  druidClients,
  explorer,
  largeAnswer,
  pictures,
  saveRecord,
  results,
  search,
  tables,
  tree,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'serve-tree': { type: 'string' },
    'serve-large-tree': { type: 'boolean' },
    'serve-empty-proxy': { type: 'string' },
    'read-large-tree': { type: 'string' },
    'serve-deletions': { type: 'string' },
    'delete-nodes': { type: 'string' },
  },
});

/** `npm run bench`: measures, and writes the results beside the benches; `-- --only tree` for one of them. */
await runTool(async scope => {
  if (values['serve-tree'] !== undefined) return serveTree(values['serve-tree']);
  if (values['serve-large-tree']) return serveLargeTree();
  if (values['serve-empty-proxy'] !== undefined) return serveEmptyProxy(values['serve-empty-proxy']);
  if (values['read-large-tree'] !== undefined) {
    const [bytes = '', url = ''] = values['read-large-tree'].split(' ');
    return readLargeTree(Number(bytes), url);
  }
  if (values['serve-deletions'] !== undefined) return serveDeletions(Number(values['serve-deletions']));
  if (values['delete-nodes'] !== undefined) return deleteNodes(values['delete-nodes']);
  const names = values.only === undefined ? Object.keys(benches) : [values.only];
  for (const name of names) {
    const bench = benches[name];
    if (!bench)
      throw new Failure(`There is no bench ${name}; choose one of ${Object.keys(benches).join(', ')}.`);
    const result = { ...machine(), ...(await scope.nest(bench)) };
    const text = JSON.stringify(result, null, 2);
    await writeFile(repositoryPath('test', 'bench', `${name}.json`), `${text}\n`);
    console.log(text);
  }
  return 0;
});

function machine(): object {
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    // Above the number of processors, other programs were in the way.
    load: Number(loadavg()[0]?.toFixed(1)),
  };
}

/** By name, what stands for the values that rounds have under it. */
function ofEach<T extends { readonly [Name in keyof T]: number }>(
  rounds: readonly T[],
  choose: (values: readonly number[]) => number,
): Record<string, number> {
  const names = Object.keys(rounds[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(names.map(name => [name, choose(rounds.map(round => round[name]))]));
}

/** How much the extension costs the editor. */
async function activation(): Promise<object> {
  await packProductionBuild();
  const otherVsix = await packOneFileExtension(repositoryPath('out', 'one-file'));
  const times = await measureActivation({ vsix: testVsix, otherVsix, windows });
  return {
    unit: 'ms, module load plus activate(), as VS Code lists it under running extensions',
    ...times,
    medianNetsensor: median(times.netsensor),
    medianOneFile: median(times.oneFile),
    medianJsonLanguageFeatures: median(times.jsonLanguageFeatures),
    ratio: Number((median(times.netsensor) / median(times.oneFile)).toFixed(2)),
  };
}

/** What 1,000 clients get from the local manager. */
async function clients(): Promise<object> {
  const folder = await temporaryFolder('clients-bench');
  const serve = [process.argv[1] ?? '', '--serve-tree', folder.path];
  return {
    unit: 'ms; the clients run on the same machine',
    ...(await measureClients(serve, { clients: 1000, seconds: 10 })),
  };
}

/** What a large answer costs on its way to the screen. */
async function largeAnswer(): Promise<object> {
  await packProductionBuild();
  const { bytes, rounds } = await measureLargeAnswer(testVsix, answerRounds);
  return {
    unit: 'ms from the request; hostPeak in multiples of the answer',
    bytes,
    rounds,
    ratio: Number(median(rounds.map(({ toScreen, bare }) => toScreen / bare)).toFixed(2)),
    hostPeak: Number(median(rounds.map(({ hostPeak }) => hostPeak)).toFixed(2)),
  };
}

/** What commands take beside bare scripts that do the same requests and files; each is started in turn. */
async function commandLine(): Promise<object> {
  const costs = Object.entries(await measureCommands(commandRounds)).map(([name, { ours, bare }]) => {
    const medians = { ours: ofEach(ours, median), bare: ofEach(bare, median) };
    const ratioOf = (what: string) => rounded((medians.ours[what] ?? 0) / (medians.bare[what] ?? 1));
    const shown = (each: Record<string, number>) =>
      Object.fromEntries(Object.entries(each).map(([what, value]) => [what, Math.round(value)]));
    return [
      name,
      {
        ours: shown(medians.ours),
        bare: shown(medians.bare),
        ratio: ratioOf('milliseconds'),
        memoryRatio: ratioOf('memory'),
      },
    ] as const;
  });
  return {
    unit: 'ms from start to end, and MiB at the peak; medians of programs that are started in turn: node -e 0 beside help, else a script of the same requests and files, 1,000 records and 10,000 of pull',
    rounds: commandRounds,
    commands: Object.fromEntries(costs),
  };
}

/** What documents leave behind in the extension host once they are closed. */
async function closing(): Promise<object> {
  return {
    unit: 'MiB when nothing is left to be collected, and percent above the start; VS Code and its own extensions included',
    windows: await measureClosedDocuments(process.argv[1] ?? '', closingRounds),
  };
}

/** What a tree of 100,000 nodes costs the local manager. */
async function tree(): Promise<object> {
  const folder = await temporaryFolder('tree-bench');
  const cost = await measureTree([process.argv[1] ?? '', '--serve-tree', folder.path]);
  return {
    unit: 'ms and MiB; each round in a manager that has just started',
    ...cost,
    medianTime: median(cost.times),
    medianProcessorTime: median(cost.processorTimes),
    timesItsOwnSize: Number((median(cost.memoryAboveIdle) / cost.answerSize).toFixed(2)),
  };
}

/** What a tree of 100,000 nodes costs the extension. */
async function explorer(): Promise<object> {
  const { rounds, hosts, ...sizes } = await measureExplorer(process.argv[1] ?? '', treeReads);
  return {
    unit: 'ms; memory as a multiple of the answer',
    ...sizes,
    host: ofEach(hosts, median),
    medians: ofEach(rounds, median),
    worst: ofEach(rounds, values => Math.max(...values)),
    hosts,
    rounds,
  };
}

/** What deleting from 200,000 nodes costs beside one read of the tree; the tree is shown, and read again at the end. */
async function deletion(): Promise<object> {
  const { rounds, ...sizes } = await measureDeletion(process.argv[1] ?? '', { nodes: 200_000, rounds: 5 });
  return {
    unit: 'ms of processor time; trees: memory in use with the tree that is shown, as a multiple of it',
    ...sizes,
    medians: ofEach(rounds, median),
    ratio: rounded(median(rounds.map(each => each.deletion / each.read))),
    rounds,
  };
}

/** What results cost to draw, beside VS Code's own renderers and two chart libraries. */
async function results(): Promise<object> {
  const { rounds, ...others } = await measureResults(resultRounds);
  return {
    unit: 'ms from having the data to the frame that shows it; a table of 100,000 × 12 (10,000 as HTML), and 1,000,000 points',
    ...others,
    medians: ofEach(rounds, median),
    rounds,
  };
}

/** What pictures cost to draw and to move, beside an SVG of the same shapes that the browser draws alone. */
async function pictures(): Promise<object> {
  const { rounds, compressedBytes } = await measurePictures(pictureRounds);
  const medians = (times: readonly PictureTimes[], whose: 'ours' | 'plain') =>
    ofEach<Steps>(
      times.map(each => each[whose]),
      values => Number(median(values).toFixed(1)),
    );
  return {
    unit: 'ms: from having the data, or from a step of zooming, to the frame that shows it; between frames while it moves. Ratios are to the plain SVG',
    compressedBytes,
    pictures: Object.fromEntries(
      Object.entries(rounds).map(([name, times]) => {
        const ours = medians(times, 'ours');
        const plain = medians(times, 'plain');
        const ratios = Object.fromEntries(
          Object.keys(ours).map(step => [step, Number(((ours[step] ?? 0) / (plain[step] ?? 1)).toFixed(2))]),
        );
        return [name, { elements: times[0]?.elements, ours, plain, ratios }];
      }),
    ),
  };
}

/** What the table of a list of 5,000 records with 30 fields costs, beside a list of the same rows as plain text. */
/** How long a search takes, beside a loop over the same texts. */
async function search(): Promise<object> {
  const times = Object.entries(await measureSearch(searchRounds));
  const medians = times.map(
    ([typed, rounds]) => [typed, ofEach(rounds, values => rounded(median(values)))] as const,
  );
  const ratios = medians.map(([typed, { ours = 0, bare = 1 }]) => [typed, rounded(ours / bare)] as const);
  return {
    unit: 'ms of processor time for 100,000 nodes and 20,000 records of three connections, found, ranked and the best 200 with the field; bare is a loop that asks which of the same texts hold the words',
    rounds: searchRounds,
    searches: Object.fromEntries(medians),
    ratios: Object.fromEntries(ratios),
    largestRatio: Math.max(...ratios.map(([, ratio]) => ratio)),
  };
}

async function tables(): Promise<object> {
  const records = 5000;
  const hosts = measureTableHost(records, tableRounds);
  const { ours, plain } = await measureTablePages(records, tableRounds);
  const table = tableMedians(ours);
  const list = tableMedians(plain);
  return {
    unit: 'host: ms of processor time; page: ms to the frame that shows the first rows, between frames, and of processor time for each turn of the wheel or key; memory as a multiple of the rows as JSON. Ratios are to the plain list',
    host: ofEach(hosts, times => rounded(median(times))),
    table,
    list,
    ratios: Object.fromEntries(
      Object.keys(table).map(name => [name, rounded((table[name] ?? 0) / (list[name] ?? 1))]),
    ),
  };
}

/** Medians of what pages took, by names such as `down work`. */
function tableMedians(rounds: readonly TableTimes[]): Record<string, number> {
  const flat = rounds.map(({ firstPaint, memory, ...moves }) => ({
    firstPaint,
    memory,
    ...Object.fromEntries(
      Object.entries(moves).flatMap(([move, times]) =>
        Object.entries(times).map(([name, value]) => [`${move} ${name}`, value as number]),
      ),
    ),
  }));
  return ofEach<Record<string, number>>(flat, values => rounded(median(values)));
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(2));
}

/** What saving a record costs beside its three requests. */
async function saveRecord(): Promise<object> {
  const { saves, bareRequests } = await measureSaves(recordSaves);
  return {
    unit: 'ms; one save is a read, a PATCH and a read, in turn with the same requests by a bare client',
    rounds: recordSaves,
    medianSave: rounded(median(saves)),
    medianBareRequests: rounded(median(bareRequests)),
    medianOverhead: rounded(median(saves.map((time, round) => time - (bareRequests[round] ?? 0)))),
    inEditor: await saveInEditor(),
  };
}

/** The same as Ctrl+S in the editor, where saving costs time even in a file system that does nothing. */
async function saveInEditor(): Promise<object> {
  const { saves, bareRequests, emptySaves } = await measureHostSaves(editorSaves);
  const rest = saves.map((time, round) => time - (bareRequests[round] ?? 0) - (emptySaves[round] ?? 0));
  return {
    unit: 'ms; document.save(), the bare requests, and document.save() in a file system that only keeps the text',
    rounds: editorSaves,
    medianSave: rounded(median(saves)),
    medianBareRequests: rounded(median(bareRequests)),
    medianEmptySave: rounded(median(emptySaves)),
    medianOverhead: rounded(median(rest)),
  };
}

/** What queries over one and ten million flows take over HTTP, and in SQL on the same database; over one million in larger networks, too. */
async function dataQuery(): Promise<object> {
  const million = { rows: 1_000_000, rounds: 25, warmUp: 10 };
  const sizesOf = {
    small: [million, { rows: 10_000_000, rounds: 15, warmUp: 3 }],
    medium: [million],
    large: [million],
  };
  const queries: object[] = [];
  for (const scale of scaleNames) {
    const { path: folder } = await temporaryFolder('query-bench');
    const tell = (cost: object): void => console.error(JSON.stringify(cost));
    queries.push(...(await measureQueries({ folder, scale, sizes: sizesOf[scale], tell })));
  }
  return {
    unit: 'ms; medians of rounds in which the manager, raw SQL carried over HTTP and SQL alone take turns; processor time is of all threads',
    queries,
  };
}

/** What queries take on a real Druid: of a manager on it, of its broker alone, and of the embedded engine over the same rows. */
async function druid(scope: Scope): Promise<object> {
  const { path: folder } = await temporaryFolder('druid-bench');
  const queries = await measureDruid({
    folder,
    scope,
    sizes: [1_000_000, 10_000_000],
    tell: cost => console.error(JSON.stringify(cost)),
  });
  return {
    unit: 'ms; medians of rounds in which manager and broker take turns; a segment for each hour, all on this machine',
    druid: druidEditions[newestEdition].version,
    allWithinLimit: queries.every(({ isWithinLimit }) => isWithinLimit),
    queries,
  };
}

/** What 200 clients get from a manager on a real Druid in five minutes. */
async function druidClients(scope: Scope): Promise<object> {
  const { path: folder } = await temporaryFolder('druid-clients-bench');
  return {
    unit: 'ms and MiB; clients, manager and cluster on the same machine',
    druid: druidEditions[newestEdition].version,
    ...(await measureDruidClients({ folder, scope, clients: 200, minutes: 5 })),
  };
}
