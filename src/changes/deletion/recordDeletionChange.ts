import * as l10n from '@vscode/l10n';
import { isApiError, undefinedIfGone } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import type { Taken } from '../../api/readings.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord, RecordRef, TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { isPart, type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { nameLines, nameList, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { countRecords, keepWords } from '../../words/names.js';
import { unnamed, type NameOf } from '../../words/recordDetail.js';
import { recordNames } from '../backup.js';
import type { BackedUp, Change, Running } from '../change.js';
import { alongWords, recordSides } from '../planSides.js';
import { settle } from '../settle.js';
import { endsTalk, sendSteps, type StepOutcome } from '../steps.js';
import {
  deletionReceipt,
  mayShow,
  unreadReceipt,
  untried,
  waitingUntilGone,
  type DeletionReceipt,
  type DeletionStep,
} from './deletionReceipt.js';
import {
  inOrderOfReference,
  partsOf,
  planRecordDeletion,
  recordOfSharedId,
  shownRecord,
  typesToRead,
  type RecordDeletionPlan,
  type RecordLists,
  type ShownRecordRef,
} from './recordDeletionPlan.js';

type DeletingCalls = Pick<ManagerClient, 'listRecords' | 'getRecord' | 'deleteRecord'>;

/** A manager that records are deleted from. */
export interface RecordManager {
  /** What people call it. */
  readonly name: string;
  readonly client: DeletingCalls;
  /** What its records are called, as far as that is known. */
  readonly nameOf?: NameOf | undefined;
}

interface RecordStep extends DeletionStep {
  readonly record: TypedRecord;
}

const atOnce = 4;

/** Deletes inventory records, what refers to others first; names what is still there. */
export function recordDeletionChange(
  { name, client, nameOf = unnamed }: RecordManager,
  chosen: readonly ShownRecordRef[],
): Change<RecordDeletionPlan, readonly StepOutcome<RecordStep, Taken>[], DeletionReceipt> {
  const types = typesToRead(chosen.map(({ type }) => type));
  const called = (one: TypedRecord) => shownRecord(one, nameOf);
  return {
    doing: () => l10n.t('deleting from {0}', quoted(name)),
    reading: l10n.t('Reading the inventory'),
    writing: () => l10n.t('Deleting'),
    meanwhile: l10n.t('The records have changed while you were asked. This is what goes now:'),
    plan: async signal => {
      const lists = await readLists(client, types, signal);
      const wanted = chosen.map(({ type, recordId: id }) => ({ type, id }));
      const whole = await withUnlisted(client, lists, { wanted, signal });
      const plan = { ...planRecordDeletion(whole, chosen), parts: partsOf(lists) };
      requireOwnIds(lists, plan.chosen, nameOf);
      if (plan.chosen.length > 0) return plan;
      throw new SentenceError(
        l10n.t('{0} is not on the manager any more. Refresh the tree.', nameList(plan.missing)),
      );
    },
    word: plan => ({
      question: l10n.t('Delete {0} from {1}?', whatGoes(plan, nameOf), quoted(name)),
      lines: planLines(plan, nameOf),
      button: l10n.t('Delete'),
      keep: keepWords(plan.chosen.length),
      sides: recordSides({ gone: plan.chosen, along: plan.dependents }),
    }),
    deciding: ({ parts: _, ...plan }) => plan,
    backup: plan => backedUpRecords('delete', [...plan.chosen, ...plan.dependents]),
    apply: (plan, { signal, tell }) => {
      const groups = inOrderOfReference(plan.chosen).reverse();
      const stepOf = (record: TypedRecord) => ({ names: [called(record)], record });
      return sendSteps(
        groups.map(group => ({ steps: group.map(stepOf), atOnce })),
        {
          send: ({ record }, { waiting }) => deleteRecord(client, record, waiting),
          onStep: (_, number) => tell(l10n.t('{0} of {1}', number, plan.chosen.length)),
          signal,
          isLast: endsTalk,
        },
      );
    },
    receive: (plan, outcomes, running) => receiveDeletion({ client, types, called, plan, outcomes }, running),
  };
}

