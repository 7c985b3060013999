import { printCompactJson } from './compactJson.js';
import type { NotebookFile } from './notebookFile.js';

/** What a new notebook starts from. */
export interface StarterNotebook {
  readonly now: Date;
  /** Id of the connection to run against. */
  readonly connection?: string | undefined;
}

const minute = 60_000;

/** A notebook with one query over the last whole hour of minutes. */
export function starterNotebook({ now, connection }: StarterNotebook): NotebookFile {
  const end = Math.floor(now.getTime() / minute) * minute;
  const time = (milliseconds: number) => new Date(milliseconds).toISOString().replace(':00.000Z', 'Z');
  const query = {
    queryType: 'topN',
    dataSource: 'rb_flow',
    intervals: [`${time(end - 60 * minute)}/${time(end)}`],
    granularity: 'all',
    dimension: 'application_id_name',
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    metric: 'bytes',
    threshold: 10,
  };
  return {
    cells: [{ kind: 'query', text: printCompactJson(query), extra: {} }],
    extra: connection === undefined ? {} : { connection },
  };
}
