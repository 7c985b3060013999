import * as l10n from '@vscode/l10n';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';
import { treeOf } from '../../model/sensors/visitNodes.js';
import { flattenTree, type FlatTree } from '../../model/trees/flatTree.js';
import { listElements, mergeElements, type PointElement } from '../../model/trees/pointList.js';
import { withOtherProblems } from '../../words/describeProblems.js';
import { nameList, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { confirmationWord } from '../../words/names.js';
import { requireOwnUuids, requireReadable } from '../nodePlaces.js';
import { countWords } from '../planSides.js';
import { domainChange, type PlannedDomain, type TreeManager } from './domainChange.js';
import { overrideWords } from './domainWords.js';
import { planPoints, pointDifferences, type PointProblem, type PointsPlan } from './placePoints.js';
import { isNone } from './treeChanges.js';
import { changeLines, outlinePoints } from './treeWords.js';

/** A list of access points that is to take the place of those of a domain. */
export interface OverrideRequest {
  readonly uuid: string;
  /** The wanted list, given the list as it is now. */
  readonly elements: (
    current: readonly PointElement[],
    place: { tree: FlatTree; domain: string },
  ) => readonly PointElement[];
  /** What the list started from; undefined when it is meant as it stands. */
  readonly base?: readonly PointElement[] | undefined;
}

/**
 * Overrides the access points of a domain and its subdomains (contract 001, Override of a domain's access points), and
 * compares what is there afterwards.
 */
export const override = (manager: TreeManager, request: OverrideRequest) =>
  domainChange(manager, {
    uuid: request.uuid,
    operation: 'override access points of',
    said: overrideWords,
    meanwhile: l10n.t('The domain has changed while you were asked. This is what happens now:'),
    planIn: async (whole, domain) => {
      requireReadable(domain, 'nodes', 'accessPoints');
      const tree = flattenTree(whole);
      const current = listElements(flattenTree(domain));
      const edited = request.elements(current, { tree, domain: domain.uuid });
      const { elements, conflicts } = mergeElements(request.base ?? current, edited, current);
      const plan = planPoints(elements, tree, domain.uuid);
      refusePoints(plan);
      const points = [...plan.desired.values()];
      await requireOwnUuids(
        treeOf(whole),
        points.map(({ owner }) => owner),
      );
      return {
        body: { access_points: elements },
        conflicts,
        words: wordsOf(plan, { domain, tree, manager: manager.name }),
        isNothing: isNone(plan) && plan.newContainers.length + plan.renumbered.length === 0,
        elsewhere: placesOf(plan, tree),
        desired: { nodes: [], points },
      };
    },
    send: ({ body, domain }, signal) =>
      manager.client.sensors.overrideAccessPoints(domain.uuid, body, signal),
    differences: ({ desired, domain }, after) => {
      const points = new Map(desired.points.map(point => [macKey(point.mac), point]));
      return pointDifferences({ desired: points }, after, domain.uuid);
    },
  });

const wordsOf = (
  plan: PointsPlan,
  { domain, tree, manager }: { domain: SensorRecord; tree: FlatTree; manager: string },
): PlannedDomain['words'] => ({
  question: l10n.t('Override the access points of {0} on {1}?', quoted(domain.name), quoted(manager)),
  lines: linesOf(plan),
  button: l10n.t('Override'),
  keep: l10n.t('Keep editing'),
  word: plan.deleted.length > 0 ? confirmationWord(domain) : undefined,
  sides: {
    now: outlinePoints(flattenTree(domain).points, placeNames(plan, tree)),
    planned: outlinePoints(plan.desired, placeNames(plan, tree)),
    language: 'txt',
    counts: countWords(plan),
  },
});

/** The lines of a plan: what happens, and to what. */
function linesOf(plan: PointsPlan): (Inert | '')[] {
  const names = (list: readonly { readonly name: string }[]) =>
    nameList(
      list.map(({ name }) => name),
      5,
    );
  const { newContainers, renumbered } = plan;
  return [
    ...changeLines(plan),
    newContainers.length > 0 ? l10n.t('New domains: {0}', names(newContainers)) : '',
    renumbered.length > 0 ? l10n.t('Domains that get another uuid: {0}', names(renumbered)) : '',
    l10n.t(
      'The manager deletes all access points of the domain and creates those of the list anew, with new ids.',
    ),
    l10n.t('A backup is written first.'),
  ];
}

/** @throws {Error} with a sentence for people when the manager would refuse an element */
function refusePoints({ problems }: PointsPlan): void {
  const [first] = problems;
  if (!first) return;
  const { problem, element } = first;
  const sentence = pointSentence(problem, quoted(String(element['name'] ?? element.mac_address)));
  const all = withOtherProblems(sentence, problems.length - 1);
  throw new SentenceError(l10n.t('{0} Nothing was sent.', all));
}

function pointSentence(problem: PointProblem, name: Inert): Inert {
  const sentences: Record<PointProblem, Inert> = {
    noName: l10n.t('{0} needs a name.', name),
    wrongContainer: l10n.t('{0} names a container that is of another kind.', name),
    outsideContainer: l10n.t('{0} names a container outside of the domain.', name),
    takenMac: l10n.t('{0} has the MAC address of an access point outside of the domain.', name),
  };
  return sentences[problem];
}

/** Where the access points will stand, and the domains that are made or renumbered for them. */
const placesOf = (plan: PointsPlan, tree: FlatTree): string[] => [
  outlinePoints(plan.desired, placeNames(plan, tree)),
  ...plan.newContainers.map(({ name, uuid }) => `new ${name} ${uuid}`),
  ...plan.renumbered.map(({ id }) => `renumbered ${id}`),
];

const placeNames =
  ({ newContainers }: PointsPlan, { nodes }: FlatTree) =>
  (owner: string): string =>
    nodes.get(owner)?.name ?? newContainers.find(({ id }) => id === owner)?.name ?? '';
