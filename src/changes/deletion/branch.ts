import { isApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import { recordName, recordUuid, recordsIn, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { treeOf, wayTo, type PlacedRecord } from '../../model/sensors/visitNodes.js';
import { nodesOfSharedUuid } from '../nodePlaces.js';

/** Nodes of a tree that a plan is about, as they were sent. */
export interface FoundNodes {
  readonly sensors: readonly PlacedRecord[];
  readonly points: readonly { readonly record: RawRecord; readonly owner: PlacedRecord }[];
}

/** A part of a large tree that is read in place of the whole, and what stands above it. */
export interface Branch {
  readonly uuid: string;
  readonly above: readonly { readonly uuid: string; readonly name: string }[];
}

/** Nodes up to which a tree is small: then all of it is read. */
const smallTree = 2000;

/**
 * The part of a large tree in which some nodes stand, as far up as it is small, or the only node itself; undefined where
 * the whole has to be read.
 */
export async function branchAround(tree: PlacedRecord, named: FoundNodes): Promise<Branch | undefined> {
  const top = isSmall(tree.record) ? undefined : topOfBranch(named);
  if (!top?.parent) return undefined;
  const uuid = recordUuid(top.record);
  if (uuid === undefined) return undefined;
  // A call that could reach another node tells nothing.
  if ((await nodesOfSharedUuid(tree, new Set([uuid]))).length > 0) return undefined;
  const above = wayTo(top.parent).map(record => ({
    uuid: recordUuid(record) ?? '',
    name: recordName(record),
  }));
  return { uuid, above };
}

function topOfBranch({ sensors, points }: FoundNodes): PlacedRecord | undefined {
  const shared = lowestShared([...sensors.map(({ parent }) => parent), ...points.map(({ owner }) => owner)]);
  if (!shared || !isSmall(shared.record))
    return sensors.length === 1 && points.length === 0 ? sensors[0] : undefined;
  let top = shared;
  while (top.parent && isSmall(top.parent.record)) top = top.parent;
  return top;
}

/** The lowest node that is one of some others, or stands above it, for each of them. */
function lowestShared([first, ...others]: readonly (PlacedRecord | undefined)[]): PlacedRecord | undefined {
  const ways = others.map(other => new Set(wayTo(other)));
  let shared = first;
  while (shared && !ways.every(way => shared && way.has(shared.record))) shared = shared.parent;
  return shared;
}

function isSmall(top: RawRecord): boolean {
  const waiting = [top];
  let nodes = 0;
  for (let record = waiting.pop(); record; record = waiting.pop()) {
    for (const child of recordsIn(record.children)) {
      nodes += 1;
      if (nodes > smallTree) return false;
      waiting.push(child);
    }
    nodes += Array.isArray(record.access_points) ? record.access_points.length : 0;
  }
  return nodes <= smallTree;
}

/**
 * Reads a branch anew.
 * @returns `gone` where the manager does not have it any more; undefined where it does not say what it is asked
 * @throws {ApiError} when the manager cannot be reached
 */
export async function readBranch(
  { sensors }: Pick<ManagerClient, 'sensors'>,
  { uuid, above }: Branch,
  signal: AbortSignal,
): Promise<PlacedRecord | 'gone' | undefined> {
  try {
    const record = await sensors.rawTree(uuid, signal);
    let parent: PlacedRecord | undefined;
    for (const node of above) parent = parent ? { record: node, parent } : treeOf(node);
    return recordUuid(record) === uuid ? { record, parent } : undefined;
  } catch (error) {
    if (isApiError(error, 'notFound')) return 'gone';
    if (isApiError(error, 'unauthorized', 'forbidden', 'badResponse', 'invalid', 'server')) return undefined;
    throw error;
  }
}
