import { applyEdits } from 'jsonc-parser';
import { isPart } from 'netsensor-contract/text/listAnswer';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ListRef } from '../inventory/listDocument.js';
import type { RecordList } from '../inventory/recordList.js';
import type { RecordFields } from '../inventory/recordText.js';
import { movesBetween, type BaseMove } from './baseMoves.js';
import { tableEdit, type CellValue, type TableAction } from './tableEdits.js';
import { tableKind } from './tableKinds.js';
import { decidedBase, mergedText, tableMerge, takeTheirs, type CellConflict } from './tableMerge.js';
import { readTable, type TableRow } from './tableText.js';

/** The text of a list with what it starts from. */
export interface EditedList {
  readonly text: string;
  readonly base: readonly RecordFields[];
}

/** A list after something that others did, or that was decided about it. */
export interface MovedList extends EditedList {
  readonly moves: readonly BaseMove[];
}

/** A list with what others did, as far as nobody has to decide about it. */
export interface MergedList extends MovedList {
  /** How many cells and records are other than before, but for what the manager notes itself, which follows from that. */
  readonly taken: number;
  /** The records that somebody has to decide about, as the manager has them. */
  readonly contested: readonly InventoryRecord[];
  /** The ids of those that are changed here and gone on the manager. */
  readonly gone: readonly number[];
}

/**
 * Puts into a list what others did to its records.
 * @param list what the manager has now; where it did not send all, what it lacks counts as it was
 * @returns undefined for a text that cannot be read
 */
export function mergeList(
  { type, ids }: ListRef,
  { text, base }: EditedList,
  list: RecordList,
): MergedList | undefined {
  const table = readTable(type, text, base);
  if ('problem' in table || table.problems.length > 0) return undefined;
  const missing = isPart(list.remainder) ? base.filter(({ id }) => !list.find(Number(id))) : [];
  const current = [...list.records, ...(missing as InventoryRecord[])];
  const merge = tableMerge(type, table, { base, current }, () => ids === undefined);
  const merged = mergedText(type, text, merge);
  const { bookkeepingFields } = tableKind(type).rules;
  const isNoted = ({ field }: CellValue) => !bookkeepingFields.includes(field);
  const contested = new Set(merge.conflicts.map(({ id }) => id));
  const rowsAt = new Map(table.rows.map(row => [row.at, row]));
  return {
    ...movedList(type, { text, base }, { text: merged, base: merge.base }),
    taken: merge.cells.filter(isNoted).length + merge.deleted.length + merge.created.length,
    contested: list.records.filter(({ id }) => contested.has(id)),
    gone: merge.gone.flatMap(at => rowsAt.get(at)?.id ?? []),
  };
}

const rowsOf = (type: InventoryType, text: string): readonly RecordFields[] => {
  const table = readTable(type, text);
  return 'problem' in table ? [] : table.rows.map(({ fields }) => fields);
};

const movedList = (type: InventoryType, before: EditedList, after: EditedList): MovedList => ({
  ...after,
  moves: movesBetween(
    { base: before.base, rows: rowsOf(type, before.text) },
    { base: after.base, rows: rowsOf(type, after.text) },
  ),
});

/** What is to be decided in a table: cells that two people changed, and rows that are changed here and gone on the manager. */
export interface OpenConflicts {
  readonly cells: readonly CellConflict[];
  readonly gone: readonly TableRow[];
}

/** What is still to be decided, of what was to be when others' changes were put into a list. */
export function openConflicts(
  type: InventoryType,
  { rows, base }: { readonly rows: readonly TableRow[]; readonly base: readonly RecordFields[] },
  { contested, gone }: Pick<MergedList, 'contested' | 'gone'>,
): OpenConflicts {
  const ids = new Set<unknown>(contested.map(({ id }) => id));
  const table = { rows: rows.filter(({ id }) => ids.has(id)) };
  const from = base.filter(({ id }) => ids.has(id));
  const known = new Set(base.map(({ id }) => id));
  const { conflicts } = tableMerge(type, table, { base: from, current: contested }, () => false);
  const isGone = ({ id, state }: TableRow) =>
    id !== undefined && state === 'changed' && gone.includes(id) && known.has(id);
  return { cells: conflicts, gone: rows.filter(isGone) };
}

/**
 * A list once conflicts are decided. Of a record that is gone, what is kept is created again, as a new one.
 * @param side whose values stand from then on
 */
export function decideList(
  type: InventoryType,
  list: EditedList,
  { cells, gone }: OpenConflicts,
  side: 'mine' | 'theirs',
): MovedList {
  const rows = gone.map(({ at }) => at);
  const own: TableAction[] = [
    { kind: 'set', cells: rows.map(row => ({ row, field: 'id', value: undefined })) },
  ];
  const actions = side === 'mine' ? own : [takeTheirs(cells), { kind: 'delete', rows } as const];
  const text = actions.reduce(
    (changed, action) => applyEdits(changed, tableEdit(type, changed, action)),
    list.text,
  );
  const ids = new Set<unknown>(gone.map(({ id }) => id));
  const base = decidedBase(list.base, cells).filter(({ id }) => !ids.has(id));
  return movedList(type, list, { text, base });
}
