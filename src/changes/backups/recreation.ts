import * as l10n from '@vscode/l10n';
import { ApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  findRecordTwins,
  type InventoryRecord,
  type Renumbered,
  type TypedRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { documentFields, fieldsToCreate, type RecordFields } from '../../model/inventory/recordText.js';
import { isStoredWhole, lostLetterProblems } from '../../model/inventory/recordRules.js';
import { referencesOf } from 'netsensor-contract/inventory/references';
import { untilSent } from '../../model/text/patientSignal.js';
import { describeError } from '../../words/describeError.js';
import { describeProblems } from '../../words/describeProblems.js';
import { nameLines, nameList, joined, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { countRecords } from '../../words/names.js';
import { unnamed, type NameOf } from '../../words/recordDetail.js';
import type { Change, PlanWords, Receipt, Running } from '../change.js';
import { inOrderOfReference, keyOf, partsOf, shownRecord } from '../deletion/recordDeletionPlan.js';
import { isListed, readLists, recordIfThere, refTo, withUnlisted } from '../deletion/recordDeletionChange.js';
import { recordSides } from '../planSides.js';
import { settle, type Patience } from '../settle.js';
import { mayHaveHappened, sendOnce, sendSteps, type StepOutcome } from '../steps.js';
import { namesIn, recordsIn, type Backup } from '../backup.js';

type RecreatingCalls = Pick<ManagerClient, 'listRecords' | 'createRecord' | 'getRecord'>;

/** A manager on which records are created again. */
export interface RecreatingManager {
  /** What people call it. */
  readonly name: string;
  readonly client: RecreatingCalls;
  /** The secret fields of a record, which backups do not hold. @throws when they are not given */
  readonly secretsOf: (record: TypedRecord) => Promise<RecordFields>;
  /** What its records are called, as far as that is known. */
  readonly nameOf?: NameOf | undefined;
}

/** Records of a backup that are to be created again. */
export interface RecreationPlan {
  readonly gone: readonly TypedRecord[];
  readonly kept: readonly TypedRecord[];
  /** Keys of all records of their types, which were there before anything is restored. */
  readonly known: readonly string[];
  /** What is not known of their lists, as sentences. */
  readonly parts: readonly Inert[];
}

/** A record that the manager answered that it created: its new number, and what was sent. */
interface Recreated {
  readonly id: number;
  readonly fields: RecordFields;
}

type RecreationOutcome = StepOutcome<TypedRecord, Recreated>;

interface RecreationReceipt extends Receipt {
  readonly renumbered?: readonly Renumbered[];
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
): Change<RecreationPlan, readonly RecreationOutcome[], RecreationReceipt> {
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
      const whole = await withUnlisted(client, lists, { wanted: saved.map(refTo), signal });
      const isThere = (one: TypedRecord) => isListed(whole, refTo(one));
      return {
        gone: saved.filter(one => !isThere(one)),
        kept: saved.filter(isThere),
        known: [...whole].flatMap(([type, { rows }]) => rows.map(record => keyOf({ type, record }))),
        parts: partsOf(lists),
      };
    },
    word: plan => wordPlan(plan, { name, called }),
    nothingToDo: ({ gone }) =>
      gone.length > 0
        ? undefined
        : {
            severity: 'info',
            message: l10n.t('Every record of this backup is still on the manager. Nothing was sent.'),
          },
    deciding: ({ gone }) => gone,
    apply: (plan, running) => recreateEach({ client, secretsOf }, plan, running),
    receive: async (_, outcomes, { signal, tell }) => {
      const onWaiting = () => tell(l10n.t('waiting until the manager shows it'));
      return receiptOf(outcomes, await lookFor(client, outcomes, { signal, onWaiting }), called);
    },
  };
}