/** What was sent of a deletion of records, and how to look for what is left. */
interface SentDeletion {
  readonly client: DeletingCalls;
  /** Those that are read. */
  readonly types: readonly InventoryType[];
  /** What a record is called. */
  readonly called: (one: TypedRecord) => string;
  readonly plan: RecordDeletionPlan;
  readonly outcomes: readonly StepOutcome<RecordStep, Taken>[];
}

/** Names what is still there once the manager shows what was deleted. */
async function receiveDeletion(
  { client, types, called, plan, outcomes }: SentDeletion,
  { signal, tell }: Running,
): Promise<DeletionReceipt> {
  const lookFirst = l10n.t('Sign in and look at the inventory before you repeat this.');
  const ended = { planned: countRecords(plan.chosen), outcomes, lookFirst };
  const undone = new Set(outcomes.flatMap(({ kind, step }) => (kind === 'done' ? [] : step.record)));
  const awaited = new Set(outcomes.flatMap(each => (mayShow(each) ? each.step.record : [])));
  // What a part of a list does not show may be there all the same, unless it was asked for.
  const isLeft = (after: RecordLists) => (one: TypedRecord) =>
    isListed(after, refTo(one)) || (undone.has(one) && !awaited.has(one) && isCut(after, one));
  const wanted = plan.chosen.filter(one => awaited.has(one)).map(refTo);
  const looked = await settle({
    look: async () => withUnlisted(client, await readLists(client, types, signal), { wanted, signal }),
    isSettled: after => ![...awaited].some(isLeft(after)),
    onWaiting: () => tell(waitingUntilGone()),
    signal,
  });
  const after = looked.seen;
  if (!after) return unreadReceipt(ended, looked.isSettled ? undefined : looked.error);
  const left = plan.chosen.filter(isLeft(after));
  const skipped = new Set(untried(outcomes).map(({ record }) => record));
  const gone = plan.chosen.filter(one => !left.includes(one));
  const withThem = await surelyGone(client, after, { records: plan.dependents, signal });
  return deletionReceipt(ended, {
    gone: gone.length === 0 ? undefined : countRecords(gone),
    also: withThem.length > 0 ? l10n.t('The manager deleted {0} with it.', countRecords(withThem)) : '',
    left: left.filter(one => !skipped.has(one)).map(called),
    isSettled: looked.isSettled,
    isCancelled: !looked.isSettled && looked.isCancelled,
  });
}

/** Which record one is. */
export const refTo = ({ type, record }: TypedRecord): RecordRef => ({ type, id: record.id });

/** Whether lists show a record. */
export const isListed = (lists: RecordLists, { type, id }: RecordRef): boolean =>
  lists.get(type)?.rows.some(row => row.id === id) ?? false;

/** Whether the list of a type is only a part. */
function isCut(lists: RecordLists, { type }: Pick<RecordRef, 'type'>): boolean {
  const list = lists.get(type);
  return list !== undefined && isPart(list);
}

/** Lists that have those records, too, which they are too short to show: these are asked for one by one. */
export async function withUnlisted(
  client: Pick<ManagerClient, 'getRecord'>,
  lists: RecordLists,
  { wanted, signal }: { readonly wanted: readonly RecordRef[]; readonly signal: AbortSignal },
): Promise<RecordLists> {
  const all = new Map(lists);
  for (const { type, id } of wanted) {
    const list = all.get(type);
    if (!list || !isPart(list) || isListed(all, { type, id })) continue;
    const found = await recordIfThere(client, { type, id, signal });
    if (found) all.set(type, { ...list, rows: [...list.rows, found] });
  }
  return all;
}

