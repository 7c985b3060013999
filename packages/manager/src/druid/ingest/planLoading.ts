import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import type { ColumnsOfSources, SourceColumns } from '../../dataQuery/sql/sourceColumns.js';
import type { Database, SqlSession } from '../../store/database.js';
import type { Span } from '../timeBoundary.js';
import { ingestColumns } from './ingestColumns.js';
import { planSource, type SourcePlan } from './ingestPlan.js';
import type { TaskInputs } from './taskInputs.js';

/** How all rows of a data source go into a cluster. */
export interface LoadingPlan extends SourcePlan {
  readonly columns: SourceColumns;
  readonly rows: number;
}

interface Planned {
  readonly columns: ColumnsOfSources;
  /** What the cluster has, and what goes. */
  readonly spans: ReadonlyMap<DataSource, Span>;
  readonly inputs: TaskInputs;
}

/** Rows whose length is measured. */
const sample = 1_000;
/** Punctuation around a name and its value. */
const punctuation = 6;
/** Room for rows that are longer than most. */
const share = 0.8;

/** Plans the tasks of every data source that has rows. */
export async function planLoading(
  database: Database,
  { columns, spans, inputs }: Planned,
): Promise<LoadingPlan[]> {
  const plans: LoadingPlan[] = [];
  for (const source of dataSourceNames) {
    const ofSource = columns[source];
    const plan = await database.read(async session => {
      const length = await lengthOfRow(session, source, ofSource);
      const mostRows = Math.max(1, Math.floor((share * inputs.longestTask) / length));
      return planSource(session, source, { mostRows, replaced: spans.get(source) });
    });
    if (!plan) continue;
    const rows = plan.batches.reduce((sum, batch) => sum + batch.rows, 0);
    plans.push({ ...plan, columns: ofSource, rows });
  }
  return plans;
}

/** The mean of some rows as JSON, in characters; 1 where there are none. */
async function lengthOfRow(session: SqlSession, source: DataSource, columns: SourceColumns): Promise<number> {
  const lengths = ingestColumns(source, columns).fields.map(
    ({ name, sql }) => `coalesce(length((${sql})::VARCHAR) + ${name.length + punctuation}, 0)`,
  );
  const [row] = await session.arrays(
    `SELECT avg(${lengths.join(' + ')})::DOUBLE FROM ${source} USING SAMPLE reservoir(${sample} ROWS) REPEATABLE (1)`,
  );
  return Math.max(1, Number(row?.[0] ?? 1));
}
