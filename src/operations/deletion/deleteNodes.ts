import type { Change } from '../../changes/change.js';
import type { DeletionReceipt } from '../../changes/deletion/deletionReceipt.js';
import {
  accessPointDeletionChange,
  nodeDeletionChange,
  type Manager,
} from '../../changes/deletion/nodeDeletionChange.js';
import { identityOf, type NodeTarget } from '../../model/sensors/nodeTarget.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { makeDeletion, reportDeletion } from '../makeChange.js';
import { chosenDomain, chosenNodes } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';

/** Deletes domains, sensors and access points with everything below them. */
export async function deleteNodes(
  operations: OperationServices,
  clicked?: NodeTarget,
  selected?: readonly NodeTarget[],
): Promise<void> {
  const targets = await chosenNodes(operations, clicked, selected);
  const { connectionId } = targets[0];
  const place = { connectionId, targets: targets.map(identityOf) };
  await deleteFrom(operations, place, manager => nodeDeletionChange(manager, targets));
}

/** Deletes all access points of a domain and its subdomains in one call. */
export async function deleteAccessPointsOf(
  operations: OperationServices,
  clicked?: NodeTarget,
): Promise<void> {
  const domain = await chosenDomain(operations, clicked);
  const place = { connectionId: domain.connectionId, targets: ['all below', identityOf(domain)] };
  await deleteFrom(operations, place, manager => accessPointDeletionChange(manager, domain));
}

async function deleteFrom<Plan extends object, Applied>(
  operations: OperationServices,
  { connectionId, targets }: { readonly connectionId: string; readonly targets: readonly unknown[] },
  deletion: (manager: Manager) => Change<Plan, Applied, DeletionReceipt>,
): Promise<void> {
  const connection = await unlockedConnection(operations.connections, connectionId);
  const client = await operations.connections.client(connection.id);
  const deleted = await makeDeletion(
    operations,
    { connection, targets },
    deletion({ name: connection.name, client }),
  );
  if (!deleted) return;
  const refresh = () => operations.refreshSensors(connection.id);
  await reportDeletion(operations, { connectionId: connection.id, deleted, refresh });
}
