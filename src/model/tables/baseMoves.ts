import { fieldsWhere } from 'netsensor-contract/text/collections';
import { changedFields, isSameValue } from '../inventory/recordRules.js';
import type { RecordFields } from '../inventory/recordText.js';

/** A value before and after something. */
interface Sides {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * What a list starts from has moved in one field of a record, or a whole record came or went: then `field` is undefined, and
 * the values are the record or nothing.
 */
export interface BaseMove {
  readonly id: unknown;
  readonly field: string | undefined;
  readonly base: Sides;
  /** What the text had there; `isOwn` where an edit of the user's led to it, in whatever steps, and not the move. */
  readonly text: Sides & { readonly isOwn: boolean };
}

/** A list by the ids of its records. */
type ById = ReadonlyMap<unknown, RecordFields>;

/** A list as it starts from and as its text has it. */
export interface BasedList {
  readonly base: readonly RecordFields[];
  readonly rows: readonly RecordFields[];
}

const byId = (records: readonly RecordFields[]): ById =>
  new Map(records.map(record => [record['id'], record]));

/** What has moved from one state of a list to another. */
export function movesBetween(before: BasedList, after: BasedList): BaseMove[] {
  const from = byId(before.base);
  const to = byId(after.base);
  const texts = [byId(before.rows), byId(after.rows)] as const;
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((id): BaseMove[] => {
    const sides = { before: from.get(id), after: to.get(id) };
    if (sides.before === sides.after) return [];
    const fields =
      sides.before && sides.after ? changedFields(sides.before, sides.after) : ([undefined] as const);
    return fields.map(field => moveOf({ id, field, base: sides }, texts));
  });
}

function moveOf(
  { id, field, base }: Pick<BaseMove, 'id' | 'field'> & { readonly base: Sides },
  [before, after]: readonly [ById, ById],
): BaseMove {
  const sides = { before: valueOf(base.before, field), after: valueOf(base.after, field) };
  const was = valueOf(before.get(id), field);
  const is = valueOf(after.get(id), field);
  const isOwn = isAlike(was, is, field);
  return { id, field, base: sides, text: { before: isOwn ? sides.before : was, after: is, isOwn } };
}

const valueOf = (record: unknown, field: string | undefined): unknown =>
  field === undefined ? record : (record as RecordFields | undefined)?.[field];

/** Of a whole record it is looked only whether it is there. */
const isAlike = (one: unknown, other: unknown, field: string | undefined): boolean =>
  field === undefined ? (one === undefined) === (other === undefined) : isSameValue(one, other);

/**
 * What a list starts from after undo, which leads the text back over what others did to it: what they did counts as not
 * taken over there, since the user would send it back otherwise. Redo leads forward again.
 * @param moves the oldest first
 */
export function movedBase(
  base: readonly RecordFields[],
  moves: readonly BaseMove[],
  { from, to, step }: { from: readonly RecordFields[]; to: readonly RecordFields[]; step: 'undo' | 'redo' },
): readonly RecordFields[] {
  const moved = new Map(byId(base));
  const left = byId(from);
  const reached = byId(to);
  const [start, end] = step === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const);
  for (const move of step === 'undo' ? moves.toReversed() : moves) {
    const { id, field, text } = move;
    const was = valueOf(left.get(id), field);
    const is = valueOf(reached.get(id), field);
    const isLeft = (text.isOwn && step === 'undo') || isAlike(was, text[start], field);
    const isReached = (text.isOwn && step === 'redo') || isAlike(is, text[end], field);
    if (!isAlike(was, is, field) && isLeft && isReached) put(moved, move, move.base[end]);
  }
  return [...moved.values()];
}

/**
 * The moves that still lead to what a list starts from once a save was accepted: where the user saved another value over what
 * others did, an undo leads away from what the manager has, and is a change of the user's.
 * @param base what the list starts from since the save
 * @param moves the oldest first
 */
export function movesUnderSave(base: readonly RecordFields[], moves: readonly BaseMove[]): BaseMove[] {
  const left = new Map(byId(base));
  const saved = new Map<unknown, Set<string | undefined>>();
  return moves
    .toReversed()
    .flatMap((move): BaseMove[] => {
      const { id, field } = move;
      const after = valueOf(left.get(id), field);
      const fields = saved.get(id) ?? new Set();
      if (fields.has(field) || !isAlike(after, move.base.after, field)) {
        saved.set(id, fields.add(field));
        return [];
      }
      put(left, move, move.base.before);
      // Of a record that others created the user may have saved other values.
      return [{ ...move, base: { ...move.base, after } }];
    })
    .toReversed();
}

function put(records: Map<unknown, RecordFields>, { id, field }: BaseMove, value: unknown): void {
  const record = records.get(id);
  if (field === undefined && value === undefined) records.delete(id);
  else if (field === undefined) records.set(id, value as RecordFields);
  else if (record)
    records.set(
      id,
      value === undefined ? fieldsWhere(record, name => name !== field) : { ...record, [field]: value },
    );
}
