import { applyEdits } from 'jsonc-parser';
import { fieldsWhere, groupBy } from 'netsensor-contract/text/collections';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { changedFields, isSameValue, type FieldConflict } from '../inventory/recordRules.js';
import { documentFields, type RecordFields } from '../inventory/recordText.js';
import { tableEdit, type CellValue, type TableAction } from './tableEdits.js';
import type { TableRow, TableText } from './tableText.js';

/** A cell that two people changed to different values. */
export interface CellConflict extends FieldConflict {
  /** The place of its record among the elements of the list. */
  readonly at: number;
  readonly id: number | undefined;
}

/** What others did meanwhile to the records of a table (architecture, rule 4). */
export interface TableMerge {
  /** What they changed in fields that nobody changed here. */
  readonly cells: readonly CellValue[];
  /** Rows that nobody changed here and that are gone on the manager. */
  readonly deleted: readonly number[];
  /** Records that they created. */
  readonly created: readonly RecordFields[];
  /** What the list starts from with all of that. */
  readonly base: readonly RecordFields[];
  /** What both changed, which stays until it is decided. */
  readonly conflicts: readonly CellConflict[];
  /** Rows that are changed here and gone on the manager. */
  readonly gone: readonly number[];
}

/**
 * Compares a table, field by field, with what its list started from and what the manager has now. A record that is deleted
 * here stays so.
 * @param shown whether a record that others created belongs to the list; none belongs to a part of a type
 */
export function tableMerge(
  type: InventoryType,
  { rows }: Pick<TableText, 'rows'>,
  { base, current }: { readonly base: readonly RecordFields[]; readonly current: readonly InventoryRecord[] },
  shown: (record: InventoryRecord) => boolean,
): TableMerge {
  const rowsById = new Map(rows.map(row => [row.fields['id'], row]));
  const now = new Map(current.map(record => [record.id as unknown, documentFields(type, record)]));
  const known = new Set(base.map(({ id }) => id));
  const isNew = (record: InventoryRecord) => !known.has(record.id) && shown(record);
  const created = current.filter(isNew).map(record => documentFields(type, record));
  const merged = base.map(from => {
    const row = rowsById.get(from['id']);
    const theirs = now.get(from['id']);
    return row && theirs
      ? mergeRow(row, from, theirs)
      : { row, from, isGone: !theirs, cells: [], conflicts: [] };
  });
  const goneRows = merged.flatMap(({ isGone, row }) => (isGone && row ? [row] : []));
  const deleted = goneRows.filter(({ state }) => state === 'same').map(({ at }) => at);
  const kept = merged.filter(({ isGone, row }) => !isGone || row?.state === 'changed');
  return {
    cells: merged.flatMap(({ cells }) => cells),
    deleted,
    created: created.filter(({ id }) => !rowsById.has(id)),
    base: [...kept.map(({ from }) => from), ...created],
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
    gone: goneRows.filter(({ state }) => state === 'changed').map(({ at }) => at),
  };
}

interface MergedRow {
  readonly row: TableRow | undefined;
  /** What it starts from now. */
  readonly from: RecordFields;
  readonly isGone: boolean;
  readonly cells: readonly CellValue[];
  readonly conflicts: readonly CellConflict[];
}

function mergeRow(row: TableRow, from: RecordFields, theirs: RecordFields): MergedRow {
  const cells: CellValue[] = [];
  const conflicts: CellConflict[] = [];
  const taken: string[] = [];
  const { at, id, fields } = row;
  for (const field of changedFields(from, theirs)) {
    const isMine = row.changed.includes(field);
    if (isMine && !isSameValue(fields[field], theirs[field])) {
      conflicts.push({ at, id, field, base: from[field], mine: fields[field], theirs: theirs[field] });
      continue;
    }
    taken.push(field);
    if (!isMine) cells.push({ row: at, field, value: theirs[field] });
  }
  return { row, from: withFieldsOf(from, theirs, taken), isGone: false, cells, conflicts };
}

/** A record with some fields as another one has them, which may not have them at all. */
function withFieldsOf(record: RecordFields, other: RecordFields, fields: readonly string[]): RecordFields {
  if (fields.length === 0) return record;
  const kept = fieldsWhere(record, name => !fields.includes(name));
  return { ...kept, ...fieldsWhere(other, name => fields.includes(name)) };
}

/** The text of a list with what others did. */
export function mergedText(
  type: InventoryType,
  text: string,
  { cells, deleted, created }: Pick<TableMerge, 'cells' | 'deleted' | 'created'>,
): string {
  const actions: readonly TableAction[] = [
    { kind: 'set', cells },
    { kind: 'delete', rows: deleted },
    { kind: 'add', rows: created },
  ];
  return actions.reduce((changed, action) => applyEdits(changed, tableEdit(type, changed, action)), text);
}

/** The action that takes what others made of cells. */
export const takeTheirs = (conflicts: readonly CellConflict[]): TableAction => ({
  kind: 'set',
  cells: conflicts.map(({ at, field, theirs }) => ({ row: at, field, value: theirs })),
});

/** What a list starts from once conflicts are decided, for either side: with what others made of these cells. */
export function decidedBase(
  base: readonly RecordFields[],
  conflicts: readonly CellConflict[],
): readonly RecordFields[] {
  const byId = groupBy(conflicts, ({ id }) => id);
  return base.map(record =>
    (byId.get(Number(record['id'])) ?? []).reduce(
      (decided, { field, theirs }) =>
        withFieldsOf(decided, theirs === undefined ? {} : { [field]: theirs }, [field]),
      record,
    ),
  );
}
