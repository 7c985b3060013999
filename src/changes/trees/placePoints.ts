import { macKey } from 'netsensor-contract/sensors/macAddress';
import { pointFields, type FlatNode, type FlatPoint, type FlatTree } from '../../model/trees/flatTree.js';
import { isSameValue } from '../../model/inventory/recordRules.js';
import { containerLevels, type PointElement } from '../../model/trees/pointList.js';
import { pointName } from './mergeTrees.js';
import { pointChanges, type Changes } from './treeChanges.js';

/** A domain that an override makes because an element names it (contract 001, Override of a domain's access points, rule 4). */
interface NewContainer {
  readonly id: string;
  readonly name: string;
  readonly uuid: string | undefined;
  readonly domain_type: number;
}

/** Why an element cannot be sent. */
export type PointProblem = 'noName' | 'wrongContainer' | 'outsideContainer' | 'takenMac';

/** What an override does. */
export interface PointsPlan extends Changes<FlatPoint> {
  /** The access points as they will be; `owner` is the id of a node or of a new container. */
  readonly desired: ReadonlyMap<string, FlatPoint>;
  readonly newContainers: readonly NewContainer[];
  /** Domains that get another uuid because they were found by name (contract 001, Override of a domain's access points, rule 5). */
  readonly renumbered: readonly FlatNode[];
  readonly problems: readonly { readonly problem: PointProblem; readonly element: PointElement }[];
}

/**
 * What an override of a domain's access points does.
 * @param tree the whole tree that the caller sees: a container may be above the domain
 */
export function planPoints(elements: readonly PointElement[], tree: FlatTree, domain: string): PointsPlan {
  const inside = nodesWithin(tree, domain);
  const placing = new Placing(tree, domain);
  const before = new Map([...tree.points].filter(([, { owner }]) => inside.has(owner)));
  const desired = new Map<string, FlatPoint>();
  const problems: { problem: PointProblem; element: PointElement }[] = [];
  for (const element of elements) {
    const mac = macKey(element.mac_address);
    const owner = placing.place(element);
    if (!element['name']) problems.push({ problem: 'noName', element });
    if (tree.points.has(mac) && !before.has(mac)) problems.push({ problem: 'takenMac', element });
    if (typeof owner !== 'string') problems.push({ problem: owner.problem, element });
    else desired.set(mac, { mac: element.mac_address, owner, fields: pointFields(element) });
  }
  return {
    ...pointChanges(before, desired),
    desired,
    problems,
    newContainers: placing.added,
    renumbered: placing.renumbered,
  };
}

/** The ids of a domain and of everything below it. */
export function nodesWithin({ nodes }: FlatTree, domain: string): ReadonlySet<string> {
  const inside = new Set([domain]);
  // Every node stands after the one above it.
  for (const { id, parent } of nodes.values()) if (parent !== undefined && inside.has(parent)) inside.add(id);
  return inside;
}

/** A domain or sensor while an override is planned; it may be new, and it may get another uuid. */
interface Place {
  readonly id: string;
  uuid: string | undefined;
  readonly name: string;
  readonly type: number;
  readonly domain_type: number;
  readonly parent: Place | undefined;
}

type Placed = string | { readonly problem: PointProblem };

/** Finds the domain that each element names, and remembers the domains that have to be made or renumbered for it. */
class Placing {
  readonly added: NewContainer[] = [];
  readonly renumbered: FlatNode[] = [];
  private readonly places = new Map<string, Place>();
  private readonly byUuid = new Map<string, Place>();

  constructor(
    private readonly tree: FlatTree,
    private readonly domain: string,
  ) {
    for (const { parent, ...node } of tree.nodes.values()) {
      this.keep({ ...node, parent: parent === undefined ? undefined : this.places.get(parent) });
    }
  }

