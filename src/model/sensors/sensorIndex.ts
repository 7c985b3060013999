import { nameKey } from '../text/nameOrder.js';
import {
  childGroup,
  kindWords,
  recordKind,
  recordMac,
  recordName,
  recordUuid,
  unreadIn,
  type RawRecord,
  type NodeRef,
  type SensorKind,
} from 'netsensor-contract/sensors/nodeRecord';
import type { UnreadRow } from 'netsensor-contract/text/listAnswer';
import { atOnce, inSlices } from 'netsensor-contract/text/inSlices';
import { indexPlaces, isRecordOf, pointKey, type IndexedPlaces } from './indexPlaces.js';

/** What stands below a node, at any depth. */
export interface NodeCounts {
  readonly domains: number;
  readonly sensors: number;
  readonly accessPoints: number;
  /** Access points that are down. */
  readonly down: number;
}

/** A node as it was sent, and where it stands. */
export interface PlacedNode {
  readonly raw: RawRecord;
  /** Undefined for the top domain. */
  readonly parentUuid: string | undefined;
}

/**
 * All records of one sensor tree by number: 0 is the top domain, a parent comes before its children, and the children
 * of a node follow each other. It survives whatever an answer holds: what is no record is left out, a uuid that
 * stands twice belongs to the first, and no depth can exhaust the stack.
 */
export class SensorIndex {
  private readonly sorted = new Map<number, readonly (readonly number[])[]>();
  private unreadRows: readonly UnreadRow[] | undefined;

  /**
   * @param isVendor whether somebody said of a uuid that it is that of a vendor sensor; their type is not published
   * @param places of the same tree, where they were looked for in slices
   */
  constructor(
    top: RawRecord,
    readonly isVendor: (uuid: string) => boolean = () => false,
    private readonly places: IndexedPlaces = atOnce(indexPlaces(top)),
  ) {}

  get size(): number {
    return this.places.records.length;
  }

  /** The subordinates anywhere in the tree that are no records; looked for when first asked for. */
  get unread(): readonly UnreadRow[] {
    return (this.unreadRows ??= this.places.records.flatMap((record, number) =>
      this.isAccessPoint(number) ? [] : unreadIn(record),
    ));
  }

  record(number: number): RawRecord {
    return this.places.records[number] ?? {};
  }

  /** -1 for the top domain. */
  parent(number: number): number {
    return this.places.parents[number] ?? -1;
  }

  group(number: number): number {
    return this.places.groups[number] ?? childGroup.sensor;
  }

  /** How a sensor is written; not for access points. */
  kind(number: number): SensorKind {
    const kind = recordKind(this.record(number));
    return kind === 'other' && this.isVendor(recordUuid(this.record(number)) ?? '') ? 'vendor' : kind;
  }

  /** What a sensor is, in words; not for access points. */
  kindWords(number: number): string {
    return this.kind(number) === 'vendor' ? 'Vendor sensor' : kindWords(this.record(number));
  }

  isAccessPoint(number: number): boolean {
    return this.group(number) === childGroup.accessPoint;
  }

  /** Whether a node is another one or stands below it; a parent has a lower number than its children. */
  isWithin(number: number, top: number): boolean {
    let above = number;
    while (above > top) above = this.parent(above);
    return above === top;
  }

  /** Whether a node has a child, or one that passes a test. */
  hasChild(number: number, passes: (child: number) => boolean = () => true): boolean {
    for (let child = this.places.firstChildren[number] ?? 0; child < this.childrenEnd(number); child += 1)
      if (passes(child)) return true;
    return false;
  }

  /** The children of one group by name; sorted when first asked for. */
  members(number: number, group: number): readonly number[] {
    const known = this.sorted.get(number) ?? this.sort(number);
    this.sorted.set(number, known);
    return known[group] ?? [];
  }

  /** A domain and the domains below it, at any depth, parents first. */
  domainsFrom(top: number): number[] {
    const found = new Set([top]);
    for (let number = top + 1; number < this.size; number += 1)
      if (this.group(number) === childGroup.domain && found.has(this.parent(number))) found.add(number);
    return [...found];
  }

  counts(number: number): NodeCounts {
    const [domains = 0, sensors = 0, accessPoints = 0, down = 0] = this.places.totals.map(
      total => total[number] ?? 0,
    );
    return { domains, sensors, accessPoints, down };
  }

  /** The name, or what stands for it when there is none. */
  label(number: number): string {
    const record = this.record(number);
    return recordName(record) || recordMac(record) || recordUuid(record) || '';
  }

  /** The names from the top domain down to the node. */
  path(number: number): string[] {
    const path: string[] = [];
    for (let above = number; above >= 0; above = this.parent(above)) path.push(this.label(above));
    return path.reverse();
  }

  /** What a node is, wherever it moves and whatever it is called: unique within the tree. */
  identity(number: number): string {
    const name = `${this.isAccessPoint(number) ? 'ap' : 'sensor'} ${this.key(number) ?? ''}`;
    return this.isTwin(number) ? `twin ${number} of ${name}` : name;
  }

  /** Whether what a node goes by is missing or belongs to another one that stands before it. */
  isTwin(number: number): boolean {
    const key = this.key(number);
    const owners = this.isAccessPoint(number) ? this.places.pointKeys : this.places.uuids;
    return key === undefined || owners.get(key) !== number;
  }

  /** The node that a reference names; undefined when it is not in the tree. */
  find(ref: NodeRef): number | undefined {
    if ('uuid' in ref) return this.places.uuids.get(ref.uuid);
    const isMeant = isRecordOf(ref);
    const found = this.places.records.findIndex(
      (record, number) => this.isAccessPoint(number) && isMeant(record),
    );
    return found < 0 ? undefined : found;
  }

  private key(number: number): string | undefined {
    const record = this.record(number);
    return this.isAccessPoint(number) ? pointKey(record) : recordUuid(record);
  }

  private sort(number: number): number[][] {
    const groups: { number: number; key: string }[][] = [[], [], []];
    for (let child = this.places.firstChildren[number] ?? 0; child < this.childrenEnd(number); child += 1)
      groups[this.group(child)]?.push({ number: child, key: nameKey(this.label(child)) });
    return groups.map(group =>
      group
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number))
        .map(member => member.number),
    );
  }

  private childrenEnd(number: number): number {
    return this.places.firstChildren[number + 1] ?? this.places.records.length;
  }
}

/** As the constructor, without holding the thread for long. */
export const indexInSlices = async (
  top: RawRecord,
  isVendor: (uuid: string) => boolean,
): Promise<SensorIndex> => new SensorIndex(top, isVendor, await inSlices(indexPlaces(top)));
