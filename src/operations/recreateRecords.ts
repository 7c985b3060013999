import * as vscode from 'vscode';
import { isClosedClient } from '../api/apiError.js';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import type { Backup } from '../changes/backups/backup.js';
import { inventoryType, isInventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import { fieldsToCreate, findRecordTwins } from '../model/inventory/recordDraft.js';
import { inOrderOfReference, keyOf, shownRecord, type TypedRecord } from '../model/recordDeletion.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import { referencesOf } from '../model/inventory/references.js';
import { describeError } from '../ui/describeError.js';
import { window } from '../ui/doors.js';
import { inert, joined, quoted, type Inert } from '../ui/inert.js';
import { withCancellableProgress } from '../ui/progress.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { SentenceError } from '../ui/sentenceError.js';
import { confirmPlan, nameLines, nameList } from './confirmPlan.js';
import { countRecords, readLists } from './inventoryLists.js';
import type { Operations } from './operationServices.js';
import { partWords } from '../words/partWords.js';
import { wordOf } from './lists/typeWords.js';
import { mayHaveHappened } from './users/renewOwnKey.js';

/**
 * Creates the records of a backup again. They get new numbers from the manager, and references between them follow;
 * those that are still there stay as they are.
 */
export async function recreateRecords(
  operations: Operations,
  connection: Connection,
  backup: Backup,
): Promise<void> {
  const saved = (backup.records ?? []).flatMap(({ type, record }) =>
    isInventoryType(type) ? [{ type, record }] : [],
  );
  const types = [...new Set(saved.map(({ type }) => type))];
  const client = await operations.connections.client(connection.id);
  const before = await readLists(client, types);
  const isThere = ({ type, record }: TypedRecord) =>
    before.get(type)?.rows.some(({ id }) => id === record.id);
  const gone = saved.filter(one => !isThere(one));
  if (gone.length === 0) {
    const sentence = vscode.l10n.t('Every record of this backup is still on the manager. Nothing was sent.');
    return void window.showInformationMessage(sentence);
  }
  const isAgreed = await confirmPlan({
    question: vscode.l10n.t('Create {0} again on {1}?', countRecords(gone), quoted(connection.name)),
    lines: [
      ...nameLines(gone.map(shownRecord)),
      vscode.l10n.t('They get new numbers. References between them follow; those of other records do not.'),
      gone.length < saved.length
        ? vscode.l10n.t('Still there, and left as it is: {0}.', countRecords(saved.filter(isThere)))
        : '',
      ...[...before].map(([type, list]) => partWords(list, wordOf(type))),
    ],
    button: vscode.l10n.t('Create Again'),
  });
  if (!isAgreed) return;
  requireUnlocked(operations.connections.get(connection.id));
  const doing = vscode.l10n.t('creating records again on {0}', quoted(connection.name));
  const result = await operations.journal.run({ doing }, () => createAll(client, gone));
  await operations.recordsChanged(connection.id, types);
  report(result);
}

interface Result {
  readonly created: TypedRecord[];
  readonly failures: Inert[];
  readonly notTried: TypedRecord[];
}

/** What is referred to first; each is sent at most once. */
async function createAll(client: ManagerClient, gone: readonly TypedRecord[]): Promise<Result> {
  return withCancellableProgress(vscode.l10n.t('Creating again'), async (signal, tell) => {
    const result: Result = { created: [], failures: [], notTried: [] };
    const newIds = new Map<string, number>();
    const ordered = inOrderOfReference(gone).flat();
    for (const [index, one] of ordered.entries()) {
      if (signal.aborted) {
        result.notTried.push(one);
        continue;
      }
      tell(vscode.l10n.t('{0} of {1}', index + 1, ordered.length));
      try {
        newIds.set(keyOf(one), await createOne(client, one, newIds));
        result.created.push(one);
      } catch (error) {
        if (isClosedClient(error)) result.notTried.push(one);
        else result.failures.push(vscode.l10n.t('{0}: {1}', quoted(shownRecord(one)), describeError(error)));
      }
    }
    return result;
  });
}

/** @returns the new number of the record */
async function createOne(
  client: ManagerClient,
  { type, record }: TypedRecord,
  newIds: ReadonlyMap<string, number>,
): Promise<number> {
  const fields = {
    ...fieldsToCreate(type, { ...record, ...renumbered(type, record, newIds) }),
    ...(await askForSecrets({ type, record })),
  };
  try {
    return (await client.createRecord(type, fields)).id;
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const twins = findRecordTwins({ type }, (await client.listRecords(type)).rows, fields);
    const [made, ...others] = twins.filter(({ id }) => id > record.id);
    if (made && others.length === 0) return made.id;
    throw new SentenceError(
      vscode.l10n.t('It is not known whether it was created. {0}', describeError(error)),
      {
        cause: error,
      },
    );
  }
}

/** References to records that were created again, with their new numbers. */
function renumbered(
  type: InventoryType,
  record: RecordFields,
  newIds: ReadonlyMap<string, number>,
): RecordFields {
  const uses = referencesOf(type, record).filter(({ field }) => !Array.isArray(record[field]));
  return Object.fromEntries(uses.map(({ field, role, id }) => [field, newIds.get(`${role.to}/${id}`) ?? id]));
}

/** Backups hold no secrets. @throws {Error} when the user gives none */
async function askForSecrets(one: TypedRecord): Promise<RecordFields> {
  const given: Record<string, string> = {};
  for (const field of inventoryType(one.type).secretFields ?? []) {
    const value = await window.showInputBox({
      title: vscode.l10n.t('New {0} of “{1}”', inert(field), quoted(shownRecord(one))),
      prompt: vscode.l10n.t('Backups hold no secrets.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (!value)
      throw new SentenceError(vscode.l10n.t('Nothing was sent, because no {0} was given.', inert(field)));
    given[field] = value;
  }
  return given;
}

function report({ created, failures, notTried }: Result): void {
  const sentence = joined([
    created.length > 0
      ? vscode.l10n.t('Created {0} again.', countRecords(created))
      : vscode.l10n.t('Nothing was created.'),
    ...failures.slice(0, 3),
    failures.length > 3 ? vscode.l10n.t('and {0} more', failures.length - 3) : '',
    notTried.length > 0 ? vscode.l10n.t('Not tried: {0}.', nameList(notTried.map(shownRecord))) : '',
  ]);
  if (failures.length + notTried.length === 0) void window.showInformationMessage(sentence);
  else void window.showWarningMessage(sentence);
}
