import * as vscode from 'vscode';
import type { Change } from '../../changes/change.js';
import type { DomainPlan, DomainReceipt, TreeManager } from '../../changes/trees/domainChange.js';
import type { Connection } from '../../connections/connection.js';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { inBackground } from '../../ui/listeners.js';
import { GivenUpError, SentenceError } from '../../words/inert.js';
import { makeChange, reportChange } from '../makeChange.js';
import type { OperationServices } from '../operationServices.js';

/**
 * Replaces a domain, or its access points, from the editor and says what became of it.
 * @throws {Error} with a sentence for people, or `ApiError`; it says so when anything may have been changed
 */
export async function changeDomain<Applied>(
  operations: OperationServices,
  connection: Connection,
  change: (manager: TreeManager) => Change<DomainPlan, Applied, DomainReceipt>,
): Promise<DomainReceipt> {
  const client = await operations.connections.client(connection.id);
  const keepMine: TreeManager['keepMine'] = (question, detail) =>
    confirmRisk({ question, detail, risky: vscode.l10n.t('Keep mine') });
  const made = await makeChange(operations, connection, change({ name: connection.name, client, keepMine }));
  if (!made) throw new GivenUpError();
  const { receipt } = made;
  if (receipt.done === undefined) return receipt;
  inBackground(operations.backupFolder.log, reportChange(made));
  await operations.refreshSensors(connection.id);
  if (!receipt.isCertain) throw new SentenceError(receipt.message);
  return receipt;
}
