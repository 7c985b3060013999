import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import type { Box, Mark, Shape } from '../drawing.js';
import { toPlane, type FloorPlane } from './floorPlane.js';
import type { FloorPlace } from './floorPlan.js';
import { clientDisc, discRadius, spread, stateShapes, type SymbolSizes } from './floorSymbols.js';
import { heldBeside, labelPlaces, type WantedLabel } from '../labelPlaces.js';
import type { ShownPoint } from './shownFloor.js';
import { fitted, textWidth } from '../textWidth.js';

const labelSize = 10.5;
const longestLabel = 130;
/** Of more points in a state than these, names of a few at the rim are noise. */
const manyPoints = 20;
const leastNamed = 1 / 3;

/** Where points are drawn. */
export interface PointsPlace {
  readonly plane: FloorPlane;
  /** The plan, in pixels of the drawing. */
  readonly box: Box;
  /** Pixels of the drawing for one of the screen. */
  readonly pixel: number;
}

/** The discs of clients, and above all of them the points with their names where these have room. */
export function pointParts(
  points: readonly ShownPoint[],
  { plane, box, pixel }: PointsPlace,
  { isOnPicture, ...sizes }: SymbolSizes & { readonly isOnPicture: boolean },
): (Shape | Mark)[] {
  const radius = sizes.radius * pixel;
  const places = spread(
    points.map(({ place }) => toPlane(plane, place ?? { x: 0, y: 0 })),
    { distance: 2.4 * radius, most: 60 * pixel },
  );
  const discs = points.flatMap(({ clients = 0 }, index): Shape[] => {
    const place = places[index];
    return clients > 0 && place ? [clientDisc(place, discRadius(clients, sizes), pixel)] : [];
  });
  const labels = labelsOf(points, places, { box, pixel, radius: sizes.radius, isOnPicture });
  const marks = points.flatMap((point, index): Mark[] => {
    const place = places[index];
    return place ? [pointMark(point, { place, radius, pixel, label: labels[index] ?? [] })] : [];
  });
  return [...discs, ...marks];
}

/** The names that have room; what is wrong is named first. */
function labelsOf(
  points: readonly ShownPoint[],
  places: readonly FloorPlace[],
  { box, pixel, radius, isOnPicture }: { box: Box; pixel: number; radius: number; isOnPicture: boolean },
): (readonly Shape[])[] {
  const screen = (value: number) => value / pixel;
  const texts = points.map(({ texts }) => fitted(texts.name, labelSize, longestLabel));
  const wanted = points.map((_, index): WantedLabel => ({
    x: screen(places[index]?.x ?? 0),
    y: screen(places[index]?.y ?? 0),
    radius: radius + (points[index]?.isEdited ? 5 : 1),
    // A plate behind a name is a little wider.
    width: textWidth(texts[index] ?? '', labelSize) + (isOnPicture ? 5 : 0),
    height: 13,
  }));
  const bounds = {
    x: screen(box.x),
    y: screen(box.y),
    width: screen(box.width),
    height: screen(box.height),
  };
  // Those that are drawn last are on top, and the first to be named.
  const found = labelPlaces(wanted.toReversed(), bounds).toReversed();
  const isWorthIt = worthNaming(points, found);
  return found.map((place, index): readonly Shape[] => {
    const point = points[index];
    const label = wanted[index];
    if (!place || !point || !label || !isWorthIt(point)) return [];
    const paint = isOnPicture || point.state !== 'up' ? 'text' : 'dim';
    const held = heldBeside(label.x, place);
    const own = { ...held, x: held.x * pixel, y: (place.y + 10) * pixel, size: labelSize * pixel };
    const plate = { x: (place.x - 2) * pixel, y: place.y * pixel, width: (place.width + 4) * pixel };
    return [
      // A picture may be as light as the words on it.
      ...(isOnPicture
        ? [{ kind: 'box', ...plate, height: place.height * pixel, fill: 'ground', opacity: 0.7 } as const]
        : []),
      { kind: 'text', ...own, text: texts[index] ?? '', paint, ...(isOnPicture ? {} : { halo: 'ground' }) },
    ];
  });
}

/** Which points are named: those of which the names of most others of their state have room too. */
function worthNaming(points: readonly ShownPoint[], found: readonly (Box | undefined)[]) {
  const counts = new Map<AccessPointState, { all: number; named: number }>();
  for (const [index, { state }] of points.entries()) {
    const count = counts.get(state) ?? { all: 0, named: 0 };
    counts.set(state, { all: count.all + 1, named: count.named + (found[index] ? 1 : 0) });
  }
  return ({ state, isEdited }: ShownPoint): boolean => {
    const { all, named } = counts.get(state) ?? { all: 0, named: 0 };
    return isEdited || all <= manyPoints || named >= all * leastNamed;
  };
}

interface MarkPlace {
  readonly place: FloorPlace;
  readonly radius: number;
  readonly pixel: number;
  readonly label: readonly Shape[];
}

function pointMark(point: ShownPoint, { place, radius, pixel, label }: MarkPlace): Mark {
  const { key, isKnown, isEdited, state, texts } = point;
  const reach = Math.max(radius, 9 * pixel);
  return {
    kind: 'mark',
    id: `point ${key} `,
    lane: undefined,
    label: texts.said,
    box: { x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius },
    opens: isKnown ? { type: 'accessPoint', key } : undefined,
    shapes: [
      // What a finger or a mouse takes hold of.
      { kind: 'disc', ...place, radius: Math.min(reach, 2 * radius), fill: 'ground', opacity: 0 },
      ...stateShapes(state, place, { radius, pixel, isEdited }),
      ...label,
    ],
  };
}
