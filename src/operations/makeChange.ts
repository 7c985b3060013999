import * as vscode from 'vscode';
import { carryOut, type CarriedOut, type Change, type Receipt } from '../changes/change.js';
import type { Connection } from '../connections/connection.js';
import { window, withCancellableProgress } from '../ui/doors.js';
import { requireUnlocked } from '../ui/confirmRisk.js';
import { offerBackup, writeBackup } from './backups.js';
import type { OperationServices } from './operationServices.js';
import { confirmChanges, confirmPlan } from './confirmPlan.js';

/**
 * Makes a change from the editor: its plan is shown, a backup written, and the change remembered while it is under way.
 * @returns undefined when the user gave up; nothing was sent then
 */
export function makeChange<Plan extends object, Applied, Result extends Receipt>(
  operations: OperationServices,
  connection: Connection,
  change: Change<Plan, Applied, Result>,
): Promise<CarriedOut<Result> | undefined> {
  return carryOut(change, {
    during: (title, work) => withCancellableProgress(title, (signal, tell) => work({ signal, tell })),
    agree: words => (words.sides ? confirmChanges(operations.planDocuments, words) : confirmPlan(words)),
    requireUnlocked: () => {
      requireUnlocked(operations.connections.get(connection.id));
    },
    backUp: async backedUp => (await writeBackup(operations.backupFolder, connection, backedUp)).toString(),
    journal: (started, work) => operations.journal.run(started, work),
  });
}

/** Says what became of a change, with a button that opens its backup. */
export async function reportChange({ receipt, backup }: CarriedOut<Receipt>): Promise<void> {
  const { severity, message } = receipt;
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[severity];
  if (backup === undefined) await show(message);
  else await offerBackup(show, message, vscode.Uri.parse(backup, true));
}
