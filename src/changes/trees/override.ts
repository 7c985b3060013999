import type { SensorRecord } from '../../model/sensors/sensors.js';
import { flattenTree, type FlatTree } from '../../model/trees/flatTree.js';
import { listElements, mergeElements, type PointElement } from '../../model/trees/pointList.js';
import { quoted, l10n } from '../../words/inert.js';
import { confirmationWord } from '../../words/names.js';
import { requireOwnUuids, requireReadable } from '../nodePlaces.js';
import { domainChange, type PlannedDomain, type TreeManager } from './domainChange.js';
import { planPoints, pointDifferences, type PointsPlan } from './placePoints.js';
import { outlinePoints, pointLines, refusePoints } from './pointWords.js';

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
    doing: ({ domain }) =>
      l10n.t('overriding access points of {0} on {1}', quoted(domain.name), quoted(manager.name)),
    meanwhile: l10n.t('The domain has changed while you were asked. This is what happens now:'),
    planIn: (whole, domain) => {
      requireReadable(domain, 'nodes', 'accessPoints');
      const tree = flattenTree(whole);
      const current = listElements(flattenTree(domain));
      const edited = request.elements(current, { tree, domain: domain.uuid });
      const { elements, conflicts } = mergeElements(request.base ?? current, edited, current);
      const plan = planPoints(elements, tree, domain.uuid);
      refusePoints(plan);
      const points = [...plan.desired.values()];
      requireOwnUuids(
        whole,
        points.map(({ owner }) => owner),
      );
      return {
        body: { access_points: elements },
        conflicts,
        words: wordsOf(plan, { domain, tree, manager: manager.name }),
        isNothing: isEmpty(plan),
        elsewhere: placesOf(plan, tree),
        desired: { nodes: [], points },
      };
    },
    send: ({ body, domain }, signal) =>
      manager.client.sensors.overrideAccessPoints(domain.uuid, body, signal),
    differences: ({ desired, domain }, after) => {
      const points = new Map(desired.points.map(point => [point.mac.toLowerCase(), point]));
      return pointDifferences({ desired: points }, after, domain.uuid);
    },
  });

const wordsOf = (
  plan: PointsPlan,
  { domain, tree, manager }: { domain: SensorRecord; tree: FlatTree; manager: string },
): PlannedDomain['words'] => ({
  question: l10n.t('Override the access points of {0} on {1}?', quoted(domain.name), quoted(manager)),
  lines: pointLines(plan),
  button: l10n.t('Override'),
  word: plan.deleted.length > 0 ? confirmationWord(domain) : undefined,
  sides: {
    now: outlinePoints(flattenTree(domain).points, tree, plan),
    planned: outlinePoints(plan.desired, tree, plan),
  },
});

/** Where the access points will stand, and the domains that are made or renumbered for them. */
const placesOf = (plan: PointsPlan, tree: FlatTree): string[] => [
  outlinePoints(plan.desired, tree, plan),
  ...plan.newContainers.map(({ name, uuid }) => `new ${name} ${uuid}`),
  ...plan.renumbered.map(({ id }) => `renumbered ${id}`),
];

const isEmpty = ({ created, updated, moved, deleted, newContainers, renumbered }: PointsPlan): boolean =>
  [created, updated, moved, deleted, newContainers, renumbered].every(list => list.length === 0);
