import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { createAnalyticsTables } from '../store/analyticsTables.js';
import type { Database, SqlSession } from '../store/database.js';
import type { NetworkTree } from '../generator/network/network.js';
import { generatedTree, populate } from '../generator/populate.js';
import { scales, type ScaleName } from '../generator/network/scales.js';
import { readProperties, writeOrigin, type ManagerProperties } from './managerProperties.js';
import type { LoadRequest } from '../ownData/loadRequest.js';
import { loadSummary, prepareLoad, type PreparedLoad, storeLoad } from '../ownData/loadFile.js';
import { readInventory, type RecordOfFile, storeInventory } from '../ownData/ownInventory.js';
import { readTree, replaceTree } from '../ownData/ownTree.js';
import { followOutages, followSamples } from './accessPointStates.js';
import { addStretches, generatedSources } from './generateRows.js';
import { addNewest, lengthOf, minuteInMs, splitAt, type Minutes } from './minutes.js';

/** Changes with the tables; data of another version is not opened. */
const tablesVersion = '6';
const defaultSeed = 1;
const day = 24 * 60;
/** Flows that one transaction may add, counted as if all minutes were busy; fewer and larger ones are quicker. */
const rowsOfTransaction = 3_000_000;
/** Minutes that may be missing after a quick restart; filling them would only make it slower. */
const shortPause = 5;

export interface FillOptions {
  /** Seed of the generated data; undefined takes what the database was made with. */
  readonly seed?: number | undefined;
  /** Size of the generated data; undefined takes what the database was made with. */
  readonly scale?: ScaleName | undefined;
  /** The present, in milliseconds since 1970 UTC; generated data ends there. */
  readonly now?: () => number;
  /** Minutes of analytics before the present; undefined takes what the scale has. */
  readonly history?: number | undefined;
  /** Minutes before the present that are filled at once; older ones stay listed as missing. Undefined fills all. */
  readonly atOnce?: number;
  /** Files that take the place of generated rows. */
  readonly loads?: readonly LoadRequest[];
  /** File with a sensor tree in place of the one that is there; generated rows are made anew for it. */
  readonly tree?: string | undefined;
  /** Folder with inventory records in place of those that are there. */
  readonly inventory?: string | undefined;
  /** Stops the filling; a transaction that has not ended leaves nothing behind. */
  readonly signal?: AbortSignal;
  /** Called with a sentence before a step that takes a while, and with what was loaded. */
  readonly progress?: (sentence: string) => void;
}

/**
 * Makes the data of an empty database, or adds to one that was left alone for a while what it missed.
 * @throws Error with one sentence when the data was made otherwise, or a file cannot be loaded; the data is as before then
 */
export async function fillDatabase(database: Database, options: FillOptions): Promise<void> {
  const found = await database.read(readProperties);
  if (found) checkProperties(found, options);
  if (options.history !== undefined && isAllLoaded(found, options.loads)) options.progress?.(comesFromFiles);
  else if (found && found.filledTo > 0 && isShorter(options)) options.progress?.(hasItsTraffic);
  const { now = Date.now } = options;
  const ownTree = options.tree === undefined ? undefined : await readTree(options.tree, now());
  const records = options.inventory === undefined ? undefined : await readInventory(options.inventory);
  const loads: PreparedLoad[] = [];
  try {
    for (const request of options.loads ?? []) loads.push(await prepareLoad(request));
    await fill(database, found, { ...options, ownTree, records, prepared: loads });
  } finally {
    await Promise.all(loads.map(load => load.close()));
  }
  for (const line of loads.flatMap(loadSummary)) options.progress?.(line);
}

interface Filling extends FillOptions {
  readonly prepared: readonly PreparedLoad[];
  readonly ownTree: NetworkTree | undefined;
  readonly records: readonly RecordOfFile[] | undefined;
}

/**
 * The first batch makes the records, stores the files and adds the newest rows; older ones follow in others. A batch
 * keeps its rows before it keeps its records: when it is cut off between the two, the next start does it again. The samples
 * come last; without them access points keep what they had until the next sample.
 */
async function fill(
  database: Database,
  found: ManagerProperties | undefined,
  filling: Filling,
): Promise<void> {
  const { now = Date.now, atOnce = Infinity, prepared, ownTree, records, signal } = filling;
  const present = Math.floor(now() / minuteInMs);
  let properties = planned(found, present, filling);
  let wanted = splitAt(properties.missing, present - atOnce).after;
  let due =
    !found || found.filledTo === 0 || prepared.length > 0 || ownTree !== undefined || records !== undefined;
  if (!due && wanted.length === 0) return;
  announce(filling, { found, properties }, wanted);
  const followedTo = ownTree ? 0 : (found?.filledTo ?? 0);
  const size = Math.ceil(rowsOfTransaction / scales[properties.scale].flowsPerMinute);
  while (due || wanted.length > 0) {
    const newest = wanted.at(-1)?.to ?? Infinity;
    const start = Math.max(newest - size, present - atOnce);
    const { before, after: stretches } = splitAt(wanted, start);
    properties = { ...properties, missing: splitAt(properties.missing, start).before };
    const batch = { found, filling, properties, present, stretches };
    await database.write(async session => {
      if (due) await beginRecords(session, batch);
      await database.writeAnalytics(async analytics => {
        if (due) await beginAnalytics(analytics, batch);
        await addStretches(session, analytics, batch);
      }, signal);
      if (newest >= present) await followOutages(session, properties, followedTo);
    }, signal);
    // In a transaction of its own, because that of the records began before there were new rows.
    if (newest >= present) {
      await database.write(session => followSamples(session, properties, 0), signal);
    }
    wanted = before;
    due = false;
  }
}

