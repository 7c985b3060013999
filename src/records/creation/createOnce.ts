import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  againQuestion,
  createOnlyOnce,
  goesOnFrom,
  isEditedSince,
  triedNames,
  twinsOfTries,
  type Created,
  type FoundTwin,
  type SentTry,
  type TwinSearch,
} from '../../changes/records/createFlow.js';
import { shownCreated } from '../../changes/records/shownCreated.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  createSchema,
  findRecordTwins,
  recordName,
  type InventoryRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { withPastedRight } from '../../model/inventory/pastedValues.js';
import {
  alteredOf,
  changedFields,
  createProblems,
  isSameSpelling,
  isStoredWhole,
} from '../../model/inventory/recordRules.js';
import {
  documentFields,
  printRecord,
  secretsOf,
  withoutNewSecrets,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { patienceAfter, settle } from '../../changes/settle.js';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { waitForWrite } from '../../ui/waitForWrite.js';
import { describeReason } from '../../words/describeError.js';
import { askForSecrets } from '../../ui/askForSecret.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { describeProblems } from '../../words/describeProblems.js';
import { quoted, type Inert, inert } from '../../words/inert.js';
import type { SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { OutcomeError, RejectedError } from '../documents/saveThreeWay.js';
import { namesIn, titledPath } from '../../words/recordDetail.js';
import type { RecordsOptions } from '../recordsOptions.js';
import type { RecordSecrets } from '../secrets/recordSecrets.js';
import type { DraftOutcomes } from './draftOutcomes.js';

/** How a document becomes something new on the manager. */
export interface Creation<T extends Created> {
  /** What stands in the document, without secrets. */
  readonly fields: RecordFields;
  /** The field with what people call it. */
  readonly nameField: string;
  readonly outcomes: DraftOutcomes;
  /** Sends it, once. @returns what it became, as the manager answers it */
  readonly create: () => Promise<T>;
  /** What the manager shows of that. @throws {ApiError} `notFound` while it shows nothing */
  readonly read: (answered: T) => Promise<T>;
  /** Whether what is shown is what the document describes, and was not there before. */
  readonly isMeant: (shown: T) => boolean;
  /** Whether that has all values of the document. */
  readonly isWhole: (shown: T) => boolean;
  /** Of the request. */
  readonly requestPath: string;
  /** Reads what the manager has, of which something may have been made of some fields. @throws when it cannot be asked */
  readonly twins: () => Promise<(fields: RecordFields) => readonly T[]>;
  /** Goes on with it, which was created by sending some fields; the document may have been edited since. */
  readonly finish: (created: T, sent: RecordFields) => Promise<FinishedCreate>;
}

/** What is known of something that was created, besides that. */
export type FinishedCreate = Partial<SaveReceipt>;

/**
 * Creates something from a document, which goes on as what it has become.
 * @throws {RejectedError} {ApiError} when it was not created, and {OutcomeError} when nobody can tell
 */
export async function createOnce<T extends Created>(
  { uri, editedText: storedText }: SaveRequest,
  { fields, nameField, outcomes, twins, finish, ...creation }: Creation<T>,
): Promise<SaveReceipt> {
  const sent: SentCreate<T> = { isLookedFor: false };
  const nameOf = (named: RecordFields) => textOf(named[nameField]);
  const name = String(fields[nameField]);
  const result = await createOnlyOnce({
    outcome: outcomes.get(uri),
    fields,
    note: tries => outcomes.set(uri, tries.length > 0 ? { tries } : undefined),
    create: onAnswered => createAndShow(name, creation, { sent, onAnswered }),
    chooseTwin: async ({ when, tries, error }) => {
      const names = triedNames(tries, nameOf) || name;
      const look = async () => twinsOfTries({ tries, fields, named: sent.named, find: await twins() });
      const found = await lookForTwins(names, look, { error, sent });
      if (found.length === 0 && when === 'beforeSending') await agreeToSendAgain(tries, { names, name });
      return pickTwin(names, found, when);
    },
  });
  switch (result.kind) {
    case 'created':
    case 'adopted': {
      const { created } = result;
      const replacedBy = uri.with({ path: created.path, query: '' });
      const finished = await finish(created, result.sent);
      const goesOn = goesOnFrom(result.sent, finished.stored ?? {});
      await outcomes.set(uri, { address: replacedBy.toString(), ...goesOn });
      const message = sent.isUnread
        ? l10n.t(
            'The manager answered that it created {0}, but it could not be read again.',
            quoted(created.name),
          )
        : l10n.t('Created {0}.', quoted(created.name));
      const isUnsent = isEditedSince(result.sent, fields);
      return { storedText, message, replacedBy, isUnsent, ...goesOn, ...finished };
    }
    case 'became': {
      const { address, ...goesOn } = result.outcome;
      const replacedBy = vscode.Uri.parse(address, true);
      return { storedText, replacedBy, isUnsent: goesOn.goesOn !== undefined, ...goesOn };
    }
    case 'unknown':
      throw new OutcomeError(
        l10n.t(
          'The manager does not show “{0}”, so it is not known whether it was created. It may still be at it. Save again to look once more; you are asked before it is created again.',
          quoted(name),
        ),
        'unknown',
      );
  }
}

/** What is known of a create that was answered. */
interface SentCreate<T> {
  /** Whether what was answered was waited for, so that one look for another is enough. */
  isLookedFor: boolean;
  /** What the answer names and what may be something else. */
  named?: T;
  /** Whether what was answered could not be read. */
  isUnread?: boolean;
}

/** @throws as the create, and {ApiError} `badResponse` when the manager does not show what it answered */
async function createAndShow<T extends Created>(
  name: string,
  creation: Pick<Creation<T>, 'create' | 'read' | 'isMeant' | 'isWhole' | 'requestPath'>,
  { sent, onAnswered }: { readonly sent: SentCreate<T>; readonly onAnswered: () => void },
): Promise<T> {
  const { create, read, isMeant, isWhole, requestPath: path } = creation;
  const answered = await create();
  onAnswered();
  sent.isLookedFor = true;
  const found = await waitForWrite(lookingFor(name), patience =>
    shownCreated(
      {
        answered,
        read: () => read(answered),
        isMeant: shown => {
          sent.named = shown;
          return isMeant(shown);
        },
        isWhole,
        identity: answered.identity,
        path,
      },
      patience,
    ),
  );
  sent.isUnread = !found.isSeen;
  return found.created;
}

const lookingFor = (name: string): Inert => l10n.t('Looking whether “{0}” was created…', quoted(name));

/**
 * What a document may have become: looked for again while there is nothing, after a create whose answer was lost.
 * @param error why nobody knows; undefined when that was before, and one look is enough
 * @throws {OutcomeError} when the manager cannot be asked
 */
async function lookForTwins<T>(
  name: string,
  look: () => Promise<readonly FoundTwin<T>[]>,
  { error, sent }: { readonly error: unknown; readonly sent: SentCreate<T> },
): Promise<readonly FoundTwin<T>[]> {
  const isSettled = (twins: readonly unknown[]) => twins.length > 0;
  const isOnce = error === undefined || sent.isLookedFor;
  const found = await waitForWrite(lookingFor(name), patience =>
    settle({ ...(isOnce ? { ...patience, waits: [] } : patienceAfter(error, patience)), look, isSettled }),
  );
  if (found.isSettled || found.seen || found.isCancelled) return found.seen ?? [];
  const reason = describeReason(error ?? found.error);
  throw new OutcomeError(
    l10n.t('It is not known whether “{0}” was created. {1} Save again to look for it.', quoted(name), reason),
    'unknown',
  );
}

/** Asks before something is sent a second time that may have been created the first time. @throws {OutcomeError} when it is not to be */
async function agreeToSendAgain(
  tries: readonly SentTry[],
  called: Record<'names' | 'name', string>,
): Promise<void> {
  const risky = l10n.t('Create once more');
  if (await confirmRisk({ ...againQuestion(tries, called), risky })) return;
  throw undecided(called.names);
}

const undecided = (name: string) =>
  new OutcomeError(
    l10n.t('It is not known whether “{0}” was created. Save again to decide.', quoted(name)),
    'unknown',
  );

/**
 * Lets the user say which of these the draft has become.
 * @returns undefined when there is none, or none is meant
 * @throws {OutcomeError} when the user gives up
 */
async function pickTwin<T extends Created>(
  name: string,
  twins: readonly FoundTwin<T>[],
  when: TwinSearch['when'],
): Promise<FoundTwin<T> | undefined> {
  if (twins.length === 0) return undefined;
  const none = {
    beforeSending: l10n.t('None of these: create it'),
    afterwards: l10n.t('None of these: keep the draft'),
  };
  const items = twins.map(found => ({
    label: inert(found.twin.name),
    description: inert(found.twin.identity),
    found,
  }));
  const answer = await window.showQuickPick<QuickPickItem & { found?: FoundTwin<T> }>(
    [...items, { label: none[when] }],
    {
      title: l10n.t('“{0}” may have been created. Which one is it?', quoted(name)),
      ignoreFocusOut: true,
    },
  );
  if (answer) return answer.found;
  throw undecided(name);
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** What creating inventory records needs. */
export interface CreatingRecords extends Pick<RecordsOptions, 'revealRecord' | 'lists'> {
  readonly outcomes: DraftOutcomes;
  readonly secrets: RecordSecrets;
}

/**
 * Creates an inventory record from a document, which goes on as the record (contract 000, Endpoints).
 * @throws {RejectedError} {ApiError} when it was not created, and {OutcomeError} when nobody can tell
 */
export async function createRecordOnce(
  { outcomes, secrets, revealRecord, lists }: CreatingRecords,
  request: SaveRequest,
  { type, fields: written }: { type: InventoryType; fields: RecordFields },
): Promise<SaveReceipt> {
  const { client, uri } = request;
  const schema = createSchema(type);
  const fields = withPastedRight(schema.shape, written);
  const problems = createProblems(schema, fields);
  if (problems.length > 0) throw new RejectedError(describeProblems(problems));
  const { nameField } = inventoryType(type);
  const name = String(fields[nameField]);
  const created = (record: InventoryRecord) => ({
    path: titledPath(type, record, namesIn(lists, uri.authority)),
    name: recordName(type, record),
    identity: `#${record.id}`,
    record,
  });
  const before = lists.get(uri.authority, type);
  const secretFields = fieldsWhere(fields, field => secretsOf(type).includes(field));
  return createOnce(request, {
    fields: fieldsWhere(fields, field => !secretsOf(type).includes(field)),
    nameField,
    outcomes,
    create: async () => {
      const known = secrets.of(uri);
      const given = await askForSecrets(secretsOf(type), { name, known });
      secrets.add(uri, given);
      return created(await client.createRecord(type, { ...fields, ...given }));
    },
    read: async ({ record }) => created(await client.getRecord(type, record.id)),
    isMeant: ({ record }) =>
      isSameSpelling(fields[nameField], record[nameField]) && !isAsBefore(before?.find(record.id), record),
    isWhole: ({ record }) => isStoredWhole(withoutNewSecrets(type, fields), documentFields(type, record)),
    requestPath: `/api/v1/inventory/${type}`,
    twins: async () => {
      const { rows } = await client.listRecords(type);
      return sent => findRecordTwins({ type }, rows, sent).map(created);
    },
    finish: async ({ record }, sent) => {
      secrets.forget(uri);
      const stored = documentFields(type, record);
      return {
        stored,
        storedText: printRecord(type, record),
        ...goesOnFrom({ ...secretFields, ...sent }, stored),
        altered: alteredOf(sent, stored),
        afterwards: () => revealRecord({ connectionId: uri.authority, type, id: record.id }),
      };
    },
  });
}

/** Whether a record is one that was there before: a list may show less of it than the record by itself, or more. */
const isAsBefore = (listed: InventoryRecord | undefined, record: InventoryRecord): boolean =>
  listed !== undefined &&
  !changedFields(listed, record).some(name => Object.hasOwn(listed, name) && Object.hasOwn(record, name));
