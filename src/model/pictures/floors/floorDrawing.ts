import type { Box, Drawing, Shape } from '../drawing.js';
import { floorLegend, isOneLine } from './floorLegend.js';
import { layeredPoints, layerLegend, layerShapes, legendHeight, mostAtOnce } from './floorLayer.js';
import { extentOf, filling, roundNumbers, toPlane, type Extent, type FloorPlane } from './floorPlane.js';
import type { FloorPlace } from './floorPlan.js';
import { drawnStates, fixed, symbolSizes, type SymbolSizes } from './floorSymbols.js';
import { pointParts } from './floorMarks.js';
import { roundStep } from '../roundStep.js';
import type { FloorBackground, FloorLook, FloorSheet, ShownFloor, ShownPoint } from './shownFloor.js';
import { trayHeight, trayParts, trayWidth, type TrayPlace } from './floorTray.js';
import { fitted } from '../textWidth.js';

const margin = 18;
const numbersBeside = 34;
/** Of a window that is lower than this the plan gets more: its heading has a line less, and the tray is seen from its own on. */
const lowWindow = 560;
const head = 86;
const lowHead = 66;
/** Above a sheet stand its numbers, above a picture none. */
const numbersAbove = 12;
/** Below the plan, for its length, and for the legend of a layer to begin. */
const scaleFoot = 46;
const legendFoot = 40;
const trayGap = 22;
const leastPlan = 160;
const leastHead = 420;
/** A narrower place has the tray below the plan. */
const leastBeside = 640;
const belowGap = 12;
/** Of the height, that a tray below the plan takes of what is seen at once; its heading in a low window. */
const mostBelow = 0.3;
const trayHeading = 30;

/** A floor as it is laid out; what is written has its size on the screen, so a pixel of that is one of these. */
interface Layout {
  readonly plane: FloorPlane;
  /** The plan, in pixels of the drawing. */
  readonly box: Box;
  /** Pixels of the drawing for one of the screen. */
  readonly pixel: number;
  readonly width: number;
  readonly height: number;
  readonly tray: TrayPlace;
  readonly heading: { readonly right: number; readonly isShort: boolean };
  /** How far the legend of a layer may go to the right, in pixels of the screen. */
  readonly legendWidth: number;
}

/** Access points where they stand on the plan of a floor, those without a place beside it. */
export function drawFloor(
  floor: ShownFloor,
  title: string,
  sheet: FloorSheet,
): { drawing: Drawing; plane: FloorPlane } {
  const isPlaced = ({ place, isFarAway }: ShownPoint) => place !== undefined && !isFarAway;
  const points = layeredPoints(floor);
  const placed = drawnStates.flatMap(state =>
    points.filter(point => point.state === state && isPlaced(point)),
  );
  const waiting = points.filter(point => !isPlaced(point));
  const places = placed.flatMap(({ place }) => place ?? []);
  const layout = layOut(floor, { places, waiting }, sheet);
  const { plane, box, pixel, tray, width, height, legendWidth } = layout;
  const sizes = { ...symbolSizes(placed, areaOf(places, layout)), ...mostOf(floor) };
  const parts = [
    ...floorLegend(floor, { title, pixel, sizes, ...layout.heading }),
    ...(floor.background ? pictureShapes(floor, floor.background, layout) : sheetShapes(layout)),
    ...layerShapes(floor, plane),
    ...(placed.length === 0 ? [emptyText(floor, layout)] : []),
    ...pointParts(placed, layout, { ...sizes, isOnPicture: floor.background !== undefined }),
    ...scaleBar(floor, layout),
    ...layerLegend(
      floor,
      { x: box.x, y: box.y + box.height + legendFoot * pixel, width: legendWidth * pixel },
      pixel,
    ),
    ...trayParts(waiting, floor.texts, { ...tray, pixel }),
  ];
  return { drawing: { width, height, title, parts }, plane };
}

/** In pixels of the screen, what points have of the plan: the rest of a sheet does not part them. */
function areaOf(places: readonly FloorPlace[], { plane, box, pixel }: Layout): number {
  const { left, top, right, bottom } = extentOf(places);
  const around = (right - left) * (bottom - top) * plane.scale ** 2;
  // Points in a row have the room beside it too.
  return Math.max(around, (box.width * box.height) / 4) / pixel ** 2;
}

