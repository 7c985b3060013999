import type { KnownLists } from '../model/inventory/referenceProblems.js';
import { cellReader } from '../model/tables/cellValue.js';
import type { TableMessage, TableQuestion } from '../model/tables/tableMessages.js';
import type { TableType } from '../model/tables/tableType.js';
import { replacePlan, type ReplacePlan } from '../model/tables/tableReplace.js';
import { describeUnreplaced } from '../words/tableWords.js';
import type { PageTable } from './pageTable.js';

/** What acts on a table are read by. */
export interface ActedTable {
  readonly type: TableType;
  readonly table: PageTable;
  /** The records that names are looked for among. */
  readonly lists: KnownLists;
}

/** What is looked for in the rows that are seen, and what comes in its place. */
type Replaced = Pick<TableQuestion & { type: 'replacing' }, 'rows' | 'field' | 'find' | 'replace'>;

/** What replacing in a column means; nothing where the column is gone. */
export function replacement(
  { type, table, lists }: ActedTable,
  { rows, field, ...wanted }: Replaced,
): ReplacePlan {
  const column = table.column(field);
  if (!column) return { action: { kind: 'set', cells: [] }, changes: [], misfits: [] };
  const shown = rows.flatMap(at => table.rowAt(at) ?? []);
  return replacePlan(shown, column, wanted, { read: cellReader(type, lists), lists });
}

/** What a question about replacing is answered: enough to see what it would do. */
export function replacementShown(
  acted: ActedTable,
  { question, ...wanted }: TableQuestion & { type: 'replacing' },
): TableMessage {
  const { changes, misfits } = replacement(acted, wanted);
  return {
    type: 'replacing',
    question,
    count: changes.length,
    changes: changes.slice(0, mostShown),
    misfitCount: misfits.length,
    misfits: misfits.slice(0, mostShown).map(describeUnreplaced),
  };
}

/** What there is room for below the boxes. */
const mostShown = 4;
