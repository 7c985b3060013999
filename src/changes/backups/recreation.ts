import type { ManagerClient } from '../../api/managerClient.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { findRecordTwins } from '../../model/inventory/inventoryRecord.js';
import { fieldsToCreate, type RecordFields } from '../../model/inventory/recordText.js';
import { referencesOf } from '../../model/inventory/references.js';
import { describeError } from '../../words/describeError.js';
import { nameLines, nameList, joined, quoted, type Inert, l10n } from '../../words/inert.js';
import { countRecords } from '../../words/names.js';
import { unnamed, type NameOf } from '../../words/recordDetail.js';
import type { Change, Receipt } from '../change.js';
import {
  inOrderOfReference,
  keyOf,
  partsOf,
  shownRecord,
  type TypedRecord,
} from '../deletion/recordDeletion.js';
import { readLists } from '../deletion/recordsDeletion.js';
import { mayHaveHappened, sendOnce, sendSteps, type StepOutcome } from '../steps.js';
import { namesIn, recordsIn, type Backup } from './backup.js';

/** A manager on which records are created again. */
export interface RecreatingManager {
  /** What people call it. */
  readonly name: string;
  readonly client: Pick<ManagerClient, 'listRecords' | 'createRecord'>;
  /** The secret fields of a record, which backups do not hold. @throws when they are not given */
  readonly secretsOf: (record: TypedRecord) => Promise<RecordFields>;
  /** What its records are called, as far as that is known. */
  readonly nameOf?: NameOf | undefined;
}

/** Records of a backup that are to be created again. */
export interface RecreationPlan {
  readonly gone: readonly TypedRecord[];
  readonly kept: readonly TypedRecord[];
  /** What is not known of their lists, as sentences. */
  readonly parts: readonly Inert[];
}

/** The types of the records of a backup. */
export const typesOf = (backup: Backup): InventoryType[] => [
  ...new Set(recordsIn(backup).map(({ type }) => type)),
];

/**
 * Creates the records of a backup again, what is referred to first. They get new numbers from the manager, and references
 * between them follow; those that are still there stay as they are.
 */
export function recreation(
  { name, client, secretsOf, nameOf = unnamed }: RecreatingManager,
  backup: Backup,
): Change<RecreationPlan, readonly StepOutcome<TypedRecord, number>[]> {
  const saved = recordsIn(backup);
  const nameThen: NameOf = (type, id) => namesIn(saved)(type, id) ?? nameOf(type, id);
  const called = (one: TypedRecord) => shownRecord(one, nameThen);
  return {
    reading: l10n.t('Reading the inventory'),
    writing: () => l10n.t('Restoring'),
    doing: () => l10n.t('restoring records on {0}', quoted(name)),
    meanwhile: l10n.t('The records have changed while you were asked. This is what is restored now:'),
    plan: async signal => {
      const lists = await readLists(client, typesOf(backup), signal);
      const isThere = ({ type, record }: TypedRecord) =>
        lists.get(type)?.rows.some(({ id }) => id === record.id) ?? false;
      return {
        gone: saved.filter(one => !isThere(one)),
        kept: saved.filter(isThere),
        parts: partsOf(lists),
      };
    },
    word: ({ gone, kept, parts }) => ({
      question: l10n.t('Restore {0} on {1}?', countRecords(gone), quoted(name)),
      lines: [
        ...nameLines(gone.map(called)),
        l10n.t(
          'They are created again, with new numbers. References between them follow; those of other records do not.',
        ),
        kept.length > 0 ? l10n.t('Still there, and left as it is: {0}.', countRecords(kept)) : '',
        ...parts,
      ],
      button: l10n.t('Restore'),
    }),
    nothingToDo: ({ gone }) =>
      gone.length > 0
        ? undefined
        : {
            severity: 'info',
            message: l10n.t('Every record of this backup is still on the manager. Nothing was sent.'),
          },
    deciding: ({ gone }) => gone,
    apply: ({ gone }, { signal, tell }) => {
      const newIds = new Map<string, number>();
      const groups = inOrderOfReference(gone).map(steps => ({ steps, atOnce: 1 }));
      return sendSteps(groups, {
        send: async one => {
          const record = { ...one.record, ...renumbered(one, newIds) };
          const id = await createOne(client, { ...one, record }, await secretsOf(one));
          newIds.set(keyOf(one), id);
          return id;
        },
        onStep: (_, number) => tell(l10n.t('{0} of {1}', number, gone.length)),
        signal,
      });
    },
    receive: (_, outcomes) => Promise.resolve(receiptOf(outcomes, called)),
  };
}

/** @returns the new number of the record */
async function createOne(
  client: Pick<ManagerClient, 'listRecords' | 'createRecord'>,
  { type, record }: TypedRecord,
  secrets: RecordFields,
): Promise<number> {
  const fields = fieldsToCreate(type, record);
  const created = await sendOnce(
    () => client.createRecord(type, { ...fields, ...secrets }),
    async () => {
      const twins = findRecordTwins({ type }, (await client.listRecords(type)).rows, fields);
      const [made, ...more] = twins.filter(({ id }) => id > record.id);
      return more.length === 0 ? made : undefined;
    },
  );
  return created.id;
}

/** References to records that were created again, with their new numbers. */
function renumbered({ type, record }: TypedRecord, newIds: ReadonlyMap<string, number>): RecordFields {
  const uses = referencesOf(type, record).filter(({ field }) => !Array.isArray(record[field]));
  return Object.fromEntries(uses.map(({ field, role, id }) => [field, newIds.get(`${role.to}/${id}`) ?? id]));
}

function receiptOf(
  outcomes: readonly StepOutcome<TypedRecord, number>[],
  called: (one: TypedRecord) => string,
): Receipt {
  const of = (kind: 'done' | 'notSent') =>
    outcomes.filter(outcome => outcome.kind === kind).map(({ step }) => step);
  const failures = outcomes.flatMap(outcome =>
    outcome.kind === 'failed' ? failureSentence(called(outcome.step), outcome.error) : [],
  );
  const [created, notTried] = [of('done'), of('notSent')];
  const message = joined([
    created.length > 0 ? l10n.t('Restored {0}.', countRecords(created)) : l10n.t('Nothing was restored.'),
    ...failures.slice(0, 3),
    failures.length > 3 ? l10n.t('and {0} more', failures.length - 3) : '',
    notTried.length > 0 ? l10n.t('Not tried: {0}.', nameList(notTried.map(called))) : '',
  ]);
  return { severity: failures.length + notTried.length === 0 ? 'info' : 'warning', message };
}

function failureSentence(name: string, error: unknown): Inert {
  const reason = describeError(error);
  const why = mayHaveHappened(error)
    ? l10n.t('It is not known whether it was restored. {0}', reason)
    : reason;
  return l10n.t('{0}: {1}', quoted(name), why);
}
