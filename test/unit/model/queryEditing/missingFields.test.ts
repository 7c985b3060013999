import { describe, expect, it } from 'vitest';
import { dataQuery } from 'netsensor-contract/query/query';
import { missingFields } from '../../../../src/model/queryEditing/missingFields.js';
import { readQueryTree } from '../../../../src/model/queryEditing/queryTree.js';

const missingIn = (query: unknown) => missingFields(readQueryTree(JSON.stringify(query))!);

const dimension = 'host';
const sum = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const filters = [
  { type: 'selector', dimension, value: 'a' },
  { type: 'regex', dimension, pattern: 'a' },
  { type: 'not', field: { type: 'in', dimension, values: ['a'] } },
  { type: 'or', fields: [{ type: 'bound', dimension, lower: 'a' }] },
  { type: 'like', dimension, pattern: 'a%', escape: '!' },
  { type: 'search', dimension, query: { type: 'contains', value: 'a', caseSensitive: true } },
];
const order = { type: 'default', limit: 5, columns: [{ dimension: 'bytes', direction: 'DESCENDING' }] };
const base = {
  dataSource: 'rb_flow',
  granularity: { type: 'period', period: 'PT6M', timeZone: 'UTC', origin: '2026-11-20T00:00:00Z' },
  intervals: ['2026-11-20T00:00:00Z/PT1H'],
  filter: { type: 'and', fields: filters },
  aggregations: [
    sum,
    { type: 'count', name: 'rows' },
    { type: 'cardinality', name: 'hosts', fieldNames: [dimension], byRow: true },
    { type: 'filtered', name: 'some', filter: filters[0], aggregator: { ...sum, name: 'inner' } },
  ],
  context: {},
};
const spec = { type: 'default', dimension, outputName: 'server' };

/** Everything that a query can say. */
const queries = [
  { ...base, queryType: 'topN', dimension: spec, metric: 'bytes', threshold: 5 },
  { ...base, queryType: 'groupBy', dimensions: ['url', spec], orderBy: order, limitSpec: order, having: {} },
  { ...base, queryType: 'timeseries', granularity: { type: 'duration', duration: 60_000 }, descending: true },
];

/** The paths of all fields, those of the parts among them. */
function fieldPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [[...path, key]]),
    ...fieldPaths(inner, [...path, key]),
  ]);
}

function without(query: unknown, path: readonly string[]): unknown {
  const copy: unknown = structuredClone(query);
  let object = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) object = object[key] as Record<string, unknown>;
  delete object[path.at(-1)!];
  return copy;
}

describe('what a query lacks', () => {
  it.each(queries)('is nothing in a whole $queryType', query => {
    expect(dataQuery.safeParse(query).error).toBeUndefined();
    expect(missingIn(query)).toEqual([]);
  });

  it.each(queries)(
    'is each field of a $queryType that the shape of the model demands, and no other',
    query => {
      // A cell may leave intervals to the notebook.
      const paths = fieldPaths(query).filter(path => path.join() !== 'intervals');
      const demanded = paths.filter(path => !dataQuery.safeParse(without(query, path)).success);
      const missed = paths.filter(path => {
        const names = missingIn(without(query, path)).flatMap(missing => missing.names);
        return names.includes(path.at(-1)!);
      });
      expect(missed).toEqual(demanded);
    },
  );

  it('is the type before what depends on it', () => {
    const filter = { ...base.filter, fields: [{}] };
    expect(missingIn({ ...queries[0], filter }).map(({ names }) => names)).toEqual([['type']]);
  });
});
