import type { ListOutcome, Step } from './applyList.js';
import type { InventoryType } from './inventory/inventoryTypes.js';
import type { ListItem } from './inventory/listDocument.js';
import { documentFields, type RecordFields } from './inventory/recordText.js';

/** A list after it was written, wholly or in part. */
export interface ListAfterwards {
  /** The document: what was stored as the manager has it, the rest as it was edited. */
  readonly items: readonly RecordFields[];
  /** What the document goes on from, so that exactly the rest is still an edit. */
  readonly base: readonly RecordFields[];
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
  const created = new Map<ListItem, RecordFields>();
  const stored = new Map<number, RecordFields>();
  const deleted = new Set<number>();
  for (const outcome of outcomes) {
    if (outcome.kind === 'created') created.set(outcome.creation.item, documentFields(type, outcome.record));
    if (outcome.kind === 'updated') stored.set(outcome.id, outcome.stored);
    if (outcome.kind === 'deleted') deleted.add(outcome.id);
  }
  const storedOr = (id: unknown, fields: RecordFields) => stored.get(Number(id)) ?? fields;
  return {
    items: items.map(item => created.get(item) ?? storedOr(item.id, item.fields)),
    base: [
      ...base
        .filter(fields => !deleted.has(Number(fields['id'])))
        .map(fields => storedOr(fields['id'], fields)),
      ...created.values(),
    ],
    left: outcomes.flatMap(outcome => {
      if (outcome.kind !== 'failed' && outcome.kind !== 'notSent') return [];
      const { step } = outcome;
      const error = outcome.kind === 'failed' ? outcome.error : undefined;
      return [{ step, item: indexOf(items, step), error }];
    }),
  };
}

function indexOf(items: readonly ListItem[], step: Step): number | undefined {
  if (step.do === 'delete') return undefined;
  return items.indexOf(step.do === 'create' ? step.creation.item : step.update.item);
}
