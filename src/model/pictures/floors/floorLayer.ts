import type { Box, MarkTarget, Shape, TwinTable } from '../drawing.js';
import { bandShapes, type BandStyle, type Field, type KnownValue } from './floorContours.js';
import type { FloorPlane } from './floorPlane.js';
import type { ShownFloor, ShownPoint } from './shownFloor.js';
import { fitted, textWidth } from '../textWidth.js';

/** In dBm, the bounds between bad, low, medium, good and excellent (field notes §5.2). */
const signalBounds = [-85, -80, -70, -60] as const;
const muted = [0.08, 0.16, 0.24, 0.32, 0.4] as const;

/** How a layer looks. */
interface DrawnLayer {
  readonly field: Field;
  readonly style: BandStyle;
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

const titleSize = 11;
const bandSize = 10.5;
const swatchWidth = 14;
const lineHeight = 17;

/** A band in the legend of a layer: how far to the right, and on which line. */
interface BandPlace {
  readonly text: string;
  readonly x: number;
  readonly line: number;
}

/** Where a legend has its bands, in pixels of the screen: behind its title where all have room there, else on lines below. */
function legendPlaces({ layer, frame = 0 }: ShownFloor, room: number) {
  const when = layer.frames[frame]?.label;
  const title = when ? `${layer.title}, ${when}` : layer.title;
  const widths = layer.bands.map(band => swatchWidth + 5 + textWidth(band, bandSize) + 14);
  const behind = textWidth(title, titleSize) + 24;
  const isBehind = behind + widths.reduce((sum, width) => sum + width, -14) <= room;
  let [x, line] = isBehind ? [behind, 0] : [0, 1];
  const places = layer.bands.map((text, index): BandPlace => {
    const width = widths[index] ?? 0;
    if (x > 0 && x + width - 14 > room) {
      x = 0;
      line = line + 1;
    }
    const place = { text, x, line };
    x += width;
    return place;
  });
  return { title, places, lines: layer.bands.length === 0 ? 1 : line + 1 };
}

/** How high the legend of a layer is, in pixels of the screen; none without a layer. */
export const legendHeight = (floor: ShownFloor, room: number): number =>
  floor.layer.kind === 'none' ? 0 : legendPlaces(floor, room).lines * lineHeight;

/**
 * What a layer shows, when, and what its bands mean; none is left out.
 * @param at where its first line stands, and how far it may go to the right, in pixels of the drawing
 */
export function layerLegend(floor: ShownFloor, at: Pick<Box, 'x' | 'y' | 'width'>, pixel: number): Shape[] {
  if (floor.layer.kind === 'none') return [];
  const room = at.width / pixel;
  const { title, places } = legendPlaces(floor, room);
  const { opacities = [], paint = 'series0' } = drawnLayer(floor)?.style ?? {};
  const stroke = { stroke: 'line', strokeWidth: pixel } as const;
  const swatches = places.flatMap(({ text, x: right, line }, index): Shape[] => {
    const x = at.x + right * pixel;
    const y = at.y + line * lineHeight * pixel;
    const swatch = { x, y: y - 9 * pixel, width: swatchWidth * pixel, height: 11 * pixel };
    return [
      { kind: 'box', ...swatch, ...stroke, fill: paint, opacity: opacities[index] ?? 0 },
      {
        kind: 'text',
        x: x + (swatchWidth + 5) * pixel,
        y,
        size: bandSize * pixel,
        paint: 'text',
        text: fitted(text, bandSize, room - swatchWidth - 5),
      },
    ];
  });
  const own = { x: at.x, y: at.y, size: titleSize * pixel, paint: 'dim' } as const;
  return [{ kind: 'text', ...own, text: fitted(title, titleSize, room) }, ...swatches];
}

/** The table of a floor, with what its layer says of each access point at the time that is shown, before their names. */
export function layeredTable(table: TwinTable, { layer, frame = 0 }: ShownFloor): TwinTable {
  const { column, frames } = layer;
  if (!column) return table;
  const { label = '', values = {} } = frames[frame] ?? {};
  const before = (cells: readonly string[], cell: string) => [
    ...cells.slice(0, -1),
    cell,
    ...cells.slice(-1),
  ];
  const cellOf = (opens: MarkTarget | undefined) => {
    const value = opens && 'key' in opens ? values[opens.key] : undefined;
    const number = value?.toLocaleString(undefined, { maximumFractionDigits: 1 });
    return number === undefined ? '' : column.value.replace('{0}', number);
  };
  return {
    columns: before(table.columns, label ? `${column.name}, ${label}` : column.name),
    rows: table.rows.map(({ cells, opens }) => ({ cells: before(cells, cellOf(opens)), opens })),
  };
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
  };
}

/** Rings at each third of the reach; walls are not known. */
function reachLayer(floor: ShownFloor): DrawnLayer {
  const { isReversed = false } = floor;
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
  };
}
