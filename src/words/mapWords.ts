import * as l10n from '@vscode/l10n';
import type { TwinTable } from '../model/pictures/drawing.js';
import type { MapNodes, MapPoint } from '../model/pictures/maps/mapPoints.js';
import type { ShownMap } from '../model/pictures/maps/shownMap.js';
import { sortedByName } from '../model/text/nameOrder.js';
import { stateWords } from './floorWords.js';
import { grouped } from './locale.js';
import { inert, joined, type Inert } from './inert.js';
import { domainCount, pointCount, sensorCount } from './nodeCounts.js';
import { label } from './rackWords.js';

const kindWords = (): Readonly<Record<MapPoint['kind'], Inert>> => ({
  domain: l10n.t('Domain'),
  sensor: l10n.t('Sensor'),
  accessPoint: l10n.t('Access point'),
});

/** A map with the words that its picture says. */
export function saidMap({ points, domains, placeless }: MapNodes): ShownMap {
  const without = placeless.length;
  return {
    points: points.map(point => ({ ...point, texts: { name: nameOf(point), said: saidPoint(point) } })),
    domains: domains.map(({ name, parent }) => ({ name: label(name), parent })),
    total: points.length,
    texts: {
      summary: summaryOf(points),
      filtered: l10n.t('{0} of {1} nodes'),
      placeless:
        without === 0
          ? ''
          : without === 1
            ? l10n.t('1 access point has no latitude and longitude: see the table')
            : l10n.t('{0} access points have no latitude and longitude: see the table', grouped(without)),
      states: stateWords(),
      kinds: { domain: l10n.t('Domains'), sensor: l10n.t('Sensors') },
      several: l10n.t('{0} nodes in {1}'),
      severalOfOne: l10n.t('{0} nodes in {1}, {2} of 1 access point down'),
      severalOfMany: l10n.t('{0} nodes in {1}, {2} of {3} access points down'),
      more: l10n.t('{0} more: see the table'),
      metres: l10n.t('{0} m'),
      kilometres: l10n.t('{0} km'),
      coarse: l10n.t('Coasts are exact to about 10 km'),
    },
  };
}

function summaryOf(points: readonly MapPoint[]): Inert {
  const count = (kind: MapPoint['kind']) => points.filter(point => point.kind === kind).length;
  return joined(
    [pointCount(count('accessPoint')), domainCount(count('domain')), sensorCount(count('sensor'))],
    ' · ',
  );
}

const nameOf = ({ name }: Pick<MapPoint, 'name'>): Inert => label(name) || l10n.t('Without a name');

function saidPoint(point: MapPoint): Inert {
  return joined(
    [
      nameOf(point),
      kindWords()[point.kind],
      stateOf(point),
      placeWords(point),
      point.isEdited ? l10n.t('not saved') : '',
    ],
    ', ',
  );
}

/** Of an access point its state, of anything else how many of those below it are down. */
function stateOf({
  kind,
  counts,
  below: { total, down },
}: Pick<MapPoint, 'kind' | 'counts' | 'below'>): Inert | '' {
  if (kind !== 'accessPoint') {
    if (total === 0) return '';
    return total === 1
      ? l10n.t('{0} of 1 access point down', grouped(down))
      : l10n.t('{0} of {1} access points down', grouped(down), grouped(total));
  }
  const words = stateWords();
  return counts.down > 0 ? words.down : counts.up > 0 ? words.up : words.unknown;
}

const placeWords = ({ latitude, longitude }: Pick<MapPoint, 'latitude' | 'longitude'>): Inert =>
  inert(`${latitude}, ${longitude}`);

/** Nodes as rows by name, those without a place among them. */
export function mapTable({ points, placeless }: Pick<MapNodes, 'points' | 'placeless'>): TwinTable {
  const kinds = kindWords();
  const nowhere = { below: { total: 0, down: 0 } };
  const nodes = [
    ...points.map(point => ({ ...point, where: placeWords(point) })),
    ...placeless.map(point => ({ ...point, ...nowhere, where: l10n.t('without a place') })),
  ];
  return {
    columns: [l10n.t('State'), l10n.t('Kind'), l10n.t('Latitude, longitude'), l10n.t('Name')],
    rows: sortedByName(nodes, ({ name }) => name).map(node => ({
      cells: [
        stateOf(node),
        kinds[node.kind],
        joined([node.where, node.isEdited ? l10n.t('not saved') : ''], ', '),
        nameOf(node),
      ],
      opens: node.opens,
    })),
  };
}
