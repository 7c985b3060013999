import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { FlatTree } from '../../model/trees/flatTree.js';
import { nodesWithin, planPoints } from './placePoints.js';
import { containerKeys, type PointElement } from '../../model/trees/pointList.js';
import { isAlike } from 'netsensor-contract/text/csvCells';
import type { PointsOfCsv } from '../../model/trees/pointsCsv.js';

/**
 * The access points of a CSV text with what the text has no column for, taken from those that the manager has. One that
 * stands somewhere below the container that its row names stays exactly there: the list names no smaller places.
 */
export function overlayCsv(
  { elements, columns }: PointsOfCsv,
  current: readonly PointElement[],
  { tree, domain }: { tree: FlatTree; domain: string },
): PointElement[] {
  const known = new Map(current.map(element => [macKey(element.mac_address), element]));
  const named = planPoints(elements, tree, domain).desired;
  return elements.map(element => {
    const mac = macKey(element.mac_address);
    const was = known.get(mac);
    if (!was) return element;
    const isColumn = (field: string) => columns.includes(field);
    const place = named.get(mac)?.owner;
    const owner = tree.points.get(mac)?.owner;
    const stays = place !== undefined && owner !== undefined && nodesWithin(tree, place).has(owner);
    const from = (field: string, other: PointElement) =>
      containerKeys.includes(field)
        ? (stays || !containerKeys.some(isColumn) ? was : other)[field]
        : other[field];
    const fields = new Set([...Object.keys(was), ...Object.keys(element)]);
    const keepsEnrichment = owner !== undefined && saysTheSame(element, was, placesAbove(tree, owner));
    const merged = [...fields].map(field => {
      if (field === 'enrichment' && keepsEnrichment) return [field, was[field]] as const;
      const isGiven = isColumn(field) && !(field === 'name' && element[field] === undefined);
      const value = from(field, isGiven || containerKeys.includes(field) ? element : was);
      return [field, isSameText(value, was[field]) ? was[field] : value] as const;
    });
    return {
      ...Object.fromEntries(merged.filter(([, value]) => value !== undefined)),
      mac_address: element.mac_address,
    };
  });
}

const isSameText = (value: unknown, was: unknown): boolean =>
  typeof value === 'string' && typeof was === 'string' && isAlike(value, was);

const levels = { market_uuid: 3, campus_uuid: 4, building_uuid: 5, floor_uuid: 101 } as const;

/** The places of a location that stand above an access point, as the list shows them. */
function placesAbove({ nodes }: FlatTree, owner: string): Readonly<Record<string, string>> {
  const above: Record<string, string> = {};
  for (let node = nodes.get(owner); node; node = nodes.get(node.parent ?? '')) {
    for (const [key, type] of Object.entries(levels)) if (node.domain_type === type) above[key] ??= node.id;
  }
  return above;
}

/** Whether the location of a row is the one that the list shows for the access point, which changes nothing. */
function saysTheSame(row: PointElement, was: PointElement, above: Readonly<Record<string, string>>): boolean {
  const enrichmentOf = (element: PointElement) =>
    (element['enrichment'] ?? {}) as Readonly<Record<string, unknown>>;
  const shown = { ...above, ...enrichmentOf(was) };
  return Object.entries(enrichmentOf(row)).every(([key, value]) => shown[key] === value);
}
