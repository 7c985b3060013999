import type { TableQuestion } from '../../../src/model/tables/tableMessages.js';

/** Records by their fields. */
export type PlayedRecords = readonly Readonly<Record<string, unknown>>[];

/** What a save would do. */
export interface SavePlan {
  readonly creates: readonly { readonly fields: Readonly<Record<string, unknown>> }[];
  readonly updates: readonly { readonly id: number; readonly changes: Readonly<Record<string, unknown>> }[];
  readonly deletes: readonly { readonly id: number }[];
}

/** The editor of a table, as a page without the types of Node.js sees it. */
export interface EditorPlayed {
  readonly text: string;
  readonly version: number;
  readonly base: string;
  open(): void;
  ask(question: TableQuestion): void;
  others(records: PlayedRecords): void;
  /** @returns whether there was something to undo or to redo */
  step(step: 'undo' | 'redo'): boolean;
  write(text: string): void;
  /** What goes on behind it has ended. */
  settled(): Promise<void>;
  /** Nothing where the text cannot be saved as it is. */
  plan(current: PlayedRecords): SavePlan | undefined;
  close(): void;
}
