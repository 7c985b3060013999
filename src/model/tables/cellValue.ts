import { partsOf, switchValue, wholeNumber } from 'netsensor-contract/text/csvCells';
import { addTo } from 'netsensor-contract/text/collections';
import { folded } from 'netsensor-contract/text/folded';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { recordName } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { withPastedRight } from '../inventory/pastedValues.js';
import { editProblems, type FieldProblem } from '../inventory/recordRules.js';
import type { RecordFields } from '../inventory/recordText.js';
import type { KnownLists } from '../inventory/referenceProblems.js';
import type { TableColumn } from './tableColumns.js';
import type { TableType } from './tableType.js';
import { tableKind } from './tableKinds.js';

/** A name that stands for no record, or for several. */
export interface NameProblem {
  readonly field: string;
  readonly code: 'noName' | 'severalNames';
  readonly to: InventoryType;
  readonly name: string;
}

/** What was typed into a cell: the value that it means, or why it means none. */
export type TypedValue =
  | { readonly value: unknown }
  | {
      readonly problem: FieldProblem | NameProblem;
      /** What a text may hold all the same until it is mended; undefined where nothing can be written. */
      readonly unfit?: unknown;
    };

/** Reads what is typed into a cell. @param record what the record has so far */
export type CellReader = (column: TableColumn, typed: string, record?: RecordFields) => TypedValue;

/**
 * Makes what reads the cells of a table as a person means them: `8-11` for units, `#ff8800` for a colour, a name for the id
 * of the record that has it, nothing for `null` where a field can be empty. What a save would refuse is a problem, the same
 * that documents have (contract 000, Resources and fields).
 * @param lists the records that names are looked for among
 */
export function cellReader(type: TableType, lists: KnownLists): CellReader {
  const { rules } = tableKind(type);
  const idsOf = nameIndex(lists);
  return (column, typed, record = {}) => {
    const { field, editor, isReadOnly } = column;
    if (isReadOnly) return { problem: { field, code: 'readOnly' } };
    if (editor.kind === 'secret') return { problem: { field, code: 'secret' } };
    const reading =
      editor.kind === 'reference' ? referenceRead(field, editor.to, typed, { lists, idsOf }) : undefined;
    if (reading && 'problem' in reading) return { ...reading, unfit: typed };
    const meant = { [field]: reading ? reading.value : plainValue(column, typed) };
    const edited = withPastedRight(rules.fields, meant, record);
    const [problem] = editProblems({ rules, base: record, edited }, [field]);
    return problem ? { problem, unfit: edited[field] } : { value: edited[field] };
  };
}

function plainValue(column: TableColumn, typed: string): unknown {
  const { editor } = column;
  const bare = typed.trim();
  if (bare === '') return clearedValue(column);
  if (editor.kind === 'number') return wholeNumber(bare) ?? bare;
  if (editor.kind === 'choice') return wholeNumber(bare) ?? likelyNumber(editor.likely, bare) ?? bare;
  if (editor.kind === 'boolean') return switchValue(bare) ?? bare;
  if (editor.kind === 'json') return jsonIn(bare) ?? bare;
  if (editor.kind !== 'texts') return typed;
  const list = bare.startsWith('[') ? jsonIn(bare) : undefined;
  return Array.isArray(list) ? list : partsOf(bare);
}

/** What stands in an emptied cell: a text that cannot be empty is one all the same, which its problem says. */
export const clearedValue = ({ isRequired, editor: { kind } }: TableColumn): '' | null =>
  isRequired && (kind === 'text' || kind === 'colour') ? '' : null;

function likelyNumber(likely: readonly string[], word: string): number | undefined {
  const at = likely.findIndex(each => folded(each) === folded(word));
  return at < 0 ? undefined : at + 1;
}

/** Finds the ids of the records with a name, whatever its case and accents; reads each list once. */
function nameIndex(lists: KnownLists): (to: InventoryType, name: string) => readonly number[] {
  const known = new Map<InventoryType, Map<string, number[]>>();
  return (to, name) => {
    const index = known.get(to) ?? new Map<string, number[]>();
    if (!known.has(to)) {
      for (const record of lists(to)?.records ?? [])
        addTo(index, folded(recordName(to, record).trim()), record.id);
      known.set(to, index);
    }
    return index.get(folded(name)) ?? [];
  };
}

/** An id, `#12`, or the name of a record; a number is an id unless only a name is like it. */
function referenceRead(
  field: string,
  to: InventoryType,
  typed: string,
  { lists, idsOf }: { readonly lists: KnownLists; readonly idsOf: ReturnType<typeof nameIndex> },
): TypedValue {
  const name = typed.trim();
  if (name === '') return { value: null };
  const id = wholeNumber(name.replace(/^#(?=\d)/, ''));
  const named = idsOf(to, name);
  const [first] = named;
  if (id !== undefined && (first === undefined || lists(to)?.find(id))) return { value: id };
  if (first === undefined) return { problem: { field, code: 'noName', to, name } };
  return named.length > 1 ? { problem: { field, code: 'severalNames', to, name } } : { value: first };
}
