import type { ResultColumn, ResultTable, ResultValue } from '../query/queryResult.js';
import type { QueryFacts } from '../results/queryFacts.js';
import type { ViewSettings } from '../results/viewSettings.js';
import { isNumericColumn } from './numbers.js';

/** A column of a result; `undefined` where a row has not come yet. */
export interface ChartColumn extends Pick<ResultColumn, 'name' | 'kind'> {
  readonly values: readonly (ResultValue | undefined)[];
  readonly isNumeric: boolean;
  /** What people may filter a value by besides what it is, such as what stands in its place. */
  readonly otherText?: ((value: ResultValue) => string) | undefined;
}

/** What is known of a result, and how it is looked at. */
export interface ViewedAs {
  readonly facts: QueryFacts;
  readonly settings: ViewSettings;
  /** `sent`, `UTC`, `local` or the name of a time zone. */
  readonly zone: string;
}

/** The rows of a result, and how they are looked at: what charts are made of, on a page and without one. */
export interface ChartResult extends ViewedAs {
  readonly columns: readonly ChartColumn[];
  readonly rows: { readonly count: number; readonly isComplete: boolean };
}

/** A result of which all rows are there. */
export const chartResult = ({ columns, rowCount }: ResultTable, look: ViewedAs): ChartResult => ({
  ...look,
  columns: columns.map(column => ({ ...column, isNumeric: isNumericColumn(column, look.facts.measures) })),
  rows: { count: rowCount, isComplete: true },
});
