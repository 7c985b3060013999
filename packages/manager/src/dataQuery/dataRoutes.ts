import { Readable } from 'node:stream';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { callerOf } from '../users/auth.js';
import { EngineProblem, failure, type HttpProblem } from '../http/errors.js';
import type { DataEngine } from './dataEngine.js';
import type { StoredUser } from '../users/userStore.js';
import * as z from 'zod';
import { sampleQueriesUntil } from 'netsensor-contract/query/sampleQueries';
import { dataQuery } from 'netsensor-contract/query/query';
import { inSection, type BodyExamples } from '../openApi/documented.js';

/** Where data queries are sent (contract 002, Endpoints). */
export const queryPath = '/api/data';

/** Nobody reads this answer; it only tells a query that was stopped apart from one that failed. */
const clientIsGone = (): HttpProblem => failure('clientGone');

/** A failure as a user may know it. */
const toldTo = ({ admin }: StoredUser, error: unknown): unknown =>
  error instanceof EngineProblem && !admin ? error.withoutPlaces : error;

/** The data query (contract 002, Endpoints). A query stops when its client goes away. */
export function dataRoutes(app: FastifyInstance, engine: DataEngine, now: () => number): void {
  app.post(queryPath, { schema: dataQueryOperation(now()) }, async (request, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    const asked = { body: request.body, caller: callerOf(request) };
    const answer = await engine.answer(asked, gone.signal).catch((error: unknown) => {
      throw gone.signal.aborted ? clientIsGone() : toldTo(asked.caller, error);
    });
    // Nothing of it was sent yet, so its client can still be told.
    if (answer instanceof Readable && answer.errored) throw toldTo(asked.caller, answer.errored);
    return reply.type('application/json; charset=utf-8').send(answer);
  });
}

/** The three row layouts of a data query (contract 002, Result rows; field notes §2.2). */
const cells = z.record(z.string(), z.unknown()).describe('Outputs and dimension values by name.');
const bucket = z.string().describe('Start of the time bucket, ISO 8601 UTC with milliseconds.');
const queryAnswer = z.array(
  z.union([
    z.strictObject({ version: z.string(), timestamp: bucket, event: cells }).describe('A row of a groupBy.'),
    z.strictObject({ timestamp: bucket, result: cells }).describe('A bucket of a timeseries.'),
    z.strictObject({ timestamp: bucket, result: z.array(cells) }).describe('A bucket of a topN.'),
  ]),
);

/** What the document says about the data query (contract 002, Endpoints). @param now end of what the examples look at */
const dataQueryOperation = (now: number): FastifySchema =>
  inSection('Data query')('Data query', {
    description: 'Answers an array of rows; what they look like depends on the type of the query.',
    body: dataQuery,
    examples: queryExamples(now),
    answer: queryAnswer,
    errors: [502, 503, 504],
  });

/** The sample queries over the day before a moment, milliseconds since 1970 UTC. */
function queryExamples(now: number): BodyExamples {
  const samples = sampleQueriesUntil(new Date(now).toISOString());
  return Object.fromEntries(samples.map(({ title, query }, index) => [`${index + 1}. ${title}`, query]));
}
