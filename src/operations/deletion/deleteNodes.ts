import * as vscode from 'vscode';
import type { Change } from '../../changes/change.js';
import { accessPointsDeletion, nodesDeletion, type Manager } from '../../changes/deletion/nodesDeletion.js';
import type { NodeTarget } from '../../model/sensors/nodeTarget.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { SentenceError } from '../../words/inert.js';
import { makeChange, reportChange } from '../makeChange.js';
import { chosenNodes } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';

/** Deletes domains, sensors and access points with everything below them. */
export async function deleteNodes(
  operations: OperationServices,
  clicked?: NodeTarget,
  selected?: readonly NodeTarget[],
): Promise<void> {
  const targets = await chosenNodes(operations, clicked, selected);
  await deleteFrom(operations, targets[0].connectionId, manager => nodesDeletion(manager, targets));
}

/** Deletes all access points of a domain and its subdomains in one call. */
export async function deleteAccessPointsOf(
  operations: OperationServices,
  clicked?: NodeTarget,
): Promise<void> {
  const chosen = await chosenNodes(operations, clicked, undefined);
  const domain = chosen.find(target => target.kind === 'sensor');
  if (!domain) throw new SentenceError(vscode.l10n.t('Select a domain in the tree first.'));
  await deleteFrom(operations, domain.connectionId, manager => accessPointsDeletion(manager, domain));
}

async function deleteFrom<Plan extends object, Applied>(
  operations: OperationServices,
  connectionId: string,
  deletion: (manager: Manager) => Change<Plan, Applied>,
): Promise<void> {
  const connection = requireUnlocked(operations.connections.get(connectionId));
  const client = await operations.connections.client(connection.id);
  const deleted = await makeChange(operations, connection, deletion({ name: connection.name, client }));
  if (deleted) await Promise.all([operations.refreshSensors(connection.id), reportChange(deleted)]);
}
