import { isApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../../model/inventory/inventoryRecord.js';
import { isPart, type ListAnswer } from '../../model/text/looseValues.js';
import { nameLines, nameList, quoted, type Inert, SentenceError, l10n } from '../../words/inert.js';
import { countRecords } from '../../words/names.js';
import { unnamed, type NameOf } from '../../words/recordDetail.js';
import { recordNames } from '../backups/backup.js';
import type { BackedUp, Change } from '../change.js';
import { endsTalk, sendSteps, type StepOutcome } from '../steps.js';
import { deletionReceipt, toError, unknownReceipt, type DeletionStep } from './deletionReceipt.js';
import {
  inOrderOfReference,
  planRecordDeletion,
  recordOfSharedId,
  shownRecord,
  typesToRead,
  type RecordDeletion,
  type RecordLists,
  type ShownRecordRef,
  type TypedRecord,
} from './recordDeletion.js';

/** A manager that records are deleted from. */
export interface RecordManager {
  /** What people call it. */
  readonly name: string;
  readonly client: Pick<ManagerClient, 'listRecords' | 'deleteRecord'>;
  /** What its records are called, as far as that is known. */
  readonly nameOf?: NameOf | undefined;
}

interface RecordStep extends DeletionStep {
  readonly record: TypedRecord;
}

const atOnce = 4;

/** Deletes inventory records, what refers to others first; names what is still there. */
export function recordsDeletion(
  { name, client, nameOf = unnamed }: RecordManager,
  chosen: readonly ShownRecordRef[],
): Change<RecordDeletion, readonly StepOutcome<RecordStep, void>[]> {
  const types = typesToRead(chosen.map(({ type }) => type));
  const called = (one: TypedRecord) => shownRecord(one, nameOf);
  return {
    doing: () => l10n.t('deleting from {0}', quoted(name)),
    reading: l10n.t('Reading the inventory'),
    writing: () => l10n.t('Deleting'),
    meanwhile: l10n.t('The records have changed while you were asked. This is what goes now:'),
    plan: async signal => {
      const lists = await readLists(client, types, signal);
      const plan = planRecordDeletion(lists, chosen);
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
    }),
    deciding: ({ parts: _, ...plan }) => plan,
    backup: plan => backedUpRecords('delete', [...plan.chosen, ...plan.dependents]),
    apply: (plan, { signal, tell }) => {
      const groups = inOrderOfReference(plan.chosen).reverse();
      const stepOf = (record: TypedRecord) => ({ names: [called(record)], record });
      return sendSteps(
        groups.map(group => ({ steps: group.map(stepOf), atOnce })),
        {
          send: ({ record }) => deleteRecord(client, record),
          onStep: (_, number) => tell(l10n.t('{0} of {1}', number, plan.chosen.length)),
          signal,
          isLast: endsTalk,
        },
      );
    },
    receive: async (plan, outcomes, signal) => {
      const ended = { planned: countRecords(plan.chosen), outcomes };
      const after = await readLists(client, types, signal).catch(toError);
      if (after instanceof Error) return unknownReceipt(ended, after);
      const undone = new Set(outcomes.flatMap(({ kind, step }) => (kind === 'done' ? [] : step.record)));
      // What a part of a list does not show may be there all the same.
      const isLeft = (one: TypedRecord) => {
        const list = after.get(one.type);
        if (!list) return false;
        return list.rows.some(({ id }) => id === one.record.id) || (undone.has(one) && isPart(list));
      };
      const [left, gone] = [plan.chosen.filter(isLeft), plan.chosen.filter(one => !isLeft(one))];
      const withThem = plan.dependents.filter(one => !isLeft(one));
      return deletionReceipt(ended, {
        gone: gone.length === 0 ? undefined : countRecords(gone),
        also: withThem.length > 0 ? l10n.t('The manager deleted {0} with it.', countRecords(withThem)) : '',
        left: left.map(called),
      });
    },
  };
}

/** What is kept of records. */
export const backedUpRecords = (operation: string, records: TypedRecord[]): BackedUp => ({
  ...{ operation, called: recordNames(records)[0] ?? '', sensors: [], access_points: [], records },
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
): Promise<void> {
  try {
    await client.deleteRecord(type, record.id);
  } catch (error) {
    if (!isApiError(error, 'notFound')) throw error;
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

/** What is to be deleted: its name, or how many of which type. */
function whatGoes({ chosen }: RecordDeletion, nameOf: NameOf): Inert {
  const [only] = chosen;
  return chosen.length === 1 && only ? quoted(shownRecord(only, nameOf)) : countRecords(chosen);
}

function planLines({ chosen, dependents, missing, parts }: RecordDeletion, nameOf: NameOf): (Inert | '')[] {
  return [
    ...(chosen.length > 1 ? nameLines(chosen.map(one => shownRecord(one, nameOf))) : []),
    ...dependentLines(dependents, nameOf),
    missing.length > 0 ? l10n.t('Not on the manager any more: {0}.', nameList(missing)) : '',
    ...parts,
    l10n.t('A backup is written first.'),
  ];
}
