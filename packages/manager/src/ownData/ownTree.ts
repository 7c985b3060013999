import { isRecord } from 'netsensor-contract/text/looseValues';
import { checkAccessPoint, newAccessPoint } from '../accessPoints/accessPointFields.js';
import type { StoredAccessPoint } from '../sensors/accessPointTable.js';
import { explained, HttpProblem, messageOf } from '../http/errors.js';
import type { NetworkTree } from '../generator/network/network.js';
import { Random } from '../generator/random.js';
import { PathProblems } from '../sensors/pathProblems.js';
import { nodePath, readNodes, type OverrideNode } from '../sensors/override/readNodes.js';
import { canHold, domainType, holdsAccessPoints, sensorType } from '../sensors/sensorKinds.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { givenIds, givenTime } from './givenIds.js';
import { readDocument } from './readDocument.js';
import type { SqlSession } from '../store/database.js';
import { insertTree } from '../generator/populate.js';

/** Fields of the create bodies that are kept beside the record (contract 001). */
const settingNames =
  `mac_hasing_salt visualization_range megabytes_limit snmp_community snmp_version spanport nmsp
  nmsp_wireless_health nmsp_client_stats dns_ptr_client dns_ptr_target homenets router_macs vendor_validator secret
  stream mse_version`.split(/\s+/);

/**
 * Reads a sensor tree: the answer of `GET /sensors/tree`, its `sensor`, or an overwrite body. Ids and uuids are kept
 * where they are given and unique, and made where they are missing.
 * @throws Error with one sentence that names the option, the file and the path of what is wrong
 */
export const readTree = (file: string, now: number): Promise<NetworkTree> =>
  explained(
    async () => treeOf(await readDocument(file), now),
    error => `--tree ${file}: ${reasonOf(error)}`,
  );

function treeOf(document: unknown, now: number): NetworkTree {
  const main = isRecord(document) && Object.hasOwn(document, 'sensor') ? document['sensor'] : document;
  if (!isRecord(main)) throw new Error('it holds no sensor; give an answer of GET /sensors/tree.');
  const problems = new PathProblems();
  const nodes = readNodes(main, problems);
  const path = (number: number) => nodePath(nodes, number);
  const ids = givenIds(nodes.map(({ given }) => given['id']));
  const uuids = new Map<string, number>();
  const random = new Random(1, 'uuids of a loaded tree');
  const sensors = nodes.map((node, number): StoredSensor => {
    const row = sensorOf(node, { id: ids[number] ?? 0, random });
    const parent = node.parent < 0 ? undefined : nodes[node.parent];
    const other = uuids.get(row.uuid);
    if (other !== undefined) problems.add(`${path(number)}.uuid`, `is that of ${path(other)} too`);
    uuids.set(row.uuid, number);
    if (node.name === undefined) problems.add(`${path(number)}.name`, "can't be blank");
    if (parent && !canHold(parent.type ?? sensorType.domain, row.type)) {
      problems.add(`${path(number)}.type`, 'cannot stand under this kind of sensor');
    }
    return { ...row, parent_id: ids[node.parent] ?? null };
  });
  if (sensors[0]?.type !== sensorType.domain) problems.add('sensor.type', 'must be 1, a domain');
  const accessPoints = pointsOf({ nodes, sensors, problems, path, now });
  problems.refuse();
  return { sensors, accessPoints };
}

/** The first thing that is wrong, and how many others are. */
function reasonOf(error: unknown): string {
  if (!(error instanceof HttpProblem)) return messageOf(error);
  const [[path, [message]] = ['sensor', [error.message]], ...others] = Object.entries(error.errors ?? {});
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${path} ${message}${more}.`;
}

function sensorOf(
  node: OverrideNode,
  { id, random }: { readonly id: number; readonly random: Random },
): StoredSensor {
  const { given } = node;
  const number = (name: string) => (typeof given[name] === 'number' ? given[name] : null);
  const settings = settingNames.filter(name => given[name] !== undefined && given[name] !== null);
  return {
    id,
    uuid: node.uuid ?? random.digits(19),
    parent_id: null,
    name: node.name ?? '',
    ip: typeof given['ip'] === 'string' ? given['ip'] : null,
    type: node.type ?? sensorType.domain,
    domain_type: node.domain_type ?? domainType.generic,
    latitude: number('latitude'),
    longitude: number('longitude'),
    property: JSON.stringify(isRecord(given['property']) ? given['property'] : {}),
    settings: JSON.stringify(Object.fromEntries(settings.map(name => [name, given[name]]))),
  };
}

function pointsOf(tree: {
  readonly nodes: readonly OverrideNode[];
  readonly sensors: readonly StoredSensor[];
  readonly problems: PathProblems;
  readonly path: (number: number) => string;
  readonly now: number;
}): StoredAccessPoint[] {
  const { nodes, sensors, problems, path, now } = tree;
  const listed = nodes.flatMap((node, number) => {
    const owner = sensors[number];
    // Honoured only on domains and flow sensors, ignored elsewhere (contract 001, Overwrite request).
    if (!owner || !holdsAccessPoints(owner.type)) return [];
    return node.accessPoints.map((given, index) => ({
      given: isRecord(given) ? given : {},
      owner,
      where: `${path(number)}.access_points[${index}]`,
    }));
  });
  const ids = givenIds(listed.map(({ given }) => given['id']));
  const addresses = new Map<string, string>();
  return listed.flatMap(({ given, owner, where }, number) => {
    // With the rules of create; it is up unless the document says otherwise.
    const { fields, errors } = checkAccessPoint({ ...given, status: given['status'] ?? 1 });
    problems.addFields(where, errors);
    if (!fields) return [];
    const address = fields.mac_address.toLowerCase();
    const other = addresses.get(address);
    if (other !== undefined) problems.add(`${where}.mac_address`, `is that of ${other} too`);
    addresses.set(address, where);
    const whole = (name: string) => (Number.isSafeInteger(given[name]) ? Number(given[name]) : 0);
    return {
      id: ids[number] ?? 0,
      clients: whole('clients'),
      uptime: whole('uptime'),
      last_check_in: givenTime(given['last_check_in']),
      created_at: givenTime(given['created_at']) ?? new Date(now),
      updated_at: givenTime(given['updated_at']) ?? new Date(now),
      ...newAccessPoint(fields, owner.id),
    };
  });
}

/**
 * Puts a tree in the place of the one that is there. Users keep their top domain when the new tree has its uuid;
 * others get the root.
 */
export async function replaceTree(session: SqlSession, tree: NetworkTree): Promise<void> {
  const tops = await session.rows<{ id: number; uuid: string | null }>(
    'SELECT u.id, s.uuid FROM users u LEFT JOIN sensors s ON s.id = u.sensor_id',
  );
  await session.run('DELETE FROM access_points');
  await session.run('DELETE FROM sensors');
  await insertTree(session, tree);
  const idOf = new Map(tree.sensors.map(sensor => [sensor.uuid, sensor.id]));
  const root = tree.sensors[0]?.id ?? 1;
  for (const { id, uuid } of tops) {
    await session.run('UPDATE users SET sensor_id = $2 WHERE id = $1', [id, idOf.get(uuid ?? '') ?? root]);
  }
}
