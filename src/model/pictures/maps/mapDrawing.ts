import type { Box, Drawing } from '../drawing.js';
import { MapClusters } from './mapClusters.js';
import { countryNames, degreeLines, landShapes, legendHeight } from './mapLand.js';
import { mapLegend } from './mapLegend.js';
import { nameWidth } from './mapLabels.js';
import { mapMarks } from './mapMarks.js';
import {
  planeOf,
  toWorld,
  viewAround,
  type Insets,
  type MapPlane,
  type MapView,
  type WorldPoint,
} from './mapPlane.js';
import type { FloorSheet } from '../floors/shownFloor.js';
import type { ShownMap } from './shownMap.js';
import { worldLand } from './worldLand.js';

/** Beside and below what is fitted into the window there is room for symbols, names and the scale. */
const insets: Insets = { side: 70, top: legendHeight + 30, bottom: 60 };
/** Beyond it a pixel is less than 60 cm, and nothing more is told by it. */
const deepestFit = 17;

/** The view that shows some places with what stands beside them. */
export const viewOfPlaces = (places: readonly WorldPoint[], window: Pick<Box, 'width' | 'height'>): MapView =>
  viewAround(places, window, { insets, deepest: deepestFit });

/** Nodes on the map of the world, as much of it as is looked at. */
export function drawMap(
  map: ShownMap,
  title: string,
  { width, height }: Pick<FloorSheet, 'width' | 'height'>,
): { drawing: Drawing; map: MapPlane } {
  const window = { width, height };
  const placesOf = () => map.points.map(({ longitude, latitude }) => toWorld(longitude, latitude));
  const plane = planeOf(map.view ?? viewOfPlaces(placesOf(), window), window);
  const { around = 0 } = map;
  const drawn: Box = {
    x: -around * width,
    y: -around * height,
    width: (1 + 2 * around) * width,
    height: (1 + 2 * around) * height,
  };
  const { land = worldLand() } = map;
  const clusters = map.clusters ?? new MapClusters(map.points, map.domains);
  const { shapes: parts, covered } = mapLegend(map, { title, plane, land });
  const countries = countryNames(land, plane, nameWidth);
  const ground = [
    // Borders that end at the edge of what is drawn are not to be seen there.
    ...landShapes(land, plane, grown(drawn, 4)),
    ...degreeLines(plane, drawn),
    ...mapMarks(map, { clusters, plane, drawn, covered, countries }),
  ];
  return { drawing: { width, height, title, ground, parts }, map: plane };
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
