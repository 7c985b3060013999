import { readFields, type RecordFields } from '../../inventory/recordText.js';
import { macKey, recordMacKey } from 'netsensor-contract/sensors/macAddress';
import { parseDraft } from '../../sensors/nodeDraft.js';
import { accessPointNode, parseAccessPointPath, type AccessPointRef } from '../../sensors/nodeRef.js';
import {
  childGroup,
  accessPointState,
  recordMac,
  recordName,
  type AccessPointState,
  type RawRecord,
} from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../sensors/sensorIndex.js';
import { integerOf, textOf } from 'netsensor-contract/text/looseValues';
import type { OpenDocument } from '../editedRecords.js';

/** A place on the plan of a floor, in its own units: x to the right and y down, as on a picture (contract 001, Access point record). */
export interface FloorPlace {
  readonly x: number;
  readonly y: number;
}

/** An access point as a floor plan shows it: as it is stored, or as a document says that was not saved yet. */
export interface FloorPoint {
  /**
   * What its document goes by: its id, else its MAC address; the address of the document for one that does not exist yet;
   * for one that no document can be of, its place in the tree.
   */
  readonly key: string;
  /** Whether it has a document. */
  readonly isKnown: boolean;
  readonly isEdited: boolean;
  readonly name: string;
  /** What its MAC address is known by, as flows name it. */
  readonly mac: string | undefined;
  readonly state: AccessPointState;
  /** Undefined where the manager does not say it. */
  readonly clients: number | undefined;
  /** Undefined for one that waits for a place. */
  readonly place: FloorPlace | undefined;
  /** Whether it has a place so far from all others that a plan of both would show neither. */
  readonly isFarAway: boolean;
}

/** The domain of a floor in its tree: where else access points stand, documents of which move them. */
export interface FloorInTree {
  readonly uuid: string;
  readonly tree: SensorIndex;
}

/**
 * The access points of a domain, in the order of the tree; after them those that documents are going to move there, and
 * those that are only drafts. One that a document moves to another domain is there.
 */
export function floorPoints(
  records: readonly RawRecord[],
  documents: readonly OpenDocument[],
  floor?: FloorInTree,
): FloorPoint[] {
  const opened = openedPoints(documents);
  const taken = new Set<string>();
  const isOfRecord = new Set<Opened | undefined>();
  const stored = records.flatMap((record, index): FloorPoint[] => {
    const own = pointKey(record);
    const isKnown = own !== undefined && !taken.has(own);
    const key = isKnown ? own : `twin ${index}`;
    taken.add(key);
    const found = isKnown ? [key, recordMac(record) ?? ''].map(name => opened.get(macKey(name))) : [];
    for (const one of found) isOfRecord.add(one);
    const open = found.find(one => one !== undefined);
    if (open && floor && isElsewhere(open, floor)) return [];
    return [pointOf({ key, isKnown, isEdited: open?.isDirty ?? false }, { ...record, ...open?.fields })];
  });
  const coming = [...opened.values()].filter(one => !isOfRecord.has(one));
  const points = [...stored, ...movedHere(coming, floor), ...draftsOf(documents, floor?.uuid)];
  const isFarAway = farAway(points.flatMap(({ place }) => place ?? []));
  return points.map(point => (point.place && isFarAway(point.place) ? { ...point, isFarAway: true } : point));
}

/** Whether a document names another domain; what is none, such as half of a uuid, leads nowhere. */
function isElsewhere({ fields }: Opened, { uuid, tree }: FloorInTree): boolean {
  const named = textOf(fields.sensor_uuid) ?? uuid;
  const number = tree.find({ connectionId: '', uuid: named });
  return named !== uuid && number !== undefined && tree.group(number) === childGroup.domain;
}

/** One that is open by its id and by its MAC address is one all the same: as the document says that waits to be saved. */
function movedHere(opened: readonly Opened[], floor: FloorInTree | undefined): FloorPoint[] {
  const known = new Set<number>();
  return opened
    .toSorted((one, other) => Number(other.isDirty) - Number(one.isDirty))
    .flatMap(({ ref, fields, isDirty }) => {
      const number = floor?.tree.find(accessPointNode('', ref));
      if (number !== undefined && known.has(number)) return [];
      if (number !== undefined) known.add(number);
      if (!floor || textOf(fields.sensor_uuid) !== floor.uuid) return [];
      const key = 'id' in ref ? String(ref.id) : macKey(ref.macAddress);
      const record = number === undefined ? {} : floor.tree.record(number);
      return [pointOf({ key, isKnown: true, isEdited: isDirty }, { ...record, ...fields })];
    });
}

function pointOf(own: Pick<FloorPoint, 'key' | 'isKnown' | 'isEdited'>, record: RawRecord): FloorPoint {
  const x = integerOf(record.x);
  const y = integerOf(record.y);
  const clients = integerOf(record.clients);
  return {
    ...own,
    name: recordName(record) || recordMac(record) || '',
    mac: recordMacKey(record),
    state: accessPointState(record),
    clients: clients === undefined ? undefined : Math.max(clients, 0),
    place: x === undefined || y === undefined ? undefined : { x, y },
    isFarAway: false,
  };
}

/** What the document of an access point goes by. */
export const pointKey = (record: RawRecord): string | undefined => {
  const id = integerOf(record.id);
  return id !== undefined && id >= 0 ? String(id) : recordMacKey(record);
};

/** The access point whose document goes by a key. */
export const accessPointOf = (key: string): AccessPointRef =>
  /^\d{1,15}$/.test(key) ? { id: Number(key) } : { macAddress: key };

interface Opened {
  readonly ref: AccessPointRef;
  readonly fields: RecordFields;
  readonly isDirty: boolean;
}

/** What open documents say of access points, by id or by what their MAC address is known by: they were read later than the tree. */
function openedPoints(documents: readonly OpenDocument[]): ReadonlyMap<string, Opened> {
  const opened = new Map<string, Opened>();
  for (const { path, text, isDirty } of documents) {
    const ref = parseAccessPointPath(path);
    const fields = ref && readFields(text);
    if (!fields) continue;
    opened.set('id' in ref ? String(ref.id) : macKey(ref.macAddress), { ref, fields, isDirty });
  }
  return opened;
}

/** The access points of a domain that open documents are going to create. */
const draftsOf = (documents: readonly OpenDocument[], uuid: string | undefined): FloorPoint[] =>
  documents.flatMap(({ key, path, query, text }) => {
    const draft = parseDraft({ path, query });
    const fields = draft?.kind === 'accessPoint' ? readFields(text) : undefined;
    if (!draft || !fields || (fields.sensor_uuid ?? draft.parentUuid) !== uuid) return [];
    return [pointOf({ key, isKnown: true, isEdited: true }, fields)];
  });

const fewest = 4;
/** How many times as far from the middle half of all as that is wide. */
const farAwayTimes = 40;

/** Tells what lies so far from the others that these would be one dot: a coordinate that somebody mistyped. */
function farAway(places: readonly FloorPlace[]): (place: FloorPlace) => boolean {
  if (places.length < fewest) return () => false;
  const [isFarAcross, isFarDown] = [places.map(({ x }) => x), places.map(({ y }) => y)].map(values => {
    const sorted = values.toSorted((a, b) => a - b);
    const quarter = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const low = quarter(0.25);
    const high = quarter(0.75);
    const room = Math.max(high - low, 25) * farAwayTimes;
    return (value: number) => value < low - room || value > high + room;
  });
  return ({ x, y }) => isFarAcross?.(x) === true || isFarDown?.(y) === true;
}
