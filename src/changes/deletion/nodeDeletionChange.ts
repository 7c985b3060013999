import * as l10n from '@vscode/l10n';
import type { AccessPointIdentity } from '../../api/calls.js';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import { recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import type { PlacedRecord } from '../../model/sensors/visitNodes.js';
import { listLines, nameLines, nameList, quoted, type Inert, SentenceError } from '../../words/inert.js';
import { confirmationWord, countNodes, placeWords } from '../../words/names.js';
import { requireOwnKeys, requireOwnUuids, type ShownNode } from '../nodePlaces.js';
import {
  countDeleted,
  planNodeDeletion,
  planAccessPointDeletion,
  type NodeDeletionPlan,
  type PlannedDeletion,
  type ShownDomain,
} from './nodeDeletionPlan.js';
import { pointName, treeDeletion, type Manager, type NodeStep } from './treeDeletion.js';

/** Deletes domains, sensors and access points with everything below them. */
export const nodeDeletionChange = (manager: Manager, chosen: readonly ShownNode[]) =>
  treeDeletion(manager, {
    operation: 'delete',
    chosen,
    planIn: tree => planNodeDeletion(tree, chosen),
    check: checked,
    word: plan => ({
      question: question(plan, manager.name),
      lines: planLines(plan),
      button: l10n.t('Delete'),
      word: wordFor(plan, manager.name),
    }),
    steps: plan => stepsOf(plan, manager),
  });

/** Deletes all access points of a domain and its subdomains in one call. */
export const accessPointDeletionChange = (manager: Manager, domain: ShownDomain) =>
  treeDeletion(manager, {
    operation: 'delete access points of',
    chosen: [domain],
    planIn: tree => planAccessPointDeletion(tree, domain),
    check: async (tree, planned) => {
      await requireOwnUuids(tree, [domain.uuid]);
      if (planned && planned.plan.accessPoints.length > 0) return planned;
      throw new SentenceError(
        planned
          ? l10n.t('{0} and everything below it has no access points.', quoted(domain.name))
          : notThere([domain.name]),
      );
    },
    word: ({ accessPoints }) => ({
      question: l10n.t('Delete all access points of {0} and of everything below it?', quoted(domain.name)),
      lines: [
        l10n.t(
          '{0} on {1}:',
          countNodes({ sensors: 0, accessPoints: accessPoints.length }),
          quoted(manager.name),
        ),
        ...nameLines(accessPoints.map(({ accessPoint }) => pointName(accessPoint))),
        l10n.t('A backup is written first.'),
      ],
      button: l10n.t('Delete'),
      word: confirmationWord(domain),
    }),
    steps: plan => [
      {
        names: [domain.name],
        nodes: plan,
        send: waiting => manager.client.sensors.deleteAccessPoints(domain.uuid, waiting),
      },
    ],
  });

/** @throws {SentenceError} when nothing of a plan may be sent */
async function checked(tree: PlacedRecord, planned: PlannedDeletion | undefined): Promise<PlannedDeletion> {
  if (!planned) throw new SentenceError(notThere([]));
  const { plan, found } = planned;
  await requireOwnUuids(
    tree,
    found.sensors.map(({ record }) => recordUuid(record) ?? ''),
  );
  await requireOwnKeys(
    tree,
    found.points.map(({ record }) => record),
  );
  const top = plan.sensors.find(({ parentUuid }) => parentUuid === undefined);
  if (top) {
    const sentence = l10n.t(
      '{0} is the top domain of this API key and cannot be deleted. Delete what is below it.',
      quoted(top.sensor.name),
    );
    throw new SentenceError(sentence);
  }
  if (plan.sensors.length + plan.accessPoints.length > 0) return planned;
  throw new SentenceError(notThere(plan.missing));
}

const notThere = (names: readonly string[]): Inert =>
  l10n.t('{0} is not on the manager any more. Refresh the tree.', nameList(names));

function question({ sensors, accessPoints }: NodeDeletionPlan, manager: string): Inert {
  const count = sensors.length + accessPoints.length;
  if (count > 1) return l10n.t('Delete {0} nodes from {1}?', count, quoted(manager));
  const name = sensors[0]?.sensor.name ?? pointName(accessPoints[0]?.accessPoint);
  return l10n.t('Delete {0} from {1}?', quoted(name), quoted(manager));
}

function planLines(plan: NodeDeletionPlan): (Inert | '')[] {
  const nodes = [...plan.sensors, ...plan.accessPoints];
  return [
    l10n.t('Deletes {0}:', countNodes(countDeleted(plan))),
    ...listLines(nodes.map(({ path }) => placeWords(path))),
    plan.missing.length > 0 ? l10n.t('Not on the manager any more: {0}.', nameList(plan.missing)) : '',
    l10n.t('A backup is written first.'),
  ];
}

/** More than one node is confirmed with the name of the manager, a node with something below it with its own name. */
function wordFor(plan: NodeDeletionPlan, manager: string): string | undefined {
  const [node] = plan.sensors;
  if (plan.sensors.length + plan.accessPoints.length > 1) return manager;
  return node && node.subordinates + node.accessPoints > 0 ? confirmationWord(node.sensor) : undefined;
}

/** One request for each node and one for all access points. */
function stepsOf({ sensors, accessPoints }: NodeDeletionPlan, { client }: Manager): NodeStep[] {
  const points = accessPoints.map(({ accessPoint }) => accessPoint);
  const deletePoints = (waiting: AbortSignal) => client.accessPoints.delete(points.map(identity), waiting);
  return [
    ...sensors.map(node => ({
      names: [node.sensor.name],
      nodes: { sensors: [node], accessPoints: [] },
      send: (waiting: AbortSignal) => client.sensors.delete(node.sensor.uuid, waiting),
    })),
    ...(points.length > 0
      ? [{ names: points.map(pointName), nodes: { sensors: [], accessPoints }, send: deletePoints }]
      : []),
  ];
}

const identity = ({ mac_address: mac, id }: AccessPoint): AccessPointIdentity =>
  mac ? { mac_address: mac } : { id: id ?? '' };
