import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { sqlTime, type SqlSession } from '../store/database.js';
import { createRecordTables, insertRows, setLastId } from '../store/recordTables.js';
import { floorAccessPoints } from './floorAccessPoints.js';
import { inventoryRecords } from './inventoryRecords.js';
import type { NetworkTree } from './network/network.js';
import { networkTree } from './network/networkTree.js';
import { scales, type ScaleName } from './network/scales.js';
import { widePlan } from './network/widePlan.js';
import { newApiKey, type StoredUser } from '../users/userStore.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { domainType } from '../sensors/sensorKinds.js';
import given from './users.json';

const day = 86_400_000;

/** Creates the tables of the records and fills them with a network that the seed decides; only the API key is random. */
export async function populate(
  session: SqlSession,
  { tree, seed, now }: { tree: NetworkTree; seed: number; now: number },
): Promise<void> {
  await createRecordTables(session);
  await insertTree(session, tree);
  const people = users(tree.sensors);
  await insertRows(session, 'users', people);
  await setLastId(session, 'users', people.length);
  await addInventory(session, seed, now);
}

/** The network of a scale, before anything was changed. */
export function generatedTree(seed: number, scale: ScaleName, now: number): NetworkTree {
  const { wide, accessPointsPerFloor: perFloor } = scales[scale];
  const sensors = networkTree(seed, wide && widePlan(wide));
  return { sensors, accessPoints: floorAccessPoints(sensors, { seed, now, perFloor }) };
}

/** Adds domains, sensors and access points with their ids to empty tables. */
export async function insertTree(session: SqlSession, tree: NetworkTree): Promise<void> {
  await insertRows(session, 'sensors', tree.sensors);
  await insertRows(session, 'access_points', tree.accessPoints);
  await setLastId(session, 'sensors', largestId(tree.sensors));
  await setLastId(session, 'access_points', largestId(tree.accessPoints));
}

const largestId = (rows: readonly { readonly id: number }[]): number =>
  rows.reduce((largest, { id }) => Math.max(largest, id), 0);

async function addInventory(session: SqlSession, seed: number, now: number): Promise<void> {
  const records = inventoryRecords(seed);
  const created = sqlTime(now - 90 * day);
  const rows = inventoryTypeNames.flatMap(type =>
    records[type].map((fields, index) => [type, index + 1, JSON.stringify(fields), created, created]),
  );
  await session.append('inventory_records', rows);
  const lastIds = inventoryTypeNames.map(type => [type, records[type].length]);
  await session.append('last_ids', lastIds);
}

type Person = Pick<StoredUser, 'login' | 'name' | 'rights'> & Partial<Pick<StoredUser, 'admin' | 'enabled'>>;

/** People of the whole network, then those of each organization in turn. */
const operators = given.operators as readonly Person[];
const organizationPeople = given.organizations as readonly (readonly Person[])[];

/**
 * The users of a network: a super administrator, operators of the whole tree, and people whose top domain is an
 * organization. Only their keys are random.
 * @param sensors parents before children; the first one is the root
 */
function users(sensors: readonly StoredSensor[]): StoredUser[] {
  const organizations = sensors.filter(sensor => sensor.domain_type === domainType.organization);
  const groups = [
    { people: operators, top: sensors[0]?.id ?? 1 },
    ...organizations.map(({ id }, index) => ({ people: organizationPeople[index] ?? [], top: id })),
  ];
  const placed = groups.flatMap(({ people, top }) => people.map(person => ({ person, top })));
  return placed.map(({ person, top }, index) => ({
    id: index + 1,
    email: `${person.login}@example.com`,
    admin: false,
    enabled: true,
    authentication_token: newApiKey(),
    sensor_id: top,
    ...person,
  }));
}
