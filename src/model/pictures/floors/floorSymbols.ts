import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import type { FloorPlace, FloorPoint } from './floorPlan.js';
import { dashed, type Paint, type Shape } from '../drawing.js';

/** What a state is drawn in, besides its shape. */
export const statePaints: Readonly<Record<AccessPointState, Paint>> = {
  up: 'series2',
  down: 'alert',
  unknown: 'dim',
};

/** States in the order in which they are drawn: what is wrong lies on top. */
export const drawnStates: readonly AccessPointState[] = ['up', 'unknown', 'down'];

/** The symbol of an access point: a disc for one that is up, a triangle for one that is down, else an empty square. */
export function stateShapes(
  state: AccessPointState,
  { x, y }: FloorPlace,
  { radius, pixel, isEdited = false }: { radius: number; pixel: number; isEdited?: boolean },
): Shape[] {
  const paint = statePaints[state];
  const edge = { stroke: 'ground', strokeWidth: 1.5 * pixel } as const;
  const ring: Shape[] = isEdited
    ? [{ kind: 'disc', x, y, radius: radius + 4 * pixel, stroke: 'text', strokeWidth: pixel, dash: dashed }]
    : [];
  switch (state) {
    case 'up':
      return [...ring, { kind: 'disc', x, y, radius, fill: paint, ...edge }];
    case 'down': {
      const half = radius * 1.3;
      const up = radius * 1.4;
      const down = radius * 0.95;
      const data = `M${fixed(x)} ${fixed(y - up)}L${fixed(x + half)} ${fixed(y + down)}H${fixed(x - half)}Z`;
      return [...ring, { kind: 'path', data, fill: paint, ...edge }];
    }
    case 'unknown': {
      const side = radius * 1.7;
      const box = { x: x - side / 2, y: y - side / 2, width: side, height: side };
      return [...ring, { kind: 'box', ...box, fill: 'ground', stroke: paint, strokeWidth: 2 * pixel }];
    }
  }
}

/** A number of pixels as the data of a path says it. */
export const fixed = (value: number): string => String(Math.round(value * 100) / 100);

/** Sizes on the screen, whatever the zoom: the more points, the smaller. */
export interface SymbolSizes {
  readonly radius: number;
  /** Of the disc around a point with the most clients. */
  readonly largestDisc: number;
  readonly mostClients: number;
}

/** @param area of the plan, in pixels of the screen */
export function symbolSizes(points: readonly FloorPoint[], area: number): SymbolSizes {
  const spacing = Math.sqrt(area / Math.max(points.length, 1));
  return {
    radius: between(spacing * 0.28, 2.5, 6),
    largestDisc: between(spacing * 0.7, 5, 26),
    mostClients: points.reduce((most, { clients = 0 }) => Math.max(most, clients), 0),
  };
}

/** The radius of a disc whose area stands for a number of clients. */
export const discRadius = (clients: number, { largestDisc, mostClients }: SymbolSizes): number =>
  mostClients === 0 ? 0 : largestDisc * Math.sqrt(clients / mostClients);

/**
 * How a number of clients is drawn, on the floor and beside it.
 * @param radius in pixels
 * @param pixel the length of one in the drawing
 */
export const clientDisc = (at: FloorPlace, radius: number, pixel: number): Shape => ({
  kind: 'disc',
  x: at.x,
  y: at.y,
  radius: radius * pixel,
  fill: 'series0',
  opacity: 0.2,
  stroke: 'series0',
  strokeWidth: 0.75 * pixel,
});

export const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/**
 * Places in a drawing, one for each point: those that lie on top of each other are spread around.
 * @param most how far from its place a point may be drawn
 */
export function spread(
  places: readonly FloorPlace[],
  { distance, most }: { readonly distance: number; readonly most: number },
): FloorPlace[] {
  const keyOf = ({ x, y }: FloorPlace) => `${x} ${y}`;
  const groups = new Map<string, { count: number; drawn: number }>();
  for (const place of places) {
    const group = groups.get(keyOf(place));
    if (group) group.count += 1;
    else groups.set(keyOf(place), { count: 1, drawn: 0 });
  }
  return places.map(place => {
    const group = groups.get(keyOf(place)) ?? { count: 1, drawn: 0 };
    const index = group.drawn++;
    const step = Math.min(distance, most / Math.sqrt(group.count));
    // As the seeds of a sunflower.
    const angle = index * Math.PI * (3 - Math.sqrt(5));
    const away = step * Math.sqrt(index);
    return { x: place.x + away * Math.cos(angle), y: place.y + away * Math.sin(angle) };
  });
}
