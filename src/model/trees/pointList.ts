import { inSlices } from 'netsensor-contract/text/inSlices';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { sensorTreeSteps } from 'netsensor-contract/sensors/readRecords';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import {
  type TreeConflict,
  flattenTree,
  pointFieldNames,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
} from './flatTree.js';
import { isSameValue } from '../inventory/recordRules.js';
import { domainDocumentPath, parseSensorPath } from '../sensors/nodeRef.js';
import type { RecordFields } from '../inventory/recordText.js';
import type { NodeWarning } from '../sensors/nodeDocument.js';
import type { SensorIndex } from '../sensors/sensorIndex.js';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';

/**
 * The levels an element can be placed by, from the outside in, with the `domain_type` of each (contract 001, Override of
 * a domain's access points, rule 3).
 */
export const containerLevels = [
  ['service_provider', 6],
  ['deployment', 7],
  ['organization', 2],
  // The number of a namespace is not published; a domain without a kind of its own is the nearest.
  ['namespace', 1],
] as const;

export const containerKeys: readonly string[] = containerLevels.flatMap(([level]) => [
  `${level}_uuid`,
  `${level}_name`,
]);

/** Containers that an element names by a uuid that the tree does not have: the manager creates them (contract 001, Override of a domain's access points, rule 4). */
export const containerWarnings = (fields: RecordFields, tree: SensorIndex): NodeWarning[] =>
  containerLevels
    .map(([level]) => `${level}_uuid`)
    .filter(field => {
      const uuid = fields[field];
      const isGiven = typeof uuid === 'string' && uuid !== '';
      return isGiven && tree.find({ connectionId: '', uuid }) === undefined;
    })
    .map(field => ({ field, code: 'newDomain' }));

/** Names of the fields of an element. */
export const elementFields: readonly string[] = ['mac_address', ...pointFieldNames, ...containerKeys];

/** An element of an override: an access point with the containers that place it. */
export type PointElement = Readonly<Record<string, unknown>> & { readonly mac_address: string };

/** The body of an override (contract 001, Override of a domain's access points). */
export interface PointsBody {
  readonly access_points: readonly PointElement[];
}

/** The path of the document of a domain's access points, `/override/Madrid (access points).7106963634872672634.json`. */
export const pointListPath = (uuid: string, name: string): string =>
  domainDocumentPath({ kind: 'override', word: 'access points' }, uuid, name);

/** The uuid of the domain behind a document path; undefined for any other path. */
export function parsePointListPath(path: string): string | undefined {
  return path.startsWith('/override/')
    ? parseSensorPath(path.replace('/override/', '/sensors/domain/'))?.uuid
    : undefined;
}

/** The access points of a domain and its subdomains as an override takes them. */
export function listElements(
  tree: FlatTree,
  points: Iterable<FlatPoint> = tree.points.values(),
): PointElement[] {
  return [...points].map(({ mac, owner, fields }) => ({
    mac_address: mac,
    ...fields,
    ...placedIn(tree.nodes.get(owner), tree.top),
  }));
}

/** The document of a domain's access points. */
export const printPoints = (tree: SensorRecord): string =>
  `${JSON.stringify({ access_points: listElements(flattenTree(tree)) }, null, 2)}\n`;

/**
 * The same of a domain of a tree that was read, without holding the thread for long: of what stands below it only that is read
 * which has access points.
 */
export async function printPointsIn(tree: SensorIndex, domain: number): Promise<string> {
  const top = { ...tree.record(domain), children: [] };
  const kept = new Map<number, { readonly children: RawRecord[] }>([[domain, top]]);
  for (let number = domain + 1; number < tree.size; number += 1) {
    const above = kept.get(tree.parent(number));
    if (!above || tree.isAccessPoint(number) || tree.counts(number).accessPoints === 0) continue;
    const record = { ...tree.record(number), children: [] };
    above.children.push(record);
    kept.set(number, record);
  }
  return printPoints(await inSlices(sensorTreeSteps(top)));
}

/** The key that places an access point in a domain; none for the domain that is overridden itself. */
function placedIn(owner: FlatNode | undefined, domain: string): Readonly<Record<string, string>> {
  if (!owner || owner.id === domain) return {};
  const level = containerLevels.find(([, type]) => type === owner.domain_type)?.[0] ?? 'namespace';
  return { [`${level}_uuid`]: owner.id };
}

/** Two edits of the same list as one, or where they contradict each other (architecture, rule 4). */
export function mergeElements(
  base: readonly PointElement[],
  edited: readonly PointElement[],
  current: readonly PointElement[],
): { elements: PointElement[]; conflicts: TreeConflict[] } {
  const [was, mine, theirs] = [base, edited, current].map(byMac) as [Elements, Elements, Elements];
  const conflicts: TreeConflict[] = [];
  const elements: PointElement[] = [];
  for (const mac of new Set([...theirs.keys(), ...mine.keys()])) {
    const merged = mergeElement(
      { was: was.get(mac), mine: mine.get(mac), theirs: theirs.get(mac) },
      conflicts,
    );
    if (merged) elements.push(merged);
  }
  return { elements, conflicts };
}

type Elements = ReadonlyMap<string, PointElement>;

const byMac = (elements: readonly PointElement[]): Elements =>
  new Map(elements.map(element => [macKey(element.mac_address), element]));

interface Sides {
  readonly was: PointElement | undefined;
  readonly mine: PointElement | undefined;
  readonly theirs: PointElement | undefined;
}

function mergeElement({ was, mine, theirs }: Sides, conflicts: TreeConflict[]): PointElement | undefined {
  if (!was) return mine ?? theirs;
  const name = String(was['name'] ?? was.mac_address);
  if (!mine || !theirs) {
    const other = mine ?? theirs;
    if (!other || isSameValue(other, was)) return undefined;
    const [here, there] = mine ? ['changed', 'deleted'] : ['deleted', 'changed'];
    conflicts.push({ name, field: 'existence', mine: here, theirs: there });
    return other;
  }
  const merged: Record<string, unknown> = { ...theirs };
  for (const field of new Set([...Object.keys(mine), ...Object.keys(was)])) {
    if (field === 'mac_address' || isSameValue(mine[field], was[field])) continue;
    if (!isSameValue(theirs[field], was[field]) && !isSameValue(theirs[field], mine[field]))
      conflicts.push({ name, field, mine: mine[field], theirs: theirs[field] });
    merged[field] = mine[field];
  }
  return merged as PointElement;
}
