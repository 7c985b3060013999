import { contours } from 'd3-contour';
import type { Paint, Shape } from '../drawing.js';
import { fixed } from './floorSymbols.js';
import type { Extent, FloorPlane } from './floorPlane.js';
import type { FloorPlace } from './floorPlan.js';

/** A value that is known at a place, in units of the plan. */
export interface KnownValue extends FloorPlace {
  readonly value: number;
}

/** What is drawn between places where something is known. */
export interface Field {
  readonly known: readonly KnownValue[];
  /** How far around them anything is said, in units of the plan. */
  readonly radius: number;
  /** The value of a place: of those known around it with their weights, from 0 at the radius to 1 at their own place. */
  readonly combine: (sums: Cell) => number;
}

/** What a cell of the grid has gathered. */
export interface Cell {
  readonly weight: number;
  readonly weighted: number;
  /** How near the nearest place is: 1 at it, 0 at its radius, less beyond that. */
  readonly nearest: number;
  /** The value of that place. */
  readonly value: number;
}

/** Cells of a grid across; fewer where thousands of places fill it. */
const columnsFor = (count: number): number => (count > 300 ? 110 : 220);
/** What a place has gathered that lies further away than the radius from all others. */
const farther = -0.25;

/** Values on a grid over a part of the plan; beyond the radius those of the nearest place. */
export function fieldGrid(field: Field, extent: Extent) {
  const { width, height, across, down, cells } = gathered(field, extent);
  const values = cells.map(cell =>
    field.combine(cell.weight > 0 ? cell : { ...cell, weight: 1, weighted: cell.value }),
  );
  return { width, height, across, down, values, nearest: cells.map(({ nearest }) => nearest) };
}

/** Goes around each place only, so that many small ones cost as much as a few large ones. */
function gathered({ known, radius }: Field, { left, top, right, bottom }: Extent) {
  const width = columnsFor(known.length);
  const height = Math.min(Math.max(Math.round((width * (bottom - top)) / (right - left)), 2), 2 * width);
  const across = (right - left) / width;
  const down = (bottom - top) / height;
  const cells = Array.from({ length: width * height }, () => ({
    weight: 0,
    weighted: 0,
    nearest: farther,
    value: nothing,
  }));
  const around = radius * (1 - farther);
  const span = (middle: number, size: number, count: number) => ({
    from: Math.max(0, Math.floor((middle - around) / size)),
    to: Math.min(count, Math.ceil((middle + around) / size)),
  });
  for (const { x, y, value } of known) {
    const columns = span(x - left, across, width);
    const rows = span(y - top, down, height);
    for (let row = rows.from; row < rows.to; row += 1)
      for (let column = columns.from; column < columns.to; column += 1) {
        const place = { x: left + (column + 0.5) * across, y: top + (row + 0.5) * down };
        const share = 1 - Math.hypot(place.x - x, place.y - y) / radius;
        const cell = cells[row * width + column];
        if (cell) gather(cell, share, value);
      }
  }
  return { width, height, across, down, cells };
}

function gather(cell: { -readonly [Sum in keyof Cell]: number }, share: number, value: number): void {
  if (share > cell.nearest) {
    cell.nearest = share;
    cell.value = value;
  }
  if (share <= 0) return;
  cell.weight += share ** 2;
  cell.weighted += value * share ** 2;
}

const nothing = -1e6;
/** So much counts the nearness of a place against values, which differ by a few. */
const steep = 50;

/** The bands of a field, one for each threshold up to the next one, as shapes of a drawing. */
export function bandShapes(
  field: Field,
  plane: FloorPlane,
  { thresholds, opacities, paint }: BandStyle,
): Shape[] {
  const { width, height, across, down, values, nearest } = fieldGrid(field, plane.extent);
  const areaOf = contours().size([width, height]);
  const { x, y, scale } = plane;
  const pathOf = (ring: Ring): string => {
    const points = ring.map(
      ([column = 0, row = 0]) => `${fixed(x + column * across * scale)} ${fixed(y + row * down * scale)}`,
    );
    return `M${points.join('L')}Z`;
  };
  // The first one is whatever lies around a known place, to the very edge.
  const areas = [-Infinity, ...thresholds].map(threshold => {
    // All bands end at the same edge, where the nearest place is as far away as the radius.
    const above = values.map((value, at) => Math.min(value - threshold, (nearest[at] ?? 0) * steep));
    return new Set(areaOf.contour(above, 0).coordinates.flat().map(pathOf));
  });
  return areas.flatMap((area, index): Shape[] => {
    // What the next band covers is taken out; an edge that both have bounds nothing.
    const next = areas[index + 1] ?? new Set();
    const edges = [...area, ...next].filter(edge => !area.has(edge) || !next.has(edge));
    const data = edges.join('');
    return data === '' ? [] : [{ kind: 'path', data, fill: paint, opacity: opacities[index] ?? 0.3 }];
  });
}

type Ring = readonly (readonly number[])[];

/** How bands look: never so strong that the plan below them is lost. */
export interface BandStyle {
  /** Of all bands but the lowest. */
  readonly thresholds: readonly number[];
  /** From the lowest band. */
  readonly opacities: readonly number[];
  readonly paint: Paint;
}
