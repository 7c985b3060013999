import type { FastifyInstance } from 'fastify';
import type { Database } from './database.js';
import { runQuery } from './dataQuery/runQuery.js';

/** The data query (contract 002, Endpoints). A query stops when its client goes away. */
export function dataRoutes(app: FastifyInstance, database: Database): void {
  app.post('/api/data', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    const text = await runQuery(database, request.body, gone.signal);
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
