import * as z from 'zod';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { dataQuery, type DataQuery } from 'netsensor-contract/query/query';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import { badRequest, QueryProblem } from '../http/errors.js';

/** A JSON object whose fields have no known types yet. */
export type JsonObject = Record<string, unknown>;

/** A condition on the rows of a groupBy (field notes §2.7). */
const having = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['equalTo', 'greaterThan', 'lessThan']),
    aggregation: z.string(),
    value: z.number(),
  }),
  z.object({
    type: z.literal('dimSelector'),
    dimension: z.string(),
    value: z.union([z.string(), z.number(), z.null()]).optional(),
  }),
  z.object({
    type: z.enum(['and', 'or']),
    get havingSpecs(): z.ZodArray<typeof having> {
      return z.array(having);
    },
  }),
  z.object({
    type: z.literal('not'),
    get havingSpec(): typeof having {
      return having;
    },
  }),
  z.object({ type: z.literal('always') }),
]);

/** How a topN sorts (field notes §2.8). */
const metric = z.union([
  z.string().transform(metric => ({ type: 'numeric' as const, metric })),
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('numeric'), metric: z.string() }),
    z.object({ type: z.enum(['lexicographic', 'alphaNumeric']), previousStop: z.string().nullish() }),
    z.object({
      type: z.literal('inverted'),
      get metric(): typeof metric {
        return metric;
      },
    }),
  ]),
]);

const name = z.string().optional();

/** A value computed from the outputs of a row (field notes §2.7). */
const postAggregation = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('arithmetic'),
    name,
    fn: z.enum(['+', '-', '*', '/', 'quotient']),
    get fields(): z.ZodArray<typeof postAggregation> {
      return z.array(postAggregation);
    },
  }),
  z.object({
    type: z.enum(['fieldAccess', 'finalizingFieldAccess', 'hyperUniqueCardinality']),
    name,
    fieldName: z.string(),
  }),
  z.object({ type: z.literal('constant'), name, value: z.number() }),
]);

export type Having = z.output<typeof having>;
export type PostAggregation = z.output<typeof postAggregation>;
type Arithmetic = Extract<PostAggregation, { type: 'arithmetic' }>;

/** A query of a type, with what only the manager looks into in place of what the contract leaves open. */
type Understood<Type extends DataQuery['queryType'], Parts> = Parts & {
  readonly postAggregations: readonly (PostAggregation & { readonly name: string })[];
} & Omit<Extract<DataQuery, { queryType: Type }>, keyof Parts | 'postAggregations'>;

export type GroupBy = Understood<'groupBy', { readonly having: Having | undefined }>;
export type TopN = Understood<'topN', { readonly metric: z.output<typeof metric> }>;
export type Timeseries = Understood<'timeseries', object>;

/** A query that `readQuery` found right. */
export type Query = GroupBy | TopN | Timeseries;

/** The shape of the contract, where unknown fields are passed over (field notes §2.3). */
const tolerantQuery = passingOver(dataQuery, new Map());

/** @param made what became of shapes already, some of which hold themselves */
function passingOver<Shape extends z.ZodType>(shape: Shape, made: Map<z.ZodType, z.ZodType>): Shape {
  const tolerant = made.get(shape) ?? shape.clone(tolerantParts(shape, made) as never);
  made.set(shape, tolerant);
  return tolerant as Shape;
}

function tolerantParts(shape: z.ZodType, made: Map<z.ZodType, z.ZodType>): z.ZodType['def'] {
  const inner = (part: unknown) => passingOver(part as z.ZodType, made);
  if (shape instanceof z.ZodObject) {
    const { catchall, shape: fields } = shape.def;
    const later = Object.keys(fields).map(name => [
      name,
      { enumerable: true, get: () => inner(fields[name]) },
    ]);
    const isStrict = catchall instanceof z.ZodNever;
    const tolerant = Object.defineProperties({}, Object.fromEntries(later) as PropertyDescriptorMap);
    return { ...shape.def, shape: tolerant, ...(isStrict && { catchall: undefined }) } as z.ZodType['def'];
  }
  if (shape instanceof z.ZodUnion) return { ...shape.def, options: shape.def.options.map(inner) } as never;
  if (shape instanceof z.ZodArray) return { ...shape.def, element: inner(shape.def.element) } as never;
  const isWrapper = shape instanceof z.ZodOptional || shape instanceof z.ZodNullable;
  return isWrapper ? ({ ...shape.def, innerType: inner(shape.def.innerType) } as never) : shape.def;
}

/**
 * The query that an object is once every part has the spelling of the contract.
 * @throws HttpProblem 400 for parts that are missing or have no known form; QueryProblem for a calculation of one field
 */
