import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Command } from '../ids.js';
import { recordIp, sensorKind } from 'netsensor-contract/sensors/nodeRecord';
import { sensorPath } from '../model/sensors/nodeRef.js';
import { identityOf, type NodeTarget } from '../model/sensors/nodeTarget.js';
import { runCommand, window, withCancellableProgress } from '../ui/doors.js';
import { inert, quoted } from '../words/inert.js';
import { sayPart } from './partialLists.js';
import { chosenDomain, chosenRecords, type ClickedList, type ListTarget } from './chosenTargets.js';
import { chosenListUri } from './lists/listCommands.js';
import { chosenDomainUri } from './trees/domainCommands.js';
import { pointListPath } from '../model/trees/pointList.js';
import type { OperationServices } from './operationServices.js';
import { recordUri } from '../ui/recordUri.js';
import { deleteNodes } from './deletion/deleteNodes.js';
import { typesToRead } from '../changes/deletion/recordDeletionPlan.js';
import { recordDeletionChange } from '../changes/deletion/recordDeletionChange.js';
import type { RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { unlockedConnection } from '../ui/confirmRisk.js';
import { makeDeletion, reportDeletion } from './makeChange.js';

/** What the commands of operations do, in one module that is loaded when the first of them is called. */
export { deleteAccessPointsOf } from './deletion/deleteNodes.js';
export {
  editSubtree,
  overwriteFromFile,
  editAccessPoints,
  overrideFromFile,
} from './trees/domainCommands.js';
export { showUnread } from './partialLists.js';
export { editRecords } from './lists/listCommands.js';
export { exportRecords, importRecords } from './lists/recordFiles.js';
export { compareRecords } from './lists/compareRecords.js';
export { compareManagers } from './lists/compareManagers.js';
export { applyFolder, planFolder, pullFolder } from './folders/folderCommands.js';
export { openInFolder, openOnManager } from './folders/folderLinks.js';
export { restoreBackup } from './restoreBackup.js';
export { showUsers } from './users/showUsers.js';
export { renewKey } from './users/renewKey.js';
export { listAccessPoints } from './accessPoints/listAccessPoints.js';
export { fetchAccessPointsCsv, fetchUsersCsv } from './users/fetchCsv.js';

export const copyDifferences = async ({ planDocuments }: OperationServices): Promise<void> =>
  (await planDocuments()).copyShown();

/**
 * The address of the document that is a table of what a command was called on, or of what is selected: a type, what its
 * filter shows, records of one, or the access points of a domain.
 * @throws {SentenceError} when there is none of all
 */
export async function chosenTableUri(
  operations: OperationServices,
  clicked?: ClickedList | NodeTarget,
  selected?: readonly (ListTarget | NodeTarget)[],
): Promise<vscode.Uri> {
  const [node] = clicked ? [clicked] : await operations.selected();
  if (node?.kind === 'sensor' || node?.kind === 'accessPoint')
    return chosenDomainUri(operations, node, pointListPath);
  const isListed = (target: ClickedList | NodeTarget): target is ListTarget =>
    target.kind === 'record' || target.kind === 'inventoryType';
  return chosenListUri(operations, node, selected?.filter(isListed));
}

/** Lists the MSE sensors of a domain and opens the one that is picked (contract 001, Endpoints). */
export async function showMse(operations: OperationServices, clicked?: NodeTarget): Promise<void> {
  const domain = await chosenDomain(operations, clicked);
  const client = await operations.connections.client(domain.connectionId);
  const name = quoted(domain.name);
  const list = await withCancellableProgress(l10n.t('Reading the MSE sensors of {0}…', name), signal =>
    client.sensors.listMse(domain.uuid, signal),
  );
  sayPart(list, l10n.t('MSE sensors'));
  const sensors = list.rows;
  if (sensors.length === 0) {
    void window.showInformationMessage(l10n.t('{0} has no MSE sensors.', name));
    return;
  }
  const items = sensors.map(sensor => ({
    label: quoted(sensor.name),
    description: inert(recordIp(sensor) ?? ''),
    detail: inert(sensor.uuid),
    sensor,
  }));
  const title = l10n.t('MSE sensors of {0}', name);
  const picked = await window.showQuickPick(items, { title, matchOnDetail: true });
  if (!picked) return;
  const path = sensorPath({ kind: sensorKind(picked.sensor), uuid: picked.sensor.uuid }, picked.sensor.name);
  const uri = recordUri(domain.connectionId, path);
  await operations.openDocument(uri);
}

/** Deletes inventory records after a plan was shown and a backup written, and names what is still there. */
export async function deleteRecords(
  operations: OperationServices,
  clicked?: RecordTarget,
  selected?: readonly RecordTarget[],
): Promise<void> {
  const targets = await chosenRecords(operations, clicked, selected);
  const connection = await unlockedConnection(operations.connections, targets[0].connectionId);
  const client = await operations.connections.client(connection.id);
  const nameOf = operations.nameOf(connection.id);
  const change = recordDeletionChange({ name: connection.name, client, nameOf }, targets);
  const place = { connection, targets: targets.map(identityOf) };
  const deleted = await makeDeletion(operations, place, change);
  if (!deleted) return;
  const types = typesToRead(targets.map(({ type }) => type));
  const refresh = () => operations.recordsChanged(connection.id, types);
  await reportDeletion(operations, { connectionId: connection.id, deleted, refresh });
}

/**
 * Deletes nodes; called on none, as by the Delete key, it means what is selected in the tree, which may be records. What is pinned
 * there is unpinned by the key, and deleted from its menu alone.
 */
export async function deleteChosen(operations: OperationServices, ...targets: never[]): Promise<void> {
  if (targets.length === 0 && (await runCommand(Command.unpin, 'selected')) === true) return;
  const isSelected = targets.length === 0 && (await operations.selected()).length === 0;
  if (isSelected && (await operations.selectedRecords()).some(({ kind }) => kind === 'record'))
    return deleteRecords(operations);
  return deleteNodes(operations, ...targets);
}
