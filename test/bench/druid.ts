import type { RunningManager } from '../../src/localManager/cli/startManager.js';
import { nativeForm } from '../../tools/druid/proof/nativeForm.js';
import { Failure } from '../host/failure.js';
import type { Scope } from '../host/scope.js';
import { firstDifference } from '../support/compareAnswers.js';
import { median } from './explorer.js';
import { serveOnCluster, startFlowCluster } from './flowCluster.js';
import { postJson, present, startFlowManager } from './flowManager.js';
import { withManager } from './managerProcess.js';
import { queryCases } from './queryCases.js';
import { SegmentCopies } from './segmentCopies.js';

/** Median milliseconds of one query, from the request to the last byte. */
export interface ClusterCost {
  readonly query: string;
  readonly rows: number;
  /** Bytes of the answer. */
  readonly bytes: number;
  /** `POST /api/data` of a manager in a process of its own, whose data queries the cluster answers. */
  readonly manager: number;
  /** The same query sent to the broker of that cluster. */
  readonly broker: number;
  /** Of the differences of the two in two rounds each: what a busy machine does to both is not in it. */
  readonly added: number;
  readonly ratio: number;
  /** Whether what the manager adds is at most a twentieth of what the broker takes, or 3 ms. */
  readonly isWithinLimit: boolean;
  /** `POST /api/data` of the embedded engine over the same rows. */
  readonly embedded: number;
  /** Of the broker against the embedded engine: above 1 that is quicker. */
  readonly clusterAgainstEmbedded: number;
}

export interface DruidBenchOptions {
  readonly folder: string;
  readonly scope: Scope;
  /** Numbers of rows, ascending: so many times the flows of a day. How often each query is asked, an even number. */
  readonly sizes: readonly { readonly rows: number; readonly rounds: number }[];
  readonly tell: (cost: ClusterCost) => void;
}

/**
 * Asks each query of a manager on a cluster, of the broker of that cluster, and of the embedded engine over the same rows, in
 * turn: over an hour, and over a day.
 */
export async function measureDruid(options: DruidBenchOptions): Promise<ClusterCost[]> {
  const { folder, scope, sizes, tell } = options;
  const embedded = await startFlowManager(`${folder}/embedded`);
  scope.defer(() => embedded.close());
  const cluster = await startFlowCluster(embedded, { folder: `${folder}/cluster`, scope });
  const copies = await SegmentCopies.of(cluster, 'rb_flow');
  return withManager(serveOnCluster(cluster.broker, folder), async ({ url, key }) => {
    const manager = `${url}/api/data?auth_token=${key}`;
    const places = { manager, broker: `${cluster.broker}/druid/v2`, embedded };
    await runFor(manager);
    const costs: ClusterCost[] = [];
    for (const { rows, rounds } of sizes) {
      await copies.growTo(await growTo(embedded, rows));
      for (const [length, name] of lengths) {
        for (const { name: query, query: body } of queryCases(present, length)) {
          const cost = await measure({ query: `${query}, ${name}`, body }, places, rounds);
          tell(cost);
          costs.push(cost);
        }
      }
    }
    return costs;
  });
}

/** Days of a query. */
const lengths = [
  [1 / 24, 'an hour'],
  [1, 'a day'],
] as const;

/** Number of the hour of a row, as SQL. */
const hourOf = 'epoch_ms("timestamp") // 3600000';

/** Replaces the flows by so many copies of the first ones, in the same hours, as make up a size; answers their number. */
async function growTo({ database }: RunningManager, size: number): Promise<number> {
  return database.writeAnalytics(async session => {
    await session.run('CREATE TABLE IF NOT EXISTS analytics.one_day AS FROM rb_flow');
    const [row] = await session.arrays('SELECT count(*) FROM one_day');
    const times = Math.ceil(size / Number(row?.[0]));
    await session.run('DELETE FROM rb_flow');
    const hours = await session.arrays(`SELECT DISTINCT ${hourOf} FROM one_day ORDER BY 1`);
    // Hour after hour, as rows come in; the time of a query then says where they are.
    for (const [hour] of hours) {
      await session.run(
        `INSERT INTO rb_flow SELECT one_day.* FROM one_day, range($1::BIGINT) WHERE ${hourOf} = $2::BIGINT`,
        [times, Number(hour)],
      );
    }
    return times;
  });
}

