import type { ResultColumn, ResultValue } from '../query/queryResult.js';
import type { QueryFacts } from '../results/queryFacts.js';
import type { ViewSettings } from '../results/viewSettings.js';

/** A column of a result; `undefined` where a row has not come yet. */
export interface ChartColumn extends Pick<ResultColumn, 'name' | 'kind'> {
  readonly values: readonly (ResultValue | undefined)[];
  readonly isNumeric: boolean;
}

/** The rows of a result, and how they are looked at: what charts are made of, on a page and without one. */
export interface ChartResult {
  readonly columns: readonly ChartColumn[];
  readonly rows: { readonly count: number; readonly isComplete: boolean };
  readonly facts: QueryFacts;
  readonly settings: ViewSettings;
  /** `sent`, `UTC`, `local` or the name of a time zone. */
  readonly zone: string;
}
