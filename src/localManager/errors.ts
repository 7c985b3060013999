import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Messages by field, as a Rails application reports them (field notes §1.4). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A failure with the status and body that the client gets. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldErrors,
  ) {
    super(message);
  }

  /** Failing calls carry `query: false` and the reason as text (field notes §1.4). */
  get body(): object {
    return { query: false, error: this.message, ...(this.errors && { errors: this.errors }) };
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
export function errorHandler(report: (error: unknown) => void) {
  return (error: FastifyError | HttpProblem, _request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const expected = error instanceof HttpProblem;
    const problem = expected ? error : problemOf(error);
    if (!expected && problem.status >= 500) report(error);
    return reply.status(problem.status).send(problem.body);
  };
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
    (errors[field] ??= []).push(issue.message ?? 'is invalid');
  }
  return unprocessable(errors);
}

/** `mac_address` becomes `Mac address`, as Rails prints attribute names. */
function fieldTitle(field: string): string {
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
