import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  carryOut,
  type CarriedOut,
  type Change,
  type PlanSides,
  type PlanWords,
  type Receipt,
} from '../changes/change.js';
import type { DeletionReceipt } from '../changes/deletion/deletionReceipt.js';
import type { Connection } from '../connections/connection.js';
import { environmentName } from '../words/names.js';
import { window, withCancellableProgress, type QuickPickItem } from '../ui/doors.js';
import { confirmRisk, requireUnlocked, typeToConfirm } from '../ui/confirmRisk.js';
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
    agree: async ({ sides, ...words }) =>
      sides
        ? askAbove(await operations.planDocuments(), { ...words, sides }, connection)
        : confirmPlan(words),
    requireUnlocked: () => {
      requireUnlocked(operations.connections.get(connection.id));
    },
    backUp: async backedUp => (await writeBackup(operations.backupFolder, connection, backedUp)).toString(),
    journal: (started, work) => operations.journal.run({ ...started, document: document?.toString() }, work),
  });
}

/**
 * Makes a deletion after its plan. Called again while the same is planned or made, as by a key that is pressed once more while a
 * slow manager is read, it does nothing: the question would come twice, and the progress says already what is under way.
 * @param targets what tells what is deleted from all else, in any order
 */
export async function makeDeletion<Plan extends object, Applied>(
  operations: OperationServices,
  { connection, targets }: { readonly connection: Connection; readonly targets: readonly unknown[] },
  change: Change<Plan, Applied, DeletionReceipt>,
): Promise<CarriedOut<DeletionReceipt> | undefined> {
  const { deleting } = operations;
  const asked = new Set(targets);
  const isSame = (others: ReadonlySet<unknown>) =>
    others.size === asked.size && targets.every(target => others.has(target));
  if ([...deleting].some(isSame)) return undefined;
  deleting.add(asked);
  try {
    return await makeChange(operations, { connection }, change);
  } finally {
    deleting.delete(asked);
  }
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
 * Shows a plan as one diff and asks above it, in a list: a dialog would dim and cover it, and a notification goes away
 * unanswered. The lines of the plan stand over both sides, below as many as the list covers, which say what it says.
 */
function askAbove(
  documents: PlanDocuments,
  { question, lines, button, keep, word, sides }: PlanWords & { readonly sides: PlanSides },
  { id: connectionId, environment }: Connection,
): Promise<boolean> {
  const [warning] = lines;
  const legend = l10n.t('Left is what the manager has, right what it will have.');
  const label = environmentName(environment);
  const counts = joined([sides.counts, label], ' · ');
  const comment = sides.language === 'jsonc' ? '// ' : '';
  const summary = [question, legend, counts, ...lines.filter(Boolean)].map(line => `${comment}${line}\n`);
  const withSummary = (text: string) => `${summary.join('')}\n${text}`;
  const plan = {
    title: l10n.t('{0} Now ↔ planned', question),
    sides: { ...sides, now: withSummary(sides.now), planned: withSummary(sides.planned) },
    connectionId,
  };
  const safe: QuickPickItem = { label: keep ?? l10n.t('Leave it as it is') };
  const asked = {
    title: question,
    placeholder: warning || legend,
    rows: [safe, { label: button, description: counts }] as const,
  };
  return documents.showWhile(plan, async ({ choose, closed }) => {
    const picked = await choose(asked);
    if (picked?.label !== button) return false;
    return word === undefined || typeToConfirm(word, question, closed);
  });
}
