import type { QueryFacts } from './queryFacts.js';
import type { ResultTable, ResultValue } from './queryResult.js';
import type { ViewSettings } from './viewSettings.js';

/** What an output item holds: the first rows, and how to look at them. */
export interface ResultOutput extends ResultTable {
  /** Names the result in messages. */
  readonly id: string;
  readonly facts: QueryFacts;
  readonly settings: ViewSettings;
  /** Time zone of the notebook, when it has one. */
  readonly zone?: string | undefined;
  /** Sentences about what is not among the rows, in the language of the editor. */
  readonly notes?: readonly string[];
  /** Whether the extension can show what it could not read. */
  readonly hasOddRows?: boolean;
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
  | {
      readonly type: 'value';
      readonly action: ValueAction;
      readonly column: string;
      readonly value: ResultValue;
    }
  | { readonly type: 'export'; readonly format: TextFormat }
  /** `data` is the file, as text for SVG and in base 64 for PNG. */
  | { readonly type: 'picture'; readonly format: 'svg' | 'png'; readonly data: string }
  | { readonly type: 'copy'; readonly text: string }
  /** What could not be read, as it was sent. */
  | { readonly type: 'oddRows' }
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

/** What the extension answers about a result. */
export type ExtensionMessage = { readonly result: string } & (
  | {
      readonly type: 'rows';
      readonly from: number;
      /** Values by column. */
      readonly columns: readonly (readonly ResultValue[])[];
    }
  /** The extension does not have the rows any more. */
  | { readonly type: 'gone' }
);
