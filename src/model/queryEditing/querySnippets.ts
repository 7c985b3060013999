import { aggregationTriples, type DataSource } from '../query/dataSources.js';
import type { JsonSchema } from '../schemas/jsonSchema.js';
import { sampleQueries, sampleClientMac, sampleDropboxAddresses } from '../notebook/sampleQueries.js';

/** Midnight of today where the user is; VS Code fills in the variables when a snippet is used. */
const midnight = '${CURRENT_YEAR}-${CURRENT_MONTH}-${CURRENT_DATE}T00:00:00${CURRENT_TIMEZONE_OFFSET}';
const flowBytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
// A place that completion fills in holds its quotes itself: completion replaces them, and Tab leads on from there.
const highestFirst = { dimension: '^${1:"bytes"}', direction: 'DESCENDING' };

/** Whole queries offered in an empty cell, as VS Code `defaultSnippets`: one per query type, then the published examples. */
export const querySnippets = (): JsonSchema[] => [...typeSnippets(), ...sampleSnippets()];

/** The published example queries (field notes §2.10) over the range of the notebook. */
function sampleSnippets(): JsonSchema[] {
  const [first, second] = sampleDropboxAddresses;
  const samples = sampleQueries({
    start: midnight,
    intervals: [],
    clientMac: `\${1:${sampleClientMac}}`,
    dropboxAddresses: [`\${1:${first}}`, `\${2:${second}}`],
  });
  return samples.map(({ title, text, query: { intervals: _intervals, ...body } }) => ({
    label: title,
    description: text,
    body,
  }));
}

function typeSnippets(): JsonSchema[] {
  const start = { dataSource: 'rb_flow' };
  return [
    {
      label: 'topN query',
      description: 'The highest values of one dimension.',
      body: {
        queryType: 'topN',
        ...start,
        granularity: 'all',
        dimension: '^${2:"application_id_name"}',
        aggregations: [flowBytes],
        metric: 'bytes',
        threshold: '^${3:10}',
      },
    },
    {
      label: 'groupBy query',
      description: 'Rows for each combination of dimensions.',
      body: {
        queryType: 'groupBy',
        ...start,
        granularity: 'all',
        dimensions: ['^${2:"campus"}'],
        aggregations: [flowBytes],
        orderBy: {
          type: 'default',
          limit: '^${3:25}',
          columns: [{ dimension: 'bytes', direction: 'DESCENDING' }],
        },
      },
    },
    {
      label: 'timeseries query',
      description: 'One row per bucket of time.',
      body: { queryType: 'timeseries', ...start, granularity: '^${2:"hour"}', aggregations: [flowBytes] },
    },
  ];
}

/** Time ranges: first those that follow the clock, then fixed ones. */
export const intervalSnippets: readonly JsonSchema[] = [
  ...[
    'last 15 minutes',
    'last hour',
    'last 24 hours',
    'last 7 days',
    'today',
    'yesterday',
    'this week',
    'previous month',
  ].map(body => ({ label: body, description: 'Counted when the cell runs.', body })),
  { label: 'from a day until now', description: 'Counted when the cell runs.', body: 'now-${1:7}d/now' },
  {
    label: 'one day from a midnight',
    description: 'A fixed day, local time.',
    body: `\${1:${midnight}}/P1D`,
  },
  { label: 'start and end', description: 'Two times; the end is not included.', body: '${1:start}/${2:end}' },
];

/** Bucket sizes that are not a name. */
export const granularitySnippets: readonly JsonSchema[] = [
  {
    label: 'period',
    description: 'Buckets of any length, cut in a time zone.',
    body: { type: 'period', period: '${1:PT6M}', timeZone: '${2:UTC}' },
  },
  {
    label: 'period from an origin',
    description: 'Buckets of any length, counted from a time.',
    body: { type: 'period', period: '${1:PT6M}', origin: `\${2:${midnight}}` },
  },
];

/** One snippet per filter of the contract (contract 002, Filters). */
export const filterSnippets: readonly JsonSchema[] = [
  {
    label: 'selector: equal to a value',
    body: { type: 'selector', dimension: '^$1', value: '$2' },
  },
  {
    label: 'regex: matches a pattern',
    body: { type: 'regex', dimension: '^$1', pattern: '(?i)$2' },
  },
  { label: 'and: all match', body: { type: 'and', fields: ['^$1'] } },
  { label: 'or: any matches', body: { type: 'or', fields: ['^$1'] } },
  { label: 'not: does not match', body: { type: 'not', field: '^$1' } },
];

/** Order and limit of a groupBy. */
export const orderBySnippets: readonly JsonSchema[] = [
  {
    label: 'highest first',
    description: 'At most so many rows, sorted by one column.',
    body: { type: 'default', limit: '^${2:25}', columns: [highestFirst] },
  },
];

/** One column of an order. */
export const orderColumnSnippets: readonly JsonSchema[] = [
  { label: 'highest first', description: 'Sorted by one column.', body: highestFirst },
];

/** The documented aggregations of a data source, and two that every data source has (field notes §2.1). */
export function aggregationSnippets(source: DataSource): JsonSchema[] {
  const documented = aggregationTriples[source].map(({ description, ...body }) => ({
    label: `${body.name}: ${body.type} of ${body.fieldName}`,
    description,
    body,
  }));
  return [
    ...documented,
    {
      label: 'count: number of stored rows',
      description: 'Stored rows are rolled up: one may stand for several events.',
      body: { type: 'count', name: '${1:rows}' },
    },
    {
      label: 'cardinality: number of distinct values',
      description: 'An estimate.',
      body: { type: 'cardinality', name: '${1:result}', fieldNames: ['^$2'] },
    },
  ];
}
