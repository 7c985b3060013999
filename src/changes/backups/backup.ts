import * as z from 'zod';
import { isInventoryType } from '../../model/inventory/inventoryTypes.js';
import { recordName, type InventoryRecord } from '../../model/inventory/inventoryRecord.js';
import { secretNames } from '../../model/inventory/recordText.js';
import type { SensorRecord } from '../../model/sensors/sensors.js';
import { readAccessPoint, readSensorTree } from '../../model/sensors/readRecords.js';

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

/** The text of a backup file. Fields that may hold a secret are left out, whatever the manager sends. */
export function printBackup(backup: Backup): string {
  const replace = (name: string, value: unknown) => (secretNames.test(name) ? undefined : value);
  return `${JSON.stringify(backup, replace, 2)}\n`;
}

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
    [
      ...value
        .replace(/[\p{C}/\\:*?"<>|#%.]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]
      .slice(0, 40)
      .join('');
  return `${takenAt.replace(/[:.]/g, '-')} ${safe(operation)} ${safe(name)} (${safe(connection.name)}).json`;
}

/** The name that stands for a backup: of its first node, with the number of others. */
export function backedUpNames({ sensors, access_points: points, records = [] }: Backup): string[] {
  return [
    ...sensors.map(({ sensor }: { sensor: SensorRecord }) => sensor.name),
    ...points.map(({ access_point: point }) => point.name ?? point.mac_address ?? ''),
    ...records.map(({ type, record }) => nameOfRecord(type, record)),
  ];
}

const nameOfRecord = (type: string, record: InventoryRecord): string =>
  isInventoryType(type) ? recordName(type, record) : `${type} ${record.id}`;