/** Asks so often as a manager and a cluster that have run for a while were asked; just-in-time compilers learn that long. */
async function runFor(manager: string): Promise<void> {
  const queries = queryCases(present, 1 / 24).map(({ query }) => JSON.stringify(query));
  for (let time = 0; time < 200; time += 1) {
    for (const query of queries) await postJson(manager, query);
  }
}

interface Places {
  readonly manager: string;
  readonly broker: string;
  readonly embedded: RunningManager;
}

/** Rounds that do not count. */
const warmUp = 4;

async function measure(
  { query, body }: { readonly query: string; readonly body: object },
  { manager, broker, embedded }: Places,
  rounds: number,
): Promise<ClusterCost> {
  const text = JSON.stringify(body);
  const native = JSON.stringify(nativeForm({ ...body }));
  const asked = {
    manager: () => postJson(manager, text),
    broker: () => postJson(broker, native),
    embedded: () => postJson(`${embedded.url}/api/data?auth_token=${embedded.apiKey}`, text),
  };
  const bytes = await sameAnswer(query, asked);
  const taken = { manager: [] as number[], broker: [] as number[], embedded: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const place of ordered(round)) {
      const started = performance.now();
      await asked[place]();
      if (round >= 0) taken[place].push(performance.now() - started);
    }
  }
  const differences = taken.manager.map((time, round) => time - (taken.broker[round] ?? 0));
  const added = median(pairs(differences).map(([one, other]) => (one + other) / 2));
  const [ofManager, ofBroker, ofEmbedded] = [taken.manager, taken.broker, taken.embedded].map(median);
  const [viaManager = 0, direct = 0, own = 0] = [ofManager, ofBroker, ofEmbedded];
  const [counted] = await embedded.database.read(session => session.arrays('SELECT count(*) FROM rb_flow'));
  return {
    query,
    rows: Number(counted?.[0]),
    bytes,
    manager: rounded(viaManager),
    broker: rounded(direct),
    added: rounded(added),
    ratio: rounded(viaManager / direct),
    isWithinLimit: added <= Math.max(0.05 * direct, 3),
    embedded: rounded(own),
    clusterAgainstEmbedded: rounded(own / direct),
  };
}

/**
 * Whoever is asked first fills caches for the next, and meets what the one before left to collect, so the two that are compared
 * take turns with that, and only two rounds together say what one of them adds.
 */
const ordered = (round: number) =>
  round % 2 === 0
    ? (['manager', 'broker', 'embedded'] as const)
    : (['broker', 'manager', 'embedded'] as const);

/** Neighbours, without one that is alone at the end. */
const pairs = (numbers: readonly number[]): [number, number][] =>
  numbers.flatMap((one, index) => {
    const other = numbers[index + 1];
    return index % 2 === 0 && other !== undefined ? [[one, other]] : [];
  });

/** The size of the answer. @throws Failure when the three do not answer the same */
async function sameAnswer(
  query: string,
  asked: Readonly<Record<'manager' | 'broker' | 'embedded', () => Promise<Buffer>>>,
): Promise<number> {
  const [answer, direct, own] = [await asked.manager(), await asked.broker(), await asked.embedded()];
  const decoded = (bytes: Buffer): unknown => JSON.parse(bytes.toString());
  const tolerance = { estimated: new Set<string>(), times: 'orInUtc' } as const;
  const difference = answer.equals(direct)
    ? firstDifference(decoded(own), decoded(direct), tolerance)
    : { path: 'the bytes of manager and broker' };
  if (difference) throw new Failure(`${query}: answers differ (${JSON.stringify(difference)}).`);
  return answer.length;
}

const rounded = (value: number): number => Number(value.toFixed(2));
