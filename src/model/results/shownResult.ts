import type { ResultTable, ResultValue } from '../query/queryResult.js';
import type { ChartMarks } from './chartMarks.js';
import type { QueryFacts } from './queryFacts.js';
import type { ViewSettings } from './viewSettings.js';
import type { TimeShift } from '../query/timeShift.js';

/** What an output item holds: the first rows, and how to look at them. */
export interface ResultOutput extends ResultTable {
  /** Names the result in messages. */
  readonly id: string;
  /** Names the cell with its text and its range: the next answer to the same is looked at as this one. */
  readonly question?: string | undefined;
  /** What the metadata of its output says about its run. */
  readonly run?: Readonly<Record<string, unknown>>;
  /** The name of its cell. */
  readonly name?: string | undefined;
  /** What its query asks, in short. */
  readonly asks?: string | undefined;
  /** The name of the connection that answered. */
  readonly manager?: string | undefined;
  readonly facts: QueryFacts;
  readonly settings: ViewSettings;
  /** Time zone of the notebook, when it has one. */
  readonly zone?: string | undefined;
  /** The range that its cell had before, when that was another one in this session. */
  readonly earlierRange?: string | undefined;
  /** Whether it comes from the file of its notebook, and nothing more is asked of the manager for it. */
  readonly isStored?: boolean;
  /** Sentences about what is not among the rows, in the language of the editor. */
  readonly notes?: readonly string[];
  /** What can be done about rows that the query's limit leaves out. */
  readonly limitActions?: readonly LimitAction[];
  /** Whether the extension can show what it could not read. */
  readonly hasOddRows?: boolean;
  /** The other cells of its notebook whose rows can be marked over its chart, as view settings name them. */
  readonly markSources?: readonly string[];
  /** Whether it stands in a tab of its own, and not below a cell. */
  readonly isInTab?: boolean;
}

/** A button over a result that lacks rows by the limit of its query. */
export interface LimitAction {
  readonly label: string;
  /** The other limit; null takes it away, and `overall` asks for the largest of the whole time in place of those of each bucket. */
  readonly limit: number | 'overall' | null;
}

/** Translations by the English text; there is no answer where there are none. */
export interface TextsAnswer {
  readonly type: 'texts';
  readonly texts: Readonly<Record<string, string>>;
}

/** An output item in the place of a result that has not come yet. */
export interface RunningOutput {
  readonly isRunning: true;
}

/** What the page of a notebook says to a screen reader about its runs. */
export interface RunSaid {
  readonly type: 'said';
  /** Grows from one to the next; what comes twice is said once. */
  readonly number: number;
  readonly sentence: string;
}

/** The results that are from before the last change of what their cells ask, by their ids: all that are. */
export interface StaleResults {
  readonly type: 'stale';
  readonly results: readonly string[];
}

/** What the cells of results are called now, by the ids of these: all that are known; null for a cell without a name. */
export interface CellNames {
  readonly type: 'names';
  readonly names: Readonly<Record<string, string | null>>;
}

/** What the page of a notebook hears besides what it asks about a result. */
export type PageNews = RunSaid | StaleResults | CellNames | TextsAnswer;

/** What the page of a tab is given to show. */
export interface TabResult {
  readonly type: 'result';
  readonly output: ResultOutput;
}

/** What the extension answers about a result. */
export type ExtensionMessage = { readonly result: string } & (
  | {
      readonly type: 'rows';
      readonly from: number;
      /** Values by column. */
      readonly columns: readonly (readonly ResultValue[])[];
    }
  /** Rows of the same query some time before, at the times beside which they are to be drawn. */
  | ({ readonly type: 'before'; readonly shift: TimeShift } & ResultTable)
  /** They cannot be read, or somebody has cancelled that. */
  | { readonly type: 'noBefore'; readonly shift: TimeShift }
  | ({ readonly type: 'marks'; readonly source: string } & ChartMarks)
  /** As for rows of some time before. */
  | { readonly type: 'noMarks'; readonly source: string }
  /** The extension does not have the rows any more. */
  | { readonly type: 'gone' }
);
