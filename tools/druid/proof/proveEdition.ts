import type { FastifyInstance } from 'fastify';
import { openCluster } from '../../../packages/manager/src/druid/openCluster.js';
import { createApp, type AppLog, type Stores } from '../../../packages/manager/src/app.js';
import { repositoryPath } from '../../../test/host/repositoryPath.js';
import type { Scope } from '../../../test/host/scope.js';
import { druidEditions, type DruidEdition, type EditionName } from '../druidEditions.js';
import { druidOf, loadCluster } from '../loadCluster.js';
import { startCluster, type ClusterAddresses } from '../startCluster.js';
import type { SuiteReport } from '../../../test/support/suiteReport.js';
import { askBroker, askManager } from './answers.js';
import { compareEngines, type Comparison, type Verdict } from './compareEngines.js';
import { makeEvidence, presentOfProof } from './evidence.js';
import { allValues } from './outputs.js';
import { proveReasons } from './proveReasons.js';
import { proveStops } from './proveStops.js';
import { questions } from './questions.js';

/** How much is proven. */
export interface ProofSize {
  /** Generated rows, about. */
  readonly rows: number;
  /** Random queries, besides the published ones. */
  readonly queries: number;
  readonly seed: number;
}

interface Proving {
  readonly scope: Scope;
  readonly print: (line: string) => void;
}

/**
 * A topN takes the best 1,000 values of each segment unless told otherwise, so those of a dimension with more are estimates;
 * with so many each of its numbers can be held against the same one here.
 */
const exactTopN = `-Ddruid.query.topN.minTopNThreshold=${allValues}`;

/** Answers between two lines of progress. */
const questionsOfLine = 200;
/** Rows of an hour of generated traffic, about. */
const rowsOfHour = 18_000;

/** What was found about a cluster. */
export interface Proof {
  /** Whether answers are the same. */
  readonly verdict: Verdict;
  /** Whether what is known to differ still does. */
  readonly reasons: SuiteReport;
  /** Whether it ends what nobody waits for. */
  readonly stops: SuiteReport;
}

/**
 * Brings a cluster up, loads rows into it as `--ingest` does, and asks the same of it, of the manager on it and of the
 * embedded engine; then clients leave that manager in the middle of slow queries.
 * @throws {Failure} when the cluster does not come up
 */
export async function proveEdition(name: EditionName, size: ProofSize, proving: Proving): Promise<Proof> {
  const { scope, print } = proving;
  const edition: DruidEdition = druidEditions[name];
  const folder = repositoryPath('.cache', 'druid', `proof-${name}`);
  const services = ['coordinator', 'indexer', 'historical', 'broker', 'router'] as const;
  const making = makeEvidence(size.rows);
  const addresses = await startCluster({ edition, folder, services, java: [exactTopN], scope, print });
  const stores = await making;
  scope.defer(() => stores.database.close());
  await loadCluster(stores.database, addresses, { folder, scope, print });
  const all = questions({ count: size.queries, seed: size.seed });
  print(`Asking ${all.length} queries of each engine (--seed ${size.seed}) …`);
  return scope.nest(async inner => {
    const comparison = await engines(stores, addresses, { edition, scope: inner });
    const verdict = await compareEngines(all, comparison, done => {
      if (done % questionsOfLine === 0) print(`  ${done} of ${all.length}`);
    });
    const reasons = await proveReasons(name, comparison);
    // Through the router, as `npm run druid` offers itself: it has connections and threads that may be too few, too.
    const { app, key } = await managerOn(addresses.router, { stores, scope: inner });
    const interval = `PT${Math.ceil(size.rows / rowsOfHour)}H/${new Date(presentOfProof).toISOString()}`;
    const stops = await proveStops(name, { app, key, cluster: addresses, interval, print });
    return { verdict, reasons, stops };
  });
}

/** Failures are in the answers. */
const silent: AppLog = { failure: () => undefined };

async function engines(
  stores: Stores,
  { broker }: ClusterAddresses,
  { edition, scope }: { readonly edition: DruidEdition; readonly scope: Scope },
): Promise<Comparison> {
  const embedded = createApp(stores, silent, { era: edition.era });
  scope.defer(() => embedded.close());
  const { app: onCluster, key } = await managerOn(broker, { stores, scope });
  const cluster = askBroker(broker);
  return {
    era: edition.era,
    version: edition.version,
    embedded: askManager(embedded, key),
    others: [
      { name: 'the cluster itself', ask: cluster, refuses: false },
      {
        name: 'the manager on the cluster',
        ask: askManager(onCluster, key),
        refuses: true,
        passesOn: cluster,
      },
    ],
  };
}

/** A manager whose data queries a broker or router answers. */
async function managerOn(
  address: string,
  { stores, scope }: { readonly stores: Stores; readonly scope: Scope },
): Promise<{ readonly app: FastifyInstance; readonly key: string }> {
  const setup = { ...stores, era: undefined, environment: {}, progress: () => undefined };
  const { era, engine } = await openCluster(druidOf(address), setup);
  scope.defer(() => engine.close());
  const app = createApp(stores, silent, { era, engine });
  scope.defer(() => app.close());
  return { app, key: stores.users.administrator().authentication_token };
}
