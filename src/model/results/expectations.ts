import * as z from 'zod';
import type { ResultTable, ResultValue } from '../query/queryResult.js';

/** Where it is in the metadata of a cell what its answer is expected to be. */
export const expectField = 'expect';

const operators = {
  '<=': (value: number, limit: number) => value <= limit,
  '>=': (value: number, limit: number) => value >= limit,
  '!=': (value: number, limit: number) => value !== limit,
  '<': (value: number, limit: number) => value < limit,
  '>': (value: number, limit: number) => value > limit,
  '=': (value: number, limit: number) => value === limit,
} as const;

/** `events < 1000` or `rows > 0`: the name of a column, or `rows` for how many there are; an operator; a number. */
export const expectationPattern =
  /^\s*(?<column>\S(?:.*?\S)?)\s*(?<operator><=|>=|!=|<|>|=)\s*(?<limit>-?\d+(?:\.\d+)?)\s*$/u;

const oneExpectation = z
  .string()
  .regex(expectationPattern)
  .meta({
    description:
      'What has to be true of every row: a column, one of < <= = != >= > and a number, such as "events < 1000"; "rows > 0" is about how many rows there are. Of an answer without rows a column is 0.',
    examples: ['events < 1000', 'rows > 0'],
  });

/** What the answer to a cell is expected to be, as the metadata of the cell says it: one expectation, or several. */
export const expectShape = z.union([oneExpectation, z.array(oneExpectation)]).meta({
  title: 'expect of a query notebook',
  description: 'What the answer is expected to be: netsensor query says so and ends with 2 where it is not.',
});

/** An expectation with what an answer has in place of it. */
export interface Judged {
  readonly expectation: string;
  /** `unknown`: the answer has no such column, although it has rows. */
  readonly outcome: 'met' | 'unmet' | 'unknown';
  /** The first value that does not meet it. */
  readonly found?: ResultValue;
}

/** Reads what a cell expects; undefined for what is no expectation. */
export function readExpectations(stored: unknown): readonly string[] | undefined {
  if (stored === undefined || stored === null) return [];
  const { data } = expectShape.safeParse(stored);
  return data === undefined ? undefined : [data].flat();
}

/** Whether an answer is as it is expected to be. @param expectation of the pattern above */
export function judge(expectation: string, { columns, rowCount }: ResultTable): Judged {
  const { column = '', operator = '', limit = '' } = expectationPattern.exec(expectation)?.groups ?? {};
  const meets = operators[operator as keyof typeof operators];
  const values: readonly ResultValue[] | undefined =
    column === 'rows'
      ? [rowCount]
      : rowCount === 0
        ? [0]
        : columns.find(({ name }) => name === column)?.values;
  if (!values) return { expectation, outcome: 'unknown' };
  const isMet = (value: ResultValue) => {
    const number =
      typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
    return !Number.isNaN(number) && meets(number, Number(limit));
  };
  const found = values.find(value => !isMet(value));
  return found === undefined ? { expectation, outcome: 'met' } : { expectation, outcome: 'unmet', found };
}
