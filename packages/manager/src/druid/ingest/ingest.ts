import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import { readColumns } from '../../dataQuery/sql/sourceColumns.js';
import type { Database } from '../../store/database.js';
import { nameInCluster } from '../clusterSources.js';
import { timeBoundary, type Span } from '../timeBoundary.js';
import { untilServed, type Asked } from './clusterRows.js';
import { ingestColumns } from './ingestColumns.js';
import { planLoading, type LoadingPlan } from './planLoading.js';
import { runBatch, type BatchPlace } from './ingestBatch.js';
import { Brokers } from './brokers.js';
import { readClusterAccess, type Environment } from '../connection/clusterAccess.js';
import type { DruidOptions } from '../connection/druidOptions.js';
import type { IngestOptions } from './ingestOptions.js';
import { Overlord } from './overlord.js';
import { realTime, type Pacing } from './patiently.js';
import { folderInputs, inlineInputs } from './taskInputs.js';

/** A cluster that takes rows. */
export interface IngestTarget extends Pick<BatchPlace, 'overlord' | 'inputs'> {
  readonly cluster: Asked;
  /** Names of data sources that are called otherwise in the cluster. */
  readonly dataSources: ReadonlyMap<DataSource, string>;
  /** Whether rows that the cluster has may go. */
  readonly mayReplace: boolean;
}

export interface IngestRun {
  /** Called with a sentence. */
  readonly progress: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** Real time when left out. */
  readonly pacing?: Pacing;
}

/**
 * Loads all analytics rows of a database into a cluster by native batch, and waits until they can be asked for. A stretch of
 * time keeps its old rows in the cluster until its new ones are there.
 * @throws Error with one sentence when the cluster has rows that may not go, or cannot take the new ones
 */
export async function ingest(database: Database, target: IngestTarget, run: IngestRun): Promise<void> {
  const { progress, signal, pacing = realTime } = run;
  const started = Date.now();
  const spans = await spansOf(target, signal);
  if (spans.size > 0 && !target.mayReplace) throw new Error(alreadyThere(target, spans));
  const columns = await database.read(readColumns);
  const plans = await planLoading(database, { columns, spans, inputs: target.inputs });
  for (const plan of plans) progress(announced(target, plan, spans.has(plan.source)));
  await runAll(database, { target, run, plans });
  for (const plan of plans) {
    const first = plan.batches[0]?.from ?? 0;
    const last = plan.batches.at(-1)?.to ?? 0;
    const dataSource = nameInCluster(target.dataSources, plan.source);
    await untilServed(target.cluster, { dataSource, rows: plan.rows, first, last }, { signal, pacing });
  }
  progress(
    `The cluster has ${count(allRows(plans))} rows after ${Math.round((Date.now() - started) / 1000)} s.`,
  );
}

/** The data sources in which the cluster has rows. */
async function spansOf(target: IngestTarget, signal: AbortSignal): Promise<Map<DataSource, Span>> {
  const spans = new Map<DataSource, Span>();
  for (const source of dataSourceNames) {
    const dataSource = nameInCluster(target.dataSources, source);
    const span = await timeBoundary(query => target.cluster.ask(query, signal), dataSource);
    if (span) spans.set(source, span);
  }
  return spans;
}

interface Loading {
  readonly target: IngestTarget;
  readonly run: IngestRun;
  readonly plans: readonly LoadingPlan[];
}

/** Runs the batches of all plans, the largest first, so that no large one is left at the end. */
async function runAll(database: Database, { target, run, plans }: Loading): Promise<void> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([run.signal, stopping.signal]);
  let done = 0;
  const total = allRows(plans);
  const started = performance.now();
  const loaded = (rows: number): void => {
    done += rows;
    const left = ((performance.now() - started) * (total - done)) / Math.max(done, 1);
    const rest = done < total ? `, about ${roughly(left)} to go` : '';
    run.progress(`  ${count(done)} of ${count(total)} rows are in the cluster${rest}`);
  };
  const batches = plans.flatMap(plan => plan.batches.map(batch => ({ plan, batch })));
  batches.sort((one, other) => other.batch.rows - one.batch.rows);
  const begins = target.mayReplace ? ('replace' as const) : ('append' as const);
  const place = { ...target, begins, database, loaded, signal, pacing: run.pacing ?? realTime };
  const work = batches.map(({ plan: { source, columns }, batch }) => () => {
    const dataSource = nameInCluster(target.dataSources, source);
    return runBatch(place, {
      source,
      batch,
      dataSource,
      columns: ingestColumns(source, columns),
    });
  });
  // What else is running is of no use after a failure.
  await inParallel(work, target.inputs.atATime, error => stopping.abort(error));
}

/**
 * Does pieces of work in their order, some at a time. After one has failed no further one begins, and those that run are
 * waited for.
 * @param failed called with the first failure, to stop what runs
 * @throws that failure
 */
async function inParallel(
  work: readonly (() => Promise<void>)[],
  atATime: number,
  failed: (error: unknown) => void,
): Promise<void> {
  const waiting = [...work];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next();
      } catch (error) {
        waiting.length = 0;
        if (failures.push(error) === 1) failed(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  if (failures.length > 0) throw failures[0];
}

function alreadyThere(target: IngestTarget, spans: ReadonlyMap<DataSource, Span>): string {
  const found = [...spans].map(
    ([source, { first, last }]) =>
      `${nameInCluster(target.dataSources, source)} (${minute(first)} to ${minute(last)} UTC)`,
  );
  return `The cluster has rows already in ${found.join(', ')}; leave --ingest out to use them, add --replace to replace them, or choose other names with --data-source.`;
}

function announced(
  target: IngestTarget,
  { source, rows, batches }: LoadingPlan,
  isReplaced: boolean,
): string {
  const tasks = batches.length === 1 ? 'one task' : `${batches.length} tasks or more`;
  const what = isReplaced ? ', in place of all that it holds' : '';
  return `Loading ${count(rows)} rows into ${nameInCluster(target.dataSources, source)}${what}, in ${tasks}...`;
}

const allRows = (plans: readonly LoadingPlan[]): number => plans.reduce((sum, { rows }) => sum + rows, 0);

const count = (rows: number): string => rows.toLocaleString('en');

/** A length of time in milliseconds, for people who wait for it. */
function roughly(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

const minute = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

export interface IngestRequest extends IngestOptions {
  readonly druid: DruidOptions;
  /** Where credentials are looked for when no file has them. */
  readonly environment: Environment;
}

/** Loads all analytics rows of a database into the cluster that a command line names. @throws as `ingest` and `readClusterAccess` */
export async function ingestIntoCluster(
  database: Database,
  { druid, environment, overlord: named, folder, mayReplace }: IngestRequest,
  run: IngestRun,
): Promise<void> {
  const access = await readClusterAccess(druid, environment, run.progress);
  const cluster = new Brokers(access);
  const overlord = new Overlord(named ?? access.addresses[0] ?? '', access);
  const inputs = folder === undefined ? inlineInputs(mayReplace) : folderInputs(folder);
  const { dataSources } = access;
  try {
    await ingest(database, { cluster, overlord, dataSources, inputs, mayReplace }, run);
  } finally {
    await Promise.all([cluster.close(), overlord.close()]);
  }
}
