import * as l10n from '@vscode/l10n';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import { sensorKind } from 'netsensor-contract/sensors/nodeRecord';
import {
  flattenTree,
  holdsAccessPoints,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
  type TreeConflict,
} from '../../model/trees/flatTree.js';
import type { TreeBody } from '../../model/trees/treeDocument.js';
import { type SensorRecord, walkTree } from 'netsensor-contract/sensors/sensors';
import { nameList, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { confirmationWord, countNodes } from '../../words/names.js';
import { countWords } from '../planSides.js';
import { requireReadable } from '../nodePlaces.js';
import { domainChange, type PlannedDomain, type TreeManager } from './domainChange.js';
import { overwriteWords, type DomainWords } from './domainWords.js';
import { mergeTrees, pointName } from './mergeTrees.js';
import { resolveBody } from './resolveBody.js';
import {
  isNone,
  overwriteBody,
  touchedPoints,
  treeChanges,
  withManagersChoices,
  type TreeChanges,
} from './treeChanges.js';
import { changedNames, changeLines, kindWords, outlineTree } from './treeWords.js';

/** A tree that is to be overwritten. */
export interface OverwriteRequest {
  readonly uuid: string;
  /** Set when the tree was just seen to be the top domain of the API key, which is overwritten as such. */
  readonly isTop?: boolean;
  readonly body: TreeBody;
  /** What the body started from; undefined when it is meant as it stands. */
  readonly base?: FlatTree | undefined;
  /** The word for it in the name of the backup. */
  readonly operation: string;
  /** How it is said when it is no overwrite to people: the question, its button, and what becomes of it. */
  readonly said?: (DomainWords & { readonly question: Inert; readonly button: Inert }) | undefined;
  /** Further lines of the plan. */
  readonly notes?: readonly Inert[];
}

/** Overwrites everything below a domain (contract 001, Overwrite request), and compares what is there afterwards. */
export const overwrite = (manager: TreeManager, request: OverwriteRequest) =>
  domainChange(manager, {
    uuid: request.uuid,
    operation: request.operation,
    said: (domain, on) => request.said ?? overwriteWords(domain, on),
    meanwhile: l10n.t('The tree has changed while you were asked. This is what happens now:'),
    planIn: async (whole, domain) => {
      requireReadable(domain, 'nodes');
      if (request.isTop && domain !== whole) throw new SentenceError(notTop(domain.name));
      const plan = planOverwrite(request.body, flattenTree(domain), request.base);
      requireInside(whole, domain, plan.desired);
      refuseIgnored(plan);
      const { body, conflicts, changes, desired } = plan;
      return {
        body,
        conflicts,
        words: wordsOf(plan, { domain, manager, request }),
        isNothing: isNone(changes.nodes) && isNone(changes.points),
        desired: { nodes: [...desired.nodes.values()], points: [...desired.points.values()] },
      };
    },
    send: ({ body, domain }, signal) =>
      manager.client.sensors.override(body, { uuid: request.isTop ? undefined : domain.uuid, signal }),
    differences: ({ desired }, after) => {
      const wanted = {
        top: request.uuid,
        nodes: new Map(desired.nodes.map(node => [node.id, node])),
        points: new Map(desired.points.map(point => [macKey(point.mac), point])),
      };
      return changedNames(treeChanges(withManagersChoices(wanted, after), after));
    },
  });

const wordsOf = (
  plan: OverwritePlan,
  { domain, manager, request }: { domain: SensorRecord; manager: TreeManager; request: OverwriteRequest },
): PlannedDomain['words'] => ({
  question:
    request.said?.question ?? l10n.t('Overwrite {0} on {1}?', quoted(domain.name), quoted(manager.name)),
  lines: [
    ...changeLines(plan.changes.nodes),
    ...changeLines(plan.changes.points, ({ length }) => countNodes({ sensors: 0, accessPoints: length })),
    ...noteLines(plan),
    ...(request.notes ?? []),
    l10n.t('A backup is written first.'),
  ],
  button: request.said?.button ?? l10n.t('Overwrite'),
  keep: request.said ? undefined : l10n.t('Keep editing'),
  word: plan.changes.nodes.deleted.length > 0 ? confirmationWord(domain) : undefined,
  sides: {
    now: outlineTree(plan.current, kindsIn(domain, manager)),
    planned: outlineTree(plan.desired, kindsIn(domain, manager)),
    language: 'txt',
    counts: countWords(plan.changes.nodes, plan.changes.points),
  },
});

/** What the nodes of a domain are, for people: vendor sensors as the tree calls them, whose type says nothing. */
function kindsIn(domain: SensorRecord, { isVendor = () => false }: TreeManager) {
  const vendors = new Set(
    [...walkTree(domain)]
      .filter(({ sensor }) => {
        const kind = sensorKind(sensor);
        return kind === 'vendor' || (kind === 'other' && isVendor(sensor.uuid));
      })
      .map(({ sensor }) => sensor.uuid),
  );
  return (node: FlatNode): string =>
    vendors.has(node.uuid ?? '') ? l10n.t('Vendor sensor') : kindWords(node);
}

/** What a plan does not do although one might think so. */
function noteLines({ staying, changes }: OverwritePlan): (Inert | '')[] {
  const sensors = changes.nodes.created.filter(({ type }) => type !== 1);
  return [
    staying.length > 0
      ? l10n.t(
          'Left out but not deleted, because an overwrite deletes no access points: {0}. Delete them in the tree.',
          nameList(staying.map(pointName)),
        )
      : '',
    sensors.length > 0
      ? l10n.t(
          'Created without an address and settings, which an overwrite cannot carry: {0}.',
          nameList(sensors.map(({ name }) => name)),
        )
      : '',
  ];
}

const notTop = (name: string) =>
  l10n.t(
    '{0} is not the top domain of this API key any more. Nothing was sent. Refresh the tree, then try again.',
    quoted(name),
  );

/** @throws {SentenceError} when the plan names nodes that stand outside the domain */
function requireInside(whole: SensorRecord, domain: SensorRecord, desired: FlatTree): void {
  const inside = flattenTree(domain).nodes;
  const outside = [...walkTree(whole)].filter(
    ({ sensor }) => desired.nodes.has(sensor.uuid) && !inside.has(sensor.uuid),
  );
  if (outside.length === 0) return;
  throw new SentenceError(
    l10n.t(
      'These stand outside {0} already: {1}. Nothing was sent. Overwrite a domain that holds both, or leave out their uuids to create new ones.',
      quoted(domain.name),
      nameList(outside.map(({ sensor }) => sensor.name)),
    ),
  );
}

/** @throws {SentenceError} when the manager would refuse or ignore something */
function refuseIgnored({ ignored, nameless }: OverwritePlan): void {
  if (ignored.length > 0) {
    throw new SentenceError(
      l10n.t(
        'Only domains and flow sensors have access points; {0} would be ignored. Nothing was sent.',
        nameList(ignored.map(pointName)),
      ),
    );
  }
  if (nameless.length > 0) {
    throw new SentenceError(
      l10n.t(
        'New access points need a name: {0}. Nothing was sent.',
        nameList(nameless.map(({ mac }) => mac)),
      ),
    );
  }
}

/** What overwriting a tree does. */
export interface OverwritePlan {
  readonly current: FlatTree;
  readonly desired: FlatTree;
  readonly changes: TreeChanges;
  readonly conflicts: readonly TreeConflict[];
  /** What is sent. */
  readonly body: TreeBody;
  /** Access points that the edit no longer lists and that stay where they are. */
  readonly staying: readonly FlatPoint[];
  /** Access points that would be ignored, because their node is neither a domain nor a flow sensor. */
  readonly ignored: readonly FlatPoint[];
  /** New access points without a name, which the manager refuses. */
  readonly nameless: readonly FlatPoint[];
}

/** The tree that a body alone describes. */
export const treeOfBody = (body: TreeBody, uuid: string): FlatTree =>
  resolveBody(body, { top: uuid, nodes: new Map(), points: new Map() }).tree;

/**
 * What an edit means for a tree as it is now.
 * @param base what the edit started from; the tree as it is now when it started from nothing
 */
export function planOverwrite(edited: TreeBody, current: FlatTree, base: FlatTree = current): OverwritePlan {
  const { tree, unlisted } = resolveBody(edited, base);
  const { desired, conflicts } = mergeTrees(base, tree, current);
  const changes = treeChanges(current, desired);
  return {
    current,
    desired,
    changes,
    conflicts,
    body: overwriteBody(current, desired),
    staying: unlisted.filter(({ mac }) => desired.points.has(macKey(mac))),
    ignored: touchedPoints(changes).filter(
      ({ owner }) => !holdsAccessPoints(desired.nodes.get(owner)?.type ?? 1),
    ),
    nameless: changes.points.created.filter(({ fields }) => !fields['name']),
  };
}
