import { typesToRead } from '../../changes/deletion/recordDeletionPlan.js';
import { recordDeletionChange } from '../../changes/deletion/recordDeletionChange.js';
import type { RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { makeChange, reportDeletion } from '../makeChange.js';
import { chosenRecords } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';

/** Deletes inventory records after a plan was shown and a backup written, and names what is still there. */
export async function deleteRecords(
  operations: OperationServices,
  clicked?: RecordTarget,
  selected?: readonly RecordTarget[],
): Promise<void> {
  const targets = await chosenRecords(operations, clicked, selected);
  const connection = requireUnlocked(operations.connections.get(targets[0].connectionId));
  const client = await operations.connections.client(connection.id);
  const nameOf = operations.nameOf(connection.id);
  const change = recordDeletionChange({ name: connection.name, client, nameOf }, targets);
  const deleted = await makeChange(operations, { connection }, change);
  if (!deleted) return;
  const types = typesToRead(targets.map(({ type }) => type));
  const refresh = () => operations.recordsChanged(connection.id, types);
  await reportDeletion(operations, { connectionId: connection.id, deleted, refresh });
}
