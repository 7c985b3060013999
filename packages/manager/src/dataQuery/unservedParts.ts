import { isRecord, isSet, scalarNumber, scalarText } from 'netsensor-contract/text/looseValues';
import { badRequest } from '../http/errors.js';
import type { JsonObject } from './querySchema.js';

/** Which values of a part change an answer. */
type Changes = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (text: string) => (value: unknown) => scalarText(value).toLowerCase() === text;
const isTrue = isText('true');
const isAbove0 = (value: unknown): boolean => scalarNumber(value) > 0;
const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : isSet(value));

const inEveryQuery: Changes = { virtualColumns: isFilled };
const inEveryContext: Changes = {
  bySegment: isTrue,
  finalize: isText('false'),
  serializeDateTimeAsLong: isTrue,
};
const inParts: Changes = {
  extractionFn: isSet,
  expression: isSet,
  outputType: value => isSet(value) && !isText('string')(value),
  offset: isAbove0,
  round: isTrue,
};

/** What engines since 28 know and nothing here serves, where it changes an answer (field notes §2.11). */
const unserved: Readonly<Record<string, { query: Changes; context: Changes; parts: readonly string[] }>> = {
  groupBy: {
    query: { ...inEveryQuery, subtotalsSpec: isSet },
    context: { ...inEveryContext, resultAsArray: isTrue, sortByDimsFirst: isTrue },
    parts: ['filter', 'aggregations', 'dimensions', 'orderBy', 'limitSpec', 'having'],
  },
  topN: { query: inEveryQuery, context: inEveryContext, parts: ['filter', 'aggregations', 'dimension'] },
  timeseries: {
    query: { ...inEveryQuery, limit: isAbove0 },
    context: { ...inEveryContext, grandTotal: isTrue, timestampResultField: isSet },
    parts: ['filter', 'aggregations'],
  },
};

/**
 * Refuses parts that would change the answer: passed over, as unknown fields are, they would answer something else.
 * @throws HttpProblem 400 that names the part
 */
export function refuseUnserved(query: JsonObject): void {
  const type = scalarText(query['queryType']);
  const known = Object.hasOwn(unserved, type) ? unserved[type] : undefined;
  if (!known) return;
  refuse(query, known.query, '');
  if (isRecord(query['context'])) refuse(query['context'], known.context, 'context.');
  const { postAggregations } = query;
  for (const [at, post] of Object.entries(Array.isArray(postAggregations) ? postAggregations : [])) {
    if (isRecord(post)) refuse(post, { ordering: isSet }, `postAggregations.${at}.`);
  }
  for (const [name, part] of Object.entries(query)) if (known.parts.includes(name)) refuseInside(part, name);
}

function refuse(part: JsonObject, changes: Changes, path: string): void {
  for (const [name, changesAnswer] of Object.entries(changes)) {
    if (!Object.hasOwn(part, name) || !changesAnswer(part[name])) continue;
    throw badRequest(
      `${path}${name}: Druid knows this part of a query, the manager does not serve it; leave it out`,
    );
  }
}

function refuseInside(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) refuse(value, inParts, `${path}.`);
  if (isRecord(value) && value['type'] === 'bound') refuseOrdering(value, path);
  for (const [name, part] of Object.entries(value)) refuseInside(part, `${path}.${name}`);
}

/** How a `bound` compares, in the words of an engine since 28; before, `alphaNumeric` said it. */
export const orderName = (ordering: unknown): string =>
  scalarText(isRecord(ordering) ? ordering['type'] : ordering).toLowerCase();

function refuseOrdering({ ordering, alphaNumeric }: JsonObject, path: string): void {
  if (!isSet(ordering)) return;
  const name = orderName(ordering);
  if (name !== 'alphanumeric' && name !== 'lexicographic')
    throw badRequest(
      `${path}.ordering: is neither lexicographic nor alphanumeric, which compares digits as whole numbers without a sign`,
    );
  if (isSet(alphaNumeric) && isTrue(alphaNumeric) !== (name === 'alphanumeric'))
    throw badRequest(`${path}: ordering and alphaNumeric say different things; leave one out`);
}
