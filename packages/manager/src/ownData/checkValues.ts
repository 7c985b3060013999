import type { DataSource } from 'netsensor-contract/query/dataSources';
import { analyticsTables } from '../store/analyticsTables.js';
import type { SqlSession } from '../store/database.js';
import type { ColumnMapping, FileColumn } from './columnMapping.js';
import type { ReadFile } from './ownFile.js';

/** SQL for a finite number that a text spells, or no value. */
export const numberSql = (column: string): string =>
  `CASE WHEN isfinite(TRY_CAST(${column} AS DOUBLE)) THEN TRY_CAST(${column} AS DOUBLE) END`;

/** SQL that is true for a text that spells a whole number of 64 bits; a double would not hold the last digits of it. */
export const isWholeSql = (column: string): string =>
  `(TRY_CAST(${column} AS BIGINT) IS NOT NULL AND ${numberSql(column)} = trunc(${numberSql(column)})
    AND NOT regexp_full_match(${column}, '[^eE]*[.][0-9]*[1-9][^eE]*'))`;

/**
 * Finds the first value of a file that cannot be stored.
 * @throws Error with one sentence that names row, column and value
 */
export async function checkValues(
  session: SqlSession,
  file: ReadFile,
  { source, mapping }: { source: DataSource; mapping: ColumnMapping },
): Promise<void> {
  const { metrics } = analyticsTables[source];
  await check(session, file, {
    column: mapping.time,
    accepts: `(${timeSql(mapping.time.column)}) IS NOT NULL`,
    expected: `a time; use ${timeForms}`,
  });
  for (const column of mapping.metrics) {
    const whole = metrics[column.target] === 'BIGINT';
    const accepts = whole ? isWholeSql(column.column) : `${numberSql(column.column)} IS NOT NULL`;
    await check(session, file, {
      column,
      accepts: `${empty(column)} OR ${accepts}`,
      expected: `a ${whole ? 'whole ' : ''}number; correct it or leave it empty`,
    });
  }
}

/**
 * Writes numbers with points instead of commas. A column whose commas all stand before three digits stays as it is, and is
 * refused: they may part thousands.
 */
export async function readDecimalCommas(
  session: SqlSession,
  source: DataSource,
  { metrics, dimensions }: ColumnMapping,
): Promise<void> {
  // What a monitor measured stands in a dimension.
  const measured = dimensions.filter(({ target }) => target === 'value');
  for (const { column, target } of [...metrics, ...measured]) {
    const isWhole = analyticsTables[source].metrics[target] === 'BIGINT';
    const telling = isWhole ? '[0-9]+,0{1,2}' : '0,[0-9]+|[0-9]+,([0-9]{1,2}|[0-9]{4,})';
    const [found] = await session.arrays(
      `SELECT 1 FROM records WHERE regexp_full_match(${column}, '[+-]?(${telling})') LIMIT 1`,
    );
    const written = isWhole ? '([+-]?[0-9]+),(0{1,2})' : '([+-]?[0-9]+),([0-9]+)';
    if (found)
      await session.run(
        `UPDATE records SET ${column} = regexp_replace(${column}, '^${written}$', '\\1.\\2')`,
      );
  }
}

/** SQL that is true where a column holds nothing. */
const empty = ({ column }: FileColumn): string => `coalesce(${column}, '') = ''`;

async function check(
  session: SqlSession,
  { place }: ReadFile,
  { column, accepts, expected }: { column: FileColumn; accepts: string; expected: string },
): Promise<void> {
  const [wrong] = await session.arrays(
    `SELECT rowid, ${column.column} FROM records WHERE (${accepts}) IS NOT TRUE ORDER BY rowid LIMIT 1`,
  );
  if (!wrong) return;
  const [index, value] = wrong;
  const found = value === null || value === '' ? 'nothing' : JSON.stringify(shortened(String(value)));
  throw new Error(`${place(Number(index))}, column "${column.name}": ${found} is not ${expected}.`);
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

/** The forms of a time that `timeSql` reads, for messages. */
const timeForms = 'ISO 8601, YYYY-MM-DD HH:MM:SS, or seconds, milliseconds or microseconds since 1970';

const number = `'-?[0-9]{1,18}([.][0-9]*)?'`;
const calendar = `'[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)? ?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?'`;

/**
 * SQL for the moment that a text column names, as microseconds since 1970 UTC; no value for a text that is no time. A
 * time without an offset is UTC. Numbers are seconds up to the year 5138, then milliseconds, microseconds, nanoseconds.
 */
export function timeSql(column: string): string {
  const text = `trim(${column})`;
  // The engine reads an offset only directly after seconds.
  const complete = `regexp_replace(regexp_replace(${text}, '^(.{16}) ?([Z+-].*)?$', '\\1:00\\2'), ' ([Z+-])', '\\1')`;
  const value = `TRY_CAST(${text} AS DECIMAL(38, 6))`;
  return `CASE
    WHEN regexp_full_match(${text}, ${number}) THEN CASE
      WHEN abs(${value}) < 1e11::DECIMAL(38, 6) THEN (${value} * 1000000)::BIGINT
      WHEN abs(${value}) < 1e14::DECIMAL(38, 6) THEN (${value} * 1000)::BIGINT
      WHEN abs(${value}) < 1e17::DECIMAL(38, 6) THEN ${value}::BIGINT
      ELSE (${value} / 1000)::BIGINT END
    WHEN regexp_full_match(${text}, ${calendar}) THEN epoch_us(TRY_CAST(CASE
      WHEN length(${text}) = 10 THEN ${text} ELSE ${complete} END AS TIMESTAMPTZ))
    END`;
}
