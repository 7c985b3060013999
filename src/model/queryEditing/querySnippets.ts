import { aggregationTriples, type DataSource } from 'netsensor-contract/query/dataSources';
import type { JsonSchema } from 'netsensor-contract/schemas/jsonSchema';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import {
  sampleQueries,
  sampleClientMac,
  sampleDropboxAddresses,
} from 'netsensor-contract/query/sampleQueries';
import written from './querySnippets.json';

/** Midnight of today where the user is; VS Code fills in the variables when a snippet is used. */
const midnight = '${CURRENT_YEAR}-${CURRENT_MONTH}-${CURRENT_DATE}T00:00:00${CURRENT_TIMEZONE_OFFSET}';

/**
 * The snippets of the file. A place that completion fills in holds its quotes itself: completion replaces them, and Tab
 * leads on from there.
 */
const snippets = JSON.parse(JSON.stringify(written).replaceAll('{midnight}', midnight)) as typeof written;

/** A query, or a part of one, to begin with. */
export interface QuerySnippet {
  readonly label: string;
  readonly description?: string;
  /** As VS Code's snippets are written; its places lead through what is to be chosen. */
  readonly text: string;
}

/** Whole queries offered in an empty cell: one per query type, then the published examples (field notes §2.10). */
export const querySnippets = (): QuerySnippet[] =>
  [...snippets.queries, ...sampleSnippets()].map(({ label, description, body }) => ({
    label,
    description,
    // The last place is where the next field goes.
    text: snippetText(body).replace(/\n\}$/, end => `$0${end}`),
  }));

/** As VS Code makes a text of the `body` of a `defaultSnippets`: a text that begins with `^` is not quoted. */
const snippetText = (body: unknown): string =>
  printCompactJson(body).replaceAll(
    /"\^((?:[^"\\]|\\.)*)"/g,
    (_quoted, inner: string) => JSON.parse(`"${inner}"`) as string,
  );

/** The published example queries over the range of the notebook. */
function sampleSnippets() {
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

/** One snippet per filter of the contract (contract 002, Filters), the most used first. */
export const filterSnippets = (): QuerySnippet[] => snippets.filters.map(partSnippet);

const partSnippet = ({ body, ...told }: Omit<QuerySnippet, 'text'> & { body: unknown }): QuerySnippet => ({
  ...told,
  text: snippetText(body),
});

/** Order and limit of a groupBy. */
export const orderBySnippets: readonly JsonSchema[] = snippets.orders;

/** One column of an order. */
export const orderColumnSnippets: readonly JsonSchema[] = snippets.orderColumns;

/** The documented aggregations of a data source, then two that every data source has (field notes §2.1). */
export function aggregationSnippets(source: DataSource): QuerySnippet[] {
  const documented = aggregationTriples[source].map(({ description, ...body }) => ({
    label: `${body.name}: ${body.type} of ${body.fieldName}`,
    description,
    body: { ...body, name: `\${1:${body.name}}` },
  }));
  return [...documented, ...snippets.aggregations].map(partSnippet);
}
