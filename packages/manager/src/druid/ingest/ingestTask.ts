import type { IngestColumns } from './ingestColumns.js';
import { timeField } from './encodeRows.js';
import type { Batch } from './ingestPlan.js';

/**
 * Rows for a task: within it, or as the files of a folder that the cluster sees. A task fails on a folder that is not there,
 * where it would pass over files, and take all rows away that it is to replace.
 */
export type TaskInput =
  | { readonly type: 'inline'; readonly data: string }
  | { readonly type: 'local'; readonly baseDir: string; readonly filter: string };

export interface IngestTask {
  /** Name of the data source in the cluster. */
  readonly dataSource: string;
  readonly columns: IngestColumns;
  readonly batch: Pick<Batch, 'from' | 'to'>;
  readonly input: TaskInput;
}

/** What a task does with rows of its stretch of time that the cluster has. */
export type WriteMode = 'replace' | 'append';

/**
 * The task of a native batch, for `POST /druid/indexer/v1/task`. Each row stays a row of its own, as the manager has rolled
 * it up, and segments are as long as those of a manager (field notes §2.1).
 */
export function ingestTask(
  { dataSource, columns: { dimensions, metrics }, batch, input }: IngestTask,
  mode: WriteMode,
): object {
  const interval = `${new Date(batch.from).toISOString()}/${new Date(batch.to).toISOString()}`;
  return {
    type: 'index_parallel',
    spec: {
      dataSchema: {
        dataSource,
        timestampSpec: { column: timeField, format: 'millis' },
        dimensionsSpec: { dimensions: dimensions.map(name => ({ type: 'string', name })) },
        metricsSpec: metrics,
        granularitySpec: {
          type: 'uniform',
          segmentGranularity: 'HOUR',
          queryGranularity: 'NONE',
          rollup: false,
          intervals: [interval],
        },
      },
      ioConfig: {
        type: 'index_parallel',
        inputSource: input,
        inputFormat: { type: 'json' },
        appendToExisting: mode === 'append',
        dropExisting: mode === 'replace',
      },
      tuningConfig: {
        type: 'index_parallel',
        // In one process: each further one costs the start of a Java.
        maxNumConcurrentSubTasks: 1,
        partitionsSpec: { type: 'dynamic' },
        maxRowsInMemory: 200_000,
        // A row that the cluster cannot read fails the task.
        maxParseExceptions: 0,
        logParseExceptions: true,
      },
    },
  };
}
