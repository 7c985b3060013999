import { scalarText } from 'netsensor-contract/text/looseValues';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { modifyDomain } from 'netsensor-contract/sensors/sensors';
import type { SqlSession } from '../store/database.js';
import { notFound, unprocessable } from '../http/errors.js';
import type { Call } from '../users/auth.js';
import { requireRight } from '../users/permissions.js';
import { isBlank, type Fields } from '../http/requestFields.js';
import { findDomain, findSensor, sensorOf, type StoredSensor } from './sensorStore.js';
import { requireHolds, storedFields } from './createSensor.js';
import { followTree } from './enrichmentLinks.js';
import { domainAnswer, namedKinds, sensorAnswer, settingsOf, type KindName } from './namedSensors.js';
import { domainSettings, sensorFields, withContractNames } from './sensorFields.js';
import { canHold, holdsAccessPoints } from './sensorKinds.js';
import { readTreeIndex } from '../store/treeIndex.js';
import { replaceRows } from '../store/recordTables.js';
import { topDomains, usedUuids } from './writeSensors.js';

/**
 * Changes the given fields of a domain; `parent_uuid` moves it with everything below it (contract 001, Domain fields).
 * @throws HttpProblem 404, 401, or 422 that names the wrong fields
 */
export async function modifyDomainFrom(call: Call, uuid: string, body: Fields): Promise<object> {
  const { session } = call;
  const domain = await findDomain(session, uuid);
  await requireRight(call, 'manage', domain);
  const parent_id = await placeFor(call, domain, body);
  const fields = domainFields(body);
  const { domain_type = domain.domain_type, type = domain.type, name = domain.name } = fields;
  const row: StoredSensor = {
    ...domain,
    parent_id,
    name,
    type,
    domain_type,
    uuid: fields.uuid ?? domain.uuid,
    settings: JSON.stringify(
      domainSettings(domain_type, { ...settingsOf(domain), ...fields, ...emptied(body) }),
    ),
  };
  if (row.uuid !== domain.uuid && (await usedUuids(session, [row.uuid])).size > 0) {
    throw unprocessable({ uuid: ['has already been taken'] });
  }
  if (row.type !== domain.type) await requireTypeFits(session, row);
  await followTree(session, () => replaceRows(session, 'sensors', [row]));
  return domainAnswer(row);
}

/**
 * Overwrites all properties of a flow, vendor or MSE sensor; what is left out is emptied, except the place in the tree
 * and the secret (contract 001, Modify flow, MSE or vendor sensor).
 * @throws HttpProblem 404 also when the sensor is not of the kind, 401, or 422 that names the wrong fields
 */
export async function modifySensor(
  call: Call,
  { kind, uuid }: { readonly kind: KindName; readonly uuid: string },
  body: Fields,
): Promise<object> {
  const { type, schema } = namedKinds[kind];
  const sensor = await findSensor(call.session, uuid);
  if (type !== sensor.type) throw notFound();
  await requireRight(call, 'manage', sensor);
  const parent_id = await placeFor(call, sensor, body);
  const { settings, ...columns } = storedFields(sensorFields(schema, body));
  const { secret } = settingsOf(sensor);
  const kept = { ...settings, ...(secret !== undefined && { secret }) };
  const row = { ...sensor, ...columns, parent_id, settings: JSON.stringify(kept) };
  await replaceRows(call.session, 'sensors', [row]);
  return sensorAnswer(kind, row);
}

/** A name may be left out, not emptied. */
function domainFields(body: Fields) {
  if (Object.hasOwn(body, 'name') && isBlank(body['name'])) {
    throw unprocessable({ name: ["can't be blank"] });
  }
  return sensorFields(modifyDomain, body);
}

/** The optional fields that a body sets to null. */
const emptied = (body: Fields): Fields => fieldsWhere(withContractNames(body), (_, value) => isBlank(value));

/** The id of the parent after the change; the one it has when the body names none. */
async function placeFor(call: Call, sensor: StoredSensor, body: Fields): Promise<number | null> {
  const uuid = body['parent_uuid'];
  if (isBlank(uuid)) return sensor.parent_id;
  const parent = await findSensor(call.session, scalarText(uuid));
  if (parent.id === sensor.parent_id) return parent.id;
  await requireRight(call, 'manage', parent);
  const index = await readTreeIndex(call.session);
  if (index.includes(sensor.id, parent.id)) {
    throw unprocessable({ parent_uuid: ['cannot be the domain itself or one below it'] });
  }
  requireHolds(parent, sensor.type);
  return parent.id;
}

/** @throws HttpProblem 422 when a domain cannot become what the row says */
async function requireTypeFits(session: SqlSession, row: StoredSensor): Promise<void> {
  const refuse = (why: string) => unprocessable({ type: [`cannot be changed: ${why}`] });
  if (row.parent_id === null || (await topDomains(session)).has(row.id)) {
    throw refuse('the domain is the top domain of a user');
  }
  requireHolds(await sensorOf(session, row.parent_id), row.type);
  const below = await session.rows<StoredSensor>('SELECT type FROM sensors WHERE parent_id = $1', [row.id]);
  if (below.some(({ type }) => !canHold(row.type, type))) throw refuse('sensors stand below the domain');
  if (holdsAccessPoints(row.type)) return;
  const points = await session.arrays('SELECT 1 FROM access_points WHERE sensor_id = $1 LIMIT 1', [row.id]);
  if (points.length > 0) throw refuse('the domain has access points');
}