/** What the database will know of itself, with everything that has to be generated listed as missing. */
function planned(
  found: ManagerProperties | undefined,
  present: number,
  { seed = defaultSeed, scale = 'small', history, prepared, ownTree }: Filling,
): ManagerProperties {
  const empty = { version: tablesVersion, seed, scale, filledTo: 0, missing: [], loaded: [] };
  const known = found ?? empty;
  // Rows about another tree are of no use.
  const basis = ownTree ? { ...known, filledTo: 0, missing: [] } : known;
  const loaded = [...new Set([...basis.loaded, ...prepared.map(load => load.source)])];
  if (present - basis.filledTo < shortPause) return { ...basis, loaded };
  if (loaded.length === dataSourceNames.length)
    return { ...basis, loaded, filledTo: Math.max(basis.filledTo, present), missing: [] };
  const start = present - (history ?? scales[basis.scale].days * day);
  const missing = addNewest(basis.missing, { from: Math.max(basis.filledTo, start), to: present });
  return { ...basis, loaded, filledTo: Math.max(basis.filledTo, present), missing };
}

interface Batch {
  readonly found: ManagerProperties | undefined;
  readonly filling: Filling;
  readonly properties: ManagerProperties;
  readonly present: number;
}

/** Makes or replaces the records. */
async function beginRecords(
  session: SqlSession,
  { found, filling, properties, present }: Batch,
): Promise<void> {
  const { ownTree, records } = filling;
  const { seed, scale } = properties;
  const now = present * minuteInMs;
  if (!found) {
    await populate(session, { tree: ownTree ?? generatedTree(seed, scale, now), seed, now });
    await writeOrigin(session, properties);
  } else if (ownTree) await replaceTree(session, ownTree);
  if (records) await storeInventory(session, records, now);
}

/** Makes the analytics ready for generated rows. */
async function beginAnalytics(session: SqlSession, { found, filling, properties }: Batch): Promise<void> {
  // They are gone when somebody deleted their file; those of a start that was cut off are made again.
  if (!found || found.filledTo === 0) for (const each of createAnalyticsTables()) await session.run(each);
  else if (filling.ownTree) {
    for (const source of generatedSources(properties)) await session.run(`DELETE FROM ${source}`);
  }
  for (const load of filling.prepared) await storeLoad(session, load);
}

/** Says what will be generated; nothing of what comes from files. */
function announce(
  { progress, loads = [], ownTree }: Filling,
  { found, properties }: Pick<Batch, 'found' | 'properties'>,
  wanted: readonly Minutes[],
): void {
  const days = Math.round(lengthOf(wanted) / day);
  const span = days > 1 ? `${days} days` : days === 1 ? 'a day' : 'some minutes';
  const parts = [
    ownTree ? '' : 'a network',
    wanted.length > 0 && generatedSources(properties).length > 0 ? `${span} of traffic` : '',
  ];
  const made = parts.filter(part => part !== '').join(' and ');
  if (!found && made !== '') progress?.(`Generating ${made}...`);
  else if (found && wanted.length > 0 && loads.length === 0)
    progress?.('Adding the traffic since the last start...');
}

/** Whether less is added to traffic that is there than what was missed since. */
const isShorter = ({ history, tree, atOnce }: FillOptions): boolean =>
  history !== undefined && tree === undefined && atOnce !== 0;

/** Whether no data source gets generated rows. */
const isAllLoaded = (found: ManagerProperties | undefined, loads: readonly LoadRequest[] = []): boolean =>
  new Set([...(found?.loaded ?? []), ...loads.map(({ source }) => source)]).size === dataSourceNames.length;

const comesFromFiles =
  'No traffic is generated, so --history counts for nothing: all four data sources are those of files.';

const hasItsTraffic =
  'The data folder has its traffic already; --history limits what is added to it. --fresh makes all of it anew.';

function checkProperties(found: ManagerProperties, asked: FillOptions): void {
  if (found.version !== tablesVersion) {
    throw new Error('The data folder was made by another version; start with --fresh to replace its data.');
  }
  for (const name of ['seed', 'scale'] as const) {
    if (asked[name] === undefined || found[name] === asked[name]) continue;
    throw new Error(
      `The data folder was made with ${name} ${found[name]}; add --fresh to replace its data with ${name} ${asked[name]}.`,
    );
  }
}
