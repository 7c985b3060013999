import * as l10n from '@vscode/l10n';
import type { TwinTable } from '../model/pictures/drawing.js';
import type { FloorFile } from '../model/pictures/floors/floorFile.js';
import type { FloorPoint } from '../model/pictures/floors/floorPlan.js';
import type { ShownFloor, ShownLayer, ShownPoint } from '../model/pictures/floors/shownFloor.js';
import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import { sortedByName } from '../model/text/nameOrder.js';
import { grouped, timeWords } from './locale.js';
import { inert, joined, type Inert } from './inert.js';
import { clientWords, pointWords } from './nodeCounts.js';
import { label } from './rackWords.js';

/** The states of access points. */
export const stateWords = (): Readonly<Record<AccessPointState, Inert>> => ({
  up: l10n.t('Up'),
  down: l10n.t('Down'),
  unknown: l10n.t('Not known'),
});

/** In metres. */
const usualReach = 15;
const noLayer: ShownLayer = { kind: 'none', title: '', frames: [], bands: [] };

/** A floor with the words that its picture says. */
export function saidFloor(
  points: readonly FloorPoint[],
  file: Partial<FloorFile> = {},
  layer: ShownLayer = noLayer,
): ShownFloor {
  const { corner = [0, 0], unitsPerPixel = 1, metresPerUnit, reach = usualReach } = file;
  return {
    points: points.map(saidPoint),
    total: points.length,
    look: { corner, unitsPerPixel, metresPerUnit, reach },
    layer,
    texts: {
      summary: summaryOf(points),
      filtered: l10n.t('{0} of {1} access points'),
      states: stateWords(),
      clients: l10n.t('{0} clients'),
      tray: l10n.t('Not on the plan: {0}'),
      more: l10n.t('{0} more: see the table'),
      units: l10n.t('{0} units of the plan'),
      metres: l10n.t('{0} m'),
      empty:
        points.length === 0
          ? l10n.t('This domain has no access points of its own.')
          : l10n.t('No access point has a place here yet.'),
      noMatch: noMatchWords(),
    },
  };
}

/** What a picture says when its filter lets nothing through. */
export const noMatchWords = (): Inert => l10n.t('Nothing matches the filter.');

function summaryOf(points: readonly FloorPoint[]): Inert {
  const clients = points.reduce((sum, point) => sum + (point.clients ?? 0), 0);
  return joined([pointWords(points.length), clientWords(clients)], ' · ');
}

function saidPoint(point: FloorPoint): ShownPoint {
  const { state, clients, isEdited } = point;
  const name = label(point.name) || l10n.t('Without a name');
  const said = joined(
    [
      name,
      stateWords()[state],
      clients === undefined ? '' : clientWords(clients),
      placeWords(point),
      isEdited ? l10n.t('not saved') : '',
    ],
    ', ',
  );
  return { ...point, texts: { name, said } };
}

function placeWords({ place, isFarAway }: FloorPoint): Inert {
  if (!place) return l10n.t('without a place');
  return isFarAway
    ? l10n.t('far away at x {0}, y {1}', place.x, place.y)
    : l10n.t('x {0}, y {1}', place.x, place.y);
}

/** Access points as rows by name. */
export function floorTable(points: readonly ShownPoint[]): TwinTable {
  const rows = sortedByName(points, ({ name }) => name).map(point => ({
    cells: [
      stateWords()[point.state],
      point.clients === undefined ? '' : grouped(point.clients),
      joined([placeWords(point), point.isEdited ? l10n.t('not saved') : ''], ', '),
      point.texts.name,
    ],
    opens: point.isKnown ? ({ type: 'accessPoint', key: point.key } as const) : undefined,
  }));
  return { columns: [l10n.t('State'), l10n.t('Clients'), l10n.t('Place'), l10n.t('Access point')], rows };
}

/** A layer that asks the manager: what it shows in a range of time, and its parts. */
export function askedLayer(kind: 'clients' | 'signal', frames: ShownLayer['frames']): ShownLayer {
  const isEmpty = frames.every(({ values }) => Object.keys(values).length === 0);
  const [title, none] =
    kind === 'clients'
      ? [l10n.t('Clients with traffic'), l10n.t('No traffic of clients was seen')]
      : [
          l10n.t('Mean signal of clients at their access point, reckoned between them'),
          l10n.t('No signal of clients was seen'),
        ];
  const bands = [
    l10n.t('bad'),
    l10n.t('low, above −85 dBm'),
    l10n.t('medium, −80'),
    l10n.t('good, −70'),
    l10n.t('excellent, −60'),
  ];
  const column =
    kind === 'clients'
      ? { name: l10n.t('Clients with traffic'), value: '{0}' }
      : { name: l10n.t('Mean signal'), value: l10n.t('{0} dBm') };
  return {
    kind,
    title: isEmpty ? none : title,
    frames,
    bands: kind === 'signal' && !isEmpty ? bands : [],
    column,
  };
}

/** A layer that is no measurement, and says so. */
export function reachLayer({ metresPerUnit, reach = usualReach }: Partial<FloorFile>): ShownLayer {
  const metres = (share: number) => l10n.t('{0} m', Math.round(reach * share * 10) / 10);
  return {
    kind: 'reach',
    frames: [],
    title:
      metresPerUnit === undefined
        ? l10n.t('Estimated reach without walls, if 10 units are a metre: set the scale')
        : l10n.t('Estimated reach without walls'),
    bands: [metres(1), metres(2 / 3), metres(1 / 3)],
  };
}

/** A part of a range of time. */
export function frameLabel(start: string, zone: string): Inert {
  const moment = new Date(start);
  if (Number.isNaN(moment.getTime())) return inert(start);
  return timeWords(moment, { dateStyle: 'medium', timeZone: zone });
}
