import { ApiError } from '../../api/apiError.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { untilSent } from '../../model/text/patientSignal.js';
import { settle, UnseenError, type Patience } from '../settle.js';
import {
  mayFollow,
  mayHaveHappened,
  sendOnce,
  sendSteps,
  type StepOutcome,
  type StepSending,
} from '../steps.js';
import {
  hasSpelling,
  type ListCreate,
  type ListDelete,
  type ListWrites,
  type ListUpdate,
} from './planList.js';

/** How the records of a plan are written; `waiting` is for the calls, as in {@link StepSending}. */
export interface ListAccess {
  readonly create: (creation: ListCreate, waiting?: AbortSignal) => Promise<InventoryRecord>;
  /** Saves one record on the way that single records go: read, merge, send, read until it shows. */
  readonly update: (
    update: ListUpdate,
    patience: Patience & { readonly waiting: AbortSignal },
  ) => Promise<RecordFields>;
  readonly remove: (removal: ListDelete, waiting?: AbortSignal) => Promise<void>;
  /** All records of the type. @throws also when only a part was sent */
  readonly list: (waiting?: AbortSignal) => Promise<readonly InventoryRecord[]>;
  /** A record by itself; undefined where it is not there. */
  readonly read: (id: number, waiting?: AbortSignal) => Promise<InventoryRecord | undefined>;
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

/** How a list is written. */
export interface ListRunning {
  /** The numbers of the records of the type before, by which a lost answer to a create is recognised. */
  readonly known: readonly number[];
  /** How many records are created at the same time: equal ones could not be told apart when an answer is lost. */
  readonly createsAtOnce?: number;
  readonly signal: AbortSignal;
  /** Called when a record begins. */
  readonly onStep: (number: number) => void;
  /** Called once all was sent, before it is looked at what was created and deleted. */
  readonly onLooking?: () => void;
  /** Called when what was sent does not show yet and is looked for again. */
  readonly onWaiting?: () => void;
  /** Called with all records of the type once all was written, if they were read to see what was created and deleted. */
  readonly onListed?: (records: readonly InventoryRecord[]) => void;
  /** Called once a record was created. */
  readonly onCreated?: (creation: ListCreate, id: number) => void;
}

/**
 * Writes a plan record by record: what is created first, what is deleted last, a few at a time. What was written counts once
 * it shows.
 */
export async function applyList(
  plan: ListWrites,
  access: ListAccess,
  {
    known,
    createsAtOnce = 1,
    signal,
    onStep,
    onLooking,
    onWaiting = () => undefined,
    onListed = () => undefined,
    onCreated,
  }: ListRunning,
): Promise<ListOutcome[]> {
  const claimed = new Set(known);
  const patience = { signal, onWaiting };
  const unanswered = new Map<number, unknown>();
  const creates: Step[] = plan.creates.map(creation => ({ do: 'create', creation }));
  const updates: Step[] = plan.updates.map(update => ({ do: 'update', update }));
  const deletes: Step[] = plan.deletes.map(removal => ({ do: 'delete', removal }));
  const send = async (step: Step, { waiting, goOn }: StepSending): Promise<RecordFields | undefined> => {
    switch (step.do) {
      case 'create': {
        const record = await createOnce(step.creation, { access, claimed, patience, waiting });
        claimed.add(record.id);
        onCreated?.(step.creation, record.id);
        return record;
      }
      case 'update':
        return access.update(step.update, { signal, waiting, onWaiting: () => (goOn(), onWaiting()) });
      case 'delete':
        return access.remove(step.removal, waiting).catch((error: unknown) => {
          if (!mayHaveHappened(error)) throw error;
          unanswered.set(step.removal.id, error);
        }) as Promise<undefined>;
    }
  };
  const outcomes = await sendSteps(
    [
      { steps: creates ?? [], atOnce: createsAtOnce },
      { steps: updates ?? [], atOnce },
      { steps: deletes ?? [], atOnce },
    ],
    { send, onStep: (_, number) => onStep(number), signal },
  );
  return settleList(outcomes, { access, patience, unanswered, onListed, onLooking });
}

/** A create whose answer was lost is looked up: the one new record with the same fields is it. */
const createOnce = (
  creation: ListCreate,
  {
    access: { create, list },
    claimed,
    patience,
    waiting,
  }: { access: ListAccess; claimed: ReadonlySet<number>; patience: Patience; waiting: AbortSignal },
): Promise<InventoryRecord> =>
  sendOnce(
    async () => {
      const record = await create(creation, waiting);
      if (!claimed.has(record.id)) return record;
      // What was there before was not created: nobody knows what became of it.
      const detail = `record ${record.id}, which was there before`;
      throw new ApiError({ reason: 'badResponse', method: 'POST', path: '/api/v1/inventory', detail });
    },
    async () => {
      const isNew = (record: InventoryRecord) =>
        !claimed.has(record.id) && hasSpelling(record, creation.fields);
      const [twin, ...others] = (await list(waiting)).filter(isNew);
      return others.length === 0 ? twin : undefined;
    },
    patience,
  );

/** How it is looked what became of records that were created and deleted. */
interface LastLook extends Pick<ListRunning, 'onLooking'>, Required<Pick<ListRunning, 'onListed'>> {
  readonly access: ListAccess;
  readonly patience: Patience & { readonly signal: AbortSignal };
  /** Why it is not known of some whether they were deleted. */
  readonly unanswered: ReadonlyMap<number, unknown>;
}

/** Looks whether what was created is there and what was deleted is gone, for all at once: an answer alone does not tell. */
async function settleList(
  outcomes: readonly ListOutcome[],
  { access, patience, unanswered, onListed, onLooking }: LastLook,
): Promise<ListOutcome[]> {
  const created = outcomes.flatMap(outcome => idIf('create', outcome));
  const deleted = outcomes.flatMap(outcome => idIf('delete', outcome));
  if (created.length + deleted.length === 0) return [...outcomes];
  onLooking?.();
  const waiting = untilSent(patience.signal);
  const found = await settle({
    ...patience,
    look: () => lookAtList({ created, deleted }, access, waiting),
    isSettled: ({ open }) => !open.some(id => !unanswered.has(id) || mayFollow(unanswered.get(id))),
  });
  if (found.seen?.listed) onListed(found.seen.listed);
  const open = new Set(found.seen?.open ?? deleted);
  const { listed = [], alone = [] } = found.seen ?? {};
  const shown = new Map([...listed, ...alone].map(record => [record.id, record]));
  return outcomes.map(outcome => {
    const [id] = idIf('create', outcome).concat(idIf('delete', outcome));
    if (id === undefined) return outcome;
    if (!open.has(id)) return asShown(outcome, shown.get(id));
    const looked = found.isSettled ? undefined : found.error;
    const error = unanswered.get(id) ?? new UnseenError(found.seen !== undefined, looked);
    return { kind: 'failed', step: outcome.step, error };
  });
}

/**
 * What was created as the manager shows it, which may be something else than it answered. Of what it does not show, an answer may
 * name the number alone: the rest is what was sent.
 */
function asShown(outcome: ListOutcome, shown: InventoryRecord | undefined): ListOutcome {
  if (outcome.kind !== 'done' || outcome.step.do !== 'create') return outcome;
  const { fields } = outcome.step.creation;
  return { ...outcome, result: shown ? { ...outcome.result, ...shown } : { ...fields, ...outcome.result } };
}

/** The number of a record that was created, or deleted. */
function idIf(wanted: 'create' | 'delete', outcome: ListOutcome): number[] {
  if (outcome.kind !== 'done' || outcome.step.do !== wanted) return [];
  return [outcome.step.do === 'delete' ? outcome.step.removal.id : Number(outcome.result?.['id'])];
}

/** What a look at the records of a list shows. */
interface SeenList {
  /** Which of them do not show what was done with them. */
  readonly open: readonly number[];
  /** All records of the type; undefined where only a part is known. */
  readonly listed: readonly InventoryRecord[] | undefined;
  /** What was created and had to be asked for by itself. */
  readonly alone: readonly InventoryRecord[];
}

/**
 * Looks at the list. What was deleted is asked for one by one where that is only a part, and what was created where it
 * lacks it; a created record of which nobody can say counts as there.
 */
async function lookAtList(
  { created, deleted }: Record<'created' | 'deleted', readonly number[]>,
  { list, read }: ListAccess,
  waiting: AbortSignal,
): Promise<SeenList> {
  const listed = await list(waiting).catch(() => undefined);
  const ids = new Set(listed?.map(({ id }) => id));
  const open = listed ? deleted.filter(id => ids.has(id)) : [];
  for (const id of listed ? [] : deleted) if (await read(id, waiting)) open.push(id);
  const alone: InventoryRecord[] = [];
  for (const id of created.filter(each => !ids.has(each))) {
    const record = await read(id, waiting).catch(() => 'unknown' as const);
    if (record === undefined) open.push(id);
    else if (record !== 'unknown') alone.push(record);
  }
  return { open, listed, alone };
}
