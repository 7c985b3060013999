import { readFields, type RecordFields } from '../../inventory/recordText.js';
import {
  childGroup,
  accessPointState,
  recordMac,
  recordName,
  recordUuid,
  type AccessPointState,
  type RawRecord,
} from 'netsensor-contract/sensors/nodeRecord';
import { recordPlace, type EarthPlace } from '../../sensors/earthPlace.js';
import { accessPointNode, parseAccessPointPath, parseSensorPath } from '../../sensors/nodeRef.js';
import type { SensorIndex } from '../../sensors/sensorIndex.js';
import type { NodeMark } from '../drawing.js';
import { markOf } from '../nodeMarks.js';
import type { OpenDocument } from '../editedRecords.js';

/** Access points by their state. */
export type StateCounts = Readonly<Record<AccessPointState, number>>;

/** A node with a place on earth. */
export interface MapPoint extends EarthPlace {
  /** Tells it from all others, also after the tree was read again. */
  readonly key: string;
  readonly kind: 'domain' | 'sensor' | 'accessPoint';
  readonly name: string;
  /** What it leads to; undefined for a node that the manager gave no identity of its own. */
  readonly opens: NodeMark | undefined;
  readonly isEdited: boolean;
  /** Itself, or the access points below it that have no place and none nearer above them: each is counted once. */
  readonly counts: StateCounts;
  /** Of all access points below a domain or sensor, wherever they are. */
  readonly below: { readonly total: number; readonly down: number };
  /** The domain that it is, or is in, by its number in the list of domains. */
  readonly domain: number;
}

/** A domain or sensor above points. */
export interface MapDomain {
  readonly name: string;
  /** Its number in the list; -1 for the top. */
  readonly parent: number;
}

/** The nodes below one that have a place, and those that have none. */
export interface MapNodes {
  readonly points: readonly MapPoint[];
  readonly domains: readonly MapDomain[];
  /** Access points that neither have a place nor stand below anything that has one. */
  readonly placeless: readonly Omit<MapPoint, keyof EarthPlace | 'below' | 'domain'>[];
}

/** What stands on a map of a node and of all below it, as it is stored or as open documents have it. */
export function mapNodes(tree: SensorIndex, top: number, documents: readonly OpenDocument[]): MapNodes {
  const opened = openedNodes(tree, documents);
  const domains: MapDomain[] = [];
  const points: (MapPoint & { counts: Record<AccessPointState, number> })[] = [];
  const placeless: MapNodes['placeless'][number][] = [];
  /** By the number of a domain or sensor: its own in the list, and the point that stands for what is below it. */
  const known = new Map<number, { domain: number; point: number | undefined }>();
  for (let number = top; number < tree.size; number += 1) {
    const above = known.get(tree.parent(number));
    if (number !== top && !above) continue;
    const open = opened.get(number);
    const record: RawRecord = { ...tree.record(number), ...open?.fields };
    const place = recordPlace(record);
    const own = nodeOf(tree, { number, record, isEdited: open?.isDirty ?? false });
    if (own.kind === 'accessPoint') {
      const holder = above?.point === undefined ? undefined : points[above.point];
      if (place) points.push({ ...own, ...place, below: nothing, domain: above?.domain ?? 0 });
      else if (holder) holder.counts[accessPointState(record)] += 1;
      else placeless.push(own);
      continue;
    }
    const domain = domains.length;
    domains.push({ name: own.name, parent: above?.domain ?? -1 });
    const { accessPoints: total, down } = tree.counts(number);
    if (place) points.push({ ...own, ...place, below: { total, down }, domain });
    known.set(number, { domain, point: place ? points.length - 1 : above?.point });
  }
  return { points, domains, placeless };
}

const nothing = { total: 0, down: 0 };

function nodeOf(
  tree: SensorIndex,
  { number, record, isEdited }: { number: number; record: RawRecord; isEdited: boolean },
) {
  const kind = kindOf(tree, number);
  const counts = { up: 0, down: 0, unknown: 0 };
  if (kind === 'accessPoint') counts[accessPointState(record)] = 1;
  const name = recordName(record) || recordMac(record) || recordUuid(record) || '';
  const opens = tree.isTwin(number) ? undefined : markOf(tree, number);
  return { key: tree.identity(number), kind, name, opens, isEdited, counts };
}

function kindOf(tree: SensorIndex, number: number): MapPoint['kind'] {
  if (tree.isAccessPoint(number)) return 'accessPoint';
  return tree.group(number) === childGroup.domain ? 'domain' : 'sensor';
}

/** The record of a node as a map takes it: as it is stored, or as an open document has it. */
export const shownRecord = (
  tree: SensorIndex,
  number: number,
  documents: readonly OpenDocument[],
): RawRecord => ({ ...tree.record(number), ...openedNodes(tree, documents).get(number)?.fields });

interface Opened {
  readonly fields: RecordFields;
  readonly isDirty: boolean;
}

/** What open documents say of nodes, by number: they were read later than the tree, as on a floor. */
function openedNodes(tree: SensorIndex, documents: readonly OpenDocument[]): ReadonlyMap<number, Opened> {
  // The documents are of the connection of the tree.
  const connectionId = '';
  const opened = new Map<number, Opened>();
  for (const { path, text, isDirty } of documents) {
    const fields = readFields(text);
    if (!fields) continue;
    const point = parseAccessPointPath(path);
    const sensor = parseSensorPath(path);
    const number = point
      ? tree.find(accessPointNode(connectionId, point))
      : sensor && tree.find({ connectionId, uuid: sensor.uuid });
    if (number !== undefined) opened.set(number, { fields, isDirty });
  }
  return opened;
}
