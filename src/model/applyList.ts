import type { InventoryRecord } from './inventory/inventoryRecord.js';
import { hasFields, type ListCreate, type ListDelete, type ListPlan, type ListUpdate } from '../changes/lists/planList.js';
import type { RecordFields } from './inventory/recordText.js';

/** How the records of a plan are written. */
export interface ListAccess {
  readonly create: (creation: ListCreate) => Promise<InventoryRecord>;
  /** Saves one record on the way that single records go: read, merge, send, read. */
  readonly update: (update: ListUpdate) => Promise<RecordFields>;
  readonly remove: (removal: ListDelete) => Promise<void>;
  readonly list: () => Promise<readonly InventoryRecord[]>;
  readonly isOutcomeUnknown: (error: unknown) => boolean;
}

/** What became of one record of a plan. */
export type ListOutcome =
  | { readonly kind: 'created'; readonly creation: ListCreate; readonly record: InventoryRecord }
  | { readonly kind: 'updated'; readonly id: number; readonly stored: RecordFields }
  | { readonly kind: 'deleted'; readonly id: number }
  | { readonly kind: 'failed'; readonly step: Step; readonly error: unknown }
  | { readonly kind: 'notSent'; readonly step: Step };

/** One record of a plan that is to be written. */
export type Step =
  | { readonly do: 'create'; readonly creation: ListCreate }
  | { readonly do: 'update'; readonly update: ListUpdate }
  | { readonly do: 'delete'; readonly removal: ListDelete };

/** How many records are written at the same time. */
const atOnce = 4;

/**
 * Writes a plan record by record: what is created first, what is deleted last, a few at a time. Nothing is repeated; after
 * a cancel what was begun ends, and the rest is not sent.
 * @param known the records of the type before, by which a lost answer to a create is recognised
 * @param onStep is called after each record
 */
export async function applyList(
  plan: ListPlan,
  access: ListAccess,
  {
    known,
    signal,
    onStep,
  }: { known: readonly InventoryRecord[]; signal: AbortSignal; onStep: (done: number) => void },
): Promise<ListOutcome[]> {
  const claimed = new Set(known.map(({ id }) => id));
  const outcomes: ListOutcome[] = [];
  const run = async (step: Step): Promise<ListOutcome> => {
    if (signal.aborted) return { kind: 'notSent', step };
    try {
      return await write(step, access, claimed);
    } catch (error) {
      return { kind: 'failed', step, error };
    } finally {
      onStep(outcomes.length + 1);
    }
  };
  const phases: Step[][] = [
    plan.creates.map(creation => ({ do: 'create', creation })),
    plan.updates.map(update => ({ do: 'update', update })),
    plan.deletes.map(removal => ({ do: 'delete', removal })),
  ];
  for (const [index, steps] of phases.entries()) {
    // Equal new records could not be told apart when an answer is lost, so they are created one after the other.
    await inLanes(steps, index === 0 ? 1 : atOnce, async step => {
      outcomes.push(await run(step));
    });
  }
  return outcomes;
}

async function write(step: Step, access: ListAccess, claimed: Set<number>): Promise<ListOutcome> {
  switch (step.do) {
    case 'create': {
      const { creation } = step;
      const record = await createOnce(creation, access, claimed);
      claimed.add(record.id);
      return { kind: 'created', creation, record };
    }
    case 'update': {
      const { update } = step;
      return { kind: 'updated', id: update.id, stored: await access.update(update) };
    }
    case 'delete': {
      const { removal } = step;
      await removeOnce(removal, access);
      return { kind: 'deleted', id: removal.id };
    }
  }
}

/** A create whose answer was lost is looked up: the one new record with the same fields is it. */
async function createOnce(
  creation: ListCreate,
  { create, list, isOutcomeUnknown }: ListAccess,
  claimed: ReadonlySet<number>,
): Promise<InventoryRecord> {
  try {
    return await create(creation);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const records = await list().catch(() => {
      throw error;
    });
    const twins = records.filter(record => !claimed.has(record.id) && hasFields(record, creation.fields));
    const [twin, ...others] = twins;
    if (twin && others.length === 0) return twin;
    throw error;
  }
}

async function removeOnce(
  removal: ListDelete,
  { remove, list, isOutcomeUnknown }: ListAccess,
): Promise<void> {
  try {
    await remove(removal);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const records = await list().catch(() => undefined);
    if (!records || records.some(({ id }) => id === removal.id)) throw error;
  }
}

/** Works through tasks in order, so many at a time. */
async function inLanes<T>(
  tasks: readonly T[],
  lanes: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const waiting = tasks.values();
  const lane = async () => {
    for (const task of waiting) await work(task);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
