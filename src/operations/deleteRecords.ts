import * as vscode from 'vscode';
import { isApiError, isClosedClient } from '../api/apiError.js';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import {
  inOrderOfReference,
  keyOf,
  planRecordDeletion,
  shownRecord,
  typesToRead,
  type RecordDeletion,
  type TypedRecord,
} from '../model/recordDeletion.js';
import type { RecordTarget } from '../model/recordTarget.js';
import { describeError } from '../ui/describeError.js';
import { window } from '../ui/doors.js';
import { joined, quoted, type Inert } from '../ui/inert.js';
import { partWords } from '../words/partWords.js';
import { withCancellableProgress } from '../ui/progress.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { SentenceError } from '../ui/sentenceError.js';
import { offerBackup, writeBackup } from './backups.js';
import { requireOwnIds } from './certainRecords.js';
import { confirmPlan, nameLines, nameList } from './confirmPlan.js';
import { cutShortSentence, Unread, type CutShort } from './cutShort.js';
import { countRecords, readLists } from './inventoryLists.js';
import { wordOf } from './lists/typeWords.js';
import type { Operations } from './operationServices.js';

/** Deletes inventory records after a plan was shown and a backup written, and names what is still there. */
export async function deleteRecords(
  operations: Operations,
  clicked?: RecordTarget,
  selected?: readonly RecordTarget[],
): Promise<void> {
  const targets = await chosenRecords(operations, clicked, selected);
  const connection = requireUnlocked(operations.connections.get(targets[0].connectionId));
  const client = await operations.connections.client(connection.id);
  const types = typesToRead(targets.map(({ type }) => type));
  const plan = await confirmedDeletion(client, connection, { targets, types });
  if (!plan) return;
  requireUnlocked(operations.connections.get(connection.id));
  const { chosen, dependents } = plan;
  const backup = await writeBackup(operations.backupFolder, connection, {
    operation: 'delete',
    sensors: [],
    access_points: [],
    records: [...chosen, ...dependents],
  });
  const doing = vscode.l10n.t('deleting from {0}', quoted(connection.name));
  const sent = await operations.journal.run({ doing, backup: backup.toString() }, () =>
    sendDeletions(client, chosen),
  );
  const { failures } = sent;
  const after = await readLists(client, types).catch((error: unknown) => new Unread(error));
  await operations.recordsChanged(connection.id, types);
  if (after instanceof Unread) {
    if (after.isCutShort) return offerBackup(window.showWarningMessage, cutShortSentence(sent), backup);
    const unknown = vscode.l10n.t(
      'What is left of {0} is not known. {1}',
      countRecords(chosen),
      after.reason,
    );
    return offerBackup(window.showErrorMessage, joined([unknown, ...failures]), backup);
  }
  const isLeft = ({ type, record }: TypedRecord) => after.get(type)?.rows.some(({ id }) => id === record.id);
  await report({ chosen, dependents, left: chosen.filter(isLeft), failures, backup, isLeft });
}

/** @throws {Error} with a sentence for people when there are none, or when they belong to several managers */
async function chosenRecords(
  { selectedRecords }: Operations,
  clicked: RecordTarget | undefined,
  others: readonly RecordTarget[] | undefined,
): Promise<readonly [RecordTarget, ...RecordTarget[]]> {
  const given = others && others.length > 0 ? others : clicked ? [clicked] : await selectedRecords();
  const [first, ...rest] = given.filter(target => target.kind === 'record');
  if (!first) throw new SentenceError(vscode.l10n.t('Select an inventory record in the tree first.'));
  if (rest.some(({ connectionId }) => connectionId !== first.connectionId))
    throw new SentenceError(vscode.l10n.t('Select records of one manager only.'));
  return [first, ...rest];
}

/** The plan that the user agreed to; asked again when the records have changed while the question stood. */
async function confirmedDeletion(
  client: ManagerClient,
  connection: Connection,
  { targets, types }: { targets: readonly RecordTarget[]; types: Parameters<typeof readLists>[1] },
): Promise<RecordDeletion | undefined> {
  const read = async () => {
    const lists = await readLists(client, types);
    const deletion = planRecordDeletion(lists, targets);
    requireOwnIds(lists, deletion.chosen);
    return deletion;
  };
  let plan = await read();
  let warning: Inert | '' = '';
  for (;;) {
    if (plan.chosen.length === 0)
      throw new SentenceError(
        vscode.l10n.t(
          '{0} is not on the manager any more. Refresh the tree.',
          nameList(plan.missing.map(at => at.name)),
        ),
      );
    if (!(await confirmPlan({ ...shownPlan(plan, connection), lines: [warning, ...planLines(plan)] })))
      return undefined;
    const now = await read();
    if (isSameDeletion(now, plan)) return now;
    plan = now;
    warning = vscode.l10n.t('The records have changed while you were asked. This is what goes now:');
  }
}

