import { printCompactJson } from './compactJson.js';
import type { NotebookFile } from './notebook/notebookFile.js';

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
