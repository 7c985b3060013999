import * as vscode from 'vscode';
import { createOnlyOnce } from '../../changes/records/saveFlow.js';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import {
  createSchema,
  findRecordTwins,
  recordName,
  type InventoryRecord,
  recordPath,
  type InventoryRef,
} from '../../model/inventory/inventoryRecord.js';
import { createProblems, changedFields } from '../../model/inventory/recordRules.js';
import {
  documentFields,
  printRecord,
  secretsOf,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import { askForSecrets } from '../../ui/askForSecret.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { describeProblems } from '../../words/describeProblems.js';
import { quoted, type Inert, inert } from '../../words/inert.js';
import type { SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { RejectedError } from '../documents/saveThreeWay.js';
import type { RecordSecrets } from '../secrets/recordSecrets.js';
import type { DraftOutcomes } from './draftOutcomes.js';

/** How a document becomes something new on the manager. */
export interface Creation<T> {
  readonly uri: vscode.Uri;
  /** What people call it. */
  readonly name: string;
  readonly outcomes: DraftOutcomes;
  /** Sends it, once. */
  readonly create: () => Promise<T>;
  /**
   * Lets the user say what the document has become already, when nobody knows; undefined for none of what there is.
   * @throws `error`, if given, when the manager cannot be asked
   */
  readonly chooseTwin: (none: Inert, error?: unknown) => Promise<T | undefined>;
  /** Goes on with what was created now. */
  readonly finish: (created: T) => Promise<SaveReceipt>;
  /** Goes on with what an earlier save created; the document may have been edited since. */
  readonly adopt: (found: T) => Promise<SaveReceipt>;
  /** Goes on with the document that this one has become already. */
  readonly continueAs: (becameAlready: vscode.Uri) => SaveReceipt;
}

/**
 * Creates something from a document, which goes on as what it has become.
 * @throws {RejectedError} {ApiError} when it was not created, or when nobody can tell
 */
export async function createOnce<T>(creation: Creation<T>): Promise<SaveReceipt> {
  const { uri, name, outcomes, create, chooseTwin, finish, adopt, continueAs } = creation;
  const none = {
    beforeSending: vscode.l10n.t('None of these: create it'),
    afterwards: vscode.l10n.t('None of these: keep the draft'),
  };
  const result = await createOnlyOnce({
    outcome: outcomes.get(uri),
    noteSent: () => outcomes.set(uri, 'unknown'),
    noteRefused: () => outcomes.forget(uri),
    create,
    chooseTwin: (when, error) => chooseTwin(none[when], error),
  });
  switch (result.kind) {
    case 'created':
      return finish(result.created);
    case 'adopted':
      return adopt(result.created);
    case 'became':
      return continueAs(result.address);
    case 'unknown':
      throw new RejectedError(
        vscode.l10n.t(
          'The manager did not say whether “{0}” was created, and the tree does not show it. Save again to look once more and then to create it.',
          quoted(name),
        ),
      );
  }
}

/** Something that a draft may have become. */
export interface ShownTwin<T> {
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly identity: string;
  readonly created: T;
}

/**
 * Lets the user say which of these the draft has become.
 * @param none what the answer "none of these" is called
 * @returns undefined when there is none, or none is meant
 * @throws {RejectedError} when the user gives up
 */
export async function pickTwin<T>(
  draftName: string,
  twins: readonly ShownTwin<T>[],
  none: Inert,
): Promise<T | undefined> {
  if (twins.length === 0) return undefined;
  const items = twins.map(({ name, identity, created }) => ({
    label: inert(name),
    description: inert(identity),
    created,
  }));
  const answer = await window.showQuickPick<QuickPickItem & { created: T | undefined }>(
    [...items, { label: none, created: undefined }],
    {
      title: vscode.l10n.t('“{0}” may have been created. Which one is it?', quoted(draftName)),
      ignoreFocusOut: true,
    },
  );
  if (answer) return answer.created;
  throw new RejectedError(
    vscode.l10n.t('It is not known whether “{0}” was created. Save again to decide.', quoted(draftName)),
  );
}

/** What creating inventory records needs. */
export interface CreatingRecords {
  readonly outcomes: DraftOutcomes;
  readonly secrets: RecordSecrets;
  /** Shows a record that was just created in the tree. */
  readonly revealRecord: (record: InventoryRef) => Promise<void>;
}

/**
 * Creates an inventory record from a document, which goes on as the record (contract 000, Endpoints).
 * @throws {RejectedError} {ApiError} when it was not created, or when nobody can tell
 */
export async function createRecordOnce(
  parts: CreatingRecords,
  { client, uri, editedText }: SaveRequest,
  { type, fields }: { type: InventoryType; fields: RecordFields },
): Promise<SaveReceipt> {
  const { outcomes, secrets } = parts;
  const problems = createProblems(createSchema(type), fields);
  if (problems.length > 0) throw new RejectedError(describeProblems(problems));
  const name = String(fields[inventoryType(type).nameField]);
  const continueAs = (replacedBy: vscode.Uri): SaveReceipt => ({
    storedText: editedText,
    replacedBy,
  });
  const finish = (created: InventoryRecord) => becomeRecord(parts, { uri, type, fields, created });
  return createOnce({
    uri,
    name,
    outcomes,
    create: async () => {
      const known = secrets.of(uri);
      const given = await askForSecrets(secretsOf(type), { name, known }).catch(async (error: unknown) => {
        await outcomes.forget(uri);
        throw error;
      });
      secrets.add(uri, given);
      return client.createRecord(type, { ...fields, ...given });
    },
    chooseTwin: async (none, error) => {
      const { rows } = await client.listRecords(type).catch((failure: unknown) => {
        throw error ?? failure;
      });
      const twins = findRecordTwins({ type }, rows, fields).map(record => ({
        name: recordName(type, record),
        identity: `#${record.id}`,
        created: record,
      }));
      return pickTwin(name, twins, none);
    },
    finish,
    adopt: finish,
    continueAs,
  });
}

/** Notes what the document has become, and goes on with it. */
async function becomeRecord(
  { outcomes, secrets, revealRecord }: CreatingRecords,
  {
    uri,
    type,
    fields,
    created,
  }: { uri: vscode.Uri; type: InventoryType; fields: RecordFields; created: InventoryRecord },
): Promise<SaveReceipt> {
  const name = recordName(type, created);
  const path = recordPath({ type, id: created.id }, name);
  const record = uri.with({ path, query: '' });
  await outcomes.set(uri, record);
  secrets.forget(uri);
  const stored = documentFields(type, created);
  const altered = changedFields(fields, stored).filter(
    field => Object.hasOwn(fields, field) && !secretsOf(type).includes(field),
  );
  return {
    storedText: printRecord(type, created),
    alteredFields: altered,
    sent: fields,
    message: vscode.l10n.t('Created {0}.', quoted(name)),
    replacedBy: record,
    afterwards: () => revealRecord({ connectionId: uri.authority, type, id: created.id }),
  };
}