  place(element: PointElement): Placed {
    const domain = this.places.get(this.domain);
    if (!domain) return { problem: 'outsideContainer' };
    let at = domain;
    for (const [level, domainType] of containerLevels) {
      const uuid = textIn(element, `${level}_uuid`);
      const name = textIn(element, `${level}_name`);
      if (uuid === undefined && name === undefined) continue;
      const known = uuid === undefined ? undefined : this.byUuid.get(uuid);
      if (known) {
        const isOfKind = known.type === 1 && (known.domain_type === domainType || level === 'namespace');
        if (!isOfKind) return { problem: 'wrongContainer' };
        if (!isWithin(known, domain) && !isWithin(domain, known)) return { problem: 'outsideContainer' };
      }
      const found = known ?? this.named({ name, domainType }, at);
      if (found && !known && uuid !== undefined) this.renumber(found, uuid);
      const target =
        found ?? this.add({ uuid, name: name ?? `${level}_${uuid}`, domain_type: domainType }, at);
      // A container that holds the place found so far is no other place.
      if (!isWithin(at, target)) at = target;
    }
    return at.id;
  }

  /** A domain with the name that is at or below a place, else one that holds it. */
  private named(
    { name, domainType }: { name: string | undefined; domainType: number },
    at: Place,
  ): Place | undefined {
    if (name === undefined) return undefined;
    const isMeant = (place: Place) =>
      place.type === 1 && place.domain_type === domainType && place.name === name;
    const named = [...this.places.values()].filter(isMeant);
    return named.find(place => isWithin(place, at)) ?? named.find(place => isWithin(at, place));
  }

  private add(container: Omit<NewContainer, 'id'>, at: Place): Place {
    const place = { ...container, id: `new ${this.added.length}`, type: 1, parent: at };
    this.added.push({ id: place.id, ...container });
    return this.keep(place);
  }

  private renumber(place: Place, uuid: string): void {
    if (place.uuid !== undefined) this.byUuid.delete(place.uuid);
    place.uuid = uuid;
    this.byUuid.set(uuid, place);
    const node = this.tree.nodes.get(place.id);
    if (node && !this.renumbered.includes(node)) this.renumbered.push(node);
  }

  private keep(place: Place): Place {
    this.places.set(place.id, place);
    if (place.uuid !== undefined) this.byUuid.set(place.uuid, place);
    return place;
  }
}

/** Whether a place is another one or below it. */
function isWithin(place: Place, other: Place): boolean {
  let at: Place | undefined = place;
  while (at && at !== other) at = at.parent;
  return at === other;
}

function textIn(element: PointElement, key: string): string | undefined {
  const value = element[key];
  return value === undefined || value === null || value === '' ? undefined : String(value as string);
}

/** Access points that are not what a plan wanted, after it was carried out, by name or MAC address. */
export function pointDifferences(
  { desired }: Pick<PointsPlan, 'desired'>,
  after: FlatTree,
  domain: string,
): string[] {
  const inside = nodesWithin(after, domain);
  const extra = [...after.points].filter(([mac, { owner }]) => inside.has(owner) && !desired.has(mac));
  const wrong = [...desired].filter(([mac, { owner, fields }]) => {
    const actual = after.points.get(mac);
    if (!actual || !inside.has(actual.owner)) return true;
    if (!owner.startsWith('new ') && after.nodes.has(owner) && actual.owner !== owner) return true;
    return !isSameValue(pick(actual.fields, fields), withoutEnrichment(fields));
  });
  return [...extra, ...wrong].map(([, point]) => pointName(point));
}

/** Managers complete an enrichment with what it names (field notes §1.2), so it is not compared. */
const withoutEnrichment = ({ enrichment: _enrichment, flow_uuid: _flow, ...fields }: FlatPoint['fields']) =>
  fields;

const pick = (fields: FlatPoint['fields'], wanted: FlatPoint['fields']) =>
  Object.fromEntries(Object.keys(withoutEnrichment(wanted)).map(name => [name, fields[name]]));
