import * as vscode from 'vscode';
import type { AccessPoint } from '../model/accessPoints.js';
import type { SensorRecord } from '../model/sensors.js';

/** How a sensor or access point looks in the tree. State is told by icon and word, never by colour alone. */
export interface Appearance {
  readonly icon: vscode.ThemeIcon;
  /** Words beside the name. */
  readonly state: string;
}

const domainIcons: Readonly<Record<number, string>> = {
  1: 'folder',
  2: 'organization',
  3: 'globe',
  4: 'map',
  5: 'home',
  6: 'cloud',
  7: 'rocket',
  101: 'layers',
};

const sensorIcons: Readonly<Record<number, string>> = {
  2: 'shield',
  3: 'shield',
  4: 'shield',
  5: 'pulse',
  8: 'location',
  10: 'cloud',
  32: 'shield',
};

const domainType = 1;

/** Icon by kind, overlaid by the most urgent state. */
export function sensorAppearance(sensor: SensorRecord): Appearance {
  const icon = (name: string, color?: string) =>
    new vscode.ThemeIcon(name, color ? new vscode.ThemeColor(color) : undefined);
  const kindIcon =
    sensor.type === domainType
      ? (domainIcons[sensor.domain_type ?? 1] ?? 'folder')
      : sensorIcons[sensor.type];
  if (sensor.is_deleted)
    return { icon: icon('trash', 'disabledForeground'), state: vscode.l10n.t('deleted') };
  if (sensor.applying) return { icon: icon('sync', 'charts.blue'), state: vscode.l10n.t('applying') };
  if (sensor.need_apply)
    return { icon: icon('warning', 'charts.yellow'), state: vscode.l10n.t('needs apply') };
  if (sensor.unassigned) return { icon: icon('circle-slash'), state: vscode.l10n.t('unassigned') };
  if (!kindIcon) return { icon: icon('question'), state: vscode.l10n.t('type {0}', sensor.type) };
  return { icon: icon(kindIcon), state: '' };
}

/** Icon and word for up, down and unknown. */
export function accessPointAppearance({ status }: AccessPoint): Appearance {
  if (status === 1) {
    return {
      icon: new vscode.ThemeIcon('broadcast', new vscode.ThemeColor('charts.green')),
      state: vscode.l10n.t('up'),
    };
  }
  if (status === 0) {
    return {
      icon: new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('charts.red')),
      state: vscode.l10n.t('down'),
    };
  }
  return { icon: new vscode.ThemeIcon('broadcast'), state: '' };
}
