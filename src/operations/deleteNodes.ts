import * as vscode from 'vscode';
import type { AccessPointIdentity } from '../api/accessPointCalls.js';
import type { ManagerClient } from '../api/managerClient.js';
import type { AccessPoint } from '../model/sensors/accessPoints.js';
import { countDeleted, planDelete, planDeleteAccessPoints, type DeletePlan } from '../changes/deletion/deletePlan.js';
import type { NodeTarget, SensorTarget } from '../model/sensors/nodeTarget.js';
import type { SensorRecord } from '../model/sensors/sensors.js';
import { quoted, type Inert } from '../ui/inert.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { SentenceError } from '../ui/sentenceError.js';
import { requireOwnKeys, requireOwnUuids } from './certainNodes.js';
import { confirmationWord, nameLines, nameList } from './confirmPlan.js';
import { countText } from './counts.js';
import { chosenNodes, type Operations } from './operationServices.js';
import { runDeletion, type DeletionStep } from './runDeletion.js';

/** Deletes domains, sensors and access points with everything below them. */
export async function deleteNodes(
  operations: Operations,
  clicked?: NodeTarget,
  selected?: readonly NodeTarget[],
): Promise<void> {
  const targets = await chosenNodes(operations, clicked, selected);
  const connection = requireUnlocked(operations.connections.get(targets[0].connectionId));
  await runDeletion(operations, connection, {
    operation: 'delete',
    targets,
    plan: tree => checkPlan(tree, planDelete(tree, targets)),
    show: plan => ({
      question: question(plan, connection.name),
      lines: planLines(plan),
      button: vscode.l10n.t('Delete'),
    }),
    word: plan => wordFor(plan, connection.name),
    steps: deletionSteps,
  });
}

/** Deletes all access points of a domain and its subdomains in one call. */
export async function deleteAccessPointsOf(operations: Operations, clicked?: NodeTarget): Promise<void> {
  const chosen = await chosenNodes(operations, clicked, undefined);
  const domain = chosen.find(target => target.kind === 'sensor');
  if (!domain) throw new SentenceError(vscode.l10n.t('Select a domain in the tree first.'));
  const connection = requireUnlocked(operations.connections.get(domain.connectionId));
  await runDeletion(operations, connection, {
    operation: 'delete access points of',
    targets: [domain],
    plan: tree => {
      requireOwnUuids(tree, [domain.uuid]);
      const plan = planDeleteAccessPoints(tree, domain.uuid);
      if (plan && plan.accessPoints.length > 0) return plan;
      throw new SentenceError(emptyDomain(domain, plan !== undefined));
    },
    show: ({ accessPoints }) => ({
      question: vscode.l10n.t(
        'Delete all access points of {0} and of everything below it?',
        quoted(domain.name),
      ),
      lines: [
        vscode.l10n.t(
          '{0} on {1}:',
          countText({ sensors: 0, accessPoints: accessPoints.length }),
          quoted(connection.name),
        ),
        ...nameLines(accessPoints.map(({ accessPoint }) => pointName(accessPoint))),
        backupLine(),
      ],
      button: vscode.l10n.t('Delete'),
    }),
    word: () => confirmationWord(domain),
    steps: (_plan, client) => [
      { name: domain.name, send: () => client.sensors.deleteAccessPoints(domain.uuid) },
    ],
  });
}

function emptyDomain({ name }: SensorTarget, exists: boolean): Inert {
  return exists
    ? vscode.l10n.t('{0} and everything below it has no access points.', quoted(name))
    : vscode.l10n.t('{0} is not on the manager any more. Refresh the tree.', quoted(name));
}

/** @throws {Error} with a sentence for people when nothing of it may be sent */
function checkPlan(tree: SensorRecord, plan: DeletePlan): DeletePlan {
  requireOwnUuids(
    tree,
    plan.sensors.map(({ sensor }) => sensor.uuid),
  );
  requireOwnKeys(
    tree,
    plan.accessPoints.map(({ accessPoint }) => accessPoint),
  );
  const top = plan.sensors.find(({ parentUuid }) => parentUuid === undefined);
  if (top) {
    const sentence = vscode.l10n.t(
      '{0} is the top domain of this API key and cannot be deleted. Delete what is below it.',
      quoted(top.sensor.name),
    );
    throw new SentenceError(sentence);
  }
  if (plan.sensors.length + plan.accessPoints.length > 0) return plan;
  throw new SentenceError(
    vscode.l10n.t(
      '{0} is not on the manager any more. Refresh the tree.',
      nameList(plan.missing.map(at => at.name)),
    ),
  );
}

function question({ sensors, accessPoints }: DeletePlan, manager: string): Inert {
  const [sensor] = sensors;
  const count = sensors.length + accessPoints.length;
  if (count > 1) return vscode.l10n.t('Delete {0} nodes from {1}?', count, quoted(manager));
  return sensor
    ? vscode.l10n.t('Delete {0} from {1}?', quoted(sensor.sensor.name), quoted(manager))
    : vscode.l10n.t('Delete {0} from {1}?', quoted(pointName(accessPoints[0]?.accessPoint)), quoted(manager));
}

function planLines(plan: DeletePlan): (Inert | '')[] {
  const names = [
    ...plan.sensors.map(({ path }) => path.slice(1).join(' › ')),
    ...plan.accessPoints.map(({ path }) => path.slice(1).join(' › ')),
  ];
  return [
    vscode.l10n.t('{0} will go, everything below the chosen nodes included:', countText(countDeleted(plan))),
    ...nameLines(names),
    plan.missing.length > 0
      ? vscode.l10n.t('Not on the manager any more: {0}.', nameList(plan.missing.map(({ name }) => name)))
      : '',
    backupLine(),
  ];
}

const backupLine = () => vscode.l10n.t('A backup is written first.');

/** More than one node is confirmed with the name of the manager, a node with something below it with its own name. */
function wordFor(plan: DeletePlan, manager: string): string | undefined {
  const [node] = plan.sensors;
  if (plan.sensors.length + plan.accessPoints.length > 1) return manager;
  return node && node.subordinates + node.accessPoints > 0 ? confirmationWord(node.sensor) : undefined;
}

/** One request for each node and one for all access points; each is sent at most once. */
function deletionSteps({ sensors, accessPoints }: DeletePlan, client: ManagerClient): DeletionStep[] {
  const list = accessPoints.map(({ accessPoint }) => identity(accessPoint));
  const points = accessPoints.map(({ accessPoint }) => pointName(accessPoint));
  return [
    ...sensors.map(({ sensor }) => ({ name: sensor.name, send: () => client.sensors.delete(sensor.uuid) })),
    ...(list.length > 0 ? [{ name: nameList(points), send: () => client.accessPoints.delete(list) }] : []),
  ];
}

const pointName = (point: AccessPoint | undefined): string => point?.name ?? point?.mac_address ?? '';

const identity = ({ mac_address: mac, id }: AccessPoint): AccessPointIdentity =>
  mac ? { mac_address: mac } : { id: id ?? '' };
