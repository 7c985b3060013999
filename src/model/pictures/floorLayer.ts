import type { Box, Shape } from './drawing.js';
import { bandShapes, type BandStyle, type Field, type KnownValue } from './floorContours.js';
import type { FloorPlane } from './floorPlane.js';
import type { ShownFloor, ShownPoint } from './shownFloor.js';
import { fitted, textWidth } from './textWidth.js';

/** In dBm, the bounds between bad, low, medium, good and excellent (field notes §5.2). */
const signalBounds = [-85, -80, -70, -60] as const;
const muted = [0.08, 0.16, 0.24, 0.32, 0.4] as const;

/** How a layer looks, and what its bands are called from the lowest. */
interface DrawnLayer {
  readonly field: Field;
  readonly style: BandStyle;
  readonly bands: readonly string[];
}

/** The points with what the layer says of them in the place of what their records do. */
export function layeredPoints(floor: ShownFloor): readonly ShownPoint[] {
  const { layer, frame = 0, points } = floor;
  if (layer.kind === 'none') return points;
  // Discs of clients would be taken for a part of the bands.
  const values = layer.kind === 'clients' ? (layer.frames[frame]?.values ?? {}) : {};
  return points.map(point => ({ ...point, clients: values[point.key] ?? 0 }));
}

/** The most clients that a point has at any time of a replay, so that all of it has one scale. */
export const mostAtOnce = ({ layer, frame = 0 }: ShownFloor): number | undefined =>
  layer.kind === 'clients'
    ? (frame === 0 ? layer.frames.slice(0, 1) : layer.frames.slice(1))
        .flatMap(({ values }) => Object.values(values))
        .reduce((most, value) => Math.max(most, value), 0)
    : undefined;

/** What lies between the plan and its points. */
export function layerShapes(floor: ShownFloor, plane: FloorPlane): Shape[] {
  const drawn = drawnLayer(floor);
  return drawn ? bandShapes(drawn.field, plane, drawn.style) : [];
}

/** What a layer shows, when, and what its bands mean; at the foot of the picture. */
export function layerLegend(floor: ShownFloor, box: Box, pixel: number): Shape[] {
  const { layer, frame = 0 } = floor;
  if (layer.kind === 'none') return [];
  const size = 11;
  const when = layer.frames[frame]?.label;
  const title = when ? `${layer.title}, ${when}` : layer.title;
  const y = box.y + box.height + 40 * pixel;
  const room = box.width / pixel;
  const drawn = drawnLayer(floor);
  const bands = drawn?.bands ?? [];
  const widths = bands.map(band => 14 + 5 + textWidth(band, 10.5) + 14);
  const needed = widths.reduce((sum, width) => sum + width, 0);
  const isBeside = textWidth(title, size) + 30 + needed <= room;
  let x = isBeside ? room - needed : 0;
  const swatches = bands.flatMap((text, index): Shape[] => {
    const at = box.x + x * pixel;
    x += widths[index] ?? 0;
    if (x > room + 14) return [];
    const base = y + (isBeside ? 0 : 18 * pixel);
    const swatch = { x: at, y: base - 9 * pixel, width: 14 * pixel, height: 11 * pixel };
    const opacity = drawn?.style.opacities[index] ?? 0;
    const stroke = { stroke: 'line', strokeWidth: pixel } as const;
    return [
      { kind: 'box', ...swatch, ...stroke, fill: drawn?.style.paint ?? 'series0', opacity },
      { kind: 'text', x: at + 19 * pixel, y: base, size: 10.5 * pixel, paint: 'text', text },
    ];
  });
  const own = { x: box.x, y, size: size * pixel, paint: 'dim' } as const;
  return [{ kind: 'text', ...own, text: fitted(title, size, room) }, ...swatches];
}

function drawnLayer(floor: ShownFloor): DrawnLayer | undefined {
  switch (floor.layer.kind) {
    case 'signal':
      return signalLayer(floor);
    case 'reach':
      return reachLayer(floor);
    case 'clients':
    case 'none':
      return undefined;
  }
}

/** How far an access point is taken to reach, in units of the plan: metres where there is a scale. */
const reachOf = ({ look }: ShownFloor): number =>
  look.metresPerUnit === undefined ? look.reach * unitsWithoutScale : look.reach / look.metresPerUnit;

/** While there is no scale, a metre is taken for so many units; the legend says it. */
const unitsWithoutScale = 10;

function signalLayer(floor: ShownFloor): DrawnLayer {
  const { layer, frame = 0, isReversed = false } = floor;
  const values = layer.frames[frame]?.values ?? {};
  const known = floor.points.flatMap(({ key, place, isFarAway }): KnownValue[] => {
    const value = values[key];
    return place && !isFarAway && value !== undefined ? [{ ...place, value }] : [];
  });
  return {
    field: { known, radius: reachOf(floor), combine: ({ weight, weighted }) => weighted / weight },
    style: {
      thresholds: signalBounds,
      opacities: isReversed ? muted.toReversed() : muted,
      paint: 'series0',
    },
    bands: layer.bands,
  };
}

/** Rings at each third of the reach; walls are not known. */
function reachLayer(floor: ShownFloor): DrawnLayer {
  const { layer, isReversed = false } = floor;
  const known = floor.points.flatMap(({ place, state, isFarAway }): KnownValue[] =>
    place && !isFarAway && state !== 'down' ? [{ ...place, value: 0 }] : [],
  );
  const opacities = [0.14, 0.27, 0.4];
  return {
    field: { known, radius: reachOf(floor), combine: ({ nearest }) => nearest },
    style: {
      thresholds: [1 / 3, 2 / 3],
      opacities: isReversed ? opacities.toReversed() : opacities,
      paint: 'series4',
    },
    bands: layer.bands,
  };
}
