import { printCompactJson } from 'netsensor-contract/text/exactJson';
import type { NotebookCell, NotebookFile } from './notebookFile.js';
import {
  sampleQueriesUntil,
  type SampleQuery,
  type SampleValues,
} from 'netsensor-contract/query/sampleQueries';

/** What the sample queries look at; the defaults occur in the data of the local manager with its default seed. */
export interface SampleNotebookOptions extends Partial<Pick<SampleValues, 'clientMac' | 'dropboxAddresses'>> {
  /** End of the day that is looked at, ISO 8601; cut to the minute. */
  readonly end: string;
  /** Id of the connection to run against. */
  readonly connection?: string | undefined;
}

/** A notebook over one day with the eleven published example queries (field notes §2.10). */
export function sampleNotebook(options: SampleNotebookOptions): NotebookFile {
  const { end, connection, ...devices } = options;
  const samples = sampleQueriesUntil(end, devices);
  return {
    cells: [markdown(introduction(connection !== undefined)), ...samples.flatMap(toCells)],
    extra: {
      ...(connection === undefined ? {} : { connection }),
      timeRange: samples[0]?.query.intervals?.[0],
    },
  };
}

const introduction = (isConnected: boolean) =>
  [
    '# Sample queries',
    '',
    isConnected
      ? 'Run the cells one by one or all at once; the manager that answers stands at the top right. Each cell is the body of one'
      : 'Pick a manager at the top right, then run the cells one by one or all at once. Each cell is the body of one',
    'request; press Ctrl+Space anywhere in it to see what fits there.',
  ].join('\n');

const markdown = (text: string): NotebookCell => ({ kind: 'markdown', text, extra: {} });

const toCells = (
  { title, text, query: { intervals: _ofNotebook, ...query } }: SampleQuery,
  index: number,
): NotebookCell[] => [
  markdown(`## ${index + 1}. ${title}\n\n${text}`),
  { kind: 'query', text: printCompactJson(query), extra: {} },
];

/**
 * A notebook with one query over the last hour.
 * @param connection id of the connection to run against
 */
export function starterNotebook(connection: string | undefined): NotebookFile {
  const query = {
    queryType: 'topN',
    dataSource: 'rb_flow',
    granularity: 'all',
    dimension: 'application_id_name',
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    metric: 'bytes',
    threshold: 10,
  };
  return {
    cells: [{ kind: 'query', text: printCompactJson(query), extra: {} }],
    extra: { ...(connection === undefined ? {} : { connection }), timeRange: 'last hour' },
  };
}
