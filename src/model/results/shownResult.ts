import type { ResultTable, ResultValue } from './queryResult.js';
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
  /** Whether the extension can show what it could not read. */
  readonly hasOddRows?: boolean;
  /** The other cells of its notebook whose rows can be marked over its chart, as view settings name them. */
  readonly markSources?: readonly string[];
  /** Whether it stands in a tab of its own, and not below a cell. */
  readonly isInTab?: boolean;
}

/** What can be done with a value of a dimension. */
export type ValueAction = 'filter' | 'exclude' | 'copyFilter' | 'drillDown' | 'reveal';

/** Formats that a result can be written in; pictures are drawn by the renderer. */
export type TextFormat = 'csv' | 'json' | 'markdown';

/** What the renderer asks of the extension about a result; `result` is the id of an output. */
export type RendererMessage = { readonly result: string } & (
  | { readonly type: 'rows'; readonly from: number; readonly count: number }
  | { readonly type: 'settings'; readonly settings: ViewSettings }
  /** Times in milliseconds. */
  | { readonly type: 'interval'; readonly start: number; readonly end: number }
  /** To the range before. */
  | { readonly type: 'back' }
  /** The rows of the same query some time before. */
  | { readonly type: 'before'; readonly shift: TimeShift }
  /** What happened in its time. */
  | { readonly type: 'marks'; readonly source: string }
  | {
      readonly type: 'value';
      readonly action: ValueAction;
      readonly column: string;
      readonly value: ResultValue;
      /** The time of its row as it was sent; for a value that stands for several rows there is none. */
      readonly time?: ResultValue | undefined;
    }
  | { readonly type: 'export'; readonly format: TextFormat }
  /** `data` is the file, as text for SVG and in base 64 for PNG. */
  | { readonly type: 'picture'; readonly format: 'svg' | 'png'; readonly data: string }
  | { readonly type: 'copy'; readonly text: string }
  /** What could not be read, as it was sent. */
  | { readonly type: 'oddRows' }
  /** A tab of its own. */
  | { readonly type: 'tab'; readonly settings: ViewSettings }
);

/** What the renderer asks once: its texts in the language of the editor. */
export interface TextsQuestion {
  readonly type: 'texts';
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

/** What the page of a tab says when it can show a result. */
export interface TabReady {
  readonly type: 'ready';
}

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
