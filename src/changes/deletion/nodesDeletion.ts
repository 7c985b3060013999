import type { ManagerClient } from '../../api/managerClient.js';
import type { AccessPointIdentity } from '../../api/calls.js';
import type { AccessPoint } from '../../model/sensors/accessPoints.js';
import type { SensorRecord } from '../../model/sensors/sensors.js';
import {
  listLines,
  nameLines,
  nameList,
  quoted,
  type Inert,
  SentenceError,
  l10n,
} from '../../words/inert.js';
import { confirmationWord, countNodes, placeWords } from '../../words/names.js';
import type { BackedUp, Change, PlanWords } from '../change.js';
import {
  requireOwnKeys,
  requireOwnUuids,
  requireShownPlaces,
  requireUnmoved,
  type ShownNode,
} from '../nodePlaces.js';
import { endsTalk, sendSteps, type StepOutcome } from '../steps.js';
import { deletionReceipt, toError, unknownReceipt, type DeletionStep } from './deletionReceipt.js';
import {
  countDeleted,
  deletedKeys,
  planDelete,
  planDeleteAccessPoints,
  survivors,
  type DeletePlan,
  type ShownDomain,
} from './deletePlan.js';

/** A manager that something is deleted from. */
export interface Manager {
  /** What people call it. */
  readonly name: string;
  readonly client: Pick<ManagerClient, 'sensors' | 'accessPoints'>;
}

/** One request of a deletion. */
interface NodeStep extends DeletionStep {
  readonly send: () => Promise<void>;
}

/** What distinguishes one kind of deletion from another. */
interface NodeDeletion {
  /** The word for it in the name of the backup. */
  readonly operation: string;
  readonly chosen: readonly ShownNode[];
  /** What is deleted from a tree. @throws {SentenceError} when nothing may be */
  readonly planIn: (tree: SensorRecord) => DeletePlan;
  readonly word: (plan: DeletePlan) => PlanWords;
  readonly steps: (plan: DeletePlan) => readonly NodeStep[];
}

/** Deletes domains, sensors and access points with everything below them. */
export const nodesDeletion = (manager: Manager, chosen: readonly ShownNode[]) =>
  treeDeletion(manager, {
    operation: 'delete',
    chosen,
    planIn: tree => checked(tree, planDelete(tree, chosen)),
    word: plan => ({
      question: question(plan, manager.name),
      lines: planLines(plan),
      button: l10n.t('Delete'),
      word: wordFor(plan, manager.name),
    }),
    steps: plan => stepsOf(plan, manager),
  });