/** Which of some records are gone; what a part of a list lacks while nobody can be asked is not counted. */
async function surelyGone(
  client: Pick<ManagerClient, 'getRecord'>,
  lists: RecordLists,
  { records, signal }: { readonly records: readonly TypedRecord[]; readonly signal: AbortSignal },
): Promise<TypedRecord[]> {
  const whole = await withUnlisted(client, lists, { wanted: records.map(refTo), signal }).catch(
    () => undefined,
  );
  return records.filter(one => !isListed(whole ?? lists, refTo(one)) && (whole ?? !isCut(lists, one)));
}

/** A record by itself, which a list may lack that is a part or behind; undefined where it is not there. */
export const recordIfThere = (
  client: Pick<ManagerClient, 'getRecord'>,
  { type, id, signal }: { type: InventoryType; id: number; signal: AbortSignal | undefined },
): Promise<InventoryRecord | undefined> => client.getRecord(type, id, signal).catch(undefinedIfGone);

/** What is kept of records. */
export const backedUpRecords = (operation: string, records: TypedRecord[]): BackedUp => ({
  operation,
  called: recordNames(records)[0] ?? '',
  sensors: [],
  access_points: [],
  records,
});

/** Reads the lists of some inventory types, one after the other. */
export async function readLists(
  client: Pick<ManagerClient, 'listRecords'>,
  types: readonly InventoryType[],
  signal: AbortSignal,
): Promise<RecordLists> {
  const lists = new Map<InventoryType, ListAnswer<InventoryRecord>>();
  for (const type of types) lists.set(type, await client.listRecords(type, signal));
  return lists;
}

/**
 * Makes sure that calls with the numbers of these records reach no others.
 * @throws {SentenceError} when another record of the same type has one of them
 */
export function requireOwnIds(lists: RecordLists, records: readonly TypedRecord[], nameOf: NameOf): void {
  const shared = recordOfSharedId(lists, records);
  if (!shared) return;
  throw new SentenceError(
    l10n.t(
      'The number {0} of {1} belongs to another record too, so the wrong one could be deleted. Nothing was sent. Correct it on the manager, then try again.',
      shared.record.id,
      quoted(shownRecord(shared, nameOf)),
    ),
  );
}

/** One that is gone already is deleted. */
async function deleteRecord(
  client: Pick<ManagerClient, 'deleteRecord'>,
  { type, record }: TypedRecord,
  waiting: AbortSignal,
): Promise<Taken> {
  try {
    const taken = await client.deleteRecord(type, record.id, waiting);
    return taken === 'accepted' ? taken : 'done';
  } catch (error) {
    if (!isApiError(error, 'notFound')) throw error;
    return 'done';
  }
}

/** What refers to records that are to be deleted. */
export function dependentLines(dependents: readonly TypedRecord[], nameOf: NameOf): Inert[] {
  if (dependents.length === 0) return [];
  const count = countRecords(dependents);
  return [
    dependents.length === 1
      ? l10n.t('{0} refers to this. The manager may delete it too, or refuse:', count)
      : l10n.t('{0} refer to this. The manager may delete them too, or refuse:', count),
    ...nameLines(dependents.map(one => shownRecord(one, nameOf))),
  ];
}

/** What is to be deleted: its name, or how many of which type, and how many refer to it. */
function whatGoes({ chosen, dependents }: RecordDeletionPlan, nameOf: NameOf): Inert {
  const [only] = chosen;
  const named = chosen.length === 1 && only ? quoted(shownRecord(only, nameOf)) : countRecords(chosen);
  const along = alongWords(dependents, chosen.length);
  return along === '' ? named : l10n.t('{0} and {1}', named, along);
}

function planLines(
  { chosen, dependents, missing, parts }: RecordDeletionPlan,
  nameOf: NameOf,
): (Inert | '')[] {
  return [
    ...(chosen.length > 1 ? nameLines(chosen.map(one => shownRecord(one, nameOf))) : []),
    ...dependentLines(dependents, nameOf),
    missing.length > 0 ? l10n.t('Not on the manager any more: {0}.', nameList(missing)) : '',
    ...parts,
    l10n.t('A backup is written first.'),
  ];
}
