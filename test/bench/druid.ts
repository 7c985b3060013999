import type { RunningManager } from '../../packages/manager/src/cli/startManager.js';
import { nativeForm } from '../../tools/druid/proof/nativeForm.js';
import { Failure } from '../host/failure.js';
import { repositoryPath } from '../host/repositoryPath.js';
import type { Scope } from '../host/scope.js';
import { firstDifference } from '../support/compareAnswers.js';
import { median } from './explorer.js';
import { serveOnCluster, startFlowCluster } from './flowCluster.js';
import { postJson, present, restrictedUser, startFlowManager } from './flowManager.js';
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
  /** Median of the differences of the two, each of two rounds: what a busy machine does to both is not in it. */
  readonly added: number;
  /** Of that median, and the differences that it is of. */
  readonly standardError: number;
  readonly differences: number;
  readonly ratio: number;
  /** Whether what the manager adds is at most a twentieth of what the broker takes, or 3 ms. */
  readonly isWithinLimit: boolean;
  /** Where it is not: what a proxy adds that does nothing else. */
  readonly hop?: { readonly added: number; readonly standardError: number };
  /** The same query asked of the manager by a user who may see a part of the tree, and against that of the administrator. */
  readonly restricted: number;
  readonly restrictedRatio: number;
  /** `POST /api/data` of the embedded engine over the same rows. */
  readonly embedded: number;
  /** Of the broker against the embedded engine: above 1 that is quicker. */
  readonly clusterAgainstEmbedded: number;
}

export interface DruidBenchOptions {
  readonly folder: string;
  readonly scope: Scope;
  /** Numbers of rows, ascending: so many times the flows of a day. */
  readonly sizes: readonly number[];
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
  const serveProxy = [repositoryPath('out', 'tools', 'bench.js'), `--serve-empty-proxy=${cluster.broker}`];
  return withManager(serveProxy, proxy =>
    withManager(serveOnCluster(cluster.broker, folder), async ({ url, key }) => {
      const manager = `${url}/api/data?auth_token=${key}`;
      const { address: restricted } = await restrictedUser(url, key);
      const places = {
        manager,
        restricted,
        proxy: proxy.url,
        broker: `${cluster.broker}/druid/v2`,
        embedded,
      };
      await runFor(manager);
      const costs: ClusterCost[] = [];
      for (const rows of sizes) {
        await copies.growTo(await growTo(embedded, rows));
        for (const [length, name] of lengths) {
          for (const { name: query, query: body } of queryCases(present, length)) {
            const cost = await measure({ query: `${query}, ${name}`, body }, places);
            tell(cost);
            costs.push(cost);
          }
        }
      }
      return costs;
    }),
  );
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
  readonly restricted: string;
  readonly proxy: string;
  readonly broker: string;
  readonly embedded: RunningManager;
}

/** Rounds in which all are asked of whom no difference is wanted that a busy machine must not disturb. */
const plainRounds = 15;
/** Differences that are measured at least, and milliseconds after which what is known then has to do. */
const fewestDifferences = 15;
const longestMeasured = 90_000;

async function measure(
  { query, body }: { readonly query: string; readonly body: object },
  { manager, restricted, proxy, broker, embedded }: Places,
): Promise<ClusterCost> {
  const text = JSON.stringify(body);
  const native = JSON.stringify(nativeForm({ ...body }));
  const asked = {
    manager: () => postJson(manager, text),
    broker: () => postJson(broker, native),
    embedded: () => postJson(`${embedded.url}/api/data?auth_token=${embedded.apiKey}`, text),
  };
  const bytes = await sameAnswer(query, asked);
  const own: number[] = [];
  const ofAll: number[] = [];
  const ofPart: number[] = [];
  for (let round = 0; round < plainRounds; round += 1) {
    own.push(await timeOf(asked.embedded));
    ofAll.push(await timeOf(asked.manager));
    ofPart.push(await timeOf(() => postJson(restricted, text)));
  }
  const { viaRelay, direct, differences } = await compare(asked.manager, asked.broker);
  const added = median(differences);
  const isWithinLimit = added <= limitFor(direct);
  const hop = isWithinLimit ? undefined : await compare(() => postJson(proxy, native), asked.broker);
  const [counted] = await embedded.database.read(session => session.arrays('SELECT count(*) FROM rb_flow'));
  return {
    query,
    rows: Number(counted?.[0]),
    bytes,
    manager: rounded(median(viaRelay)),
    broker: rounded(median(direct)),
    added: rounded(added),
    standardError: rounded(errorOfMedian(differences)),
    differences: differences.length,
    ratio: rounded(median(viaRelay) / median(direct)),
    isWithinLimit,
    ...(hop && {
      hop: {
        added: rounded(median(hop.differences)),
        standardError: rounded(errorOfMedian(hop.differences)),
      },
    }),
    restricted: rounded(median(ofPart)),
    restrictedRatio: rounded(median(ofPart) / median(ofAll)),
    embedded: rounded(median(own)),
    clusterAgainstEmbedded: rounded(median(own) / median(direct)),
  };
}

/** What a manager may add, milliseconds. */
const limitFor = (direct: readonly number[]): number => Math.max(0.05 * median(direct), 3);

/** Milliseconds that something takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Asks both, one of which hands on to the other, until their difference is known to a sixth of its limit. Whoever is asked first fills caches for the
 * other, and meets what the one before left to collect, so a difference is that of two rounds, in one order and in the other.
 */
async function compare(relayed: () => Promise<unknown>, broker: () => Promise<unknown>) {
  const viaRelay: number[] = [];
  const direct: number[] = [];
  const differences: number[] = [];
  const isKnown = () =>
    differences.length >= fewestDifferences && errorOfMedian(differences) <= limitFor(direct) / 6;
  const started = performance.now();
  while (!isKnown() && performance.now() - started < longestMeasured) {
    const first = await timeOf(relayed);
    const direct1 = await timeOf(broker);
    const direct2 = await timeOf(broker);
    const last = await timeOf(relayed);
    viaRelay.push(first, last);
    direct.push(direct1, direct2);
    differences.push((first + last - direct1 - direct2) / 2);
  }
  return { viaRelay, direct, differences };
}

/** Standard error of a median, by the median deviation: single long rounds do not count. */
function errorOfMedian(values: readonly number[]): number {
  const middle = median(values);
  const deviation = 1.4826 * median(values.map(value => Math.abs(value - middle)));
  return (1.2533 * deviation) / Math.sqrt(values.length);
}

/** The size of the answer. @throws Failure when the three do not answer the same */
async function sameAnswer(
  query: string,
  asked: Readonly<Record<'manager' | 'broker' | 'embedded', () => Promise<Buffer>>>,
): Promise<number> {
  const answer = await asked.manager();
  const direct = await asked.broker();
  const own = await asked.embedded();
  const decoded = (bytes: Buffer): unknown => JSON.parse(bytes.toString());
  const tolerance = { estimated: new Set<string>(), times: 'orInUtc' } as const;
  const difference = answer.equals(direct)
    ? firstDifference(decoded(own), decoded(direct), tolerance)
    : { path: 'the bytes of manager and broker' };
  if (difference) throw new Failure(`${query}: answers differ (${JSON.stringify(difference)}).`);
  return answer.length;
}

const rounded = (value: number): number => Number(value.toFixed(2));