export function parsedQuery(spelled: unknown): Query {
  const parsed = tolerantQuery.safeParse(spelled);
  if (!parsed.success) throw badRequest(parsed.error.issues.flatMap(issuesMeant).map(partWords).join('; '));
  const { postAggregations: posts = [], ...query } = parsed.data;
  const postAggregations = posts.map(computedValue);
  switch (query.queryType) {
    case 'groupBy':
      return {
        ...query,
        postAggregations,
        having: query.having && understood('having', having, query.having),
      };
    case 'topN':
      return { ...query, postAggregations, metric: ranking(query.metric) };
    case 'timeseries':
      return { ...query, postAggregations };
  }
}

/** A part of which the contract says only that it is an object. */
function understood<Part>(root: string, shape: z.ZodType<Part>, given: unknown): Part {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues.map(issue => `${root}: ${placedWords(issue)}`).join('; '));
}

function ranking(given: unknown): TopN['metric'] {
  const parsed = metric.safeParse(given);
  if (!parsed.success) throw badRequest('metric: neither the name of an aggregation nor a metric object');
  return parsed.data;
}

function computedValue(given: unknown): Query['postAggregations'][number] {
  refuseJavaScriptInside(given);
  const post = understood('postAggregations', postAggregation, given);
  const named = post.name ?? ('fieldName' in post ? post.fieldName : undefined);
  if (named === undefined) throw badRequest('postAggregations: name is missing');
  const short = shortCalculation(post);
  if (short) throw new QueryProblem(`Illegal number of fields[${short.fields.length}], must be > 1`);
  return { ...post, name: named };
}

/** The first calculation that has less than two fields. */
function shortCalculation(post: PostAggregation): Arithmetic | undefined {
  if (post.type !== 'arithmetic') return undefined;
  if (post.fields.length < 2) return post;
  return post.fields.map(shortCalculation).find(found => found !== undefined);
}

function refuseJavaScriptInside(given: unknown): void {
  refuseJavaScript('postAggregations', given);
  if (isRecord(given) && Array.isArray(given['fields'])) given['fields'].forEach(refuseJavaScriptInside);
}

/**
 * Managers can run JavaScript that a query brings along; here nothing that a query says is ever run as a program.
 * @param where the part of the query, named in the message
 * @throws HttpProblem 400 when the type of the part is `javascript`
 */
export function refuseJavaScript(where: string, part: unknown): void {
  if (isRecord(part) && part['type'] === 'javascript') {
    throw badRequest(`${where}: the local manager runs no JavaScript; leave the part of type javascript out`);
  }
}

type Issue = z.core.$ZodIssue;

const advice: Readonly<Record<string, string>> = {
  queryType: 'is not one of groupBy, topN, timeseries',
  dataSource: `is not one of ${dataSourceNames.join(', ')}`,
  granularity: `is neither one of ${granularityNames.contract.join(', ')} nor an object of the type period or duration`,
  period: 'is not an ISO 8601 duration such as PT6M or P1D',
  intervals: 'is not an array of ISO 8601 intervals such as 2026-11-20T00:00Z/2026-11-21T00:00Z',
  'each of intervals': 'is not an ISO 8601 interval such as 2026-11-20T00:00Z/2026-11-21T00:00Z',
  threshold: 'is not a whole number from 1',
  limit: 'is not a whole number from 1',
};

/** A wrong part, and what to do where the contract says what it holds, else what the check of its shape found. */
function partWords(issue: Issue): string {
  const [field] = issue.path.slice(-1);
  const text = typeof field === 'number' ? `each of ${String(issue.path.at(-2))}` : String(field);
  const words = Object.hasOwn(advice, text) ? (advice[text] ?? '') : issueWords(issue);
  return `${issue.path.join('.') || 'query'}: ${words}`;
}

/** The place inside a part, and what is wrong there. */
const placedWords = (issue: Issue): string =>
  [issue.path.join('.'), issueWords(issue)].filter(text => text !== '').join(' ');

const articles: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** What is wrong with a part of a query, in words that follow the name of the part. */
function issueWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${articles[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `is not ${oneOf(issue.values)}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `is not ${oneOf(issue.options)}`
        : 'has none of the known forms';
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'is empty'
        : `is less than ${issue.minimum}`;
    case 'too_big':
      return `is more than ${issue.maximum}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message;
  }
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

/**
 * The issues inside the form that was meant: where one of several forms has the given type, what is wrong with this
 * one is worth telling.
 */
function issuesMeant(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find(
    issues => issues.length > 0 && issues.every(({ path }) => path.length > 0 && path.at(-1) !== 'type'),
  );
  if (!meant) return [issue];
  return meant.flatMap(inner => issuesMeant({ ...inner, path: [...issue.path, ...inner.path] }));
}
