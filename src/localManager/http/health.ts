import type { FastifyInstance } from 'fastify';
import type { DataEngine } from '../dataQuery/dataEngine.js';
import type { QueryMetrics } from './queryMetrics.js';

/**
 * Serves `/health` for whoever starts managers again, and `/metrics` for Prometheus. Neither needs a key: they hold nothing of
 * the data, and what watches a manager should not be able to read it.
 */
export function serveHealth(app: FastifyInstance, health: DataEngine['health'], metrics: QueryMetrics): void {
  app.get('/health', (_request, reply) => {
    const brokers = health().map(({ name, problem = null }) => ({
      address: name,
      up: problem === null,
      problem,
    }));
    const isUp = brokers.length === 0 || brokers.some(({ up }) => up);
    return reply.status(isUp ? 200 : 503).send({ up: isUp, brokers });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
