import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { readFile } from 'node:fs/promises';
import { fileText } from 'netsensor-contract/text/fileText';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { literalPattern } from 'netsensor-contract/text/plainText';
import { Random } from '../../generator/random.js';

const milliseconds = z.int().min(0).max(600_000);

const operation = z
  .enum(['done', 'skipped'])
  .describe('Whether the manager does what was asked before the fault: done, or skipped.');

/** A kind of fault, and the parameters that it has. */
const kind = <Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  description: string,
  parameters: Shape,
) => z.strictObject({ type: z.literal(type), ...parameters }).describe(description);

/** What a client can be shown in place of an answer. */
export const fault = z.discriminatedUnion('type', [
  kind('latency', 'A late answer.', {
    milliseconds: z
      .union([milliseconds, z.strictObject({ from: milliseconds, to: milliseconds })])
      .describe('How long to wait, or a range to choose from.'),
  }),
  kind('drip', 'A body that comes slowly.', {
    bytesPerSecond: z.int().min(1).describe('Speed of the body.'),
  }),
  kind('silence', 'No answer and no end of the connection.', { operation: operation.default('skipped') }),
  kind('reset', 'A connection that breaks. After the headers the operation is always done.', {
    when: z
      .enum(['beforeHeaders', 'afterHeaders'])
      .default('beforeHeaders')
      .describe('Before anything was answered, or after the headers and half of the body.'),
    operation: operation.default('done'),
  }),
  kind('truncatedBody', 'Half of the body, then an orderly end.', {}),
  kind('wrongLength', 'A Content-Length that is not that of the body.', {
    by: z
      .int()
      .refine(by => by !== 0, 'Must not be 0')
      .describe('Bytes that the Content-Length is too large, or too small when negative.'),
  }),
  kind('status', 'An error status with the error body of the dialect.', {
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
  }),
  kind('page', 'An HTML page of a web server in front of the manager.', {
    status: z.literal([200, 502, 504]).default(200).describe('Status of the page.'),
    operation: operation.default('skipped'),
  }),
  kind('queryFalse', 'Status 200 with query false.', {
    error: z.string().default('Internal error').describe('The reason in the body.'),
    operation: operation.default('skipped'),
  }),
  kind('malformedJson', 'A body that stops being JSON half-way.', {}),
  kind('emptyBody', 'A successful status without a body.', { operation: operation.default('done') }),
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
  rules: z.array(z.strictObject({ match: match.default({}), fault })),
});

type Latency = Extract<z.output<typeof fault>, { type: 'latency' }>;
/** What becomes of one request: a fault of a plan, with a time where that may have a range. */
export type Fault = Exclude<z.output<typeof fault>, Latency> | (Latency & { readonly milliseconds: number });
/** Such a fault as it is written, where everything with a default may be left out. */
export type GivenFault =
  | Exclude<z.input<typeof fault>, { type: 'latency' }>
  | { readonly type: 'latency'; readonly milliseconds: number };
export type FaultPlan = z.output<typeof faultPlan>;
/** A plan as it is written, where everything with a default may be left out. */
export type FaultPlanInput = z.input<typeof faultPlan>;

/** The same with what was left out. */
export const faultOf = (given: GivenFault): Fault => fault.parse(given) as Fault;

/**
 * Reads a file of faults.
 * @throws Error with one sentence that names the file and the first thing in it that is wrong
 */
export async function readFaultPlan(file: string): Promise<FaultPlan> {
  const refuse = (problem: string): never => {
    throw new Error(`The fault plan ${file} cannot be used: ${problem}. Correct it or leave out --faults.`);
  };
  const bytes = await readFile(file).catch(() => refuse('the file cannot be read'));
  const result = faultPlan.safeParse(
    jsonIn(fileText(bytes) ?? refuse('it is not UTF-8')) ?? refuse('it is not JSON'),
  );
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return refuse(`${z.core.toDotPath(issue?.path ?? []) || 'plan'}: ${issue?.message ?? ''}`);
}

type Rule = FaultPlan['rules'][number];

type Asked = Pick<FastifyRequest, 'method' | 'originalUrl'>;

/** Decides for one request after the other, in the order they come; the same plan decides the same. */
export function chooseFaults({ rules, seed }: FaultPlan): (request: Asked) => Fault | undefined {
  const judges = rules.map((rule, index) => judge(rule, new Random(seed, `fault rule ${index}`)));
  const times = new Random(seed, 'latency');
  return ({ method, originalUrl }) => {
    const [path = ''] = originalUrl.split('?');
    const hits = judges.map(isHit => isHit({ method, path }));
    const planned = rules[hits.indexOf(true)]?.fault;
    return planned?.type === 'latency' ? { ...planned, milliseconds: timeOf(planned, times) } : planned;
  };
}

const timeOf = ({ milliseconds: range }: Latency, times: Random): number =>
  typeof range === 'number' ? range : range.from + times.below(range.to - range.from + 1);

/** Every rule counts and draws for every request that it matches, whatever the rules before it decide. */
function judge({ match }: Rule, random: Random): (request: { method: string; path: string }) => boolean {
  const { method, path, first = Infinity, nth, every = 1, probability = 1 } = match;
  const pattern = path === undefined ? /^/ : patternOf(path);
  let count = 0;
  return request => {
    if ((method !== undefined && method !== request.method) || !pattern.test(request.path)) return false;
    count += 1;
    const isLucky = random.next() < probability;
    return count <= first && (nth === undefined || count === nth) && count % every === 0 && isLucky;
  };
}

/** A path in which `*` stands for any characters. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.split('*').map(literalPattern).join('.*')}$`);