function wordPlan(
  { gone, kept, parts }: RecreationPlan,
  { name, called }: { readonly name: string; readonly called: (one: TypedRecord) => string },
): PlanWords {
  // Nobody knows the new numbers yet, and the old ones will not be theirs.
  const newIds = new Map(gone.map(one => [keyOf(one), l10n.t('(new number of {0})', quoted(called(one)))]));
  const made = gone.map(one => ({ ...one, record: { ...one.record, ...renumbered(one, newIds) } }));
  return {
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
    sides: recordSides({ made }),
  };
}

/** Creates records one after the other, so that those that refer to one before them get its new number. */
function recreateEach(
  { client, secretsOf }: Pick<RecreatingManager, 'client' | 'secretsOf'>,
  { gone, known }: RecreationPlan,
  { signal, tell }: Running,
): Promise<RecreationOutcome[]> {
  const newIds = new Map<string, number>();
  const claimed = new Set(known);
  const groups = inOrderOfReference(gone).map(steps => ({ steps, atOnce: 1 }));
  const patience = { signal, onWaiting: () => tell(l10n.t('waiting until the manager shows it')) };
  return sendSteps(groups, {
    send: async (one, { waiting }) => {
      const record = { ...one.record, ...renumbered(one, newIds) };
      const secrets = await secretsOf(one);
      const fields = fieldsToCreate(one.type, record);
      const made = await createOne(client, { ...one, fields }, { secrets, claimed, waiting, patience });
      claimed.add(keyOf({ type: one.type, record: made }));
      newIds.set(keyOf(one), made.id);
      return { id: made.id, fields };
    },
    onStep: (_, number) => tell(l10n.t('{0} of {1}', number, gone.length)),
    signal,
  });
}

/** A create whose answer was lost is looked up: the one new record like it, however the manager spells it, is it. */
async function createOne(
  client: RecreatingCalls,
  { type, record, fields }: TypedRecord & { readonly fields: RecordFields },
  {
    secrets,
    claimed,
    waiting,
    patience,
  }: { secrets: RecordFields; claimed: ReadonlySet<string>; waiting: AbortSignal; patience: Patience },
): Promise<InventoryRecord> {
  const lost = lostLetterProblems(fields, fields);
  if (lost.length > 0) throw new SentenceError(describeProblems(lost));
  const isNew = (one: InventoryRecord) => !claimed.has(keyOf({ type, record: one }));
  return sendOnce(
    async () => {
      const made = await client.createRecord(type, { ...fields, ...secrets }, waiting);
      if (isNew(made)) return made;
      // What was there before was not created: nobody knows what became of it.
      const detail = `record ${made.id}, which was there before`;
      throw new ApiError({
        reason: 'badResponse',
        method: 'POST',
        path: `/api/v1/inventory/${type}`,
        detail,
      });
    },
    async () => {
      const { rows, total } = await client.listRecords(type, waiting);
      // Nobody can tell which records of a part are new.
      if (total !== undefined) return undefined;
      const twins = findRecordTwins({ type }, rows, fields);
      const [made, ...more] = twins.filter(twin => twin.id > record.id && isNew(twin));
      return more.length === 0 ? made : undefined;
    },
    patience,
  );
}

/** What the manager shows of records that it answered that it created. */
interface SeenAgain {
  /** By the record of the backup; undefined for what is not there. */
  readonly records: ReadonlyMap<TypedRecord, InventoryRecord | undefined>;
  /** Why they could not be read; undefined where they were, and where nobody wanted to wait. */
  readonly error?: unknown;
}

