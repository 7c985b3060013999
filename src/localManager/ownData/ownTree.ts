import type { StoredAccessPoint } from '../accessPoints/accessPointTable.js';
import { HttpProblem } from '../http/errorAnswers.js';
import type { NetworkTree } from '../generator/network/network.js';
import { Random } from '../generator/random.js';
import { PathProblems } from '../sensors/pathProblems.js';
import { isObject, type Fields } from '../http/requestFields.js';
import { nodePath, readNodes, type OverrideNode } from '../sensors/override/readNodes.js';
import { canHold, domainType, holdsAccessPoints, sensorType } from '../sensors/sensorKinds.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { IdGiver } from './idGiver.js';
import { readDocument } from './readDocument.js';
import { treeAccessPoint } from './treeAccessPoint.js';

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
export async function readTree(file: string, now: number): Promise<NetworkTree> {
  try {
    const document = await readDocument(file);
    const main = isObject(document) && Object.hasOwn(document, 'sensor') ? document['sensor'] : document;
    if (!isObject(main)) throw new Error('it holds no sensor; give an answer of GET /sensors/tree.');
    return treeOf(main, now);
  } catch (error) {
    throw new Error(`--tree ${file}: ${reasonOf(error)}`);
  }
}

function treeOf(main: Fields, now: number): NetworkTree {
  const problems = new PathProblems();
  const nodes = readNodes(main, problems);
  const given = givenNodes(main);
  const path = (number: number) => nodePath(nodes, number);
  const ids = new IdGiver(given.map(node => node['id']));
  const uuids = new Map<string, number>();
  const random = new Random(1, 'uuids of a loaded tree');
  const sensors = nodes.map((node, number): StoredSensor => {
    const row = sensorOf(node, given[number] ?? {}, { id: ids.give(number), random });
    const parent = node.parent < 0 ? undefined : nodes[node.parent];
    const other = uuids.get(row.uuid);
    if (other !== undefined) problems.add(`${path(number)}.uuid`, `is that of ${path(other)} too`);
    uuids.set(row.uuid, number);
    if (node.name === undefined) problems.add(`${path(number)}.name`, "can't be blank");
    if (parent && !canHold(parent.type ?? sensorType.domain, row.type)) {
      problems.add(`${path(number)}.type`, 'cannot stand under this kind of sensor');
    }
    return { ...row, parent_id: node.parent < 0 ? null : ids.give(node.parent) };
  });
  if (sensors[0]?.type !== sensorType.domain) problems.add('sensor.type', 'must be 1, a domain');
  const accessPoints = pointsOf({ nodes, sensors, problems, path, now });
  problems.refuse();
  return { sensors, accessPoints };
}

/** The first thing that is wrong, and how many others are. */
function reasonOf(error: unknown): string {
  if (!(error instanceof HttpProblem)) return error instanceof Error ? error.message : String(error);
  const [[path, [message]] = ['sensor', [error.message]], ...others] = Object.entries(error.errors ?? {});
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${path} ${message}${more}.`;
}

/** The objects of the nodes, in the order of `readNodes`. */
function givenNodes(main: Fields): Fields[] {
  const found: Fields[] = [main];
  for (let next = 0; next < found.length; next += 1) {
    const children = found[next]?.['children'];
    if (!Array.isArray(children)) continue;
    for (const child of children as unknown[]) found.push(isObject(child) ? child : {});
  }
  return found;
}

function sensorOf(
  node: OverrideNode,
  given: Fields,
  { id, random }: { readonly id: number; readonly random: Random },
): StoredSensor {
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
    property: JSON.stringify(isObject(given['property']) ? given['property'] : {}),
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
      given: isObject(given) ? given : {},
      owner,
      where: `${path(number)}.access_points[${index}]`,
    }));
  });
  const ids = new IdGiver(listed.map(({ given }) => given['id']));
  const addresses = new Map<string, string>();
  return listed.flatMap(({ given, owner, where }, number) => {
    const point = treeAccessPoint(given, { id: ids.give(number), ownerId: owner.id, now });
    for (const [field, message] of point.problems) problems.add(`${where}.${field}`, message);
    if (!point.row) return [];
    const address = point.row.mac_address.toLowerCase();
    const other = addresses.get(address);
    if (other !== undefined) problems.add(`${where}.mac_address`, `is that of ${other} too`);
    addresses.set(address, where);
    return [point.row];
  });
}
