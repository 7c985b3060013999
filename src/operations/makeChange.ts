import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { carryOut, type CarriedOut, type Change, type PlanWords, type Receipt } from '../changes/change.js';
import type { DeletionReceipt } from '../changes/deletion/deletionReceipt.js';
import type { Connection } from '../connections/connection.js';
import { window, withCancellableProgress } from '../ui/doors.js';
import { askModal, confirmRisk, requireUnlocked, typeToConfirm } from '../ui/confirmRisk.js';
import { joined } from '../words/inert.js';
import { offerBackup, writeBackup, type Offer } from './backups.js';
import type { OperationServices } from './operationServices.js';
import type { PlanDocuments } from './planDocuments.js';

/** Where a change is made. */
export interface ChangePlace {
  readonly connection: Connection;
  /** The document whose save it is. */
  readonly document?: vscode.Uri;
}

/**
 * Makes a change from the editor: its plan is shown, a backup written, and the change remembered while it is under way.
 * @returns undefined when the user gave up; nothing was sent then
 */
export function makeChange<Plan extends object, Applied, Result extends Receipt>(
  operations: OperationServices,
  { connection, document }: ChangePlace,
  change: Change<Plan, Applied, Result>,
): Promise<CarriedOut<Result> | undefined> {
  return carryOut(change, {
    during: (title, work) => withCancellableProgress(title, (signal, tell) => work({ signal, tell })),
    agree: async words =>
      words.sides
        ? confirmChanges(await operations.planDocuments(), words, connection.id)
        : confirmPlan(words),
    requireUnlocked: () => {
      requireUnlocked(operations.connections.get(connection.id));
    },
    backUp: async backedUp => (await writeBackup(operations.backupFolder, connection, backedUp)).toString(),
    journal: (started, work) => operations.journal.run({ ...started, document: document?.toString() }, work),
  });
}

/** A deletion that was carried out. */
interface MadeDeletion {
  readonly connectionId: string;
  readonly deleted: CarriedOut<DeletionReceipt>;
  /** Shows in the tree what is left. */
  readonly refresh: () => Promise<void>;
}

/**
 * Shows what became of a deletion, with a button that opens its backup. Before it stands one that puts back what is gone, or
 * looks once more while the manager may be at it still: what is put back in the middle of a deletion could go with it.
 */
export async function reportDeletion(operations: OperationServices, made: MadeDeletion): Promise<void> {
  const { connectionId, deleted, refresh } = made;
  const undo = (backup: vscode.Uri) => ({
    button: l10n.t('Undo'),
    accept: () => operations.restore(connectionId, backup),
  });
  const lookAgain = () => ({
    button: l10n.t('Look again'),
    accept: async () => reportDeletion(operations, { ...made, deleted: await deleted.lookAgain() }),
  });
  const offers = { undo: [undo], look: [lookAgain], nothing: [] }[deleted.receipt.next];
  await Promise.all([refresh(), reportChange(deleted, ...offers)]);
}

/**
 * Says what became of a change, with a button that opens its backup.
 * @param offers what else can be done with the backup
 */
export async function reportChange(
  { receipt, backup }: Pick<CarriedOut<Receipt>, 'receipt' | 'backup'>,
  ...offers: readonly ((backup: vscode.Uri) => Offer)[]
): Promise<void> {
  const { severity, message } = receipt;
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[severity];
  if (backup === undefined) return void (await show(message));
  const file = vscode.Uri.parse(backup, true);
  const others = offers.map(offer => offer(file));
  await offerBackup(show, message, file, others);
}

/** Shows a plan and asks whether to go on; the word of the plan, if it has one, has to be typed. */
export async function confirmPlan({ question, lines, button, keep, word }: PlanWords): Promise<boolean> {
  const safe = keep ?? l10n.t('Leave it as it is');
  if (!(await confirmRisk({ question, detail: joined(lines, '\n'), safe, risky: button }))) return false;
  return word === undefined || typeToConfirm(word, question);
}

/**
 * Shows a plan with its counts and, when asked for, as a diff that can be read before the answer. Enter shows the diff
 * first, and changes nothing there: it presses the first button and picks the first row.
 */
async function confirmChanges(
  documents: PlanDocuments,
  words: PlanWords,
  connectionId: string,
): Promise<boolean> {
  const { question, lines, button, word } = words;
  const differences = l10n.t('Show differences');
  const detail = joined(lines, '\n');
  const chosen = await askModal({ severity: 'warning', message: question, detail }, [differences, button]);
  const goesOn = chosen === differences ? await readFirst(documents, words, connectionId) : chosen === button;
  return goesOn && (word === undefined || typeToConfirm(word, question));
}

/** The differences stay readable while the question waits above them, over a summary that takes the first lines. */
async function readFirst(
  documents: PlanDocuments,
  { question, lines, button, sides = { now: '', planned: '' } }: PlanWords,
  connectionId: string,
): Promise<boolean> {
  const summary = [question, ...lines.filter(Boolean), '', ''].join('\n');
  const diff = {
    title: l10n.t('{0} Now ↔ planned', question),
    now: `${summary}${sides.now}`,
    planned: `${summary}${sides.planned}`,
    connectionId,
  };
  const items = [{ label: l10n.t('Not now') }, { label: button }];
  const picked = await documents.showWhile(diff, () =>
    window.showQuickPick(items, { title: question, ignoreFocusOut: true }),
  );
  return picked?.label === button;
}
