import { inSlices } from 'netsensor-contract/text/inSlices';
import { recordName, recordUuid, recordsIn, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';

/** A domain or sensor as it was sent, with where it stands. */
export interface PlacedRecord {
  readonly record: RawRecord;
  /** Undefined for the top of what is known of the tree. */
  readonly parent: PlacedRecord | undefined;
}

/** A tree that is known from its top. */
export const treeOf = (record: RawRecord): PlacedRecord => ({ record, parent: undefined });

/** Shows a visitor each domain and sensor of a tree, after the one above it, without holding the thread for long. */
export const visitNodes = (top: PlacedRecord, visit: (node: PlacedRecord) => void): Promise<void> =>
  inSlices(visits(top, visit));

function* visits(top: PlacedRecord, visit: (node: PlacedRecord) => void): Generator<void, void> {
  const waiting = [top];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    visit(node);
    const children = [...recordsIn(node.record.children)];
    for (const record of children.reverse()) waiting.push({ record, parent: node });
    yield;
  }
}

/** A node and everything above it, from the top. */
export function wayTo(node: PlacedRecord | undefined): readonly RawRecord[] {
  const way: RawRecord[] = [];
  for (let at = node; at; at = at.parent) way.unshift(at.record);
  return way;
}

/** The uuids from the top down to a node; empty for what has none. */
export const uuidsTo = (node: PlacedRecord | undefined): string[] =>
  wayTo(node).map(record => recordUuid(record) ?? '');

/** The names from the top down to a node. */
export const namesTo = (node: PlacedRecord): string[] => wayTo(node).map(recordName);
