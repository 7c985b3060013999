import type { SqlSession } from '../store/database.js';
import { notFound, refuseFields, type FieldErrors } from '../http/errors.js';
import { requireRight } from '../users/permissions.js';
import { bodyObject, isBlank, type Fields } from '../http/requestFields.js';
import { findSensor, sensorOf, type StoredSensor } from '../sensors/sensorStore.js';
import { sensorType } from '../sensors/sensorKinds.js';
import type { StoredUser } from '../users/userStore.js';
import { checkAccessPoint, modifyFields, newAccessPoint, settingsText } from './accessPointFields.js';
import {
  accessPointRecord,
  addAccessPoints,
  changeAccessPoint,
  findAccessPoint,
  isMacAddressTaken,
  type StoredAccessPoint,
} from './accessPointTable.js';

/** A request that writes one access point. */
export interface WriteRequest {
  readonly caller: StoredUser;
  readonly body: unknown;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/**
 * Creates an access point in a domain (contract 001, Access point fields).
 * @returns the record as it is answered
 * @throws HttpProblem 404 without a known parent, 401 when the caller may not manage it, 422 that names each wrong field
 */
export async function createAccessPoint(session: SqlSession, request: WriteRequest): Promise<object> {
  const given = bodyObject(request.body);
  const owner = await manageable(session, request.caller, given['sensor_uuid']);
  const flowErrors = await checkFlow(session, request.caller, given);
  const { fields, errors } = checkAccessPoint(given);
  const taken = fields && (await isMacAddressTaken(session, fields.mac_address, undefined));
  refuseFields({ ...errors, ...(taken && macTaken), ...flowErrors, ...ownerErrors(owner) });
  if (!fields) throw new Error('Fields without errors are missing.');
  const id = await addAccessPoints(session, [newAccessPoint(fields, owner.id)], request.now);
  return recordOf(session, id);
}

/**
 * Changes the given fields of an access point and leaves the others as they are; `sensor_uuid` moves it.
 * @param named its id or its MAC address in either case
 * @returns the record as it is answered
 * @throws HttpProblem 404, 401, or 422 that names each wrong field
 */
export async function modifyAccessPoint(
  session: SqlSession,
  named: string,
  request: WriteRequest,
): Promise<object> {
  const stored = await findAccessPoint(session, named);
  await requireRight(session, request.caller, 'manage', { id: stored.sensor_id });
  const given = bodyObject(request.body);
  const moved = Object.hasOwn(given, 'sensor_uuid');
  if (moved && isBlank(given['sensor_uuid'])) refuseFields({ sensor_uuid: ["can't be blank"] });
  const owner = moved ? await manageable(session, request.caller, given['sensor_uuid']) : undefined;
  const flowErrors = await checkFlow(session, request.caller, given);
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
    await changeAccessPoint(session, { ...changed, updated_at: new Date(request.now) });
  }
  return recordOf(session, stored.id);
}

const macTaken: FieldErrors = { mac_address: ['has already been taken'] };

const ownerErrors = (owner: StoredSensor): FieldErrors =>
  owner.type === sensorType.domain ? {} : { sensor_uuid: ['must be a domain'] };

/** The associated flow sensor has to exist and to be one (contract 001, General rules, rules 3 and 4). */
async function checkFlow(session: SqlSession, caller: StoredUser, given: Fields): Promise<FieldErrors> {
  if (isBlank(given['flow_uuid'])) return {};
  const flow = await manageable(session, caller, given['flow_uuid']);
  return flow.type === sensorType.flow ? {} : { flow_uuid: ['must be a flow sensor'] };
}

async function manageable(session: SqlSession, caller: StoredUser, uuid: unknown): Promise<StoredSensor> {
  if (typeof uuid !== 'string' && typeof uuid !== 'number') throw notFound();
  const sensor = await findSensor(session, String(uuid));
  await requireRight(session, caller, 'manage', sensor);
  return sensor;
}

async function recordOf(session: SqlSession, id: number): Promise<object> {
  const row = await findAccessPoint(session, String(id));
  return accessPointRecord(row, await sensorOf(session, row.sensor_id));
}
