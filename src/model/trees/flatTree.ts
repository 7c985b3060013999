import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import { groupBy, isEmptyObject } from 'netsensor-contract/text/collections';
import { type SensorRecord, walkTree } from 'netsensor-contract/sensors/sensors';

/** A domain or sensor as an overwrite sees it; `id` is its uuid, or a word of our own for one that has none yet. */
export interface FlatNode {
  readonly id: string;
  readonly uuid: string | undefined;
  readonly name: string;
  readonly type: number;
  readonly domain_type: number;
  /** Undefined for the main sensor. */
  readonly parent: string | undefined;
}

/** What an overwrite may write of an access point besides its MAC address; what is null is left out. */
export type PointFields = Readonly<Record<string, unknown>>;

/** An access point as an overwrite sees it. */
export interface FlatPoint {
  readonly mac: string;
  /** The id of the node that it belongs to. */
  readonly owner: string;
  readonly fields: PointFields;
}

/** A tree as two lists: nodes by id, each after the one above it, and access points by what their MAC address is known by. */
export interface FlatTree {
  readonly top: string;
  readonly nodes: ReadonlyMap<string, FlatNode>;
  readonly points: ReadonlyMap<string, FlatPoint>;
}

/** Two people changed the same thing; nothing can be sent before one of them gives way. */
export interface TreeConflict {
  /** Name of the node or access point. */
  readonly name: string;
  /** What both changed; `existence` when one of them deleted what the other changed or added to. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The fields of an access point that an overwrite and an override take (contract 001, Access point fields). */
export const pointFieldNames = [
  'name',
  'ip_address',
  'status',
  'latitude',
  'longitude',
  'x',
  'y',
  'flow_uuid',
  'description',
  'enrichment',
] as const;

/** Types whose nodes may hold access points: domains and flow sensors (contract 001, Overwrite request, rule 5). */
export const holdsAccessPoints = (type: number): boolean => type === 1 || type === 5;

/** A tree as the manager sends it, as two lists; a uuid that stands twice belongs to the first, so there is no ring. */
export function flattenTree(tree: SensorRecord): FlatTree {
  const nodes = new Map<string, FlatNode>();
  const points = new Map<string, FlatPoint>();
  const ids = new Map<SensorRecord, string>();
  const freeId = idGiver();
  for (const { sensor, parent } of walkTree(tree)) {
    const { uuid, name, type } = sensor;
    const above = parent && ids.get(parent.sensor);
    const place = { name, type, domain_type: sensor.domain_type ?? 1, parent: above };
    // What has no uuid is matched by what it is called (contract 001, Overwrite request, rule 3).
    const id = uuid || freeId(`${above}/${matchKey(place)}`);
    ids.set(sensor, id);
    if (!nodes.has(id)) nodes.set(id, { id, uuid: uuid || undefined, ...place });
    for (const point of sensor.access_points) {
      const mac = point.mac_address;
      if (mac) points.set(macKey(mac), { mac, owner: id, fields: pointFields(point) });
    }
  }
  return { top: ids.get(tree) ?? '', nodes, points };
}

const longestId = 1000;

/** Makes the ids of nodes without a uuid: the same ones whenever a tree is read, unless many are without one in a row. */
function idGiver(): (wanted: string) => string {
  const given = new Map<string, number>();
  return wanted => {
    const id = wanted.length > longestId ? '…' : wanted;
    const times = given.get(id) ?? 0;
    given.set(id, times + 1);
    return times === 0 ? id : `${id} ${times}`;
  };
}

/** What an overwrite may write of an access point. */
export function pointFields(point: AccessPoint | PointFields): PointFields {
  const given: PointFields = point;
  return Object.fromEntries(
    pointFieldNames
      .filter(name => given[name] !== undefined && given[name] !== null && !isEmptyObject(given[name]))
      .map(name => [name, given[name]]),
  );
}

/** The children of every node, in their order. */
export function childrenOf({ nodes }: FlatTree): ReadonlyMap<string, readonly FlatNode[]> {
  return groupBy([...nodes.values()], ({ parent }) => parent);
}

/** The access points of every node. */
export function pointsOf({ points }: FlatTree): ReadonlyMap<string, readonly FlatPoint[]> {
  return groupBy([...points.values()], ({ owner }) => owner);
}

/** What a child without uuid is matched by (contract 001, Overwrite request, rule 3). */
export const matchKey = ({
  name,
  type,
  domain_type: domainType,
}: Pick<FlatNode, 'name' | 'type' | 'domain_type'>) => `${type} ${domainType} ${name}`;
