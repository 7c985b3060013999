import type { ResultTable } from '../query/queryResult.js';
import type { SaidOfResult } from '../results/caption.js';
import type { ViewSettings } from '../results/viewSettings.js';

/** A notebook as it is handed to somebody who has neither it nor the manager: plain values, which know nothing of an editor. */
export interface Report {
  /** The name of the notebook. */
  readonly title: string;
  /** A language tag such as `en`, for those who have it read to them. */
  readonly language: string;
  /** The range of the notebook in words. */
  readonly range: string;
  /** Its time zone. */
  readonly zone: string;
  /** Milliseconds since 1970 UTC. */
  readonly writtenAt: number;
  readonly cells: readonly ReportCell[];
}

export type ReportCell =
  { readonly kind: 'markdown'; readonly text: string } | (QueryCell & { readonly kind: 'query' });

/** A query, and its last answer where it has one. */
export interface QueryCell {
  readonly name: string | undefined;
  /** As it is written. */
  readonly query: string;
  readonly answer: ReportAnswer | undefined;
  /** Why its last run failed, in a sentence. */
  readonly failure?: string | undefined;
}

/** The last answer to a query, and how it is looked at. */
export interface ReportAnswer {
  readonly table: ResultTable;
  readonly said: SaidOfResult;
  readonly settings: ViewSettings;
  /** When it was answered, ISO 8601. */
  readonly ranAt: string;
  /** Whether its cell asks for something else by now. */
  readonly isStale: boolean;
  /** Whether its cell has failed since. */
  readonly hasFailed: boolean;
}
