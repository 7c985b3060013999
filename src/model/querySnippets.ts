import type { JsonSchema } from './jsonSchema.js';

const flowBytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };

/** Whole queries offered in an empty cell, one per query type, as VS Code `defaultSnippets`. */
export function querySnippets(): JsonSchema[] {
  const start = { dataSource: 'rb_flow', intervals: ['${1:2026-01-01T00:00:00Z}/${2:PT1H}'] };
  return [
    {
      label: 'topN query',
      description: 'The highest values of one dimension.',
      body: {
        queryType: 'topN',
        ...start,
        granularity: 'all',
        dimension: '${3:application_id_name}',
        aggregations: [flowBytes],
        metric: 'bytes',
        threshold: '^${4:10}',
      },
    },
    {
      label: 'groupBy query',
      description: 'Rows for each combination of dimensions.',
      body: {
        queryType: 'groupBy',
        ...start,
        granularity: 'all',
        dimensions: ['${3:campus}'],
        aggregations: [flowBytes],
        orderBy: {
          type: 'default',
          limit: '^${4:25}',
          columns: [{ dimension: 'bytes', direction: 'DESCENDING' }],
        },
      },
    },
    {
      label: 'timeseries query',
      description: 'One row per bucket of time.',
      body: { queryType: 'timeseries', ...start, granularity: '${3:minute}', aggregations: [flowBytes] },
    },
  ];
}
