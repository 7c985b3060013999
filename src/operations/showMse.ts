import * as l10n from '@vscode/l10n';
import { recordIp, sensorKind } from 'netsensor-contract/sensors/nodeRecord';
import { sensorPath } from '../model/sensors/nodeRef.js';
import { type NodeTarget } from '../model/sensors/nodeTarget.js';
import { window, withCancellableProgress } from '../ui/doors.js';
import { inert, quoted } from '../words/inert.js';
import { sayPart } from './partialLists.js';
import { chosenDomain } from './chosenTargets.js';
import type { OperationServices } from './operationServices.js';
import { recordUri } from '../ui/recordUri.js';

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
