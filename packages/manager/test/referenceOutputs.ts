import { matches, type ReferenceFilter, type ReferenceRow } from './referenceFilter.js';

type Numbers = 'longSum' | 'doubleSum' | 'min' | 'max' | 'doubleMin' | 'doubleMax' | 'longMin' | 'longMax';

export type PlainAggregation =
  | { type: Numbers | 'hyperUnique'; name: string; fieldName: string }
  | { type: 'count'; name: string }
  | { type: 'cardinality'; name: string; fieldNames: string[]; byRow?: boolean | undefined };

export type ReferenceAggregation =
  | PlainAggregation
  | { type: 'filtered'; name?: string; filter: ReferenceFilter; aggregator: PlainAggregation };

export type ReferencePost =
  | { type: 'arithmetic'; name: string; fn: string; fields: ReferencePost[] }
  | { type: 'fieldAccess' | 'hyperUniqueCardinality'; name: string; fieldName: string }
  | { type: 'constant'; name: string; value: number };

/** A whole number is a bigint, a double a number, a dimension a text or nothing. */
export type Cell = bigint | number | string | null;

/** What is given to the aggregations of a group, in the order in which they are printed. */
export function outputsOf(
  aggregations: readonly ReferenceAggregation[],
  posts: readonly ReferencePost[],
  rows: readonly ReferenceRow[],
): Map<string, Cell> {
  const outputs = new Map<string, Cell>();
  for (const aggregation of aggregations) {
    if (aggregation.type === 'filtered') {
      const chosen = rows.filter(row => matches(aggregation.filter, row));
      outputs.set(aggregation.name ?? aggregation.aggregator.name, aggregate(aggregation.aggregator, chosen));
    } else outputs.set(aggregation.name, aggregate(aggregation, rows));
  }
  for (const post of posts) outputs.set(post.name, postValue(post, outputs));
  return outputs;
}

/** Columns of numbers are whole; a dimension counts as the number it spells, everything else as 0. */
function numberOf(row: ReferenceRow, name: string): number {
  const metric = row.numbers[name];
  if (metric !== undefined) return metric;
  const spelled = row.values[name] ?? '';
  return /^-?\d+(\.\d+)?$/.test(spelled) ? Number(spelled) : 0;
}

function aggregate(aggregation: PlainAggregation, rows: readonly ReferenceRow[]): Cell {
  switch (aggregation.type) {
    case 'count':
      return BigInt(rows.length);
    case 'cardinality': {
      const texts = rows.map(row => aggregation.fieldNames.map(name => row.values[name] ?? ''));
      const distinct = aggregation.byRow ? texts.map(text => JSON.stringify(text)) : texts.flat();
      return estimate(new Set(distinct).size);
    }
    case 'hyperUnique': {
      const counted = aggregation.fieldName === 'clients' ? 'client_mac' : 'no_such_dimension';
      return estimate(new Set(rows.flatMap(row => row.values[counted] ?? [])).size);
    }
    case 'longSum':
    case 'doubleSum':
    case 'longMin':
    case 'longMax':
    case 'min':
    case 'max':
    case 'doubleMin':
    case 'doubleMax':
      return aggregateNumbers(
        aggregation.type,
        rows.map(row => numberOf(row, aggregation.fieldName)),
      );
  }
}

function aggregateNumbers(type: Numbers, numbers: readonly number[]): Cell {
  const whole = numbers.map(number => BigInt(Math.trunc(number)));
  switch (type) {
    case 'longSum':
      return whole.reduce((sum, number) => sum + number, 0n);
    case 'longMin':
      return whole.reduce((least, number) => (number < least ? number : least), 2n ** 63n - 1n);
    case 'longMax':
      return whole.reduce((most, number) => (number > most ? number : most), -(2n ** 63n));
    case 'doubleSum':
      return numbers.reduce((sum, number) => sum + number, 0);
    case 'min':
    case 'doubleMin':
      return numbers.reduce((least, number) => Math.min(least, number), Infinity);
    case 'max':
    case 'doubleMax':
      return numbers.reduce((most, number) => Math.max(most, number), -Infinity);
  }
}

/** Linear counting over 2048 registers, of which few values occupy one each (field notes §2.2). */
function estimate(count: number): number {
  if (count > 60) throw new Error('the reference evaluation only knows the estimate of few values');
  return 2048 * Math.log(2048 / (2048 - count));
}

function postValue(post: ReferencePost, outputs: ReadonlyMap<string, Cell>): Cell {
  switch (post.type) {
    case 'constant':
      return Number.isSafeInteger(post.value) ? BigInt(post.value) : post.value;
    case 'fieldAccess':
    case 'hyperUniqueCardinality':
      return outputs.get(post.fieldName) ?? null;
    case 'arithmetic':
      return post.fields
        .map(field => Number(postValue(field, outputs)))
        .reduce((left, right) => calculate(post.fn, left, right));
  }
}

function calculate(fn: string, left: number, right: number): number {
  switch (fn) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    default:
      return left / right;
  }
}

/** The text of an object: whole numbers with all digits, doubles with their point, what is no number as a text. */
export function printCells(cells: ReadonlyMap<string, Cell>): string {
  return `{${[...cells].map(([name, cell]) => `${JSON.stringify(name)}:${printCell(cell)}`).join(',')}}`;
}

function printCell(cell: Cell): string {
  if (typeof cell === 'bigint') return cell.toString();
  if (typeof cell !== 'number') return JSON.stringify(cell);
  if (!Number.isFinite(cell)) return `"${cell}"`;
  const text = String(cell === 0 ? 0 : cell);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Numbers by size, whole ones exactly, what is no number last; no value before any text. */
export function compareCells(a: Cell, b: Cell, compareTexts: (a: string, b: string) => number): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string' || typeof b === 'string') return compareTexts(String(a), String(b));
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
