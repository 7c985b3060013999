import type { Era } from '../eras.js';
import type { Parameters } from './expressions.js';

/** A value of a result row: the column of the statement that holds it, and the name the query gave it. */
export interface Output {
  readonly name: string;
  /** Column name of our own making, `d0`, `a1`, `p2`. */
  readonly column: string;
  readonly kind: 'text' | 'whole' | 'double';
  /** Whether it is a post-aggregation. */
  readonly isComputed?: true;
}

/** Looks for an output as an order or a condition does: post-aggregations first, then aggregations, then dimensions. */
export function findOutput(outputs: readonly Output[], name: string): Output | undefined {
  return outputs.findLast(output => output.name === name);
}

/** What an expression over the outputs of a row is written with. */
export interface OutputScope {
  readonly era: Era;
  readonly outputs: readonly Output[];
  readonly parameters: Parameters;
}

/**
 * Prints outputs as the inside of a JSON object. Whole numbers of any size keep all digits, doubles keep their point,
 * and what JSON has no number for is a text (field notes §2.2, §2.6).
 */
export function objectPrinter(outputs: readonly Output[]): (cells: readonly unknown[]) => string {
  // An output that has the name of an earlier one takes its place.
  const shown = outputs
    .map((output, index) => ({ ...output, index, key: `${JSON.stringify(output.name)}:` }))
    .filter((output, index) => !outputs.slice(index + 1).some(later => later.name === output.name));
  return cells => `{${shown.map(({ key, kind, index }) => key + printCell(cells[index], kind)).join(',')}}`;
}

function printCell(cell: unknown, kind: Output['kind']): string {
  if (cell === null || cell === undefined) return 'null';
  switch (kind) {
    case 'text':
      return JSON.stringify(cell);
    case 'whole':
      return String(cell);
    case 'double':
      return printDouble(Number(cell));
  }
}

function printDouble(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  const text = Object.is(value, -0) ? '0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