const isLow = ({ height, zoom }: FloorSheet): boolean => height * zoom < lowWindow;

function mostOf(floor: ShownFloor): Partial<SymbolSizes> {
  const mostClients = mostAtOnce(floor);
  return mostClients === undefined ? {} : { mostClients };
}

/** A picture has bounds; what lies beside it is shown all the same. */
function boundsOf({ look, background }: ShownFloor, places: readonly FloorPlace[]) {
  if (!background) return { extent: extentOf(places), isFilling: true };
  const box = pictureBox(look, background);
  const beside = places.filter(({ x, y }) => x < box.left || x > box.right || y < box.top || y > box.bottom);
  if (beside.length === 0) return { extent: box, isFilling: false };
  const corners = [
    { x: box.left, y: box.top },
    { x: box.right, y: box.bottom },
  ];
  return { extent: extentOf([...places, ...corners]), isFilling: false };
}

function pictureBox({ corner: [left, top], unitsPerPixel }: FloorLook, picture: FloorBackground): Extent {
  const right = left + picture.width * unitsPerPixel;
  const bottom = top + picture.height * unitsPerPixel;
  return { left, top, right, bottom };
}

/** The background, a little faded so that what lies on it is read first. */
function pictureShapes(
  { look }: ShownFloor,
  picture: FloorBackground,
  { plane, box, pixel }: Layout,
): Shape[] {
  const { left, top, right, bottom } = pictureBox(look, picture);
  const { x, y } = toPlane(plane, { x: left, y: top });
  const size = { width: (right - left) * plane.scale, height: (bottom - top) * plane.scale };
  return [
    { kind: 'box', ...box, fill: 'raised', opacity: 0.5, stroke: 'line', strokeWidth: pixel },
    { kind: 'image', x, y, ...size, href: picture.href, opacity: 0.75 },
  ];
}

/** What is around a plan, in pixels of the screen. */
function surroundings(floor: ShownFloor, waiting: readonly ShownPoint[], sheet: FloorSheet) {
  const width = sheet.width * sheet.zoom;
  const height = sheet.height * sheet.zoom;
  const isBeside = width >= leastBeside;
  const columns = isBeside ? 1 : Math.max(Math.floor((width - 2 * margin) / trayWidth), 1);
  const needed = waiting.length === 0 ? 0 : trayHeight(waiting, columns);
  const beside = isBeside && needed > 0 ? trayWidth + trayGap : 0;
  const left = margin + (floor.background ? 0 : numbersBeside);
  const legendWidth = Math.max(width - left - margin - beside, leastPlan);
  const legend = legendHeight(floor, legendWidth);
  const foot = legend === 0 ? scaleFoot : legendFoot + legend;
  const below = isBeside || needed === 0 ? 0 : needed + belowGap;
  const seen = Math.min(below, isLow(sheet) ? trayHeading : height * mostBelow);
  const isShort = isLow(sheet) && isOneLine(floor, width - 2 * margin - beside);
  const top = (isShort ? lowHead : head) - (floor.background ? numbersAbove : 0);
  const room = { width: legendWidth, height: Math.max(height - top - foot - seen, leastPlan) };
  return { isBeside, columns, needed, beside, left, top, foot, isShort, legendWidth, room };
}

