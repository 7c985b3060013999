import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordName, type TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { pointKeys } from './nodePlaces.js';
import { walkTree, type SensorRecord } from 'netsensor-contract/sensors/sensors';
import { readAccessPoint, readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { firstOfEach } from 'netsensor-contract/text/collections';
import { joined, quoted, type Inert } from '../words/inert.js';
import { countNodes, countRecords } from '../words/names.js';
import { recordTitle, type NameOf } from '../words/recordDetail.js';

const text = z.string();
const rawRecord = z.looseObject({});

/** A list in which a thing that stands there twice counts once: it would be put back twice. */
const listOf = <T extends z.ZodType>(item: T, keyOf: (item: z.output<T>) => unknown) =>
  z.array(item).transform(items => firstOfEach(items, keyOf));

const backupShape = z.object({
  netsensor_backup: z.literal(1),
  /** What was about to be done. */
  operation: text,
  taken_at: z.iso.datetime(),
  connection: z.object({ id: text, name: text, address: text }),
  sensors: listOf(
    z.object({
      /** Where the node stood; absent for the caller's top domain. */
      parent_uuid: text.optional(),
      path: z.array(text),
      sensor: rawRecord.transform(readSensorTree),
    }),
    ({ sensor }) => sensor.uuid || sensor,
  ),
  access_points: listOf(
    z.object({ sensor_uuid: text, path: z.array(text), access_point: rawRecord.transform(readAccessPoint) }),
    ({ access_point: point }) => pointKeys(point)[0] ?? point,
  ),
  /** Inventory records; absent in backups of the sensor tree. */
  records: listOf(
    z.object({ type: text, record: z.looseObject({ id: z.int() }) }),
    ({ type, record }) => `${type}/${record.id}`,
  ).optional(),
});

/** What a part of the sensor tree, or some inventory records, were before it was deleted or overwritten. Holds no secret. */
export type Backup = z.output<typeof backupShape>;

/** What a backup holds, without when and of which manager. */
export type BackedUpParts = Pick<Backup, 'operation' | 'sensors' | 'access_points' | 'records'>;

/** The inventory records of a backup, of the types that are known. */
export const recordsIn = ({ records = [] }: Backup): TypedRecord[] =>
  records.flatMap(({ type, record }) => (isInventoryType(type) ? [{ type, record }] : []));

/** Reads a backup file; undefined when the text is no backup. */
export function parseBackup(fileText: string): Backup | undefined {
  try {
    const result = backupShape.safeParse(JSON.parse(fileText));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** The name that stands for a backup: of its first node, with the number of others. */
export function backedUpNames({ sensors, access_points: points, records = [] }: Backup): string[] {
  return [
    ...sensors.map(({ sensor }: { sensor: SensorRecord }) => sensor.name),
    ...points.map(({ access_point: point }) => point.name ?? point.mac_address ?? ''),
    ...recordNames(records),
  ];
}

/** What some records are called, as far as these themselves tell. */
export const recordNames = (records: NonNullable<Backup['records']>): string[] =>
  records.map(({ type, record }) =>
    isInventoryType(type) ? recordTitle(type, record, namesIn(records)) : `${type} ${record.id}`,
  );

/** What the records of a backup are called. */
export const namesIn =
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
    case 'apply':
      return l10n.t('{0}: {1} before files were applied', name, counts);
    case 'restore':
      return l10n.t('{0}: {1} before a restore', name, counts);
    default:
      return l10n.t('{0}: {1} before an overwrite', name, counts);
  }
}

function countsOf(backup: Backup): Inert {
  let sensors = 0;
  let accessPoints = backup.access_points.length;
  for (const { sensor } of backup.sensors)
    for (const { sensor: each } of walkTree(sensor)) {
      sensors += 1;
      accessPoints += each.access_points.length;
    }
  const records = recordsIn(backup);
  const nodes = sensors + accessPoints > 0 ? countNodes({ sensors, accessPoints }) : '';
  return joined([nodes, records.length > 0 ? countRecords(records) : ''], ', ');
}
