import type { InventoryRecord } from '../../model/inventory/inventoryRecord.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import type { ListItem } from '../../model/inventory/listDocument.js';
import { type RecordFields, documentFields } from '../../model/inventory/recordText.js';
import { sendOnce, sendSteps, type StepOutcome } from '../steps.js';
import { hasFields, type ListCreate, type ListDelete, type ListWrites, type ListUpdate } from './planList.js';

/** How the records of a plan are written. */
export interface ListAccess {
  readonly create: (creation: ListCreate) => Promise<InventoryRecord>;
  /** Saves one record on the way that single records go: read, merge, send, read. */
  readonly update: (update: ListUpdate) => Promise<RecordFields>;
  readonly remove: (removal: ListDelete) => Promise<void>;
  readonly list: () => Promise<readonly InventoryRecord[]>;
}

/** One record of a plan that is to be written. */
export type Step =
  | { readonly do: 'create'; readonly creation: ListCreate }
  | { readonly do: 'update'; readonly update: ListUpdate }
  | { readonly do: 'delete'; readonly removal: ListDelete };

/** What became of one record of a plan: the record as the manager has it now, or nothing of one that was deleted. */
export type ListOutcome = StepOutcome<Step, RecordFields | undefined>;

/** How many records are written at the same time. */
const atOnce = 4;

/**
 * Writes a plan record by record: what is created first, what is deleted last, a few at a time.
 * @param known the numbers of the records of the type before, by which a lost answer to a create is recognised
 * @param onStep is called when a record begins
 */
export function applyList(
  plan: ListWrites,
  access: ListAccess,
  {
    known,
    signal,
    onStep,
  }: { known: readonly number[]; signal: AbortSignal; onStep: (number: number) => void },
): Promise<ListOutcome[]> {
  const claimed = new Set(known);
  const [creates, updates, deletes]: Step[][] = [
    plan.creates.map(creation => ({ do: 'create', creation })),
    plan.updates.map(update => ({ do: 'update', update })),
    plan.deletes.map(removal => ({ do: 'delete', removal })),
  ];
  return sendSteps(
    [
      // Equal new records could not be told apart when an answer is lost, so they are created one after the other.
      { steps: creates ?? [], atOnce: 1 },
      { steps: updates ?? [], atOnce },
      { steps: deletes ?? [], atOnce },
    ],
    { send: step => write(step, access, claimed), onStep: (_, number) => onStep(number), signal },
  );
}

async function write(
  step: Step,
  access: ListAccess,
  claimed: Set<number>,
): Promise<RecordFields | undefined> {
  switch (step.do) {
    case 'create': {
      const record = await createOnce(step.creation, access, claimed);
      claimed.add(record.id);
      return record;
    }
    case 'update':
      return access.update(step.update);
    case 'delete':
      return removeOnce(step.removal, access);
  }
}

/** A create whose answer was lost is looked up: the one new record with the same fields is it. */
const createOnce = (
  creation: ListCreate,
  { create, list }: ListAccess,
  claimed: ReadonlySet<number>,
): Promise<InventoryRecord> =>
  sendOnce(
    () => create(creation),
    async () => {
      const isNew = (record: InventoryRecord) =>
        !claimed.has(record.id) && hasFields(record, creation.fields);
      const [twin, ...others] = (await list()).filter(isNew);
      return others.length === 0 ? twin : undefined;
    },
  );

async function removeOnce(removal: ListDelete, { remove, list }: ListAccess): Promise<undefined> {
  await sendOnce(
    async () => {
      await remove(removal);
      return true;
    },
    async () => ((await list()).some(({ id }) => id === removal.id) ? undefined : true),
  );
  return undefined;
}

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
  return {
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

function placeOf(step: Step): number | undefined {
  if (step.do === 'delete') return undefined;
  return step.do === 'create' ? step.creation.place : step.update.place;
}
