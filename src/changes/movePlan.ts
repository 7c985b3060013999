import type { ManagerClient } from '../api/managerClient.js';
import {
  domainTypes,
  isRecordOf,
  recordDomainType,
  recordUuid,
  type RawRecord,
} from '../model/sensors/nodeRecord.js';
import { nodeRef, type NodeTarget } from '../model/sensors/nodeTarget.js';
import { SensorIndex } from '../model/sensors/sensorIndex.js';
import { isRecord, lowerFirst, textOf } from '../model/text/looseValues.js';
import { countNodes } from '../words/names.js';
import {
  inert,
  l10n,
  nameList,
  NothingToDoError,
  quoted,
  SentenceError,
  type Inert,
} from '../words/inert.js';
import { refuseTwins } from './nodePlaces.js';

/** Nodes that are to stand below another domain. */
export interface MoveRequest {
  /** Where the domain is. */
  readonly connectionId: string;
  readonly nodes: readonly NodeTarget[];
  /** The uuid of the domain. */
  readonly uuid: string;
}

/** What a move does. */
export interface MovePlan {
  /** The domain, by its number in the tree. */
  readonly domain: number;
  /** Those that do not stand there already, nor go along with one of the others. */
  readonly moved: readonly NodeTarget[];
  /** What does not follow, as sentences. */
  readonly notes: readonly Inert[];
}

/** @throws {SentenceError} when nodes cannot stand below a domain, with the reason; {NothingToDoError} when all do already */
export function planMove(index: SensorIndex, { connectionId, nodes, uuid }: MoveRequest): MovePlan {
  if (nodes.some(node => node.connectionId !== connectionId))
    throw new SentenceError(l10n.t('Nodes can be moved within one manager only. Nothing was sent.'));
  refuseTwins(nodes);
  const domain = index.find({ connectionId, uuid });
  if (domain === undefined)
    throw new SentenceError(l10n.t('The manager does not have this domain any more. Refresh the tree.'));
  const elsewhere = nodes.filter(node => placeOf(node) !== uuid);
  const found = elsewhere.map(node => ({ node, number: index.find(nodeRef(node)) ?? -1 }));
  const moving = withoutWhatFollows(index, found);
  const moved = moving.map(({ node }) => node);
  if (moved.length === 0) throw new NothingToDoError(l10n.t('This is there already. Nothing was sent.'));
  const above = way(index, domain);
  for (const node of moved) if (node.kind === 'sensor') requireRoom(index, node, above);
  return { domain, moved, notes: enrichmentNotes(index, moving, above) };
}

/**
 * Reads what a move names anew, from the lowest domain that holds both ends down, and makes sure that these stand where
 * they stood in the tree that it was planned from.
 * @returns that part of the tree
 * @throws {SentenceError} when somebody moved or deleted a node or the domain since then; {ApiError}
 */
export async function readMoved(
  { sensors }: Pick<ManagerClient, 'sensors'>,
  index: SensorIndex,
  { connectionId, nodes, uuid, signal }: MoveRequest & { readonly signal: AbortSignal },
): Promise<SensorIndex> {
  const numberOf = (domain: string | undefined) => index.find({ connectionId, uuid: domain ?? '' }) ?? -1;
  const [first = [], ...others] = [uuid, ...nodes.map(placeOf)].map(end => way(index, numberOf(end)));
  const shared = first.find(number => others.every(numbers => numbers.includes(number))) ?? 0;
  const top = shared === 0 ? undefined : recordUuid(index.record(shared));
  const now = new SensorIndex(await sensors.rawTree(top, signal), index.isVendor);
  /** The number that the place at the end of a way has now; -1 when it is not there any more. */
  const placeNow = (domain: string | undefined): number => {
    const place = now.find({ connectionId, uuid: domain ?? '' }) ?? -1;
    const before = way(index, numberOf(domain));
    const planned = before
      .slice(0, before.indexOf(shared) + 1)
      .map(number => recordUuid(index.record(number)));
    const found = way(now, place).map(number => recordUuid(now.record(number)));
    return found.join() === planned.join() ? place : -1;
  };
  const isThere = (node: NodeTarget) => {
    const [place, isMeant] = [placeNow(placeOf(node)), isRecordOf(nodeRef(node))];
    return place >= 0 && now.hasChild(place, child => isMeant(now.record(child)));
  };
  const gone = nodes.filter(node => !isThere(node)).map(({ name }) => name);
  if (placeNow(uuid) < 0) gone.push(index.label(numberOf(uuid)));
  if (gone.length === 0) return now;
  throw new SentenceError(
    l10n.t(
      'Somebody moved or deleted {0} since the tree was read. Nothing was sent. Refresh the tree, look where it is, then try again.',
      nameList(gone),
    ),
  );
}

