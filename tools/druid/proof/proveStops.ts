import { setMaxListeners } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { messageOf } from '../../../packages/manager/src/http/errors.js';
import { Failure } from '../../../test/host/failure.js';
import { eventually } from '../../../test/support/eventually.js';
import type { FailedTest, SuiteReport } from '../../../test/support/suiteReport.js';
import type { StartedCluster } from '../startCluster.js';

/** How many clients leave at once. */
const crowds = [20, 40];
/** Milliseconds until the cluster is at work, and in which it has to stop; without being told it needs minutes. */
const longestStart = 60_000;
const longestStopping = 30_000;

/** Queries that run at least so many at a time when the clients leave; the manager asks 16. */
const enoughRunning = 10;

interface Stopping {
  /** A manager on the cluster. */
  readonly app: FastifyInstance;
  readonly key: string;
  readonly cluster: StartedCluster;
  /** The time that has rows, as queries take it. */
  readonly interval: string;
  readonly print: (line: string) => void;
}

/** Lets clients ask what takes long and leave, and looks at what the cluster itself still does for them. */
export async function proveStops(edition: string, stopping: Stopping): Promise<SuiteReport> {
  const origin = await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const failures: FailedTest[] = [];
  for (const clients of crowds) {
    const title = `${edition}: what ${clients} clients have left ends`;
    await leaveAtOnce(clients, { ...stopping, origin }).catch((error: unknown) => {
      failures.push({ suite: edition, title, reason: messageOf(error) });
    });
  }
  return { passed: crowds.length - failures.length, failed: failures.length, skipped: 0, failures };
}

/** @throws {Failure} where the cluster goes on, or the manager is down meanwhile */
async function leaveAtOnce(
  clients: number,
  { origin, key, cluster, interval, print }: Stopping & { readonly origin: string },
): Promise<void> {
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const answered: number[] = [];
  const asking = Array.from({ length: clients }, async (_none, number) => {
    const answer = await request(`${origin}/api/data?auth_token=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal: leaving.signal,
      body: JSON.stringify(slowQuery(number, interval)),
    });
    answered.push(answer.statusCode);
    await answer.body.dump();
  });
  const left = Promise.allSettled(asking);
  try {
    await eventually(async () => {
      const { length } = await runningOn(cluster);
      if (answered.length > 0)
        throw new Failure(`Queries were to be slow, but were answered: ${answered.join()}.`);
      if (length < enoughRunning) throw new Failure(`The cluster runs ${length} queries at a time.`);
    }, longestStart);
  } finally {
    leaving.abort();
    await left;
  }
  const started = performance.now();
  await eventually(async () => {
    const health = await request(`${origin}/health`);
    const text = await health.body.text();
    if (health.statusCode !== 200) throw new Failure(`The manager is down meanwhile: ${text}`);
    const running = await runningOn(cluster);
    if (running.length > 0) throw new Failure(`The cluster still runs ${running.join(', ')}.`);
  }, longestStopping);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(
    `${clients} clients left in the middle of slow queries; the cluster had ended them when it was looked at after ${seconds} s`,
  );
}

/** What the services that answer queries do for one now: Druid calls threads after queries, `qtp1-2[topN_[rb_flow]_<id>]`. */
async function runningOn({ threadsOf }: StartedCluster): Promise<string[]> {
  const threads = await Promise.all([threadsOf('broker'), threadsOf('historical')]);
  return threads.flat().filter(name => /(?:groupBy|topN|timeseries)_/.test(name));
}

const types = ['groupBy', 'topN', 'timeseries'] as const;
const counted = [
  'client_mac',
  'application_id_name',
  'sensor_name',
  'lan_ip',
  'wan_ip',
  'src',
  'dst',
  'host',
];

/** One that counts the distinct values of many dimensions very often in every row: a minute of work for one processor. */
function slowQuery(number: number, interval: string): object {
  const queryType = types[number % types.length];
  const aggregations = Array.from({ length: 60 }, (_none, index) => ({
    type: 'cardinality',
    name: `count${index}`,
    byRow: false,
    fieldNames: counted,
  }));
  const asked = {
    queryType,
    dataSource: 'rb_flow',
    granularity: 'minute',
    intervals: [interval],
    aggregations,
  };
  if (queryType === 'groupBy') return { ...asked, dimensions: ['client_mac', 'application_id_name'] };
  if (queryType === 'topN') return { ...asked, dimension: 'client_mac', metric: 'count0', threshold: 10 };
  return asked;
}
