import * as vscode from 'vscode';
import type { NodeCounts } from '../model/sensors/sensorIndex.js';
import { grouped } from '../ui/grouped.js';
import { joined, type Inert } from '../ui/inert.js';

/** What stands below a node, in few words: `12 domains · 3 sensors · 40 access points, 2 down`. */
export function countWords({ domains, sensors, accessPoints, down }: NodeCounts): Inert {
  const points =
    accessPoints === 1
      ? vscode.l10n.t('1 access point')
      : vscode.l10n.t('{0} access points', grouped(accessPoints));
  return joined(
    [
      domains > 0
        ? domains === 1
          ? vscode.l10n.t('1 domain')
          : vscode.l10n.t('{0} domains', grouped(domains))
        : '',
      sensors > 0
        ? sensors === 1
          ? vscode.l10n.t('1 sensor')
          : vscode.l10n.t('{0} sensors', grouped(sensors))
        : '',
      accessPoints > 0
        ? joined([points, down > 0 ? vscode.l10n.t('{0} down', grouped(down)) : ''], ', ')
        : '',
    ],
    ' · ',
  );
}
