import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  accessPointState,
  recordDomainType,
  recordType,
  sensorState,
  type AccessPointState,
  type RawRecord,
  type SensorState,
} from 'netsensor-contract/sensors/nodeRecord';
import type { Inert } from '../../words/inert.js';

/** How a sensor or access point looks in the tree. State is told by icon and word, never by colour alone. */
export interface Appearance {
  readonly icon: vscode.ThemeIcon;
  /** Words beside the name. */
  readonly state: Inert | '';
}

type Look = readonly [icon: string, color?: string];

const domainLooks: Readonly<Record<number, Look>> = {
  1: ['folder'],
  2: ['organization', 'charts.purple'],
  3: ['globe', 'charts.blue'],
  4: ['map', 'charts.green'],
  5: ['home', 'charts.yellow'],
  6: ['cloud', 'charts.blue'],
  7: ['rocket', 'charts.purple'],
  101: ['layers'],
};

const sensorLooks: Readonly<Record<number, Look>> = {
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

const stateLooks: Readonly<Record<SensorState, Look>> = {
  deleted: ['trash', 'disabledForeground'],
  applying: ['sync', 'charts.blue'],
  'needs apply': ['warning', 'charts.yellow'],
  unassigned: ['circle-slash'],
};

const pointLooks: Readonly<Record<AccessPointState, Look>> = {
  up: ['broadcast', 'charts.green'],
  down: ['debug-disconnect', 'charts.red'],
  unknown: ['broadcast'],
};

const unknownLook: Look = ['question'];
const domain = 1;

/** Icon by kind, replaced by that of the most urgent state. */
export function sensorAppearance(record: RawRecord): Appearance {
  const type = recordType(record);
  const kindLook = type === domain ? domainLooks[recordDomainType(record) ?? 1] : sensorLooks[type];
  const state = sensorState(record);
  return {
    icon: toIcon(state ? stateLooks[state] : (kindLook ?? unknownLook)),
    state: state ? sensorStateWord(state) : '',
  };
}

/** Icon and word for up, down and unknown. */
export function accessPointAppearance(record: RawRecord): Appearance {
  const state = accessPointState(record);
  return { icon: toIcon(pointLooks[state]), state: accessPointStateWord(state) };
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

const toIcon = ([icon, color]: Look) =>
  new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
