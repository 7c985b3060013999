import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  checkItems,
  readListTree,
  rightItems,
  type ListItem,
  type ListProblem,
} from '../inventory/listDocument.js';
import { changedFields, inventoryRules } from '../inventory/recordRules.js';
import { parseJsonTree, syntaxWords, type RecordFields } from '../inventory/recordText.js';

/** A record in the text of a list. */
export interface TableRow extends ListItem {
  /** Where it stands among the elements of the list, from 0. */
  readonly at: number;
  /** Compared with what the list started from. */
  readonly state: 'same' | 'changed' | 'new';
  /** The fields that a save sends; of a new record all are. */
  readonly changed: readonly string[];
}

/** The text of a list as a table. */
export interface TableText {
  readonly rows: readonly TableRow[];
  /** The records of the base that a save deletes: they are not in the text any more. */
  readonly going: readonly RecordFields[];
  /** What keeps the text from being saved although it can be read, such as a comment or an element that is no record. */
  readonly problems: readonly ListProblem[];
}

/**
 * Reads the text of a list for a table; comments and a comma after the last element do not hinder it.
 * @param base the records that the list started from; without it nothing counts as changed, new or going
 * @returns `problem` for text that is no list, which has to be repaired as text
 */
export function readTable(
  type: InventoryType,
  text: string,
  base?: readonly RecordFields[],
): TableText | { readonly problem: ListProblem } {
  const { root, errors } = readTree(text);
  const syntax = errors.map((error): ListProblem => ({ code: 'syntax', ...error }));
  if (!root) return { problem: syntax[0] ?? { code: 'notList', subject: '', offset: 0, length: 0 } };
  const { items, problems } = readListTree(root);
  const [first] = problems;
  if (first?.code === 'notList') return { problem: first };
  const places = new Map(root.children?.map(({ offset }, at) => [offset, at]));
  const known = new Map(base?.map(fields => [fields['id'], fields]));
  const rows = items.map((item): TableRow => {
    const from = known.get(item.id);
    const changed = from ? changedIn(type, item, from) : [];
    const isNew = item.id === undefined || (base !== undefined && !from);
    const state = isNew ? 'new' : changed.length > 0 ? 'changed' : 'same';
    return { ...item, at: places.get(item.offset) ?? 0, state, changed };
  });
  const kept = new Set<unknown>(items.map(({ id }) => id));
  return {
    rows,
    going: base?.filter(({ id }) => !kept.has(id)) ?? [],
    problems: [...syntax, ...problems],
  };
}

/** The tree of a text; undefined where comments and a comma too many are not all that is wrong with it. */
export function readTree(text: string) {
  const { root, errors } = parseJsonTree(text);
  if (errors.length === 0) return { root, errors };
  const others: ParseError[] = [];
  const tolerant = parseTree(text, others, { allowTrailingComma: true });
  if (others.length === 0) return { root: tolerant, errors };
  const problems = others.map(({ error, ...place }) => ({ ...place, subject: syntaxWords(error) }));
  return { root: undefined as Node | undefined, errors: problems };
}

/** What a save would send: what was pasted in another form means what it is put right to. */
function changedIn(type: InventoryType, item: ListItem, base: RecordFields): readonly string[] {
  const { bookkeepingFields } = inventoryRules(type);
  const changesOf = (fields: RecordFields) =>
    changedFields(base, fields).filter(field => !bookkeepingFields.includes(field));
  if (changesOf(item.fields).length === 0) return [];
  const [right = item] = rightItems(type, [item], [base]);
  return changesOf(right.fields);
}

/** A problem of a table with the row that it is about; `field` where it is about one of its cells. */
export interface CellProblem {
  readonly at: number;
  readonly field: string | undefined;
  readonly problem: ListProblem;
}

/** What a save would refuse in the records of a table (`checkItems`), each where it is. */
export function cellProblems(
  type: InventoryType,
  { rows, problems }: TableText,
  base: readonly RecordFields[],
): CellProblem[] {
  const places = new Map(rows.map(({ offset, at }) => [offset, at]));
  const found = [...problems, ...checkItems(type, rightItems(type, rows, base), base)];
  return found.flatMap((problem): CellProblem[] => {
    const at = places.get(problem.offset);
    if (at === undefined) return [];
    return [{ at, field: problem.code.endsWith('Id') ? 'id' : problem.problem?.field, problem }];
  });
}
