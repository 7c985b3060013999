import type { SqlSession } from '../../store/database.js';
import { Parameters } from '../sql/expressions.js';
import { storedCondition, type PatternPlan, type StoredChoice } from '../sql/rowCondition.js';

/** A pattern of the database's engine, over the values of one column. */
export interface FastPattern {
  /** Of the plan. */
  readonly key: string;
  readonly column: string;
  readonly pattern: string;
}

/** Fewer rows are matched one by one in less time than their values are found. */
const manyRows = 100_000;
const sampledRows = 10_000;
/** Most different values among the sampled rows. */
const fewValues = 1000;

/**
 * Matches patterns over dimensions of few values with each value once, which takes a fraction of the time that all
 * rows take; the engine itself would look at every row, also below a DISTINCT.
 * @param rows about how many the query looks at
 */
export async function matchFewValues(
  session: SqlSession,
  patterns: readonly FastPattern[],
  { choice, rows }: { choice: StoredChoice; rows: number },
): Promise<ReadonlyMap<string, PatternPlan>> {
  const plans = new Map<string, PatternPlan>();
  if (rows < manyRows) return plans;
  for (const [index, column] of [...new Set(patterns.map(each => each.column))].entries()) {
    const parameters = new Parameters();
    const values = `SELECT ${column} AS value FROM ${choice.query.dataSource}
      WHERE ${column} IS NOT NULL AND ${storedCondition(choice, parameters)}`;
    const sample = `SELECT count(DISTINCT value) FROM (${values} LIMIT ${sampledRows})`;
    const [[different] = []] = await session.arrays(sample, parameters.values);
    if (Number(different) > fewValues) continue;
    const table = `few_${index}`;
    await session.run(
      `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT DISTINCT value FROM (${values})`,
      parameters.values,
    );
    for (const [place, { key, pattern }] of patterns.filter(each => each.column === column).entries()) {
      const matchesTable = `few_${index}_${place}`;
      await session.run(
        `CREATE OR REPLACE TEMP TABLE ${matchesTable} AS SELECT value FROM ${table} WHERE regexp_matches(value, $1)`,
        [pattern],
      );
      plans.set(key, { matchesTable });
    }
  }
  return plans;
}
