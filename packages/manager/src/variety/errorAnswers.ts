import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { wordProblem, type Dialect } from './dialects.js';
import { csvText, csvType } from '../http/csv.js';
import { failure, HttpProblem, unprocessable, type FieldErrors } from '../http/errors.js';

/**
 * Sends the body for anything a handler threw; what nobody expected is reported and hidden from the client.
 * @param dialectOf the wording for whoever asked
 */
export function errorHandler(
  dialectOf: (request: FastifyRequest) => Dialect,
  report: (error: unknown) => void,
) {
  return (error: FastifyError | HttpProblem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const expected = error instanceof HttpProblem;
    const problem = expected ? error : problemOf(error);
    if (!expected && problem.status >= 500) report(error);
    if (problem.errors && answersCsv(request.routeOptions.url)) return sendCsv(reply, problem.errors);
    const { status, body } = wordProblem(dialectOf(request), problem);
    return reply.status(status).send(body);
  };
}

/** Whether an address asks for CSV; what is wrong with fields is then said as CSV too (contract 001, Errors). */
export const answersCsv = (url: string | undefined): boolean => url?.endsWith('.csv') ?? false;

/** One row per message. The layout is not published; the other statuses keep their JSON body, which is not either. */
function sendCsv(reply: FastifyReply, errors: FieldErrors): FastifyReply {
  const rows = Object.entries(errors).flatMap(([field, messages]) => messages.map(text => [field, text]));
  return reply
    .status(422)
    .type(csvType)
    .send(csvText(['field', 'error'], rows));
}

function problemOf(error: FastifyError): HttpProblem {
  if (error.validation) return invalidParameters(error.validation);
  const status = error.statusCode ?? 500;
  return status < 500 ? new HttpProblem(status, error.message) : failure('failed');
}

function invalidParameters(issues: NonNullable<FastifyError['validation']>): HttpProblem {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.instancePath.split('/')[1] ?? 'base';
    // The library's own sentences are those of a programmer; bodies get Rails' words too.
    (errors[field] ??= []).push(
      issue.keyword === 'invalid_value' ? 'is not included in the list' : 'is invalid',
    );
  }
  return unprocessable(errors);
}
