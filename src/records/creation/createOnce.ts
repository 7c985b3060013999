import * as vscode from 'vscode';
import { createOnlyOnce } from '../../changes/records/saveFlow.js';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import {
  createSchema,
  findRecordTwins,
  recordName,
  type InventoryRecord,
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
import { namesIn, titledPath } from '../../words/recordDetail.js';
import type { RecordsOptions } from '../recordsOptions.js';
import type { RecordSecrets } from '../secrets/recordSecrets.js';
import type { DraftOutcomes } from './draftOutcomes.js';

/** Something that a document has become on the manager. */
export interface Created {
  /** Path of its document. */
  readonly path: string;
  readonly name: string;
}

/** How something that a document may have become is listed: what the manager calls it, and what tells it from others. */
interface Twin {
  readonly label: string;
  readonly identity: string;
}

/** How a document becomes something new on the manager. */
export interface Creation<T extends Created> {
  /** What people call it. */
  readonly name: string;
  readonly outcomes: DraftOutcomes;
  /** Sends it, once. */
  readonly create: () => Promise<T>;
  /**
   * What the document may have become already, when nobody knows, with what tells it from others of the same name.
   * @throws when the manager cannot be asked; `error` is what happened first
   */
  readonly twins: (error: unknown) => Promise<readonly (T & Twin)[]>;
  /** Goes on with it. It is not new when an earlier save created it; the document may have been edited since. */
  readonly finish: (created: T, isNew: boolean) => Promise<Partial<SaveReceipt>>;
}

/**
 * Creates something from a document, which goes on as what it has become.
 * @throws {RejectedError} {ApiError} when it was not created, or when nobody can tell
 */
export async function createOnce<T extends Created>(
  { uri, editedText: storedText }: SaveRequest,
  { name, outcomes, create, twins, finish }: Creation<T>,
): Promise<SaveReceipt> {
  const none = {
    beforeSending: vscode.l10n.t('None of these: create it'),
    afterwards: vscode.l10n.t('None of these: keep the draft'),
  };
  const result = await createOnlyOnce({
    outcome: outcomes.get(uri),
    noteSent: () => outcomes.set(uri, 'unknown'),
    noteRefused: () => outcomes.forget(uri),
    create,
    chooseTwin: async (when, error) => pickTwin(name, await twins(error), none[when]),
  });
  switch (result.kind) {
    case 'created':
    case 'adopted': {
      const { created } = result;
      const replacedBy = uri.with({ path: created.path, query: '' });
      await outcomes.set(uri, replacedBy);
      const message = vscode.l10n.t('Created {0}.', quoted(created.name));
      return { storedText, message, replacedBy, ...(await finish(created, result.kind === 'created')) };
    }
    case 'became':
      return { storedText, replacedBy: result.address };
    case 'unknown':
      throw new RejectedError(
        vscode.l10n.t(
          'The manager did not say whether “{0}” was created, and the tree does not show it. Save again to look once more and then to create it.',
          quoted(name),
        ),
      );
  }
}

/**
 * Lets the user say which of these the draft has become.
 * @param none what the answer "none of these" is called
 * @returns undefined when there is none, or none is meant
 * @throws {RejectedError} when the user gives up
 */
async function pickTwin<T extends Created & Twin>(
  draftName: string,
  twins: readonly T[],
  none: Inert,
): Promise<T | undefined> {
  if (twins.length === 0) return undefined;
  const items = twins.map(twin => ({ label: inert(twin.label), description: inert(twin.identity), twin }));
  const answer = await window.showQuickPick<QuickPickItem & { twin?: T }>([...items, { label: none }], {
    title: vscode.l10n.t('“{0}” may have been created. Which one is it?', quoted(draftName)),
    ignoreFocusOut: true,
  });
  if (answer) return answer.twin;
  throw new RejectedError(
    vscode.l10n.t('It is not known whether “{0}” was created. Save again to decide.', quoted(draftName)),
  );
}

/** What creating inventory records needs. */
export interface CreatingRecords extends Pick<RecordsOptions, 'revealRecord' | 'lists'> {
  readonly outcomes: DraftOutcomes;
  readonly secrets: RecordSecrets;
}

/**
 * Creates an inventory record from a document, which goes on as the record (contract 000, Endpoints).
 * @throws {RejectedError} {ApiError} when it was not created, or when nobody can tell
 */
export async function createRecordOnce(
  { outcomes, secrets, revealRecord, lists }: CreatingRecords,
  request: SaveRequest,
  { type, fields }: { type: InventoryType; fields: RecordFields },
): Promise<SaveReceipt> {
  const { client, uri } = request;
  const problems = createProblems(createSchema(type), fields);
  if (problems.length > 0) throw new RejectedError(describeProblems(problems));
  const name = String(fields[inventoryType(type).nameField]);
  const created = (record: InventoryRecord) => ({
    path: titledPath(type, record, namesIn(lists, uri.authority)),
    name: recordName(type, record),
    record,
  });
  return createOnce(request, {
    name,
    outcomes,
    create: async () => {
      const known = secrets.of(uri);
      const given = await askForSecrets(secretsOf(type), { name, known }).catch(async (error: unknown) => {
        await outcomes.forget(uri);
        throw error;
      });
      secrets.add(uri, given);
      return created(await client.createRecord(type, { ...fields, ...given }));
    },
    twins: async error => {
      const { rows } = await client.listRecords(type).catch((failure: unknown) => {
        throw error ?? failure;
      });
      const twins = findRecordTwins({ type }, rows, fields);
      return twins.map(twin => {
        const found = created(twin);
        return { ...found, label: found.name, identity: `#${twin.id}` };
      });
    },
    finish: async ({ record }) => {
      secrets.forget(uri);
      const altered = changedFields(fields, documentFields(type, record));
      return {
        storedText: printRecord(type, record),
        alteredFields: altered.filter(
          field => Object.hasOwn(fields, field) && !secretsOf(type).includes(field),
        ),
        sent: fields,
        afterwards: () => revealRecord({ connectionId: uri.authority, type, id: record.id }),
      };
    },
  });
}
