import type { StoredAccessPoint } from './accessPointStore.js';
import type { StoredSensor } from './sensorStore.js';
import { railsTime } from './timestamps.js';

/** The levels of a list row in the published order, with the `domain_type` of each (field notes §1.2). */
const levels = [
  ['service_provider', 6],
  ['deployment', 7],
  ['organization', 2],
  ['market', 3],
  ['building', 5],
  ['campus', 4],
] as const;
const floorType = 101;

type Row = Readonly<Record<string, unknown>>;

/** The flat rows of the access point list: the domains above each access point, or those its enrichment names. */
export function accessPointRows(
  points: readonly StoredAccessPoint[],
  sensors: ReadonlyMap<number, StoredSensor>,
): Row[] {
  const byUuid = new Map([...sensors.values()].map(sensor => [sensor.uuid, sensor]));
  return points.map(point => {
    const enrichment = JSON.parse(point.enrichment) as Record<string, unknown>;
    const above = domainsAbove(point.sensor_id, sensors);
    const named = (level: string, type: number) => {
      const uuid = enrichment[`${level}_uuid`] ?? above.get(type)?.uuid ?? null;
      return { uuid, name: byUuid.get(String(uuid))?.name ?? null };
    };
    const places = levels.flatMap(([level, type]) => {
      const { uuid, name } = named(level, type);
      return [
        [`${level}_uuid`, uuid],
        [level, name],
      ];
    });
    return {
      name: point.name,
      ...Object.fromEntries(places),
      floor_uuid: named('floor', floorType).uuid,
      mac_address: point.mac_address,
      status: point.status,
      last_check_in: point.last_check_in && railsTime(point.last_check_in),
      enrichment,
    };
  });
}

/** The nearest domain of each type from a sensor upwards. */
function domainsAbove(
  sensorId: number,
  sensors: ReadonlyMap<number, StoredSensor>,
): Map<number, StoredSensor> {
  const nearest = new Map<number, StoredSensor>();
  let sensor = sensors.get(sensorId);
  while (sensor) {
    if (!nearest.has(sensor.domain_type)) nearest.set(sensor.domain_type, sensor);
    sensor = sensor.parent_id === null ? undefined : sensors.get(sensor.parent_id);
  }
  return nearest;
}

/** Columns of the CSV list; it has neither name nor enrichment (field notes §1.2). */
const csvColumns = [
  ...levels.flatMap(([level]) => [`${level}_uuid`, level]),
  'floor_uuid',
  'mac_address',
  'status',
  'last_check_in',
];

/** The list as CSV, header as published, missing values printed as `null` (field notes §1.2). */
export function accessPointCsv(rows: readonly Row[]): string {
  const lines = rows.map(row => csvColumns.map(column => csvCell(row[column])).join(','));
  return `${[csvColumns.join(','), ...lines].join('\n')}\n`;
}

function csvCell(value: unknown): string {
  const text = String(value ?? null);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
