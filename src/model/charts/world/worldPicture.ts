import type { Mark } from '../../pictures/drawing.js';
import { outlinePath } from '../../pictures/maps/mapLand.js';
import { toWindow, type MapPlane } from '../../pictures/maps/mapPlane.js';
import { chartText, type ChartPaint, type ChartPicture, type ChartShape } from '../chartShape.js';
import { chartWords } from '../chartWords.js';
import { scaleShapes, type ColorScale } from '../colorScale.js';
import { shortNumber } from '../quantity.js';
import { mapSize, valueOf, type Spot, type WorldChart } from './worldPlaces.js';

const largestCircle = 22;
/** Radius of a country that is too small for an outline. */
const smallCountry = 4;

/** The map as it is drawn whole. */
export const wholeMap: MapPlane = {
  ...mapSize,
  middle: { x: mapSize.width / 2, y: mapSize.height / 2 },
  scale: 1,
};

/** A part of the map as it is drawn in a file, with what its colours and circles mean. */
export function worldPicture(chart: WorldChart, plane = wholeMap): ChartPicture {
  const { width, height } = mapSize;
  const edges = [
    { y: -height, height },
    { y: height, height: 26 },
  ];
  const shapes = [
    ...landAsOne(worldMarks(chart, plane).flatMap(mark => mark.shapes)),
    // Outlines and circles reach beyond the window.
    ...edges.map((edge): ChartShape => ({ kind: 'box', x: 0, width, ...edge, fill: 'ground' })),
    ...circleLegend(chart),
    ...(hasCountries(chart) ? scaleShapes(chart.scale, { x: 200, y: height + 6 }) : []),
  ];
  const cut = chart.unplaced > 0 ? [chartWords.unplaced(chart.unplaced)] : [];
  return { width, height: height + 26, shapes, cut };
}

/** Countries without a value as one shape, which a file has more room for than for many. */
function landAsOne(shapes: readonly ChartShape[]): ChartShape[] {
  const isLand = (shape: ChartShape) => shape.kind === 'path' && shape.fill === emptyLook.fill;
  const data = shapes.map(shape => (shape.kind === 'path' && isLand(shape) ? shape.data : '')).join('');
  return [{ kind: 'path', data, ...emptyLook }, ...shapes.filter(shape => !isLand(shape))];
}

/** Whether something is drawn in a country. */
export const hasCountries = ({ spots }: WorldChart): boolean =>
  [...spots.values()].some(spot => valueOf(spot) !== null && !spot.isSized);

/** All that can be pointed at, on a part of the map. */
export const worldMarks = (chart: WorldChart, plane: MapPlane): Mark<ChartPaint>[] =>
  [...chart.spots.values()].map(spot => ({
    kind: 'mark',
    id: spot.id,
    lane: undefined,
    box: { x: 0, y: 0, ...mapSize },
    isGroup: valueOf(spot) !== null,
    shapes: [spotShape(spot, { plane, scale: chart.scale })],
  }));

function spotShape(
  spot: Spot,
  { plane, scale }: { readonly plane: MapPlane; readonly scale: ColorScale },
): ChartShape {
  const value = valueOf(spot);
  const { at, rings } = spot;
  if (spot.isSized && at && value !== null) {
    const radius = circleRadius(value, scale);
    return { kind: 'disc', ...toWindow(plane, at), radius, ...circleLook };
  }
  const opacity = strengthOf(value ?? 0, scale);
  const look = { fill: 'series0', opacity, stroke: 'series0', strokeWidth: 0.8 } as const;
  if (at) return { kind: 'disc', ...toWindow(plane, at), radius: smallCountry, ...look };
  const data = outlinePath(rings, plane);
  return { kind: 'path', data, ...(value === null ? emptyLook : look) };
}

const emptyLook = { fill: 'land', stroke: 'line', strokeWidth: 0.5 } as const;
const circleLook = { fill: 'series3', opacity: 0.5, stroke: 'series3' } as const;

/** What the sizes of circles mean, in a corner of the map: the largest value and a quarter of it. */
export function circleLegend({ spots, scale }: WorldChart): ChartShape[] {
  if (![...spots.values()].some(({ isSized }) => isSized)) return [];
  const x = 30;
  const bottom = mapSize.height - 8;
  return [scale.largest, scale.largest / 4].flatMap((value, at): ChartShape[] => {
    const radius = circleRadius(value, scale);
    const y = bottom - 2 * radius + (at === 0 ? 8 : 6);
    return [
      { kind: 'disc', x, y: bottom - radius, radius, ...circleLook },
      chartText(shortNumber(value, scale.quantity), { x: x + 32, y }),
    ];
  });
}

/** From 0 to 1: how strong a country with a value is drawn. */
const strengthOf = (value: number, { largest, weakest }: ColorScale): number =>
  Number((weakest + (1 - weakest) * Math.sqrt(Math.max(0, value) / largest)).toFixed(3));

/** Areas of circles are in proportion to their values. */
const circleRadius = (value: number, { largest }: ColorScale): number =>
  Number((3 + largestCircle * Math.sqrt(Math.max(0, value) / largest)).toFixed(1));
