import { finished, Readable } from 'node:stream';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { Answered, DataEngine, QueryRequest } from './dataEngine.js';
import { HttpProblem } from '../http/errors.js';
import type { FastifyInstance } from 'fastify';
import { withoutPlaces } from '../http/errors.js';
import type { UserStore } from '../users/userStore.js';
import { callerIn } from '../users/auth.js';

const queryTypes: readonly unknown[] = ['groupBy', 'topN', 'timeseries'];

/** Seconds; from what is there at once to the time limit of a query. */
const durations = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 240];

/** How a query ended. */
type Outcome = 'answered' | 'refused' | 'failed' | 'timeout' | 'cancelled';

/** Counts the data queries of one manager, for `/metrics`. */
export class QueryMetrics {
  readonly registry = new Registry();
  private readonly common = { registers: [this.registry] };
  private readonly ended = new Counter({
    name: 'netsensor_queries_total',
    help: 'Data queries that have ended.',
    labelNames: ['type', 'outcome'] as const,
    ...this.common,
  });
  private readonly seconds = new Histogram({
    name: 'netsensor_query_duration_seconds',
    help: 'Time from a data query to the end of its answer.',
    labelNames: ['type'] as const,
    buckets: durations,
    ...this.common,
  });
  private readonly underWay = new Gauge({
    name: 'netsensor_queries_in_flight',
    help: 'Data queries that have not ended.',
    ...this.common,
  });
  private readonly bytes = new Counter({
    name: 'netsensor_answer_bytes_total',
    help: 'Size of the answers to data queries.',
    labelNames: ['type'] as const,
    ...this.common,
  });

  constructor(health: DataEngine['health']) {
    const broker = new Gauge({
      name: 'netsensor_broker_up',
      help: 'Whether a broker of the cluster serves.',
      labelNames: ['broker'] as const,
      ...this.common,
      collect: () => {
        // By their order: whoever reads this needs no key, and shall not know where they are.
        for (const [index, { problem }] of health().entries())
          broker.set({ broker: index + 1 }, problem === undefined ? 1 : 0);
      },
    });
    const memory: Gauge = new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Memory that the manager holds.',
      ...this.common,
      collect: () => memory.set(process.memoryUsage.rss()),
    });
  }

  /** As the engine answers, and counts it; an answer that is a stream ends when it was read. */
  async count(engine: DataEngine, asked: QueryRequest, gone: AbortSignal): Promise<Answered> {
    const type = typeOf(asked.body);
    const stop = this.seconds.startTimer({ type });
    this.underWay.inc();
    const end = (outcome: Outcome) => {
      stop();
      this.underWay.dec();
      this.ended.inc({ type, outcome });
    };
    try {
      const answer = await engine.answer(asked, gone);
      if (answer instanceof Readable) {
        this.countPieces(answer, type);
        finished(answer, { writable: false }, error => end(error ? outcomeOf(error, gone) : 'answered'));
      } else {
        this.bytes.inc({ type }, Buffer.byteLength(answer));
        end('answered');
      }
      return answer;
    } catch (error) {
      end(outcomeOf(error, gone));
      throw error;
    }
  }

  /** Listens to what is read of an answer, which a stream between would slow down. */
  private countPieces(answer: Readable, type: string): void {
    answer.on('data', (piece: Buffer) => this.bytes.inc({ type }, piece.length));
    // It flows for whoever listens; this one waits for the client.
    answer.pause();
  }
}

const typeOf = (body: unknown): string =>
  isRecord(body) && queryTypes.includes(body['queryType']) ? String(body['queryType']) : 'other';

function outcomeOf(error: unknown, gone: AbortSignal): Outcome {
  if (gone.aborted) return 'cancelled';
  if (!(error instanceof HttpProblem)) return 'failed';
  if (error.status === 504) return 'timeout';
  return error.status < 500 ? 'refused' : 'failed';
}

/** An engine whose queries are counted. */
export const countedEngine = (engine: DataEngine, metrics: QueryMetrics): DataEngine => ({
  ...engine,
  answer: (asked, gone) => metrics.count(engine, asked, gone),
});

export interface WatchedManager {
  readonly engine: Pick<DataEngine, 'health' | 'certificateProblem'>;
  readonly metrics: QueryMetrics;
  readonly users: UserStore;
}

/**
 * Serves `/health` for whoever starts managers again, and `/metrics` for Prometheus. Neither needs a key: they hold nothing of
 * the data, and what watches a manager should not be able to read it. Where brokers are is for administrators, who show theirs.
 */
export function serveHealth(app: FastifyInstance, { engine, metrics, users }: WatchedManager): void {
  app.get('/health', (request, reply) => {
    const isAdministrator = callerIn(request.query, users)?.admin ?? false;
    const brokers = engine.health().map(({ name, problem }, index) => ({
      broker: index + 1,
      ...(isAdministrator && { address: name }),
      up: problem === undefined,
      problem: problem === undefined || isAdministrator ? (problem ?? null) : withoutPlaces(problem),
    }));
    const isUp = brokers.length === 0 || brokers.some(({ up }) => up);
    const problem = engine.certificateProblem?.();
    const certificate = problem === undefined ? {} : { certificate: { problem } };
    return reply.status(isUp ? 200 : 503).send({ up: isUp, brokers, ...certificate });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
