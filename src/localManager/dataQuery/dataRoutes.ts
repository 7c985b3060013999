import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/auth.js';
import { HttpProblem } from '../http/errors.js';
import { dataQueryOperation } from '../openApi/dataQueryOperation.js';
import type { DataEngine } from './dataEngine.js';

/** Where data queries are sent (contract 002, Endpoints). */
export const queryPath = '/api/data';

/** Nobody reads this answer; it only tells a query that was stopped apart from one that failed. */
const clientIsGone = (): HttpProblem => new HttpProblem(499, 'The client closed the connection');

/** The data query (contract 002, Endpoints). A query stops when its client goes away. */
export function dataRoutes(app: FastifyInstance, engine: DataEngine, now: () => number): void {
  app.post(queryPath, { schema: dataQueryOperation(now()) }, async (request, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    const asked = { body: request.body, caller: callerOf(request) };
    const answer = await engine.answer(asked, gone.signal).catch((error: unknown) => {
      throw gone.signal.aborted ? clientIsGone() : error;
    });
    // Nothing of it was sent yet, so its client can still be told.
    if (answer instanceof Readable && answer.errored) throw answer.errored;
    return reply.type('application/json; charset=utf-8').send(answer);
  });
}
