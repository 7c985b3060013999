import { walkTree } from '../../model/sensors/sensors.js';
import { joined, l10n, quoted, type Inert } from '../../words/inert.js';
import { countNodes, countRecords } from '../../words/names.js';
import { recordsIn, backedUpNames, type Backup } from './backup.js';

/** What a backup holds, and what was done to it: `Cologne: 39 access points deleted`. */
export function backupWords(backup: Backup): Inert {
  const [first = '', ...others] = backedUpNames(backup);
  const name = others.length > 0 ? l10n.t('{0} and {1} more', quoted(first), others.length) : quoted(first);
  const counts = countsOf(backup);
  switch (backup.operation) {
    case 'delete':
      return l10n.t('{0}: {1} deleted', name, counts);
    case 'save':
      return l10n.t('{0}: {1} before a save', name, counts);
    default:
      return l10n.t('{0}: {1} before an overwrite', name, counts);
  }
}

function countsOf(backup: Backup): Inert {
  let [sensors, accessPoints] = [0, backup.access_points.length];
  for (const { sensor } of backup.sensors)
    for (const { sensor: each } of walkTree(sensor)) {
      sensors += 1;
      accessPoints += each.access_points.length;
    }
  const records = recordsIn(backup);
  const nodes = sensors + accessPoints > 0 ? countNodes({ sensors, accessPoints }) : '';
  return joined([nodes, records.length > 0 ? countRecords(records) : ''], ', ');
}
