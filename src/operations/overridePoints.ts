import * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import { flattenTree, type FlatTree } from '../model/trees/flatTree.js';
import { planPoints, pointDifferences, type PointsPlan } from '../changes/trees/placePoints.js';
import { listElements, mergeElements, type PointElement } from '../model/trees/pointList.js';
import type { SensorRecord } from '../model/sensors/sensors.js';
import { isSameTree } from '../changes/trees/treeChanges.js';
import { quoted, type Inert } from '../ui/inert.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { writeBackup } from './backups.js';
import { domainIn, requireOwnUuids, requireReadable, requireUnmoved } from './certainNodes.js';
import { confirmChanges } from './confirmChanges.js';
import { confirmationWord } from './confirmPlan.js';
import type { Operations } from './operationServices.js';
import { outlinePoints, pointLines, refusePoints } from '../changes/trees/pointWords.js';
import { readTree } from './readTree.js';
import { sendOnce, type Sent } from './sendOnce.js';
import { settleConflicts } from './settleConflicts.js';

/** A list of access points that is to take the place of those of a domain. */
export interface PointsRequest {
  readonly uuid: string;
  /** The wanted list, given the list as it is now. */
  readonly elements: (
    current: readonly PointElement[],
    place: { tree: FlatTree; domain: string },
  ) => readonly PointElement[];
  /** What the list started from; undefined when it is meant as it stands. */
  readonly base?: readonly PointElement[] | undefined;
}

interface Agreed {
  readonly domain: SensorRecord;
  readonly elements: readonly PointElement[];
  /** Undefined when there is nothing to do. */
  readonly plan: PointsPlan | undefined;
}

/**
 * Overrides the access points of a domain and its subdomains after the plan was shown and a backup written, and compares
 * what is there afterwards.
 * @throws {Error} with a sentence for people, or `ApiError`; it says so when anything may have been changed
 */
export async function overridePoints(
  operations: Operations,
  connection: Connection,
  request: PointsRequest,
): Promise<Sent<SensorRecord>> {
  const client = await operations.connections.client(connection.id);
  const { domain, elements, plan } = await agreedList(operations, { client, connection, request });
  if (!plan) return { record: domain, message: undefined };
  requireUnlocked(operations.connections.get(connection.id));
  const backup = await writeBackup(operations.backupFolder, connection, {
    operation: 'override access points of',
    sensors: [{ path: [domain.name], sensor: domain }],
    access_points: [],
  });
  const doing = vscode.l10n.t(
    'overriding access points of {0} on {1}',
    quoted(domain.name),
    quoted(connection.name),
  );
  const sent = await operations.journal.run({ doing, backup: backup.toString() }, () =>
    sendOnce({
      name: domain.name,
      manager: connection.name,
      backup,
      send: () => client.sensors.overrideAccessPoints(domain.uuid, { access_points: elements }),
      read: () => client.sensors.tree(domain.uuid),
      differences: after => pointDifferences(plan, flattenTree(after), domain.uuid),
      isUnchanged: after => isSameTree(flattenTree(domain), flattenTree(after)),
    }),
  );
  await operations.refreshSensors(connection.id);
  return sent;
}

/** The list that the user agreed to; asked again when the domain has changed while the question stood. */
async function agreedList(
  operations: Operations,
  { client, connection, request }: { client: ManagerClient; connection: Connection; request: PointsRequest },
): Promise<Agreed> {
  let whole = await readTree(client, connection);
  let warning: Inert | '' = '';
  for (;;) {
    requireOwnUuids(whole, [request.uuid]);
    const domain = domainIn(whole, request.uuid);
    requireReadable(domain, 'nodes', 'accessPoints');
    const tree = flattenTree(whole);
    const current = listElements(flattenTree(domain));
    const edited = request.elements(current, { tree, domain: domain.uuid });
    const { elements, conflicts } = mergeElements(request.base ?? current, edited, current);
    await settleConflicts(conflicts);
    const plan = planPoints(elements, tree, domain.uuid);
    refusePoints(plan);
    const owners = [...plan.desired.values()].map(({ owner }) => owner);
    requireOwnUuids(whole, owners);
    if (isEmpty(plan)) return { domain, elements, plan: undefined };
    await confirmChanges(operations.planDocuments, {
      question: vscode.l10n.t(
        'Override the access points of {0} on {1}?',
        quoted(domain.name),
        quoted(connection.name),
      ),
      lines: [warning, ...pointLines(plan)],
      button: vscode.l10n.t('Override'),
      now: outlinePoints(flattenTree(domain).points, tree, plan),
      planned: outlinePoints(plan.desired, tree, plan),
      word: plan.deleted.length > 0 ? confirmationWord(domain) : undefined,
    });
    const before = whole;
    whole = await readTree(client, connection);
    requireOwnUuids(whole, [request.uuid, ...owners]);
    requireUnmoved([{ kind: 'sensor', uuid: domain.uuid, name: domain.name }], { before, now: whole });
    if (isSameTree(flattenTree(domain), flattenTree(domainIn(whole, request.uuid))))
      return { domain, elements, plan };
    warning = vscode.l10n.t('The domain has changed while you were asked. This is what happens now:');
  }
}

const isEmpty = ({ created, updated, moved, deleted, newContainers, renumbered }: PointsPlan): boolean =>
  [created, updated, moved, deleted, newContainers, renumbered].every(list => list.length === 0);
