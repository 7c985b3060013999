import { integerOf } from 'netsensor-contract/text/looseValues';
import { macKey, recordMacKey } from 'netsensor-contract/sensors/macAddress';
import {
  accessPointState,
  childGroup,
  recordType,
  recordUuid,
  recordsIn,
  type NodeRef,
  type RawRecord,
} from 'netsensor-contract/sensors/nodeRecord';

/** What an index knows of the nodes of a tree, by number. */
export interface IndexedPlaces {
  readonly records: readonly RawRecord[];
  /** -1 for the top domain. */
  readonly parents: readonly number[];
  readonly groups: readonly number[];
  readonly firstChildren: readonly number[];
  readonly uuids: ReadonlyMap<string, number>;
  readonly pointKeys: ReadonlyMap<string, number>;
  /** By counter: domains, sensors, access points, access points that are down. */
  readonly totals: readonly Int32Array[];
}

/** Walks a tree for its index, a node at a time, so that the caller can let others run in between. */
export function* indexPlaces(top: RawRecord): Generator<void, IndexedPlaces> {
  const records = [top];
  const parents = [-1];
  const groups: number[] = [groupOf(top)];
  const firstChildren: number[] = [];
  const uuids = new Map<string, number>();
  const pointKeys = new Map<string, number>();
  const append = (record: RawRecord, parent: number, group: number) => {
    records.push(record);
    parents.push(parent);
    groups.push(group);
  };
  // What a node has below it is walked after it.
  for (const [number, record] of records.entries()) {
    firstChildren.push(records.length);
    const isPoint = groups[number] === childGroup.accessPoint;
    const [owners, key] = isPoint ? [pointKeys, pointKey(record)] : [uuids, recordUuid(record)];
    if (key !== undefined && !owners.has(key)) owners.set(key, number);
    if (!isPoint) {
      for (const child of recordsIn(record.children)) append(child, number, groupOf(child));
      for (const point of recordsIn(record.access_points)) append(point, number, childGroup.accessPoint);
    }
    yield;
  }
  const totals = yield* countAll({ records, parents, groups });
  return { records, parents, groups, firstChildren, uuids, pointKeys, totals };
}

function* countAll({
  records,
  parents,
  groups,
}: Pick<IndexedPlaces, 'records' | 'parents' | 'groups'>): Generator<void, Int32Array[]> {
  const totals = [0, 1, 2, 3].map(() => new Int32Array(records.length));
  for (let number = records.length - 1; number > 0; number -= 1) {
    const parent = parents[number] ?? 0;
    for (const total of totals) total[parent] = (total[parent] ?? 0) + (total[number] ?? 0);
    const group = groups[number] ?? childGroup.sensor;
    const own = totals[group];
    if (own) own[parent] = (own[parent] ?? 0) + 1;
    const down = totals[3];
    if (down && group === childGroup.accessPoint && accessPointState(records[number] ?? {}) === 'down')
      down[parent] = (down[parent] ?? 0) + 1;
    yield;
  }
  return totals;
}

const groupOf = (record: RawRecord) => (recordType(record) === 1 ? childGroup.domain : childGroup.sensor);

/** What an access point goes by. */
export function pointKey(record: RawRecord): string | undefined {
  const id = integerOf(record.id);
  return recordMacKey(record) ?? (id === undefined ? undefined : `#${id}`);
}

/** Whether a record of the list in which a node may stand, sensors or access points, is that node. */
export function isRecordOf(node: NodeRef): (record: RawRecord) => boolean {
  if ('uuid' in node) return record => recordUuid(record) === node.uuid;
  if ('accessPointId' in node) return record => integerOf(record.id) === node.accessPointId;
  const mac = macKey(node.macAddress);
  return record => recordMacKey(record) === mac;
}
