import { aggregationTriples, type DataSource } from '../query/dataSources.js';
import type { JsonSchema } from '../schemas/jsonSchema.js';
import { sampleQueries, sampleClientMac, sampleDropboxAddresses } from '../notebook/sampleQueries.js';
import written from './querySnippets.json';

/** Midnight of today where the user is; VS Code fills in the variables when a snippet is used. */
const midnight = '${CURRENT_YEAR}-${CURRENT_MONTH}-${CURRENT_DATE}T00:00:00${CURRENT_TIMEZONE_OFFSET}';

/**
 * The snippets of the file. A place that completion fills in holds its quotes itself: completion replaces them, and Tab
 * leads on from there.
 */
const snippets = JSON.parse(JSON.stringify(written).replaceAll('{midnight}', midnight)) as typeof written;

/** Whole queries offered in an empty cell, as VS Code `defaultSnippets`: one per query type, then the published examples. */
export const querySnippets = (): JsonSchema[] => [...snippets.queries, ...sampleSnippets()];

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

/** Time ranges: first those that follow the clock, then fixed ones. */
export const intervalSnippets: readonly JsonSchema[] = [
  ...snippets.relativeIntervals.map(body => ({
    label: body,
    description: 'Counted when the cell runs.',
    body,
  })),
  ...snippets.intervals,
];

/** Bucket sizes that are not a name. */
export const granularitySnippets: readonly JsonSchema[] = snippets.granularities;

/** One snippet per filter of the contract (contract 002, Filters). */
export const filterSnippets: readonly JsonSchema[] = snippets.filters;

/** Order and limit of a groupBy. */
export const orderBySnippets: readonly JsonSchema[] = snippets.orders;

/** One column of an order. */
export const orderColumnSnippets: readonly JsonSchema[] = snippets.orderColumns;

/** The documented aggregations of a data source, and two that every data source has (field notes §2.1). */
export function aggregationSnippets(source: DataSource): JsonSchema[] {
  const documented = aggregationTriples[source].map(({ description, ...body }) => ({
    label: `${body.name}: ${body.type} of ${body.fieldName}`,
    description,
    body,
  }));
  return [...documented, ...snippets.aggregations];
}
