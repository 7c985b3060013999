import * as l10n from '@vscode/l10n';
import {
  accessPointState,
  recordDomainType,
  recordType,
  sensorState,
  type AccessPointState,
  type RawRecord,
  type SensorState,
} from 'netsensor-contract/sensors/nodeRecord';
import type { NodeCounts } from '../../model/sensors/sensorIndex.js';
import { joined, type Inert } from '../../words/inert.js';
import { grouped } from '../../words/locale.js';
import { domainCount, pointCount, sensorCount } from '../../words/nodeCounts.js';

/** How a sensor or access point looks in the tree. State is told by icon and word, never by colour alone. */
export interface Appearance {
  readonly icon: Icon;
  /** Words beside the name. */
  readonly state: Inert | '';
}

/** The name of an icon, and the theme's name of a colour. */
export type Icon = readonly [id: string, color?: string];

const domainLooks: Readonly<Record<number, Icon>> = {
  1: ['folder'],
  2: ['organization', 'charts.purple'],
  3: ['globe', 'charts.blue'],
  4: ['map', 'charts.green'],
  5: ['home', 'charts.yellow'],
  6: ['cloud', 'charts.blue'],
  7: ['rocket', 'charts.purple'],
  101: ['layers'],
};

const sensorLooks: Readonly<Record<number, Icon>> = {
  2: ['shield', 'charts.blue'],
  3: ['shield', 'charts.blue'],
  4: ['shield', 'charts.blue'],
  5: ['pulse', 'charts.green'],
  6: ['comment-discussion'],
  7: ['bug'],
  8: ['location', 'charts.yellow'],
  10: ['cloud'],
  32: ['shield', 'charts.blue'],
};

const stateLooks: Readonly<Record<SensorState, Icon>> = {
  deleted: ['trash', 'disabledForeground'],
  applying: ['sync', 'charts.blue'],
  'needs apply': ['warning', 'charts.yellow'],
  unassigned: ['circle-slash'],
};

const pointLooks: Readonly<Record<AccessPointState, Icon>> = {
  up: ['broadcast', 'charts.green'],
  down: ['debug-disconnect', 'charts.red'],
  unknown: ['broadcast'],
};

const unknownLook: Icon = ['question'];
const domain = 1;

/** Icon by kind, replaced by that of the most urgent state. */
export function sensorAppearance(record: RawRecord): Appearance {
  const type = recordType(record);
  const kindLook = type === domain ? domainLooks[recordDomainType(record) ?? 1] : sensorLooks[type];
  const state = sensorState(record);
  return {
    icon: state ? stateLooks[state] : (kindLook ?? unknownLook),
    state: state ? sensorStateWord(state) : '',
  };
}

/** Icon and word for up, down and unknown. */
export function accessPointAppearance(record: RawRecord): Appearance {
  const state = accessPointState(record);
  return { icon: pointLooks[state], state: accessPointStateWord(state) };
}

const sensorStateWord = (state: SensorState): Inert =>
  ({
    deleted: l10n.t('deleted'),
    applying: l10n.t('applying'),
    'needs apply': l10n.t('needs apply'),
    unassigned: l10n.t('unassigned'),
  })[state];

const accessPointStateWord = (state: AccessPointState): Inert | '' =>
  ({ up: l10n.t('up'), down: l10n.t('down'), unknown: '' as const })[state];

/** What stands below a node, in few words, what is wrong first: `2 down · 12 domains · 3 sensors · 40 access points`. */
export const countWords = (counts: NodeCounts): Inert => joined(countedBelow(counts), ' · ');

/** The same one by one, empty where there are none. */
export const countedBelow = ({ domains, sensors, accessPoints, down }: NodeCounts): (Inert | '')[] => [
  down > 0 ? l10n.t('{0} down', grouped(down)) : '',
  domainCount(domains),
  sensorCount(sensors),
  pointCount(accessPoints),
];