/** The uuid of what a node stands below; undefined for the top domain. */
export const placeOf = (node: NodeTarget): string | undefined =>
  node.kind === 'sensor' ? node.parentUuid : node.sensorUuid;

/** A node with its number in the tree; -1 where the tree has it no more. */
interface FoundNode {
  readonly node: NodeTarget;
  readonly number: number;
}

/** Those of some nodes that do not stand below another one of them, with which they move anyway. */
function withoutWhatFollows(index: SensorIndex, nodes: readonly FoundNode[]): readonly FoundNode[] {
  const numbers = new Set(nodes.map(({ number }) => number));
  return nodes.filter(({ number }) => !way(index, index.parent(number)).some(above => numbers.has(above)));
}

/** A domain and everything above it. */
function way(index: SensorIndex, domain: number): readonly number[] {
  const numbers: number[] = [];
  for (let number = domain; number >= 0; number = index.parent(number)) numbers.push(number);
  return numbers;
}

/**
 * Kinds of domains that stand inside each other in this order, by `domain_type`: an access point is on a floor of a
 * building of a campus of a market (contract 001, Access point record), and the published trees have them so below an
 * organization (field notes §5.1). The contract has no rule for it, so a document can still say otherwise.
 */
const fromOutside: readonly number[] = [2, 3, 4, 5, 101];

function requireRoom(
  index: SensorIndex,
  { name, uuid, domainType = 0, type }: Extract<NodeTarget, { kind: 'sensor' }>,
  above: readonly number[],
): void {
  if (above.some(number => recordUuid(index.record(number)) === uuid))
    throw new SentenceError(l10n.t('{0} cannot stand below itself.', quoted(name)));
  const rank = type === 1 ? fromOutside.indexOf(domainType) : -1;
  if (rank < 0) return;
  const inner = above.find(number => fromOutside.indexOf(domainTypeOf(index, number)) > rank);
  if (inner === undefined) return;
  throw new SentenceError(
    l10n.t(
      '{0} ({1}) cannot stand in {2} ({3}). Nothing was sent. If your manager takes it all the same, change parent_uuid in its document.',
      quoted(name),
      kindWord(domainType),
      quoted(index.label(inner)),
      kindWord(domainTypeOf(index, inner)),
    ),
  );
}

const domainTypeOf = (index: SensorIndex, number: number) => recordDomainType(index.record(number)) ?? 0;

const kindWord = (domainType: number) => inert(lowerFirst(domainTypes[domainType] ?? ''));

/**
 * Which places access points go on naming that they leave: a modification takes every field but the enrichment (contract
 * 001, Access points).
 */
function enrichmentNotes(index: SensorIndex, nodes: readonly FoundNode[], above: readonly number[]): Inert[] {
  const points = new Set<number>();
  const places = new Set<number>();
  for (const { number: moved } of nodes) {
    const left = way(index, index.parent(moved)).filter(number => !above.includes(number));
    const byUuid = new Map(left.map(number => [recordUuid(index.record(number)), number]));
    for (const point of byUuid.size > 0 ? pointsFrom(index, moved) : [])
      for (const uuid of enrichmentOf(index.record(point))) {
        const place = byUuid.get(uuid);
        if (place === undefined) continue;
        points.add(point);
        places.add(place);
      }
  }
  if (points.size === 0) return [];
  const labels = (numbers: ReadonlySet<number>) => [...numbers].map(number => index.label(number));
  return [
    l10n.t(
      'The enrichment of {0} still names {1}; the API cannot change it.',
      points.size > mostNamed
        ? countNodes({ sensors: 0, accessPoints: points.size })
        : nameList(labels(points)),
      nameList(labels(places)),
    ),
  ];
}

const mostNamed = 3;

/** An access point, or all that stand below a sensor. */
function pointsFrom(index: SensorIndex, top: number): number[] {
  if (index.isAccessPoint(top)) return [top];
  // A parent has a lower number than what stands below it.
  const isBelow = (number: number) => {
    let up = number;
    while (up > top) up = index.parent(up);
    return up === top;
  };
  const numbers = Array.from({ length: index.size - top }, (_, count) => top + count);
  return numbers.filter(number => index.isAccessPoint(number) && isBelow(number));
}

/** The uuids of the places that the enrichment of an access point names. */
const enrichmentOf = ({ enrichment }: RawRecord): string[] =>
  Object.entries(isRecord(enrichment) ? enrichment : {})
    .filter(([field]) => field.endsWith('_uuid'))
    .flatMap(([, value]) => textOf(value) || []);
