import * as vscode from 'vscode';
import type { Inert } from '../ui/inert.js';

/** Numbers of things that an operation touches. */
export interface Counts {
  readonly sensors: number;
  readonly accessPoints: number;
}

/** `3 domains and sensors and 12 access points`; what there is none of is left out. */
export function countText({ sensors, accessPoints }: Counts): Inert {
  const nodes =
    sensors === 1 ? vscode.l10n.t('1 domain or sensor') : vscode.l10n.t('{0} domains and sensors', sensors);
  const points =
    accessPoints === 1 ? vscode.l10n.t('1 access point') : vscode.l10n.t('{0} access points', accessPoints);
  if (sensors === 0) return points;
  return accessPoints === 0 ? nodes : vscode.l10n.t('{0} and {1}', nodes, points);
}
