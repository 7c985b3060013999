import * as z from 'zod';
import { isInventoryType } from '../../model/inventory/inventoryTypes.js';
import { recordName } from '../../model/inventory/inventoryRecord.js';
import type { TypedRecord } from '../deletion/recordDeletion.js';
import { walkTree, type SensorRecord } from '../../model/sensors/sensors.js';
import { readAccessPoint, readSensorTree } from '../../model/sensors/readRecords.js';
import { joined, l10n, quoted, type Inert } from '../../words/inert.js';
import { countNodes, countRecords } from '../../words/names.js';
import { recordTitle, type NameOf } from '../../words/recordDetail.js';

const text = z.string();
const rawRecord = z.looseObject({});

const backupShape = z.object({
  netsensor_backup: z.literal(1),
  /** What was about to be done. */
  operation: text,
  taken_at: z.iso.datetime(),
  connection: z.object({ id: text, name: text, address: text }),
  sensors: z.array(
    z.object({
      /** Where the node stood; absent for the caller's top domain. */
      parent_uuid: text.optional(),
      path: z.array(text),
      sensor: rawRecord.transform(readSensorTree),
    }),
  ),
  access_points: z.array(
    z.object({ sensor_uuid: text, path: z.array(text), access_point: rawRecord.transform(readAccessPoint) }),
  ),
  /** Inventory records; absent in backups of the sensor tree. */
  records: z.array(z.object({ type: text, record: z.looseObject({ id: z.int() }) })).optional(),
});

/** What a part of the sensor tree, or some inventory records, were before it was deleted or overwritten. Holds no secret. */
export type Backup = z.output<typeof backupShape>;

/** The inventory records of a backup, of the types that are known. */
export const recordsIn = ({ records = [] }: Backup): TypedRecord[] =>
  records.flatMap(({ type, record }) => (isInventoryType(type) ? [{ type, record }] : []));

/** The text of a backup file. */
export const printBackup = (backup: Backup): string => `${JSON.stringify(backup, null, 2)}\n`;

/** Reads a backup file; undefined when the text is no backup. */
export function parseBackup(fileText: string): Backup | undefined {
  try {
    const result = backupShape.safeParse(JSON.parse(fileText));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** `2026-11-20T12-15-03-123Z delete North (Manager A).json`: sorts by time, and every file system can hold it. */
export function backupFileName({ taken_at: takenAt, operation, connection }: Backup, name: string): string {
  const safe = (value: string) =>
    cut(
      value
        .replace(/[\p{C}/\\:*?"<>|#%.]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  return `${takenAt.replace(/[:.]/g, '-')} ${safe(operation)} ${safe(name)} (${safe(connection.name)}).json`;
}

const [mostCharacters, mostBytes] = [40, 80];

/** The start of a part of a file name; file systems take 255 bytes for all of it. */
function cut(part: string): string {
  let bytes = 0;
  return [...part]
    .slice(0, mostCharacters)
    .filter(character => (bytes += Buffer.byteLength(character)) <= mostBytes)
    .join('');
}

/** The name that stands for a backup: of its first node, with the number of others. */
export function backedUpNames({ sensors, access_points: points, records = [] }: Backup): string[] {
  return [
    ...sensors.map(({ sensor }: { sensor: SensorRecord }) => sensor.name),
    ...points.map(({ access_point: point }) => point.name ?? point.mac_address ?? ''),
    ...records.map(({ type, record }) =>
      isInventoryType(type) ? recordTitle(type, record, namesIn(records)) : `${type} ${record.id}`,
    ),
  ];
}

/** What the records of a backup are called. */
const namesIn =
  (records: NonNullable<Backup['records']>): NameOf =>
  (type, id) => {
    const found = records.find(one => one.type === type && one.record.id === id);
    return found && recordName(type, found.record);
  };

/** What a backup is called after, `Cologne and 2 more`. */
export function backedUpName(backup: Backup): Inert {
  const [first = '', ...others] = backedUpNames(backup);
  return others.length > 0 ? l10n.t('{0} and {1} more', quoted(first), others.length) : quoted(first);
}

/** What a backup holds, and what was done to it: `Cologne: 39 access points deleted`. */
export function backupWords(backup: Backup): Inert {
  const name = backedUpName(backup);
  const counts = countsOf(backup);
  switch (backup.operation) {
    case 'delete':
      return l10n.t('{0}: {1} deleted', name, counts);
    case 'save':
      return l10n.t('{0}: {1} before a save', name, counts);
    case 'restore':
      return l10n.t('{0}: {1} before a restore', name, counts);
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

const day = 24 * 3600 * 1000;
/** An operation may still need a backup that is as young as this, in milliseconds. */
const youngest = day / 24;

/** How long backups are kept; 0 is for ever. */
interface BackupRetention {
  /** How many of one connection. */
  readonly count: number;
  readonly days: number;
}

/** When a backup was taken, in milliseconds since 1970 UTC, from the name that `backupFileName` gave it. */
function takenAt(name: string): number | undefined {
  const [, date, hours, minutes, rest] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z /.exec(name) ?? [];
  const time = Date.parse(`${date}T${hours}:${minutes}:${rest?.replace('-', '.')}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Which backups of a connection are no longer kept: those beyond the newest so many, and those that are too old. Never one
 * of the last hour, nor a file with another name.
 * @param names in any order
 * @param now milliseconds since 1970 UTC
 */
export function outdatedBackups(
  names: readonly string[],
  { count, days }: BackupRetention,
  now: number,
): string[] {
  const backups = names
    .flatMap(name => {
      const time = takenAt(name);
      return time === undefined ? [] : [{ name, time }];
    })
    .sort((one, other) => other.time - one.time);
  return backups
    .filter(({ time }, index) => {
      const isTooMany = count > 0 && index >= count;
      const isTooOld = days > 0 && now - time > days * day;
      return (isTooMany || isTooOld) && now - time > youngest;
    })
    .map(({ name }) => name);
}
