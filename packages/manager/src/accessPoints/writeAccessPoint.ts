import type { SqlSession } from '../store/database.js';
import { notFound, refuseFields, type FieldErrors } from '../http/errors.js';
import type { Call } from '../users/auth.js';
import { requireRight } from '../users/permissions.js';
import { bodyObject, isBlank, type Fields } from '../http/requestFields.js';
import { sensorFor, sensorOf, type StoredSensor } from '../sensors/sensorStore.js';
import { replaceRows } from '../store/recordTables.js';
import { sensorType } from '../sensors/sensorKinds.js';
import { checkAccessPoint, modifyFields, newAccessPoint, settingsText } from './accessPointFields.js';
import {
  accessPointRecord,
  addAccessPoints,
  findAccessPoint,
  isMacAddressTaken,
  type StoredAccessPoint,
} from '../sensors/accessPointTable.js';

/**
 * Creates an access point in a domain (contract 001, Access point fields).
 * @returns the record as it is answered
 * @throws HttpProblem 404 without a known parent, 401 when the caller may not manage it, 422 that names each wrong field
 */
export async function createAccessPoint(call: Call, given: Fields): Promise<object> {
  const { session, now } = call;
  const owner = await manageable(call, given['sensor_uuid']);
  const flowErrors = await checkFlow(call, given);
  const { fields, errors } = checkAccessPoint(given);
  const taken = fields && (await isMacAddressTaken(session, fields.mac_address, undefined));
  refuseFields({ ...errors, ...(taken && macTaken), ...flowErrors, ...ownerErrors(owner) });
  if (!fields) throw new Error('Fields without errors are missing.');
  const id = await addAccessPoints(session, [newAccessPoint(fields, owner.id)], now);
  return recordOf(session, id);
}

/**
 * Changes the given fields of an access point and leaves the others as they are; `sensor_uuid` moves it.
 * @param named its id or its MAC address in either case
 * @returns the record as it is answered
 * @throws HttpProblem 404, 401, or 422 that names each wrong field
 */
export async function modifyAccessPoint(call: Call, named: string, body: unknown): Promise<object> {
  const { session, now } = call;
  const stored = await findAccessPoint(session, named);
  await requireRight(call, 'manage', { id: stored.sensor_id });
  const given = bodyObject(body);
  const moved = Object.hasOwn(given, 'sensor_uuid');
  if (moved && isBlank(given['sensor_uuid'])) refuseFields({ sensor_uuid: ["can't be blank"] });
  const owner = moved ? await manageable(call, given['sensor_uuid']) : undefined;
  const flowErrors = await checkFlow(call, given);
  const { flow_uuid, ...fields } = modifyFields(given);
  const mac = fields.mac_address ?? stored.mac_address;
  const taken = await isMacAddressTaken(session, mac, stored.id);
  refuseFields({ ...(taken && macTaken), ...flowErrors, ...(owner && ownerErrors(owner)) });
  const changed: StoredAccessPoint = {
    ...stored,
    ...fields,
    ...(owner && { sensor_id: owner.id }),
    ...(flow_uuid !== undefined && { settings: settingsText(flow_uuid) }),
  };
  if (JSON.stringify(changed) !== JSON.stringify(stored)) {
    await replaceRows(session, 'access_points', [{ ...changed, updated_at: new Date(now) }]);
  }
  return recordOf(session, stored.id);
}

const macTaken: FieldErrors = { mac_address: ['has already been taken'] };

const ownerErrors = (owner: StoredSensor): FieldErrors =>
  owner.type === sensorType.domain ? {} : { sensor_uuid: ['must be a domain'] };

/** The associated flow sensor has to exist and to be one (contract 001, General rules, rules 3 and 4). */
async function checkFlow(call: Call, given: Fields): Promise<FieldErrors> {
  if (isBlank(given['flow_uuid'])) return {};
  const flow = await manageable(call, given['flow_uuid']);
  return flow.type === sensorType.flow ? {} : { flow_uuid: ['must be a flow sensor'] };
}

async function manageable(call: Call, uuid: unknown): Promise<StoredSensor> {
  if (typeof uuid !== 'string' && typeof uuid !== 'number') throw notFound();
  return sensorFor(call, 'manage', String(uuid));
}

async function recordOf(session: SqlSession, id: number): Promise<object> {
  const row = await findAccessPoint(session, String(id));
  return accessPointRecord(row, await sensorOf(session, row.sensor_id));
}
