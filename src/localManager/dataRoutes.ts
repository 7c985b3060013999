import type { FastifyInstance } from 'fastify';
import type { Database } from './database.js';
import { QueryGate } from './dataQuery/queryGate.js';
import { runQuery } from './dataQuery/runQuery.js';

/** The engine runs statements on the four threads of Node's pool; half of them stay free for records. */
const queriesAtOnce = 2;

/** The data query (contract 002, Endpoints). A query stops when its client goes away. */
export function dataRoutes(app: FastifyInstance, database: Database): void {
  const engine = { database, gate: new QueryGate(queriesAtOnce) };
  app.post('/api/data', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    const text = await runQuery(engine, request.body, gone.signal);
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