/** Looks for what was created, for all of it at once: an answer alone does not tell that it is there. */
async function lookFor(
  client: RecreatingCalls,
  outcomes: readonly RecreationOutcome[],
  patience: Patience & { readonly signal: AbortSignal },
): Promise<SeenAgain> {
  const made = outcomes.filter(outcome => outcome.kind === 'done');
  if (made.length === 0) return { records: new Map() };
  const types = [...new Set(made.map(({ step }) => step.type))];
  const waiting = untilSent(patience.signal);
  const look = async () => {
    const lists = await readLists(client, types, waiting);
    const records = new Map<TypedRecord, InventoryRecord | undefined>();
    for (const { step, result } of made) {
      const listed = lists.get(step.type)?.rows.find(({ id }) => id === result.id);
      records.set(
        step,
        listed ?? (await recordIfThere(client, { type: step.type, id: result.id, signal: waiting })),
      );
    }
    return records;
  };
  const isSettled = (records: SeenAgain['records']) => ![...records.values()].includes(undefined);
  const found = await settle({ ...patience, look, isSettled });
  return found.seen
    ? { records: found.seen }
    : { records: new Map(), error: found.isSettled ? undefined : found.error };
}

/** References to records that were created again, with their new numbers, or what stands for these before. */
function renumbered({ type, record }: TypedRecord, newIds: ReadonlyMap<string, unknown>): RecordFields {
  const uses = referencesOf(type, record).filter(({ field }) => !Array.isArray(record[field]));
  return Object.fromEntries(uses.map(({ field, role, id }) => [field, newIds.get(`${role.to}/${id}`) ?? id]));
}

function receiptOf(
  outcomes: readonly RecreationOutcome[],
  { records, error }: SeenAgain,
  called: (one: TypedRecord) => string,
): RecreationReceipt {
  const done = outcomes.filter(outcome => outcome.kind === 'done');
  const seen = done.filter(({ step }) => records.get(step));
  const unseen = done.filter(({ step }) => !records.get(step)).map(({ step }) => step);
  const altered = seen.filter(({ step, result }) => {
    const record = records.get(step);
    return record && !isStoredWhole(result.fields, documentFields(step.type, record));
  });
  const notTried = outcomes.filter(({ kind }) => kind === 'notSent').map(({ step }) => step);
  const failures = outcomes.flatMap(outcome =>
    outcome.kind === 'failed' ? failureSentence(called(outcome.step), outcome.error) : [],
  );
  const isOpen =
    unseen.length > 0 ||
    outcomes.some(outcome => outcome.kind === 'failed' && mayHaveHappened(outcome.error));
  const nothing = isOpen ? '' : l10n.t('Nothing was restored.');
  const restored = seen.map(({ step }) => step);
  const message = joined([
    restored.length > 0 ? l10n.t('Restored {0}.', countRecords(restored)) : nothing,
    altered.length > 0
      ? l10n.t('These differ from the backup: {0}.', nameList(altered.map(({ step }) => called(step))))
      : '',
    unseen.length > 0 ? unseenSentence(nameList(unseen.map(called)), records.size > 0, error) : '',
    ...failures.slice(0, 3),
    failures.length > 3 ? l10n.t('and {0} more', failures.length - 3) : '',
    notTried.length > 0 ? l10n.t('Not tried: {0}.', nameList(notTried.map(called))) : '',
  ]);
  const isPlain = failures.length + notTried.length + unseen.length + altered.length === 0;
  const renumbered = done.map(({ step: { type, record }, result }) => ({
    type,
    before: record.id,
    now: result.id,
  }));
  return { severity: isPlain ? 'info' : 'warning', message, renumbered };
}

/** Says of records that the manager took that nobody has seen them since. */
function unseenSentence(names: Inert, isRead: boolean, error: unknown): Inert {
  const known = isRead
    ? l10n.t('The manager answered that it created {0}, but does not show it. It may still be at it.', names)
    : l10n.t('The manager answered that it created {0}, but it could not be read again.', names);
  return joined([
    known,
    error === undefined ? '' : describeError(error),
    l10n.t('Look at the inventory before you restore it again.'),
  ]);
}

function failureSentence(name: string, error: unknown): Inert {
  const reason = describeError(error);
  const why = mayHaveHappened(error)
    ? l10n.t('It is not known whether it was restored. {0}', reason)
    : reason;
  return l10n.t('{0}: {1}', quoted(name), why);
}
