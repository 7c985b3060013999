import { scalarText } from 'netsensor-contract/text/looseValues';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { randomBytes } from 'node:crypto';
import { createDomain } from 'netsensor-contract/sensors/sensors';
import type { SqlSession } from '../store/database.js';
import { unprocessable } from '../http/errors.js';
import type { Call } from '../users/auth.js';
import { requireRight } from '../users/permissions.js';
import { isBlank, type Fields } from '../http/requestFields.js';
import { findSensor, rootSensor, sensorOf, type StoredSensor } from './sensorStore.js';
import { domainAnswer, namedKinds, sensorAnswer, type KindName } from './namedSensors.js';
import { domainSettings, sensorFields } from './sensorFields.js';
import { canHold, domainType, sensorType } from './sensorKinds.js';
import { addSensor, type NewSensor } from './writeSensors.js';

/** An MSE sensor has a stream in place of an address (field notes §1.1). */
const noAddress = '0.0.0.0';

/**
 * Creates a domain below `parent_uuid`, or below the caller's top domain (contract 001, Domain fields).
 * @throws HttpProblem 404 unknown parent, 401 parent that the caller may not manage, 422 wrong fields
 */
export async function createDomainFrom(call: Call, body: Fields): Promise<object> {
  const { session, caller } = call;
  const parent = await parentFrom(call, body, () => sensorOf(session, caller.sensor_id));
  const fields = sensorFields(createDomain, body);
  const { name, uuid, domain_type = domainType.generic } = fields;
  const settings = domainSettings(domain_type, fields);
  const given = { name, domain_type, settings, ...(uuid !== undefined && { uuid }) };
  return domainAnswer(await addBelow(session, parent, given));
}

/**
 * Creates a flow, vendor or MSE sensor below `parent_uuid`, or below the root sensor (contract 001).
 * A vendor sensor gets a secret, which is answered this once (field notes §1.1).
 * @throws HttpProblem 404 unknown parent, 401 parent that the caller may not manage, 422 wrong fields
 */
export async function createSensor(call: Call, kind: KindName, body: Fields): Promise<object> {
  const { type, schema } = namedKinds[kind];
  const parent = await parentFrom(call, body, () => rootSensor(call.session));
  const { settings, ...columns } = storedFields(sensorFields(schema, body));
  const secret = kind === 'vendor' ? { secret: randomBytes(20).toString('hex') } : {};
  const given = { type, ...columns, settings: { ...settings, ...secret } };
  const row = await addBelow(call.session, parent, given);
  return { ...sensorAnswer(kind, row), ...secret };
}

/** The columns of a sensor with these fields, and its settings; what was sent empty is not kept. */
export function storedFields({ name, ip = noAddress, parent_uuid: _parent, ...rest }: Fields) {
  const settings: Fields = fieldsWhere(rest, (_, value) => !isBlank(value));
  return { name: String(name), ip: String(ip), settings };
}

/**
 * The parent that a body names, or the one that stands in for it.
 * @throws HttpProblem 404 or 401
 */
async function parentFrom(
  call: Call,
  body: Fields,
  otherwise: () => Promise<StoredSensor>,
): Promise<StoredSensor> {
  const uuid = body['parent_uuid'];
  const parent = isBlank(uuid) ? await otherwise() : await findSensor(call.session, scalarText(uuid));
  await requireRight(call, 'manage', parent);
  return parent;
}

/** @throws HttpProblem 422 when a sensor of a type cannot stand below the parent */
export function requireHolds(parent: StoredSensor, type: number): void {
  if (!canHold(parent.type, type)) throw unprocessable({ parent_uuid: ['must be a domain'] });
}

function addBelow(
  session: SqlSession,
  parent: StoredSensor,
  sensor: Omit<NewSensor, 'parent_id'>,
): Promise<StoredSensor> {
  requireHolds(parent, sensor.type ?? sensorType.domain);
  return addSensor(session, { ...sensor, parent_id: parent.id });
}
