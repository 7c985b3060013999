import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { readList, type ListItem } from '../../model/inventory/listDocument.js';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { type RecordFields, documentFields } from '../../model/inventory/recordText.js';
import { sentSince, type CreatedItem, type EarlierSaves } from '../records/editedDocument.js';
import { asGoneOn, goneOnFrom } from '../records/saveFlow.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { sentToRecord } from './openWrites.js';
import type { ListOutcome, Step } from './applyList.js';

/** A list after it was written, wholly or in part. */
export interface ListAfterwards {
  /** The document: what was stored as the manager has it, the rest as it was edited. */
  readonly items: readonly RecordFields[];
  /** What the document goes on from, so that exactly the rest is still an edit. */
  readonly base: readonly RecordFields[];
  /**
   * What the document goes on from if it was typed into meanwhile: what was written as it was saved, with what the manager
   * made of what was sent; the rest as it was before.
   */
  readonly goesOn: readonly RecordFields[];
  /** What was created, as the document shows it. */
  readonly created: readonly CreatedItem[];
  /** What was not written, with its place among `items`; `item` is undefined for what is to be deleted. */
  readonly left: readonly {
    readonly step: Step;
    readonly item: number | undefined;
    readonly error: unknown;
  }[];
}

/** What the document of a list becomes after its plan was written. */
export function listAfterwards(
  type: InventoryType,
  { base, items }: { readonly base: readonly RecordFields[]; readonly items: readonly ListItem[] },
  outcomes: readonly ListOutcome[],
): ListAfterwards {
  const created = new Map<number, RecordFields>();
  const stored = new Map<number, RecordFields>();
  const deleted = new Set<number>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'done') continue;
    const { step, result = {} } = outcome;
    if (step.do === 'create')
      created.set(step.creation.place, documentFields(type, result as InventoryRecord));
    else if (step.do === 'update') stored.set(step.update.id, result);
    else deleted.add(step.removal.id);
  }
  const storedOr = (id: unknown, fields: RecordFields) => stored.get(Number(id)) ?? fields;
  const left = outcomes.filter(({ kind }) => kind !== 'done');
  const kept = new Set(left.map(({ step }) => idOf(step)));
  const sent = new Map(
    outcomes.flatMap(({ step }) => (step.do === 'update' ? [[step.update.id, step.update.changes]] : [])),
  );
  const asSaved = ({ id, fields }: ListItem, place: number): RecordFields[] => {
    const number = id ?? created.get(place)?.['id'];
    if (number === undefined || kept.has(Number(number))) return [];
    const now = created.get(place) ?? stored.get(Number(number));
    const changes = created.has(place) ? fields : sent.get(Number(number));
    return [{ ...(now ? goneOnFrom(fields, now, Object.keys(changes ?? {})) : fields), id: number }];
  };
  return {
    goesOn: [...items.flatMap(asSaved), ...base.filter(({ id }) => kept.has(Number(id)))],
    created: [...created].flatMap(([place, { id }]) => {
      const fields = items[place]?.fields;
      return fields && typeof id === 'number' ? [{ fields, id }] : [];
    }),
    items: items.map((item, place) => created.get(place) ?? storedOr(item.id, item.fields)),
    base: [
      ...base
        .filter(fields => !deleted.has(Number(fields['id'])))
        .map(fields => storedOr(fields['id'], fields)),
      ...created.values(),
    ],
    left: outcomes.flatMap(outcome =>
      outcome.kind === 'done'
        ? []
        : { step: outcome.step, item: placeOf(outcome.step), error: outcome.error },
    ),
  };
}

/**
 * The items of a list that was typed into while it was saved, with the numbers of those that were created by that: equal ones
 * first, then those of the same name. One that was renamed meanwhile is a new one, which the plan shows.
 */
export function withGivenIds(
  type: InventoryType,
  items: readonly ListItem[],
  created: readonly CreatedItem[],
): readonly ListItem[] {
  if (created.length === 0) return items;
  const { nameField } = inventoryType(type);
  const taken = new Set(items.map(({ id }) => id));
  const open = new Set(created.filter(({ id }) => !taken.has(id)));
  const given = new Map<ListItem, number>();
  const left = () => items.filter(item => item.id === undefined && !given.has(item));
  const give = (item: ListItem, known: CreatedItem | undefined) => {
    if (!known) return;
    open.delete(known);
    given.set(item, known.id);
  };
  const giveWhere = (isSame: (one: RecordFields, other: RecordFields) => boolean) => {
    for (const item of left())
      give(
        item,
        [...open].find(({ fields }) => isSame(fields, item.fields)),
      );
  };
  giveWhere(isSameValue);
  giveWhere((one, other) => one[nameField] === other[nameField]);
  return items.map(item => (given.has(item) ? withId(item, given.get(item)) : item));
}

/** What a list started from, with what was created of its items since, where the window was closed before it could be added. */
export function withCreated(
  base: readonly RecordFields[],
  items: readonly ListItem[],
  created: readonly CreatedItem[],
): RecordFields[] {
  const known = new Set(base.map(({ id }) => id));
  const shown = new Set(items.map(({ id }) => id));
  const added = created.filter(({ id }) => shown.has(id) && !known.has(id));
  return [...base, ...added.map(({ fields, id }) => ({ ...fields, id }))];
}

/** The items of a list in which what the last save sent, and still stands there, is what the manager made of it. */
export function asSavedBefore(
  type: InventoryType,
  items: readonly ListItem[],
  { base, earlier }: { readonly base: readonly RecordFields[]; readonly earlier: EarlierSaves },
): readonly ListItem[] {
  if (earlier.saved === undefined) return items;
  const since = sentSince(earlier);
  const isSentSince = (id: number | undefined, field: string) =>
    id !== undefined && sentToRecord(since, id).some(([name]) => name === field);
  const given = withGivenIds(type, readList(earlier.saved.text).items, earlier.created);
  const savedById = new Map(
    given.map(({ id, fields }) => [id, fieldsWhere(fields, name => !isSentSince(id, name))]),
  );
  const baseById = new Map(base.map(fields => [fields['id'], fields]));
  return items.map(item => {
    const saved = savedById.get(item.id);
    const from = baseById.get(item.id);
    if (item.id === undefined || !saved || !from) return item;
    return { ...item, fields: asGoneOn({ edited: item.fields, saved, base: from }) };
  });
}

const withId = (item: ListItem, id: number | undefined): ListItem => ({
  ...item,
  id,
  fields: { ...item.fields, id },
});

/** The number of the record that a step changes or deletes. */
function idOf(step: Step): number | undefined {
  if (step.do === 'create') return undefined;
  return step.do === 'update' ? step.update.id : step.removal.id;
}

function placeOf(step: Step): number | undefined {
  if (step.do === 'delete') return undefined;
  return step.do === 'create' ? step.creation.place : step.update.place;
}
