import * as l10n from '@vscode/l10n';
import type { AccessPointIdentity } from '../../api/calls.js';
import type { NodeAccess } from '../../api/managerClient.js';
import type { Taken } from '../../api/readings.js';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import { recordMac, recordName, recordUuid, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { treeOf, type PlacedRecord } from '../../model/sensors/visitNodes.js';
import { listLines, nameLines, nameList, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { confirmationWord, countNodes, keepWords, placeWords } from '../../words/names.js';
import { checksumOf, type BackedUp, type Change, type PlanWords, type Running } from '../change.js';
import {
  requireOwnKeys,
  requireOwnUuids,
  requireShownPlaces,
  requireUnmoved,
  type ShownNode,
} from '../nodePlaces.js';
import { settle } from '../settle.js';
import { endsTalk, sendSteps, type StepOutcome } from '../steps.js';
import {
  deletionReceipt,
  mayShow,
  unreadReceipt,
  untried,
  waitingUntilGone,
  type DeletionReceipt,
  type DeletionStep,
} from './deletionReceipt.js';
import {
  branchAround,
  countDeleted,
  deletedKeys,
  noSurvivors,
  planNodeDeletion,
  planAccessPointDeletion,
  readBranch,
  survivors,
  type DeletedNodes,
  type NodeDeletionPlan,
  type PlannedDeletion,
  type ShownDomain,
  type Survivors,
} from './nodeDeletionPlan.js';

/** A manager that something is deleted from. */
export interface Manager {
  /** What people call it. */
  readonly name: string;
  readonly client: NodeAccess;
}

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
      keep: keepWords(chosen.length),
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
      keep: keepWords(accessPoints.length),
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
  const all = countDeleted({ sensors, accessPoints });
  const below = all.sensors + all.accessPoints - count;
  if (count > 1)
    return below === 0
      ? l10n.t('Delete {0} nodes from {1}?', count, quoted(manager))
      : l10n.t('Delete {0} nodes and {1} below them from {2}?', count, below, quoted(manager));
  const name = quoted(sensors[0]?.sensor.name ?? pointName(accessPoints[0]?.accessPoint));
  return below === 0
    ? l10n.t('Delete {0} from {1}?', name, quoted(manager))
    : l10n.t('Delete {0} and {1} below it from {2}?', name, below, quoted(manager));
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

/** One request of a deletion. */
interface NodeStep extends DeletionStep {
  /** What goes with it. */
  readonly nodes: DeletedNodes;
  readonly send: (waiting: AbortSignal) => Promise<Taken>;
}

/** What distinguishes one kind of deletion from another. */
interface NodeDeletion {
  /** The word for it in the name of the backup. */
  readonly operation: string;
  readonly chosen: readonly ShownNode[];
  /** What is deleted from a tree, or a part of it; undefined where what was chosen is not in it. */
  readonly planIn: (tree: PlacedRecord) => Promise<PlannedDeletion | undefined>;
  /** @throws {SentenceError} when nothing of what is planned from the whole tree may be sent */
  readonly check: (tree: PlacedRecord, planned: PlannedDeletion | undefined) => Promise<PlannedDeletion>;
  readonly word: (plan: NodeDeletionPlan) => PlanWords;
  readonly steps: (plan: NodeDeletionPlan) => readonly NodeStep[];
}

/** Deletes nodes of a tree: what is left of them afterwards decides what became of it. */
function treeDeletion(
  { name, client }: Manager,
  { operation, chosen, planIn, check, word, steps }: NodeDeletion,
): Change<NodeDeletionPlan, readonly StepOutcome<NodeStep, Taken>[], DeletionReceipt> {
  return {
    doing: () => l10n.t('deleting from {0}', quoted(name)),
    reading: l10n.t('Reading the tree of {0}…', quoted(name)),
    writing: () => l10n.t('Deleting'),
    meanwhile: l10n.t('The tree has changed while you were asked. This is what goes now:'),
    plan: async (signal, { shown } = {}) => {
      const confirmed = shown && (await confirmedPlan({ client, planIn }, shown, signal));
      if (confirmed) return confirmed;
      const tree = treeOf(await client.sensors.rawTree(undefined, signal));
      const { plan, named } = await check(tree, await planIn(tree));
      // What no branch confirmed is looked for in the whole tree afterwards, too.
      if (!shown) {
        requireShownPlaces(plan.places, chosen);
        return { ...plan, branch: await branchAround(tree, named) };
      }
      requireUnmoved(chosen, { before: shown.places, now: plan.places });
      return plan;
    },
    word,
    deciding: plan => [...deletedKeys(plan)].sort(),
    backup: plan => backedUp(operation, plan),
    apply: (plan, { signal, tell }) => {
      const all = steps(plan);
      return sendSteps([{ steps: all, atOnce: 1 }], {
        send: (step, { waiting }) => step.send(waiting),
        onStep: ({ names }, number) => tell(l10n.t('{0} ({1} of {2})', nameList(names), number, all.length)),
        signal,
        isLast: endsTalk,
      });
    },
    receive: (plan, outcomes, running) => receiveDeletion(client, { plan, outcomes }, running),
  };
}

/** A plan, and what became of its steps. */
interface SentDeletion {
  readonly plan: NodeDeletionPlan;
  readonly outcomes: readonly StepOutcome<NodeStep, Taken>[];
}

/** Names what is left once the manager shows what was deleted. */
async function receiveDeletion(
  client: Manager['client'],
  { plan, outcomes }: SentDeletion,
  { signal, tell }: Running,
): Promise<DeletionReceipt> {
  const counts = countDeleted(plan);
  const lookFirst = l10n.t('Sign in and look at the tree before you repeat this.');
  const ended = { planned: countNodes(counts), outcomes, lookFirst };
  const awaited = new Set(
    outcomes.flatMap(outcome => (mayShow(outcome) ? [...deletedKeys(outcome.step.nodes)] : [])),
  );
  const looked = await settle({
    look: () => lookFor(plan, client, signal),
    isSettled: ({ keyOf }) => ![...keyOf.values()].some(key => awaited.has(key)),
    onWaiting: () => tell(waitingUntilGone()),
    signal,
  });
  if (!looked.seen) return unreadReceipt(ended, looked.isSettled ? undefined : looked.error);
  const { sensors, accessPoints } = looked.seen;
  const gone = {
    sensors: counts.sensors - sensors.length,
    accessPoints: counts.accessPoints - accessPoints.length,
  };
  const skipped = new Set(untried(outcomes).flatMap(({ nodes }) => [...deletedKeys(nodes)]));
  return deletionReceipt(ended, {
    gone: gone.sensors + gone.accessPoints === 0 ? undefined : countNodes(gone),
    left: namesOfLeft(looked.seen, skipped),
    isSettled: looked.isSettled,
    isCancelled: !looked.isSettled && looked.isCancelled,
  });
}

/**
 * The plan as it is now, made from the branch alone that it was about; undefined when that is not what was shown, or the
 * manager does not say: then the whole tree has to be read.
 */
async function confirmedPlan(
  { client, planIn }: Pick<Manager, 'client'> & Pick<NodeDeletion, 'planIn'>,
  shown: NodeDeletionPlan,
  signal: AbortSignal,
): Promise<NodeDeletionPlan | undefined> {
  if (!shown.branch) return undefined;
  const tree = await readBranch(client, shown.branch, signal);
  const planned = tree && tree !== 'gone' ? await planIn(tree) : undefined;
  if (!planned) return undefined;
  const known = (plan: NodeDeletionPlan) => ({
    keys: [...deletedKeys(plan)].sort(),
    places: plan.places,
    parents: plan.sensors.map(({ sensor }) => sensor.real_parent_id ?? ''),
  });
  const isSame = checksumOf(known(planned.plan)) === checksumOf(known(shown));
  return isSame ? { ...planned.plan, branch: shown.branch } : undefined;
}

/** What people call the nodes that are left, the highest of each branch, without those of some keys. */
function namesOfLeft({ sensors, accessPoints, keyOf }: Survivors, without: ReadonlySet<string>): string[] {
  const tried = (record: PlacedRecord | RawRecord) => !without.has(keyOf.get(record) ?? '');
  const tops = sensors.filter(({ parent }) => !parent || !keyOf.has(parent));
  return [
    ...tops.filter(tried).map(({ record }) => recordName(record)),
    ...accessPoints.filter(tried).map(point => recordName(point) || recordMac(point) || ''),
  ];
}

/** What is left of what was to go. @throws {ApiError} when that cannot be read */
async function lookFor(
  plan: NodeDeletionPlan,
  client: Manager['client'],
  signal: AbortSignal,
): Promise<Survivors> {
  const branch = plan.branch && (await readBranch(client, plan.branch, signal));
  // The only node that is deleted may be the branch itself, and was there a moment ago.
  if (branch === 'gone' && plan.sensors[0]?.sensor.uuid === plan.branch?.uuid) return noSurvivors;
  if (branch && branch !== 'gone') return survivors(plan, branch);
  return survivors(plan, treeOf(await client.sensors.rawTree(undefined, signal)));
}

const backedUp = (operation: string, plan: NodeDeletionPlan): BackedUp => ({
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

/** What people call an access point. */
const pointName = (point: AccessPoint | undefined): string => point?.name ?? point?.mac_address ?? '';
