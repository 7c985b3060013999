import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { csvText, csvType } from './csv.js';
import { wordProblem, type Dialect } from '../variety/dialects.js';

/** Messages by field, as a Rails application reports them (field notes §1.4). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A failure with the status that the client gets; the dialect of the manager makes the body from it. */
export class HttpProblem extends Error {
  /** Whether the analytics engine refused or failed, which words its errors in its own way. */
  readonly isFromQuery: boolean = false;

  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldErrors,
  ) {
    super(message);
  }
}

/** 401: no key, an unknown key, or no permission on the object (contract 001, Errors). */
export const unauthorized = (): HttpProblem => new HttpProblem(401, 'Unauthorized');

/** 404: something named in the request does not exist (contract 001, Errors). */
export const notFound = (): HttpProblem => new HttpProblem(404, 'Not found');

/** 400: the request cannot be read at all. */
export const badRequest = (message: string): HttpProblem => new HttpProblem(400, message);

/** 422: fields are missing or wrong; the text joins the messages of all fields. */
export function unprocessable(errors: FieldErrors): HttpProblem {
  const sentences = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map(message => (field === 'base' ? message : `${fieldTitle(field)} ${message}`)),
  );
  return new HttpProblem(422, sentences.join(', '), errors);
}

/** Sends the body for anything a handler threw; what nobody expected is reported and hidden from the client. */
export function errorHandler(dialect: Dialect, report: (error: unknown) => void) {
  return (error: FastifyError | HttpProblem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const expected = error instanceof HttpProblem;
    const problem = expected ? error : problemOf(error);
    if (!expected && problem.status >= 500) report(error);
    if (problem.errors && answersCsv(request.routeOptions.url)) return sendCsv(reply, problem.errors);
    const { status, body } = wordProblem(dialect, problem);
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
  return status < 500
    ? new HttpProblem(status, error.message)
    : new HttpProblem(500, 'Internal server error');
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

/** `mac_address` becomes `Mac address`, as Rails prints attribute names. */
function fieldTitle(field: string): string {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
