import * as l10n from '@vscode/l10n';
import { isRecordOf } from '../model/sensors/indexPlaces.js';
import { isApiError } from '../api/apiError.js';
import type { SensorCalls } from '../api/calls.js';
import type { SensorAccess } from '../api/managerClient.js';
import {
  domainTypes,
  recordDomainType,
  recordUuid,
  type RawRecord,
} from 'netsensor-contract/sensors/nodeRecord';
import { nodeRef, type NodeTarget } from '../model/sensors/nodeTarget.js';
import { indexInSlices, type SensorIndex } from '../model/sensors/sensorIndex.js';
import { isRecord, textOf } from 'netsensor-contract/text/looseValues';
import { lowerFirst } from 'netsensor-contract/text/plainText';
import { countNodes } from '../words/names.js';
import { inert, nameList, quoted, type Inert } from '../words/inert.js';
import { NothingToDoError, SentenceError } from '../words/sentenceErrors.js';
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
  const found = elsewhere.map(node => ({ node, number: numberIn(index, node) }));
  const moving = withoutWhatFollows(index, found);
  const moved = moving.map(({ node }) => node);
  if (moved.length === 0) throw new NothingToDoError(l10n.t('This is there already. Nothing was sent.'));
  const above = way(index, domain);
  for (const node of moved) if (node.kind === 'sensor') requireRoom(index, node, above);
  return { domain, moved, notes: enrichmentNotes(index, moving, above) };
}

/**
 * Reads what a move names anew, from the lowest domain with a uuid of its own that holds both ends down, and makes sure that
 * these stand where they stood in the tree that it was planned from.
 * @returns that part of the tree, or all of it
 * @throws {SentenceError} when somebody moved or deleted a node or the domain since then; {ApiError}
 */
export async function readMoved(
  { sensors }: SensorAccess,
  index: SensorIndex,
  { connectionId, nodes, uuid, signal }: MoveRequest & { readonly signal: AbortSignal },
): Promise<SensorIndex> {
  const to = index.find({ connectionId, uuid }) ?? -1;
  const from = nodes.map(node => placeBefore(index, node));
  const [first = [], ...others] = [to, ...from].map(end => way(index, end));
  // One without a uuid of its own cannot be asked for: the manager would answer with another one.
  const isShared = (number: number) =>
    !index.isTwin(number) && others.every(numbers => numbers.includes(number));
  const shared = first.find(isShared) ?? 0;
  const top = shared === 0 ? undefined : recordUuid(index.record(shared));
  const now = await indexInSlices(await treeFrom(sensors, top, signal), index.isVendor);
  /** The uuids from the end of a way up to what holds both ends. */
  const wayIn = (tree: SensorIndex, place: number) => {
    const uuids = way(tree, place).map(number => recordUuid(tree.record(number)));
    return uuids.slice(0, uuids.lastIndexOf(recordUuid(index.record(shared))) + 1).join();
  };
  const isSame = (place: number, before: number) => place >= 0 && wayIn(now, place) === wayIn(index, before);
  const isThere = (node: NodeTarget, before: number) => {
    const isMeant = isRecordOf(nodeRef(node));
    const place = index.isTwin(before) ? now.parent(numberIn(now, node)) : domainIn(now, node);
    return isSame(place, before) && now.hasChild(place, child => isMeant(now.record(child)));
  };
  const gone = nodes.filter((node, at) => !isThere(node, from[at] ?? -1)).map(({ name }) => name);
  if (!isSame(now.find({ connectionId, uuid }) ?? -1, to)) gone.push(index.label(to));
  if (gone.length === 0) return now;
  throw goneError(gone);
}

/** The error of a move of nodes that somebody else moved or deleted, by their names. */
export const goneError = (names: readonly string[]): SentenceError =>
  new SentenceError(
    l10n.t(
      'Somebody moved or deleted {0} since the tree was read. Nothing was sent. Refresh the tree, look where it is, then try again.',
      nameList(names),
    ),
  );

const numberIn = (tree: SensorIndex, node: NodeTarget): number => tree.find(nodeRef(node)) ?? -1;

/** The domain by whose uuid a node is known. */
const domainIn = (tree: SensorIndex, node: NodeTarget): number =>
  tree.find({ connectionId: node.connectionId, uuid: placeOf(node) ?? '' }) ?? -1;

/** What a node stands below in the tree that its move was planned from; that may have no uuid of its own. */
function placeBefore(index: SensorIndex, node: NodeTarget): number {
  const above = index.parent(numberIn(index, node));
  const isMeant = index.isTwin(above) && recordUuid(index.record(above)) === (placeOf(node) || undefined);
  return isMeant ? above : domainIn(index, node);
}

/** The tree from a domain down; all of it where the manager does not give that part, which may be gone by now. */
const treeFrom = (
  { rawTree }: SensorCalls,
  top: string | undefined,
  signal: AbortSignal,
): Promise<RawRecord> =>
  rawTree(top, signal).catch((error: unknown) => {
    if (top !== undefined && isApiError(error, 'notFound', 'unauthorized', 'forbidden'))
      return rawTree(undefined, signal);
    throw error;
  });

/** The uuid of what a node stands below; undefined for the top domain, empty below one that has none. */
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
  const numbers = Array.from({ length: index.size - top }, (_, count) => top + count);
  return numbers.filter(number => index.isAccessPoint(number) && index.isWithin(number, top));
}

/** The uuids of the places that the enrichment of an access point names. */
const enrichmentOf = ({ enrichment }: RawRecord): string[] =>
  Object.entries(isRecord(enrichment) ? enrichment : {})
    .filter(([field]) => field.endsWith('_uuid'))
    .flatMap(([, value]) => textOf(value) || []);
