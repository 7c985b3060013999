import type { AccessPointFilters } from 'netsensor-contract/sensors/accessPoints';
import { readListed, type ListedAccessPoint } from '../sensors/accessPointTable.js';
import { csvText } from '../http/csv.js';
import { domainsFinder, readPlaces, type Place } from '../sensors/domainsAbove.js';
import { domainLevels } from '../sensors/sensorKinds.js';
import type { Call } from '../users/auth.js';
import { scopeOf } from '../users/permissions.js';
import { railsTime } from '../store/recordTables.js';

const { floor: floorType, ...levelsAboveFloor } = domainLevels;
/** The levels of a list row in the published order, with the `domain_type` of each (field notes §1.2). */
const levels = Object.entries(levelsAboveFloor);

/** A row of the list, keys in the published order. */
export type Row = Readonly<Record<string, unknown>>;

/** The list rows of the access points that match the filters and that the caller may read, in the order of their ids. */
export async function readRows(call: Call, filters: AccessPointFilters): Promise<Row[]> {
  const mayRead = await scopeOf(call, 'read');
  const points = (await readListed(call.session, filters)).filter(point => mayRead(point.sensor_id));
  return accessPointRows(points, await readPlaces(call.session));
}

/** The flat rows of the access point list: the domains above each access point, or those its enrichment names. */
function accessPointRows(points: readonly ListedAccessPoint[], places: ReadonlyMap<number, Place>): Row[] {
  const byUuid = new Map([...places.values()].map(place => [place.uuid, place]));
  const placesAbove = domainsFinder(places);
  return points.map(point => {
    const enrichment = JSON.parse(point.enrichment) as Record<string, unknown>;
    const above = placesAbove(point.sensor_id);
    const uuidOf = (level: string, type: number) => {
      const named = enrichment[`${level}_uuid`];
      return typeof named === 'string' && named !== '' ? named : (above.get(type)?.uuid ?? null);
    };
    const row: Record<string, unknown> = { name: point.name };
    for (const [level, type] of levels) {
      const uuid = uuidOf(level, type);
      row[`${level}_uuid`] = uuid;
      row[level] = uuid === null ? null : (byUuid.get(uuid)?.name ?? null);
    }
    return {
      ...row,
      floor_uuid: uuidOf('floor', floorType),
      mac_address: point.mac_address,
      status: point.status,
      last_check_in: point.last_check_in && railsTime(point.last_check_in),
      enrichment,
    };
  });
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
export const accessPointCsv = (rows: readonly Row[]): string =>
  csvText(
    csvColumns,
    rows.map(row => csvColumns.map(column => row[column])),
  );
