import { setTimeout as delay } from 'node:timers/promises';
import { Client, request } from 'undici';
import { nativeForm } from '../../tools/druid/proof/nativeForm.js';
import type { Scope } from '../host/scope.js';
import { median } from './explorer.js';
import { serveOnCluster, startFlowCluster } from './flowCluster.js';
import { postJson, present, startFlowManager } from './flowManager.js';
import { withManager, type Served } from './managerProcess.js';
import { memoryOf, mebibytes } from './processMemory.js';
import { queryCases } from './queryCases.js';

/** What a manager on a cluster gives to many clients. Times in milliseconds, memory in MiB. */
export interface DruidClientsCost {
  readonly clients: number;
  readonly seconds: number;
  readonly answered: number;
  /** Queries whose client went away before the answer was there. */
  readonly abandoned: number;
  /** What went wrong, and how often. */
  readonly errors: Readonly<Record<string, number>>;
  readonly median: number;
  readonly percentile99: number;
  /** Memory of the manager before, at the end of each minute, and a minute after the last client left. */
  readonly memory: readonly number[];
  /** Queries that the manager counts as under way after all clients left. */
  readonly inFlightAfterwards: number;
  /** A query of the broker alone before the first client came. */
  readonly aloneBefore: number;
  /** Until it takes no longer than twice that, from when all have left in the middle of theirs: then the cluster has nothing to do. */
  readonly quietAfter: number | null;
}

export interface DruidClientsOptions {
  readonly folder: string;
  readonly scope: Scope;
  readonly clients: number;
  readonly minutes: number;
}

/** Of so many queries of a client it does not wait for the answer of one. */
const abandonsOneOf = 10;
/** Milliseconds in which a cluster that nobody asks any more has to be quiet. */
const longestBusy = 120_000;
/** Milliseconds after which it goes. */
const patience = 50;

/** Lets clients ask a manager whose data queries a cluster answers, each one query after the other, and all go away at once. */
export async function measureDruidClients(options: DruidClientsOptions): Promise<DruidClientsCost> {
  const { folder, scope } = options;
  const embedded = await startFlowManager(`${folder}/embedded`);
  scope.defer(() => embedded.close());
  const { broker } = await startFlowCluster(embedded, { folder: `${folder}/cluster`, scope });
  const native = queryCases(present, 1).map(({ query }) => JSON.stringify(nativeForm({ ...query })));
  const alone = async (): Promise<number> => {
    const started = performance.now();
    await postJson(`${broker}/druid/v2`, native[0] ?? '');
    return Math.round(performance.now() - started);
  };
  for (const query of native) await postJson(`${broker}/druid/v2`, query);
  return withManager(serveOnCluster(broker, folder), async manager => {
    const aloneBefore = median([await alone(), await alone(), await alone()]);
    const crowd = new Crowd(manager);
    const memory = [await memoryOf(manager.pid)];
    const started = performance.now();
    const asking = Array.from({ length: options.clients }, (_none, number) => crowd.ask(number));
    for (let minute = 0; minute < options.minutes; minute += 1) {
      await delay(60_000);
      memory.push(await memoryOf(manager.pid));
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    crowd.leave();
    await Promise.all(asking);
    const left = performance.now();
    const isQuiet = async (): Promise<boolean> => (await alone()) <= 2 * aloneBefore;
    while (!(await isQuiet()) && performance.now() - left < longestBusy) await delay(50);
    const since = Math.round(performance.now() - left);
    const quietAfter = since < longestBusy ? since : null;
    await delay(60_000);
    memory.push(await memoryOf(manager.pid));
    return {
      clients: options.clients,
      seconds,
      ...crowd.outcome,
      memory: memory.map(mebibytes),
      inFlightAfterwards: await inFlight(manager),
      aloneBefore,
      quietAfter,
    };
  });
}

/** Clients that ask one query after the other until all leave, in the middle of what they ask. */
class Crowd {
  private readonly leaving = new AbortController();
  private readonly times: number[] = [];
  private readonly errors = new Map<string, number>();
  private abandoned = 0;

  constructor(private readonly manager: Served) {}

  /** What became of the queries. */
  get outcome(): Pick<DruidClientsCost, 'answered' | 'abandoned' | 'errors' | 'median' | 'percentile99'> {
    const times = this.times.toSorted((one, other) => one - other);
    const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? Number.NaN);
    return {
      answered: times.length,
      abandoned: this.abandoned,
      errors: Object.fromEntries(this.errors),
      median: at(0.5),
      percentile99: at(0.99),
    };
  }

  /** Asks as one client with a connection of its own. */
  async ask(number: number): Promise<void> {
    const { url, key } = this.manager;
    const client = new Client(url);
    const queries = [1 / 24, 1]
      .flatMap(days => queryCases(present, days))
      .map(({ query }) => JSON.stringify(query));
    for (let turn = number; !this.leaving.signal.aborted; turn += 1) {
      const goes = turn % abandonsOneOf === 0 ? [AbortSignal.timeout(patience)] : [];
      const signal = AbortSignal.any([this.leaving.signal, ...goes]);
      const path = `/api/data?auth_token=${key}`;
      const headers = { 'content-type': 'application/json' };
      const body = queries[turn % queries.length] ?? '';
      const started = performance.now();
      try {
        const answer = await client.request({ method: 'POST', path, headers, body, signal });
        const text = await answer.body.text();
        if (answer.statusCode === 200) this.times.push(performance.now() - started);
        else this.count(`${answer.statusCode} ${text.slice(0, 200)}`);
      } catch (error) {
        if (signal.aborted) this.abandoned += 1;
        else this.count(String(error));
      }
    }
    await client.destroy();
  }

  /** Lets all go away at once. */
  leave(): void {
    this.leaving.abort();
  }

  private count(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1);
  }
}

async function inFlight({ url }: Served): Promise<number> {
  const metrics = await (await request(`${url}/metrics`)).body.text();
  return Number(/^netsensor_queries_in_flight (\d+)$/m.exec(metrics)?.[1]);
}
