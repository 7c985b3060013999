import { listValue, type DuckDBValue } from '@duckdb/node-api';
import { sqlTime } from '../store/database.js';
import type { Era } from './eras.js';
import type { ColumnsOfSources, MetricColumn, SourceColumns } from './sql/sourceColumns.js';

/** The values bound to a statement; each method answers the placeholder that stands for the value in the text. */
export class Parameters {
  readonly values: DuckDBValue[] = [];

  text(value: string): string {
    return this.add(value);
  }

  /** A text that can only be one stands in the statement: the engine leaves rows out while it reads them, which it does for no bound one. */
  constant(value: string): string {
    return /^[\w.:-]+$/.test(value) ? `'${value}'` : this.text(value);
  }

  /** A list of texts. */
  texts(values: readonly string[]): string {
    return `${this.add(listValue([...values]))}::VARCHAR[]`;
  }

  whole(value: number): string {
    return `${this.add(value)}::BIGINT`;
  }

  double(value: number): string {
    // As text, because the binding takes every number without a fraction for a 64-bit integer.
    return `${this.add(String(value))}::DOUBLE`;
  }

  /** A moment in milliseconds since 1970 UTC. */
  time(value: number): string {
    return this.add(sqlTime(value));
  }

  private add(value: DuckDBValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** SQL for the first rows of an order. With a bound number the engine would sort all of them before it takes those. */
export const firstRows = (most: number): string => `LIMIT ${Math.min(most, Number.MAX_SAFE_INTEGER)}`;

/** Joins conditions as a balanced tree, so that long lists stay within the engine's nesting limit. */
export function joinConditions(operator: 'AND' | 'OR', conditions: readonly string[]): string {
  if (conditions.length <= 1) return conditions[0] ?? (operator === 'AND' ? 'TRUE' : 'FALSE');
  const middle = conditions.length >> 1;
  const left = joinConditions(operator, conditions.slice(0, middle));
  return `(${left} ${operator} ${joinConditions(operator, conditions.slice(middle))})`;
}

/** The last code point, which stands for no character. */
const beyondAll = '\u{10FFFF}';

/**
 * SQL for a text that sorts by code point as its argument does by UTF-16 unit (field notes §2.11): there U+E000 to
 * U+FFFF come after the pairs that make up later characters.
 */
export const unitKey = (text: string): string =>
  `CASE WHEN strlen(${text}) = len(${text}) THEN ${text}
  ELSE regexp_replace(${text}, '([\\x{E000}-\\x{FFFF}])', '${beyondAll}\\1', 'g') END`;

/** Whether comparing a text with any other by code point could differ from comparing it by UTF-16 unit. */
export const hasLateUnits = (text: string): boolean => /[\u{E000}-\u{10FFFF}]/u.test(text);

/** Digits of the scripts that alphanumeric order knows, and what they stand for. */
const otherDigits = ['\u0660', '\u06F0', '\u0966', '\uFF10'].flatMap(zero =>
  Array.from({ length: 10 }, (_none, digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit)),
);
const anyScript = otherDigits.join('');
const ascii = '0123456789'.repeat(4);

/** What follows zeros that a text ends in. */
const endOfZeros = 'chr(2)';

/**
 * A run of digits, before any other character: how many without leading zeros, these, and how many zeros led them. The
 * last of the zeros that a text ends in is a digit like others, so that `0` comes after `0x`.
 */
function digitsKey(digits: string): string {
  const significant = `CASE WHEN suffix(${digits}, ${endOfZeros}) THEN '0' ELSE ltrim(${digits}, '0') END`;
  const filled = (number: string) => `lpad((${number})::VARCHAR, 9, '0')`;
  return `chr(1) || ${filled(`len(${significant})`)} || ${significant} || ${filled(`len(${digits}) - len(${significant})`)}`;
}

/**
 * SQL for a text that sorts by code point as its argument does in alphanumeric order (field notes §2.11): runs of digits
 * compare as numbers and come before all else, and case does not count. Quick for numbers such as ports.
 */
export function alphaNumericKey(text: string): string {
  const folded = `lower(upper(translate(${text}, '${anyScript}', '${ascii}')))`;
  const marked = `regexp_replace(${folded}, '((?:^|[^0-9])0+)$', '\\1' || ${endOfZeros})`;
  return `CASE WHEN regexp_full_match(${text}, '[1-9][0-9]*') THEN ${digitsKey(text)}
  ELSE array_to_string(list_transform(regexp_extract_all(${marked}, '[0-9]+\\x02?|[^0-9]+'),
    lambda part: CASE WHEN part[1] BETWEEN '0' AND '9' THEN ${digitsKey('part')} ELSE part END), '') END`;
}

/** The time of a row, as engines call it. */
const timeColumn: MetricColumn = {
  sum: 'epoch_ms("timestamp")',
  value: 'epoch_ms("timestamp")',
  type: 'BIGINT',
};

/** The columns as an era knows them. */
export function columnsIn({ numbersAreDimensions }: Era, all: ColumnsOfSources): ColumnsOfSources {
  if (!numbersAreDimensions) return all;
  const entries = Object.entries(all).map(([source, columns]) => {
    const metrics = new Map([...columns.metrics, ['__time', timeColumn] as const]);
    const numbers = new Map([...metrics].filter(([name]) => !columns.dimensions.has(name)));
    return [source, { ...columns, metrics, numbers }];
  });
  return Object.fromEntries(entries) as ColumnsOfSources;
}

/** The column of a dimension as SQL text; undefined for a name that the data source does not have. */
export function dimensionColumn({ dimensions, numbers }: SourceColumns, name: string): string | undefined {
  const number = numbers.get(name);
  return dimensions.get(name) ?? (number && numberText(number));
}

/** SQL for a number as Java prints it: doubles with a point, and with an exponent below a thousandth and from ten million on. */
const numberText = ({ value, type }: MetricColumn): string =>
  type === 'BIGINT'
    ? `(${value})::VARCHAR`
    : `CASE WHEN ${value} = 0 THEN '0.0' WHEN abs(${value}) >= 1e-3 AND abs(${value}) < 1e7 THEN (${value})::VARCHAR
    WHEN isnan(${value}) THEN 'NaN' WHEN isinf(${value}) THEN replace((${value})::VARCHAR, 'inf', 'Infinity')
    ELSE ${scientific(`(${value})::VARCHAR`)} END`;

/**
 * SQL for the text of a number with one digit before the point: `1.2345E7` of `12345.0e+03`, `12345000.0`, `0.00012`. What stands
 * between sign and exponent is taken apart at the point.
 */
function scientific(text: string): string {
  const parts = `regexp_extract(${text}, '^(-?)([0-9]*)\\.?([0-9]*)(?:e([+-]?[0-9]+))?$', ['sign', 'whole', 'rest', 'power'])`;
  const digits = `ltrim(p.whole || p.rest, '0')`;
  const lead = `(len(p.whole || p.rest) - len(${digits}))`;
  const power = `(coalesce(TRY_CAST(p.power AS INTEGER), 0) + len(p.whole) - 1 - ${lead})`;
  const rest = `rtrim(${digits}[2:], '0')`;
  return `list_transform([${parts}], lambda p: p.sign || ${digits}[1] || '.' ||
    CASE WHEN ${rest} = '' THEN '0' ELSE ${rest} END || 'E' || ${power})[1]`;
}

/** The column, or no value on every row for an unknown dimension (field notes §2.9). */
export const dimensionOrNull = (columns: SourceColumns, name: string): string =>
  dimensionColumn(columns, name) ?? 'NULL::VARCHAR';
