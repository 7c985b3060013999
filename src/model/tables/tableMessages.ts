import * as z from 'zod';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { viewSettings, type ViewSettings } from '../results/viewSettings.js';
import type { TableColumn } from './tableColumns.js';
import type { RowLead } from './tableType.js';

/** A row as the page of a table is given it; secrets are placeholders in it, as in the text. */
export interface PageRow {
  /** Where its record stands among the elements of the list, from 0. */
  readonly at: number;
  readonly state: 'same' | 'changed' | 'new';
  /** The fields that a save sends; none of a new record, of which it sends all. */
  readonly changed: readonly string[];
  /** The values by column as they stand in the text; `null` where the field is not there, too. */
  readonly cells: readonly unknown[];
}

/** A cell by its record and its field. */
export interface CellPlace {
  readonly at: number;
  readonly field?: string | undefined;
}

/** What is wrong with a cell, or with a whole record; `at` is -1 where no record of the table has it. */
export interface PageProblem extends CellPlace {
  readonly message: string;
  readonly isError: boolean;
}

/**
 * A cell that two people changed, with its value before and on the manager now; without a field a record that is changed here
 * and gone there.
 */
export interface PageConflict extends CellPlace {
  readonly base?: unknown;
  readonly theirs?: unknown;
}

/** Rows that stand in the place of others: all before and after them are as they were, but for their numbers. */
export interface RowsChange {
  readonly from: number;
  readonly removed: number;
  readonly rows: readonly PageRow[];
}

/** What a save changes, in numbers. */
export interface TableCounts {
  readonly changed: number;
  readonly added: number;
  readonly going: number;
}

/** What stands in the way of an edit or a save. */
export interface TableState {
  /** Whether nothing can be edited. */
  readonly isLocked: boolean;
  /** Whether no lock is to blame for that, since it is only shown. */
  readonly isForGood?: boolean;
  /** What is wrong with the connection, why, what the button says that helps, and whether it may work when tried again. */
  readonly trouble?:
    | {
        readonly words: string;
        readonly sentence: string;
        readonly help?: string | undefined;
        readonly mayWorkLater: boolean;
      }
    | undefined;
}

/** What the page of a table is told. */
export type TableMessage =
  | { readonly type: 'texts'; readonly texts: Readonly<Record<string, string>> }
  /** How the list was looked at last: sorted, filtered, and how wide its columns were. */
  | { readonly type: 'settings'; readonly settings: ViewSettings }
  | {
      readonly type: 'table';
      /** Of the text that it shows. */
      readonly version: number;
      /** The field that tells a row from the others, and the one that people call it by. */
      readonly keyField: string;
      readonly nameField: string;
      /** Where rows lead besides their documents. */
      readonly leads: readonly RowLead[];
      readonly columns: readonly TableColumn[];
      /** Fields whose columns are hidden until the user wants them: those that the layout of the manager leaves out. */
      readonly hidden: readonly string[];
      readonly rows: readonly PageRow[];
      readonly counts: TableCounts;
    }
  | ({ readonly type: 'rows'; readonly version: number; readonly counts: TableCounts } & RowsChange)
  | ({ readonly type: 'lock' } & TableState)
  /** The table is of a part of the records of a type; which, in words. */
  | { readonly type: 'part'; readonly sentence: string }
  /** What the records of a type are called that cells refer to by their ids, or domains and sensors by their uuids. */
  | {
      readonly type: 'names';
      readonly of: InventoryType | 'nodes';
      readonly names: readonly (readonly [id: number | string, name: string])[];
    }
  /** How many records refer to those of the table, by id, as far as the types are read that may. */
  | {
      readonly type: 'uses';
      readonly counts: readonly (readonly [id: number, count: number])[];
      /** What the types are called that are not read. */
      readonly unread: readonly string[];
    }
  | { readonly type: 'problems'; readonly problems: readonly PageProblem[] }
  | { readonly type: 'conflicts'; readonly conflicts: readonly PageConflict[] }
  /** Something has happened to the table that its user did not do. */
  | { readonly type: 'told'; readonly sentence: string }
  /** The text is no list: it has to be repaired as text. */
  | { readonly type: 'broken'; readonly sentence: string }
  | { readonly type: 'go'; readonly place: CellPlace }
  /** Columns are arranged by their layout again, whatever the user did with them. */
  | { readonly type: 'arrange' }
  /** An act is done or refused; what there is to say of it, where the user looks. */
  | { readonly type: 'done'; readonly sentence?: string | undefined }
  /** What replacing would do: how many cells get another value, the first of them, and why others would not. */
  | {
      readonly type: 'replacing';
      readonly question: number;
      readonly count: number;
      readonly changes: readonly { readonly before: string; readonly after: string }[];
      readonly misfitCount: number;
      readonly misfits: readonly string[];
    }
  /** What is wrong with a value that is typed; nothing without a sentence. */
  | { readonly type: 'checked'; readonly question: number; readonly sentence?: string | undefined };

