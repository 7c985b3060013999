import { isRecord, scalarText } from 'netsensor-contract/text/looseValues';
import { badRequest, failure, type HttpProblem, notFound } from '../http/errors.js';
import type { Call } from '../users/auth.js';
import { scopeOf } from '../users/permissions.js';
import { bodyObject, isBlank, recordId, type Fields } from '../http/requestFields.js';
import { sensorFor } from '../sensors/sensorStore.js';
import { subtreeIds } from '../store/treeIndex.js';
import { deleteRows } from '../store/recordTables.js';

/**
 * The elements under the root label `access_points` of a delete or override body.
 * @throws HttpProblem 400 without the label, 422 when it does not hold an array of objects
 */
export function accessPointElements(body: unknown): Fields[] {
  const given = bodyObject(body);
  if (!Object.hasOwn(given, 'access_points')) {
    throw badRequest('param is missing or the value is empty: access_points');
  }
  const elements = given['access_points'];
  if (!Array.isArray(elements)) throw wrongElement('access_points', 'must be an array');
  return elements.map((element: unknown, index) => {
    if (!isRecord(element)) throw wrongElement(`access_points[${index}]`, 'must be an object');
    return element;
  });
}

/** 422 that names an element of a list as it stands in the body, such as `access_points[3].id`. */
const wrongElement = (path: string, message: string): HttpProblem =>
  failure('unprocessable', `${path} ${message}`, { [path]: [message] });

type Known = readonly [id: number, mac: string, sensorId: number];

/**
 * Deletes the access points that a list names by `mac_address`, by `id`, or by both. Those the caller may not manage
 * are skipped without an error (contract 001, Deletion by list).
 * @throws HttpProblem 404 when one of them does not exist; nothing is deleted then (contract 001, General rules, rule 4)
 */
export async function deleteListed(call: Call, elements: readonly Fields[]): Promise<void> {
  const known = (await call.session.arrays(
    'SELECT id, lower(mac_address), sensor_id FROM access_points',
  )) as unknown as Known[];
  const byId = new Map(known.map(point => [point[0], point]));
  const byMac = new Map(known.map(point => [point[1], point]));
  const mayManage = await scopeOf(call, 'manage');
  const named = elements.map(({ id, mac_address: mac }, index) => {
    if (isBlank(id) && isBlank(mac))
      throw wrongElement(`access_points[${index}]`, 'must have a mac_address or an id');
    const point = isBlank(mac)
      ? byId.get(recordId(scalarText(id)) ?? 0)
      : byMac.get(scalarText(mac).toLowerCase());
    if (!point || (!isBlank(id) && scalarText(id) !== String(point[0]))) throw notFound();
    return point;
  });
  const deleted = named.filter(([, , sensorId]) => mayManage(sensorId)).map(([id]) => id);
  await deleteRows(call.session, 'access_points.id', deleted);
}

/**
 * Deletes all access points of a domain and of everything below it (contract 001, Access points).
 * @throws HttpProblem 404 or 401
 */
export async function deleteBelow(call: Call, uuid: string): Promise<void> {
  const { id } = await sensorFor(call, 'manage', uuid);
  await deleteRows(call.session, 'access_points.sensor_id', await subtreeIds(call.session, id));
}
