import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';

/** Longer answers are those of tests about quantity; reading them again would double their time. */
const largestChecked = 2_000_000;

/**
 * Compares every answer of a documented route with the schema that the OpenAPI document shows for its status.
 * @param report called with a sentence for each answer that differs
 */
export function checkAnswers(app: FastifyInstance, report: (sentence: string) => void): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.routeOptions.schema?.summary) return payload;
    // Nobody gets the answer to a request whose client is gone.
    if (reply.raw.destroyed) return payload;
    const body = payload instanceof Readable ? await text(payload) : payload;
    const problem = problemOf(request, reply.statusCode, body);
    if (problem) report(problem);
    return body;
  });
}

function problemOf(request: FastifyRequest, status: number, body: unknown): string | undefined {
  const { schema, url } = request.routeOptions;
  const what = `${schema?.summary} (${request.method} ${url}) answered ${status}`;
  const expected = (schema?.response as Record<number, Documented>)[status];
  if (expected === undefined) return `${what}, which is not documented`;
  const problem = differenceFrom(schemaOf(expected), body);
  return problem && `${what} with an undocumented body: ${problem}`;
}

/** What a route says of an answer: its body, or its bodies by their type. */
type Documented = z.ZodType | { readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>> };

const schemaOf = (expected: Documented): z.ZodType | undefined =>
  expected instanceof z.ZodType ? expected : expected.content['application/json']?.schema;

function differenceFrom(expected: z.ZodType | undefined, payload: unknown): string | undefined {
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
  if (!expected) return body.startsWith('{') ? 'JSON instead of text' : undefined;
  if (body.length > largestChecked) return undefined;
  if (body === '') return expected instanceof z.ZodUndefined ? undefined : 'nothing';
  const result = expected.safeParse(JSON.parse(body));
  return result.success ? undefined : z.prettifyError(result.error);
}