/** Whether the same records go, whatever else has changed. */
const isSameDeletion = (
  { parts: _now, ...one }: RecordDeletion,
  { parts: _then, ...other }: RecordDeletion,
) => JSON.stringify(one) === JSON.stringify(other);

const shownPlan = ({ chosen }: RecordDeletion, { name }: Connection) => ({
  question:
    chosen.length === 1 && chosen[0]
      ? vscode.l10n.t('Delete {0} from {1}?', quoted(shownRecord(chosen[0])), quoted(name))
      : vscode.l10n.t('Delete {0} from {1}?', countRecords(chosen), quoted(name)),
  button: vscode.l10n.t('Delete'),
});

function planLines({ chosen, dependents, missing, parts }: RecordDeletion): (Inert | '')[] {
  return [
    ...(chosen.length > 1 ? nameLines(chosen.map(shownRecord)) : []),
    ...(dependents.length > 0
      ? [
          vscode.l10n.t(
            '{0} refer to this. The manager may delete them too, or refuse:',
            countRecords(dependents),
          ),
          ...nameLines(dependents.map(shownRecord)),
        ]
      : []),
    missing.length > 0
      ? vscode.l10n.t('Not on the manager any more: {0}.', nameList(missing.map(({ name }) => name)))
      : '',
    ...parts.map(([type, list]) => partWords(list, wordOf(type))),
    vscode.l10n.t('A backup is written first.'),
  ];
}

const atOnce = 4;

/** One request for each record, what refers to others first; each is sent at most once. @returns what failed, and why */
async function sendDeletions(client: ManagerClient, chosen: readonly TypedRecord[]): Promise<CutShort> {
  return withCancellableProgress(vscode.l10n.t('Deleting'), async (signal, tell) => {
    const accepted: string[] = [];
    const failures: Inert[] = [];
    const notTried: string[] = [];
    let done = 0;
    for (const group of inOrderOfReference(chosen).reverse()) {
      const waiting = [...group];
      const work = async () => {
        for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
          tell(vscode.l10n.t('{0} of {1}', (done += 1), chosen.length));
          const failure = await deleteOne(client, next);
          if (failure === undefined) accepted.push(shownRecord(next));
          else if (failure === 'notTried') notTried.push(shownRecord(next));
          else failures.push(failure);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    }
    return { accepted, failures, notTried };
  });
}

async function deleteOne(client: ManagerClient, one: TypedRecord): Promise<Inert | 'notTried' | undefined> {
  try {
    await client.deleteRecord(one.type, one.record.id);
    return undefined;
  } catch (error) {
    if (isApiError(error, 'notFound')) return undefined;
    if (isClosedClient(error)) return 'notTried';
    return vscode.l10n.t('{0}: {1}', quoted(shownRecord(one)), describeError(error));
  }
}

interface EndedDeletion extends Pick<RecordDeletion, 'chosen' | 'dependents'> {
  readonly left: readonly TypedRecord[];
  readonly failures: readonly Inert[];
  readonly backup: vscode.Uri;
  readonly isLeft: (one: TypedRecord) => boolean | undefined;
}

function report({ chosen, dependents, left, failures, backup, isLeft }: EndedDeletion): Promise<void> {
  const stillThere = new Set(left.map(keyOf));
  const gone = chosen.filter(one => !stillThere.has(keyOf(one)));
  const withThem = dependents.filter(one => !isLeft(one));
  const done =
    gone.length === 0
      ? vscode.l10n.t('Nothing was deleted.')
      : vscode.l10n.t('Deleted {0}.', countRecords(gone));
  const also =
    withThem.length > 0 ? vscode.l10n.t('The manager deleted {0} with it.', countRecords(withThem)) : '';
  if (left.length === 0) return offerBackup(window.showInformationMessage, joined([done, also]), backup);
  const names = vscode.l10n.t('Still there: {0}.', nameList(left.map(shownRecord)));
  return offerBackup(window.showWarningMessage, joined([done, also, names, failures[0]]), backup);
}
