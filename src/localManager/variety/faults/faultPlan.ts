import * as z from 'zod';

const milliseconds = z.int().min(0).max(600_000);

const operation = z
  .enum(['done', 'skipped'])
  .describe('Whether the manager does what was asked before the fault: done, or skipped.');

/** What a client can be shown in place of an answer. */
export const fault = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('latency'),
      milliseconds: z
        .union([milliseconds, z.strictObject({ from: milliseconds, to: milliseconds })])
        .describe('How long to wait, or a range to choose from.'),
    })
    .describe('A late answer.'),
  z
    .strictObject({
      type: z.literal('drip'),
      bytesPerSecond: z.int().min(1).describe('Speed of the body.'),
    })
    .describe('A body that comes slowly.'),
  z
    .strictObject({ type: z.literal('silence'), operation: operation.default('skipped') })
    .describe('No answer and no end of the connection.'),
  z
    .strictObject({
      type: z.literal('reset'),
      when: z
        .enum(['beforeHeaders', 'afterHeaders'])
        .default('beforeHeaders')
        .describe('Before anything was answered, or after the headers and half of the body.'),
      operation: operation.default('done'),
    })
    .describe('A connection that breaks. After the headers the operation is always done.'),
  z.strictObject({ type: z.literal('truncatedBody') }).describe('Half of the body, then an orderly end.'),
  z
    .strictObject({
      type: z.literal('wrongLength'),
      by: z
        .int()
        .refine(by => by !== 0, 'Must not be 0')
        .describe('Bytes that the Content-Length is too large, or too small when negative.'),
    })
    .describe('A Content-Length that is not that of the body.'),
  z
    .strictObject({
      type: z.literal('status'),
      status: z.int().min(400).max(599).describe('Such as 429 or 503.'),
      retryAfter: z
        .int()
        .min(0)
        .optional()
        .describe('Seconds in the Retry-After header; no header when left out.'),
      retryAfterAs: z
        .enum(['seconds', 'date'])
        .default('seconds')
        .describe('How the header says it: seconds, or an HTTP date.'),
      operation: operation.default('skipped'),
    })
    .describe('An error status with the error body of the dialect.'),
  z
    .strictObject({
      type: z.literal('page'),
      status: z.literal([200, 502, 504]).default(200).describe('Status of the page.'),
      operation: operation.default('skipped'),
    })
    .describe('An HTML page of a web server in front of the manager.'),
  z
    .strictObject({
      type: z.literal('queryFalse'),
      error: z.string().default('Internal error').describe('The reason in the body.'),
      operation: operation.default('skipped'),
    })
    .describe('Status 200 with query false.'),
  z.strictObject({ type: z.literal('malformedJson') }).describe('A body that stops being JSON half-way.'),
  z
    .strictObject({ type: z.literal('emptyBody'), operation: operation.default('done') })
    .describe('A successful status without a body.'),
]);

const match = z
  .strictObject({
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .optional()
      .describe('Method of the request; any when left out.'),
    path: z
      .string()
      .startsWith('/')
      .optional()
      .describe('Path without the query, with * for any characters; any path when left out.'),
    first: z.int().min(1).optional().describe('Only the first so many requests that match.'),
    nth: z.int().min(1).optional().describe('Only this one of the requests that match, counted from 1.'),
    every: z.int().min(1).optional().describe('Every so-manieth of the requests that match.'),
    probability: z.number().min(0).max(1).optional().describe('How likely each request that matches is hit.'),
  })
  .describe('Which requests fail; all conditions must hold.');

/** What `--faults` reads: the first rule whose conditions hold decides; each counts the requests it matches. */
export const faultPlan = z.strictObject({
  seed: z.int().default(1).describe('Decides what probabilities and ranges give.'),
  rules: z.array(
    z.strictObject({
      match: match.default({}),
      fault,
    }),
  ),
});

export type Fault = z.output<typeof fault>;
export type FaultPlan = z.output<typeof faultPlan>;
/** A plan as it is written, where everything with a default may be left out. */
export type FaultPlanInput = z.input<typeof faultPlan>;
