import { failure, notFound, unauthorized, type FieldErrors } from '../http/errors.js';
import { PathProblems } from '../sensors/pathProblems.js';
import type { Call } from '../users/auth.js';
import { scopeOf } from '../users/permissions.js';
import type { Fields } from '../http/requestFields.js';
import { sensorFor } from '../sensors/sensorStore.js';
import { followTree } from '../sensors/enrichmentLinks.js';
import { sensorType } from '../sensors/sensorKinds.js';
import { subtreeIds } from '../store/treeIndex.js';
import { checkAccessPoint, newAccessPoint } from './accessPointFields.js';
import { addAccessPoints, type NewAccessPoint } from '../sensors/accessPointTable.js';
import { deleteRows } from '../store/recordTables.js';
import { containerErrors, locate, placeElement, type Overridden } from './placeAccessPoint.js';
import { PlacePlan } from './placePlan.js';

/**
 * Replaces the access points of a domain and of everything below it by those of the body, and makes the domains that the
 * body names and that do not exist (contract 001, Override of a domain's access points).
 * @throws HttpProblem 404, 401, or 422 that names each wrong field as `access_points[3].mac_address`
 */
export async function overrideAccessPoints(
  call: Call,
  domainUuid: string,
  elements: readonly Fields[],
): Promise<void> {
  const { session, now } = call;
  const sensor = await sensorFor(call, 'manage', domainUuid);
  if (sensor.type !== sensorType.domain) {
    throw failure(
      'unprocessable',
      `${sensor.name} is not a domain; name a domain to override its access points.`,
    );
  }
  await deleteRows(session, 'access_points.sensor_id', await subtreeIds(session, sensor.id));
  const overridden = await readOverridden(call, sensor.uuid);
  const planned = planElements(elements, overridden, await readMacAddresses(call));
  const write = () => overridden.plan.write(session);
  await (overridden.plan.changesUuids ? followTree(session, write) : write());
  await addAccessPoints(
    session,
    planned.map(rowOf => rowOf()),
    now,
  );
}

async function readOverridden(call: Call, uuid: string): Promise<Overridden> {
  const plan = await PlacePlan.read(call.session);
  const isManaged = await scopeOf(call, 'manage');
  const domain = plan.byUuid(uuid);
  if (!domain) throw notFound();
  return { plan, domain, mayManage: place => plan.isNew(place) || isManaged(place.id) };
}

/** MAC addresses in lower case. */
async function readMacAddresses({ session }: Call): Promise<Set<string>> {
  const rows = await session.arrays('SELECT lower(mac_address) FROM access_points');
  return new Set(rows.map(([mac]) => String(mac)));
}

/**
 * What makes the row of each element, once all were read: a later one may give another uuid to a domain of this one.
 * @param taken MAC addresses of access points outside the domain, in lower case; those of the elements are added
 */
function planElements(
  elements: readonly Fields[],
  overridden: Overridden,
  taken: Set<string>,
): (() => NewAccessPoint)[] {
  const problems = new PathProblems();
  const planned = elements.flatMap((element, index) => {
    const { fields, errors = {} } = checkAccessPoint(element);
    const mac = fields?.mac_address.toLowerCase() ?? '';
    const { place, problem } = placeElement(element, overridden);
    problems.addFields(`access_points[${index}]`, {
      ...errors,
      ...(taken.has(mac) && { mac_address: ['has already been taken'] }),
      ...containerErrors(element),
      ...flowErrors(fields?.flow_uuid, overridden),
      ...(problem && { [problem[0]]: [problem[1]] }),
    });
    taken.add(mac);
    if (!fields || !place) return [];
    const enrichment = locate(fields.enrichment ?? {}, place, overridden);
    return () => newAccessPoint({ ...fields, enrichment: enrichment() }, place.id);
  });
  problems.refuse();
  return planned;
}

/** The associated flow sensor has to exist and to be one (contract 001, General rules, rules 3 and 4). */
function flowErrors(uuid: string | undefined, { plan, mayManage }: Overridden): FieldErrors {
  if (uuid === undefined || uuid.trim() === '') return {};
  const flow = plan.byUuid(uuid);
  if (!flow) throw notFound();
  if (!mayManage(flow)) throw unauthorized();
  return flow.type === sensorType.flow ? {} : { flow_uuid: ['must be a flow sensor'] };
}