const at = z.number().int().min(0);
const field = z.string();
const place = z.object({ at, field: field.optional() });
const typed = z.string().max(100_000);
const rows = z.array(at).min(1).max(100_000);
/** The fields of a range, from left to right. */
const fields = z.array(field).min(1).max(1000);

/** A part of the texts of a column in the rows that are seen, and what comes in its place. */
const replacement = { rows, field, find: typed, replace: typed };

/** What the user does with a table, in terms of the rows of the text that was seen. */
const tableAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), at, field, typed }),
  /** The same into all cells of a range that can be edited. */
  z.object({ kind: z.literal('each'), rows, fields, typed }),
  /** What the first of the rows has, in the others. */
  z.object({ kind: z.literal('fill'), rows, fields }),
  /** Counts on from what the first of the rows has, in the others. */
  z.object({ kind: z.literal('series'), rows, fields }),
  z.object({ kind: z.literal('clear'), rows, fields }),
  z.object({ kind: z.literal('replace'), ...replacement }),
  /** What a spreadsheet copied, over the rows that are shown from the top of the selection on, and below the last. */
  z.object({
    kind: z.literal('paste'),
    text: z.string().max(20_000_000),
    rows: z.array(at).max(100_000),
    fields,
    selected: z.object({
      rows: z.number().int().min(1).max(100_000),
      columns: z.number().int().min(1).max(1000),
    }),
  }),
  z.object({ kind: z.literal('add'), after: at.optional() }),
  z.object({ kind: z.literal('duplicate'), rows }),
  z.object({ kind: z.literal('delete'), rows }),
  /** Whose values stand in cells that two people changed; of a record without a field. */
  z.object({
    kind: z.literal('decide'),
    side: z.enum(['mine', 'theirs']),
    cells: z.array(place).max(100_000),
  }),
]);
export type TableAct = z.infer<typeof tableAct>;

/** What the page of a table asks; anything else is not understood. */
export const tableQuestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** An edit of the version of the text that the page shows. */
  z.object({ type: z.literal('act'), version: z.number().int(), act: tableAct }),
  z.object({ type: z.literal('check'), question: z.number().int(), at, field, typed }),
  z.object({ type: z.literal('replacing'), question: z.number().int(), ...replacement }),
  /** Writes cells as they are seen to a file. */
  z.object({
    type: z.literal('export'),
    columns: z.array(
      z.object({
        name: z.string(),
        values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    ),
  }),
  /** The cell that is active now. */
  z.object({ type: z.literal('place'), place }),
  /** The list is sorted, filtered or arranged otherwise. */
  z.object({ type: z.literal('settings'), settings: viewSettings }),
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('save') }),
  /** The page shows how many records refer to those of the table. */
  z.object({ type: z.literal('uses') }),
  z.object({ type: z.literal('unlock') }),
  /** What helps against what is wrong with the connection, or asks its manager again. */
  z.object({ type: z.literal('help') }),
  z.object({ type: z.literal('retry') }),
  /** The user wants another layout, or to save the columns that are shown as one. */
  z.object({ type: z.literal('layout'), fields }),
  /** Of the row at a place of the version of the text that the page shows. */
  z.object({ type: z.literal('secret'), version: z.number().int(), at }),
  /** Opens what a cell refers to; the document of its row without a field. */
  z.object({ type: z.literal('open'), at, field: field.optional() }),
  z.object({ type: z.literal('lead'), to: z.enum(['picture', 'uses', 'tree']), rows }),
  /** Opens the table of all records of the type. */
  z.object({ type: z.literal('all') }),
]);
export type TableQuestion = z.infer<typeof tableQuestion>;
