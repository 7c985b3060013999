import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/auth.js';
import type { Database } from '../store/database.js';
import type { Era } from './eras.js';
import { HttpProblem } from '../http/errors.js';
import { extentCache } from './time/storedHours.js';
import type { ColumnsOfSources } from './sql/sourceColumns.js';
import { QueryQueue } from './queryQueue.js';
import { runQuery } from './runQuery.js';
import { dataQueryOperation } from '../openApi/dataQueryOperation.js';

/** Where data queries are sent (contract 002, Endpoints). */
export const queryPath = '/api/data';

/** The engine runs statements on the four threads of Node's pool; half of them stay free for records and new rows. */
const queriesAtOnce = 2;

/** Nobody reads this answer; it only tells a query that was stopped apart from one that failed. */
const clientIsGone = (): HttpProblem => new HttpProblem(499, 'The client closed the connection');

/** The data query (contract 002, Endpoints). A query stops when its client goes away. */
export function dataRoutes(
  app: FastifyInstance,
  { database, columns, now }: { database: Database; columns: ColumnsOfSources; now: () => number },
  era: Era,
): void {
  const queue = new QueryQueue(queriesAtOnce);
  const engine = { database, columns, era, queue, extents: extentCache(database) };
  app.post(queryPath, { schema: dataQueryOperation(now()) }, async (request, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    const asked = { body: request.body, caller: callerOf(request) };
    const text = await runQuery(engine, asked, gone.signal).catch((error: unknown) => {
      throw gone.signal.aborted ? clientIsGone() : error;
    });
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
