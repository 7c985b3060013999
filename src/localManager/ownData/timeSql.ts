/** The forms of a time that `timeSql` reads, for messages. */
export const timeForms = 'ISO 8601, YYYY-MM-DD HH:MM:SS, or seconds, milliseconds or microseconds since 1970';

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
