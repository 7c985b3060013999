import type { Parameters } from './sql/expressions.js';

/** A value of a result row: the column of the statement that holds it, and the name the query gave it. */
export interface Output {
  readonly name: string;
  /** Column name of our own making, `d0`, `a1`, `p2`. */
  readonly column: string;
  readonly kind: 'text' | 'whole' | 'double';
}

/** Looks for an output as an order or a condition does: post-aggregations first, then aggregations, then dimensions. */
export function findOutput(outputs: readonly Output[], name: string): Output | undefined {
  return outputs.findLast(output => output.name === name);
}

/** What an expression over the outputs of a row is written with. */
export interface OutputScope {
  readonly outputs: readonly Output[];
  readonly parameters: Parameters;
}
