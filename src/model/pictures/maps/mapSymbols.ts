import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import { dashed, type Box, type Shape } from '../drawing.js';
import { between, fixed, statePaints, stateShapes } from '../floors/floorSymbols.js';
import type { MapCluster } from './mapClusters.js';
import type { WorldPoint } from './mapPlane.js';
import type { MapPoint, StateCounts } from './mapPoints.js';
import { textWidth } from '../textWidth.js';

/** Numbers with few digits; made once, as it takes longer than to write hundreds of numbers with it. */
const compactly = new Intl.NumberFormat(undefined, { notation: 'compact' });

/** Of the symbol of a node, in pixels. */
export const nodeRadius = 7;

/** The symbol of a node: an access point as on a floor, a house for a domain, a diamond for a sensor. */
export function nodeShapes(
  { kind, counts, below, isEdited }: Pick<MapPoint, 'kind' | 'counts' | 'below' | 'isEdited'>,
  at: WorldPoint,
): Shape[] {
  if (kind === 'accessPoint')
    return stateShapes(worstOf(counts), at, { radius: nodeRadius - 1, pixel: 1, isEdited });
  const { x, y } = at;
  const r = nodeRadius;
  const data =
    kind === 'domain'
      ? `M${fixed(x)} ${fixed(y - 1.25 * r)}L${fixed(x + 1.2 * r)} ${fixed(y - 0.15 * r)}V${fixed(y + r)}H${fixed(x - 1.2 * r)}V${fixed(y - 0.15 * r)}Z`
      : `M${fixed(x)} ${fixed(y - 1.3 * r)}L${fixed(x + 1.3 * r)} ${fixed(y)}L${fixed(x)} ${fixed(y + 1.3 * r)}L${fixed(x - 1.3 * r)} ${fixed(y)}Z`;
  const ring: Shape[] = isEdited
    ? [{ kind: 'disc', x, y, radius: r + 5, stroke: 'text', strokeWidth: 1, dash: dashed }]
    : [];
  return [
    ...ring,
    { kind: 'path', data, fill: 'series0', stroke: 'ground', strokeWidth: 1.5 },
    ...downBadge(below.down, badgePlace(r, at)),
  ];
}

/** The state of one access point. */
const worstOf = ({ down, unknown }: StateCounts): AccessPointState =>
  down > 0 ? 'down' : unknown > 0 ? 'unknown' : 'up';

/** The radius of a cluster of so many nodes, in pixels: they differ enough to be told apart, and the largest stay apart. */
export const clusterRadius = (size: number): number => between(11 + 2.1 * Math.log2(size), 13, 27);

const ringWidth = 4;

/** A circle with the number of its nodes; around it how many access points are in which state, and beside it how many are down. */
export function clusterShapes(
  { size, counts }: { readonly size: number; readonly counts: StateCounts },
  { x, y }: WorldPoint,
): Shape[] {
  const radius = clusterRadius(size);
  const text = compactly.format(size);
  return [
    { kind: 'disc', x, y, radius: radius + 1.5, fill: 'ground' },
    { kind: 'disc', x, y, radius: radius - ringWidth, fill: 'raised' },
    ...ringShapes(counts, { x, y, radius: radius - ringWidth / 2 }),
    { kind: 'text', x, y: y + 4, size: 11.5, text, paint: 'text', anchor: 'middle', isBold: true },
    ...downBadge(counts.down, clusterBadgePlace(radius, { x, y })),
  ];
}

/** The shares of states, from the top to the right; what is wrong comes first and is never too small to be seen. */
function ringShapes(counts: StateCounts, { x, y, radius }: WorldPoint & { radius: number }): Shape[] {
  const states = (['down', 'unknown', 'up'] as const).filter(state => counts[state] > 0);
  const [only, ...others] = states;
  const ring = { strokeWidth: ringWidth } as const;
  if (!only || others.length === 0)
    return [{ kind: 'disc', x, y, radius, ...ring, stroke: only ? statePaints[only] : 'series0' }];
  const leastShare = 0.06;
  const weights = states.map(state => counts[state]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map(weight => Math.max(weight / total, leastShare));
  const all = shares.reduce((sum, share) => sum + share, 0);
  let angle = -Math.PI / 2;
  const at = (to: number) => `${fixed(x + radius * Math.cos(to))} ${fixed(y + radius * Math.sin(to))}`;
  return states.map((state, index): Shape => {
    const turn = ((shares[index] ?? 0) / all) * 2 * Math.PI;
    const from = angle;
    const to = angle + turn;
    angle = to;
    const data = `M${at(from)}A${fixed(radius)} ${fixed(radius)} 0 ${turn > Math.PI ? 1 : 0} 1 ${at(to)}`;
    return { kind: 'path', data, ...ring, stroke: statePaints[state] };
  });
}

const badgeSize = 10.5;

/** Where the badge of a node stands: beside it, as it would cover most of it. */
const badgePlace = (radius: number, { x, y }: WorldPoint): WorldPoint => ({
  x: x + 1.2 * radius + 5,
  y: y - radius,
});

const clusterBadgePlace = (radius: number, { x, y }: WorldPoint): WorldPoint => ({
  x: x + 0.75 * radius,
  y: y - 0.75 * radius,
});

/** The room that a badge takes beside a node or a cluster; undefined where nothing is down. */
export function badgeBox(
  { below, cluster }: { readonly below: MapPoint['below']; readonly cluster: MapCluster | undefined },
  at: WorldPoint,
): Box | undefined {
  const down = cluster?.counts.down ?? below.down;
  if (down === 0) return undefined;
  return badgePlate(
    down,
    cluster ? clusterBadgePlace(clusterRadius(cluster.size), at) : badgePlace(nodeRadius, at),
  );
}

const badgeText = (down: number): string => compactly.format(down);

const badgePlate = (down: number, { x, y }: WorldPoint): Box => ({
  x: x - 7,
  y: y - 8,
  height: 14,
  width: 16 + textWidth(badgeText(down), badgeSize),
});

/** A triangle with a number on a plate: how many access points are down. */
function downBadge(down: number, at: WorldPoint): Shape[] {
  if (down === 0) return [];
  const { x, y } = at;
  const text = badgeText(down);
  return [
    { kind: 'box', ...badgePlate(down, at), fill: 'ground', stroke: 'alert', strokeWidth: 1 },
    ...stateShapes('down', at, { radius: 4, pixel: 0.5 }),
    { kind: 'text', x: x + 7, y: y + 3.5, size: badgeSize, text, paint: 'text', isBold: true },
  ];
}
