import type { DomainChange, DomainReceipt, TreeManager } from '../../changes/trees/domainChange.js';
import { confirmMine } from '../../ui/confirmRisk.js';
import { window } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { GivenUpError, SentenceError } from '../../words/sentenceErrors.js';
import { makeChange, reportChange, type ChangePlace } from '../makeChange.js';
import type { OperationServices } from '../operationServices.js';

/**
 * Replaces a domain, or its access points, from the editor and says what became of it.
 * @throws {Error} with a sentence for people, or `ApiError`; it says so when anything may have been changed
 */
export async function changeDomain(
  operations: OperationServices,
  place: ChangePlace,
  change: (manager: TreeManager) => DomainChange,
): Promise<DomainReceipt> {
  const { connection } = place;
  const client = await operations.connections.client(connection.id);
  const isVendor = operations.treeOf(connection.id)?.isVendor;
  const manager = { name: connection.name, client, isVendor, keepMine: confirmMine };
  const made = await makeChange(operations, place, change(manager));
  if (!made) throw new GivenUpError();
  const { receipt } = made;
  if (receipt.done === undefined) return receipt;
  const { log } = operations.backupFolder;
  inBackground(log, reportChange(made));
  inBackground(log, operations.refreshSensors(connection.id));
  if (!receipt.isCertain) throw new SentenceError(receipt.message);
  return receipt;
}

/** Replaces a domain, or its access points, or says that it is like this already. */
export async function changeOrSay(...change: Parameters<typeof changeDomain>): Promise<void> {
  const { done, message } = await changeDomain(...change);
  if (done === undefined) void window.showInformationMessage(message);
}