/** Deletes all access points of a domain and its subdomains in one call. */
export const accessPointsDeletion = (manager: Manager, domain: ShownDomain) =>
  treeDeletion(manager, {
    operation: 'delete access points of',
    chosen: [domain],
    planIn: tree => {
      requireOwnUuids(tree, [domain.uuid]);
      const plan = planDeleteAccessPoints(tree, domain);
      if (plan && plan.accessPoints.length > 0) return plan;
      throw new SentenceError(
        plan
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
    steps: () => [
      { names: [domain.name], send: () => manager.client.sensors.deleteAccessPoints(domain.uuid) },
    ],
  });

function treeDeletion(
  { name, client }: Manager,
  { operation, chosen, planIn, word, steps }: NodeDeletion,
): Change<DeletePlan, readonly StepOutcome<NodeStep, void>[]> {
  return {
    doing: () => l10n.t('deleting from {0}', quoted(name)),
    reading: l10n.t('Reading the tree of {0}…', quoted(name)),
    writing: () => l10n.t('Deleting'),
    meanwhile: l10n.t('The tree has changed while you were asked. This is what goes now:'),
    plan: async (signal, shown) => {
      const tree = await client.sensors.tree(undefined, signal);
      const plan = planIn(tree);
      if (shown) requireUnmoved(chosen, { before: shown.places, now: plan.places });
      else requireShownPlaces(tree, chosen);
      return plan;
    },
    word,
    deciding: plan => [...deletedKeys(plan)].sort(),
    backup: plan => backedUp(operation, plan),
    apply: (plan, { signal, tell }) => {
      const all = steps(plan);
      return sendSteps([{ steps: all, atOnce: 1 }], {
        send: step => step.send(),
        onStep: ({ names }, number) => tell(l10n.t('{0} ({1} of {2})', nameList(names), number, all.length)),
        signal,
        isLast: endsTalk,
      });
    },
    receive: async (plan, outcomes, signal) => {
      const counts = countDeleted(plan);
      const ended = { planned: countNodes(counts), outcomes };
      const after = await client.sensors.tree(undefined, signal).catch(toError);
      if (after instanceof Error) return unknownReceipt(ended, after);
      const { sensors, accessPoints } = survivors(plan, after);
      const gone = {
        sensors: counts.sensors - sensors.length,
        accessPoints: counts.accessPoints - accessPoints.length,
      };
      const tops = sensors.filter(({ parent }) => !parent || !sensors.includes(parent));
      return deletionReceipt(ended, {
        gone: gone.sensors + gone.accessPoints === 0 ? undefined : countNodes(gone),
        left: [...tops.map(({ sensor }) => sensor.name), ...accessPoints.map(pointName)],
      });
    },
  };
}

/** @throws {SentenceError} when nothing of a plan may be sent */
function checked(tree: SensorRecord, plan: DeletePlan): DeletePlan {
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
    const sentence = l10n.t(
      '{0} is the top domain of this API key and cannot be deleted. Delete what is below it.',
      quoted(top.sensor.name),
    );
    throw new SentenceError(sentence);
  }
  if (plan.sensors.length + plan.accessPoints.length > 0) return plan;
  throw new SentenceError(notThere(plan.missing));
}

const notThere = (names: readonly string[]): Inert =>
  l10n.t('{0} is not on the manager any more. Refresh the tree.', nameList(names));

function question({ sensors, accessPoints }: DeletePlan, manager: string): Inert {
  const count = sensors.length + accessPoints.length;
  if (count > 1) return l10n.t('Delete {0} nodes from {1}?', count, quoted(manager));
  const name = sensors[0]?.sensor.name ?? pointName(accessPoints[0]?.accessPoint);
  return l10n.t('Delete {0} from {1}?', quoted(name), quoted(manager));
}

function planLines(plan: DeletePlan): (Inert | '')[] {
  const nodes = [...plan.sensors, ...plan.accessPoints];
  return [
    l10n.t('Deletes {0}:', countNodes(countDeleted(plan))),
    ...listLines(nodes.map(({ path }) => placeWords(path))),
    plan.missing.length > 0 ? l10n.t('Not on the manager any more: {0}.', nameList(plan.missing)) : '',
    l10n.t('A backup is written first.'),
  ];
}

/** More than one node is confirmed with the name of the manager, a node with something below it with its own name. */
function wordFor(plan: DeletePlan, manager: string): string | undefined {
  const [node] = plan.sensors;
  if (plan.sensors.length + plan.accessPoints.length > 1) return manager;
  return node && node.subordinates + node.accessPoints > 0 ? confirmationWord(node.sensor) : undefined;
}

/** One request for each node and one for all access points. */
function stepsOf({ sensors, accessPoints }: DeletePlan, { client }: Manager): NodeStep[] {
  const points = accessPoints.map(({ accessPoint }) => accessPoint);
  const deletePoints = () => client.accessPoints.delete(points.map(identity));
  return [
    ...sensors.map(({ sensor }) => ({
      names: [sensor.name],
      send: () => client.sensors.delete(sensor.uuid),
    })),
    ...(points.length > 0 ? [{ names: points.map(pointName), send: deletePoints }] : []),
  ];
}

const backedUp = (operation: string, plan: DeletePlan): BackedUp => ({
  operation,
  called: plan.sensors[0]?.sensor.name ?? pointName(plan.accessPoints[0]?.accessPoint),
  sensors: plan.sensors.map(({ sensor, parentUuid, path }) => ({
    ...(parentUuid === undefined ? {} : { parent_uuid: parentUuid }),
    path: [...path],
    sensor,
  })),
  access_points: plan.accessPoints.map(({ accessPoint, sensorUuid, path }) => ({
    sensor_uuid: sensorUuid,
    path: [...path],
    access_point: accessPoint,
  })),
});

const pointName = (point: AccessPoint | undefined): string => point?.name ?? point?.mac_address ?? '';

const identity = ({ mac_address: mac, id }: AccessPoint): AccessPointIdentity =>
  mac ? { mac_address: mac } : { id: id ?? '' };