/** At a zoom of 1 all of the plan is seen; what is around it keeps its size on the screen. */
function layOut(
  floor: ShownFloor,
  { places, waiting }: { places: readonly FloorPlace[]; waiting: readonly ShownPoint[] },
  sheet: FloorSheet,
): Layout {
  const pixel = 1 / sheet.zoom;
  const { extent: bounds, isFilling } = boundsOf(floor, places);
  const around = surroundings(floor, waiting, sheet);
  const { isBeside, columns, needed, beside, left, top, foot, isShort, legendWidth, room } = around;
  const extent = isFilling ? filling(bounds, room) : bounds;
  const across = extent.right - extent.left;
  const down = extent.bottom - extent.top;
  const scale = Math.min(room.width / across, room.height / down);
  const box = { x: left * pixel, y: top * pixel, width: across * scale, height: down * scale };
  const foundation = box.y + box.height + foot * pixel;
  const tray = isBeside
    ? { x: box.x + box.width + trayGap * pixel, y: box.y, columns }
    : { x: margin * pixel, y: foundation + belowGap * pixel, columns };
  const right = isShort ? (left + legendWidth) * pixel : Math.max(box.x + box.width, leastHead * pixel);
  return {
    heading: { right, isShort },
    plane: { extent, x: box.x, y: box.y, scale },
    box,
    pixel,
    tray,
    legendWidth,
    width: Math.max(
      box.x + box.width + (beside + margin) * pixel,
      sheet.width,
      needed > 0 ? tray.x + trayWidth * pixel : 0,
    ),
    height: Math.max(foundation, needed > 0 ? tray.y + needed * pixel : 0),
  };
}

/** A plain sheet with lines at round numbers, which are said at its edges. */
function sheetShapes({ plane, box, pixel }: Layout): Shape[] {
  const { extent } = plane;
  const distance = (90 * pixel) / plane.scale;
  const across = roundNumbers(extent.left, extent.right, distance);
  const down = roundNumbers(extent.top, extent.bottom, distance);
  const at = (place: Partial<FloorPlace>) => toPlane(plane, { x: extent.left, y: extent.top, ...place });
  const lines = [
    ...across.map(x => `M${fixed(at({ x }).x)} ${fixed(box.y)}v${fixed(box.height)}`),
    ...down.map(y => `M${fixed(box.x)} ${fixed(at({ y }).y)}h${fixed(box.width)}`),
  ];
  const number = { kind: 'text', size: 10 * pixel, paint: 'dim' } as const;
  return [
    { kind: 'box', ...box, fill: 'raised', opacity: 0.5 },
    { kind: 'path', data: lines.join(''), stroke: 'line', strokeWidth: pixel },
    { kind: 'box', ...box, stroke: 'line', strokeWidth: pixel },
    ...across.map(x => ({
      ...number,
      x: at({ x }).x,
      y: box.y - 5 * pixel,
      text: String(x),
      anchor: 'middle' as const,
    })),
    ...down.map(y => ({
      ...number,
      x: box.x - 5 * pixel,
      y: at({ y }).y + 3.5 * pixel,
      text: String(y),
      anchor: 'end' as const,
    })),
  ];
}

/** A round length, for all that has none besides the numbers at the edges. */
function scaleBar({ texts, look }: ShownFloor, { plane, box, pixel }: Layout): Shape[] {
  const { metresPerUnit } = look;
  const measure = metresPerUnit ?? 1;
  const most = Math.min((140 * pixel) / plane.scale, (box.width / plane.scale) * 0.6) * measure;
  const least = metresPerUnit === undefined ? 1 : 0;
  const length = Math.max(roundStep(most / 2.5), least);
  const x = box.x;
  const y = box.y + box.height + 16 * pixel;
  const width = (length / measure) * plane.scale;
  const tick = 4 * pixel;
  const data = `M${fixed(x)} ${fixed(y - tick)}v${fixed(2 * tick)}m0 ${fixed(-tick)}h${fixed(width)}m0 ${fixed(-tick)}v${fixed(2 * tick)}`;
  const words = metresPerUnit === undefined ? texts.units : texts.metres;
  return [
    { kind: 'path', data, stroke: 'dim', strokeWidth: 1.5 * pixel },
    {
      kind: 'text',
      x: x + width + 8 * pixel,
      y: y + 4 * pixel,
      size: 10.5 * pixel,
      paint: 'dim',
      text: words.replace('{0}', length.toLocaleString()),
    },
  ];
}

function emptyText({ texts, points, total }: ShownFloor, { box, pixel }: Layout): Shape {
  const size = 12;
  const text = points.length === 0 && total > 0 ? texts.noMatch : texts.empty;
  return {
    kind: 'text',
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    anchor: 'middle',
    paint: 'dim',
    size: size * pixel,
    text: fitted(text, size, box.width / pixel - 20),
    halo: 'ground',
  };
}
