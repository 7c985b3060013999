import type { WorldPoint } from '../../pictures/maps/mapPlane.js';
import { worldOutlines } from '../../pictures/maps/worldAtlas.js';
import type { ChartResult } from '../chartResult.js';
import type { ColorScale } from '../colorScale.js';
import { totals, type Total } from '../group.js';
import { chosenMeasure, chosenPlace, isPlace, quantityOf } from '../viewChoice.js';

/** Something that can be pointed at: a country, or a place with coordinates. */
export interface Spot {
  readonly id: string;
  readonly name: string;
  readonly total: Total | undefined;
  readonly rings: readonly (readonly WorldPoint[])[];
  /** Where it is drawn as a circle, in place of its outlines. */
  readonly at?: WorldPoint;
  /** Whether the circle says its value, as no country's does. */
  readonly isSized?: boolean;
}

/** A result by countries or coordinates. */
export interface WorldChart {
  /** By their ids. */
  readonly spots: ReadonlyMap<string, Spot>;
  readonly scale: ColorScale;
  /** How many values are not on the map. */
  readonly unplaced: number;
}

/** So that also little can be told from nothing. */
const weakest = 0.3;

/** The chosen value by the column that places are in, over all times; values that have no place on the map are left out. */
export function worldChart(result: ChartResult): WorldChart {
  const measure = chosenMeasure(result);
  const column = chosenPlace(result);
  const found = measure && column ? totals(result, measure, [column]) : [];
  const name = measure?.name ?? '';
  // What has no place is not on the map, however large it is.
  const placed = found.find(({ parts }) => isPlace(parts[0]?.value));
  const scale = { measure: name, quantity: quantityOf(result, name), largest: placed?.value || 1, weakest };
  const spots = [...countrySpots(found), ...found.flatMap(placeSpots)];
  const drawn = new Set(spots.map(({ total }) => total));
  const unplaced = found.filter(total => !drawn.has(total)).length;
  return { spots: new Map(spots.map(spot => [spot.id, spot])), scale, unplaced };
}

/** What a place has of the measure; null for nothing, or for no finite number. */
export const valueOf = ({ total }: Spot): number | null => total?.value ?? null;

/** All countries; one that is too small to be seen is there only when it has a value, as a point. */
function countrySpots(found: readonly Total[]): Spot[] {
  const byCode = new Map(found.map(total => [total.name.toUpperCase(), total]));
  return worldOutlines().flatMap(({ code, rings }): Spot[] => {
    const total = byCode.get(code);
    const spot = { id: code, name: countryName(code), total };
    const point = rings[0]?.length === 1 ? rings[0][0] : undefined;
    if (point)
      return total?.value === undefined || total.value === null
        ? []
        : [{ ...spot, rings: [], at: pointOf(point) }];
    return [{ ...spot, rings: rings.map(ring => ring.map(projected)) }];
  });
}

/** A group that is called as its coordinates. */
function placeSpots(total: Total): Spot[] {
  const [, latitude, longitude] = /^(-?[\d.]+),\s*(-?[\d.]+)$/.exec(total.name) ?? [];
  if (latitude === undefined || longitude === undefined || total.value === null) return [];
  const at = pointOf([Number(longitude), Number(latitude)]);
  return [{ id: `at ${total.name}`, name: total.name, total, rings: [], at, isSized: true }];
}

type Place = readonly [longitude: number, latitude: number];

function projected([longitude, latitude]: Place): WorldPoint {
  const [x, y] = project(longitude, latitude);
  return { x, y };
}

/** Antarctica is below the frame. */
function pointOf(place: Place): WorldPoint {
  const { x, y } = projected(place);
  return { x, y: Math.min(y, mapSize.height - 6) };
}

function countryName(code: string): string {
  try {
    return `${new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code} (${code})`;
  } catch {
    return code;
  }
}

/** Width and height of the map: the whole world but Antarctica. */
export const mapSize = { width: 720, height: 318 } as const;
const worldHeight = 350;

const a1 = 1.340264;
const a2 = -0.081106;
const a3 = 0.000893;
const a4 = 0.003796;
const root = Math.sqrt(3) / 2;
/** Half the width and height of the projected world. */
const halfWidth = 2.706629;
const halfHeight = 1.317362;

/** Equal Earth, which shows areas in proportion (Šavrič, Patterson, Jenny 2018): degrees to a place on the map. */
export function project(longitude: number, latitude: number): [x: number, y: number] {
  const angle = Math.asin(root * Math.sin((latitude * Math.PI) / 180));
  const square = angle * angle;
  const sixth = square ** 3;
  const slope = root * (9 * a4 * sixth * square + 7 * a3 * sixth + 3 * a2 * square + a1);
  const x = (((longitude * Math.PI) / 180) * Math.cos(angle)) / slope;
  const y = angle * (a1 + a2 * square + sixth * (a3 + a4 * square));
  const round = (pixels: number) => Math.round(pixels * 10) / 10;
  return [
    round(((x + halfWidth) / (2 * halfWidth)) * mapSize.width),
    round(((halfHeight - y) / (2 * halfHeight)) * worldHeight),
  ];
}
