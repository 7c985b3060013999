import type { Mark } from '../../model/pictures/drawing.js';
import { outlinePath } from '../../model/pictures/maps/mapLand.js';
import { toWindow, type MapPlane, type WorldPoint } from '../../model/pictures/maps/mapPlane.js';
import { worldOutlines } from '../../model/pictures/maps/worldAtlas.js';
import { writeSvg, type Palette } from '../../model/pictures/writeSvg.js';
import { element } from '../element.js';
import { valueEntries } from '../grid/gridMenus.js';
import { openMenuAt } from '../menu.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { chosenMeasure, chosenPlace, isPlace, quantityOf } from '../../model/charts/viewChoice.js';
import { BarList } from './barList.js';
import {
  chartText,
  type ChartPaint,
  type ChartPicture,
  type ChartShape,
} from '../../model/charts/chartShape.js';
import { chartHatched } from '../../model/charts/seriesLook.js';
import type { ChartEvents, Drawing } from './chartView.js';
import { totals, type Total } from '../../model/charts/group.js';
import { MapZoom } from './mapZoom.js';
import { PointerTip, pointerAt } from './pointerTip.js';
import { shortNumber } from '../../model/charts/quantity.js';
import { scaleBar, scaleShapes, type Scale } from './scaleBar.js';

const largestCircle = 22;
/** Radius of a country that is too small for an outline. */
const smallCountry = 4;
/** So that also little can be told from nothing. */
const weakest = 0.3;
const listed = 8;

/** Something that can be pointed at: a country, or a place with coordinates. */
interface Spot {
  readonly id: string;
  readonly name: string;
  readonly total: Total | undefined;
  readonly rings: readonly (readonly WorldPoint[])[];
  /** Where it is drawn as a circle, in place of its outlines. */
  readonly at?: WorldPoint;
  /** Whether the circle says its value, as no country's does. */
  readonly isSized?: boolean;
}

/** Countries or coordinates on a map of the world, which zooms, with the largest ones as a list below. */
export class WorldMap implements Drawing {
  readonly element = element('div', { className: 'world' });
  private readonly place = element('div', { className: 'map' });
  private readonly readout = element('div', { className: 'note', text: '\u00a0' });
  private readonly scale: Scale;
  private readonly tip = new PointerTip();
  private readonly zoom: MapZoom;
  private readonly spots: ReadonlyMap<string, Spot>;
  private readonly summary: string;

  constructor(
    private readonly session: Session,
    events: ChartEvents,
  ) {
    const measure = chosenMeasure(session);
    const column = chosenPlace(session);
    const found = measure && column ? totals(session, measure, [column]) : [];
    const measureName = measure?.name ?? '';
    const quantity = quantityOf(session, measureName);
    // What has no place is not on the map, however large it is.
    const placed = found.find(({ parts }) => isPlace(parts[0]?.value));
    this.scale = { measure: measureName, quantity, largest: placed?.value || 1, weakest };
    this.spots = new Map([...countrySpots(found), ...found.flatMap(placeSpots)].map(spot => [spot.id, spot]));
    this.summary = strings.mapSummary(measureName, column?.name ?? '');
    this.place.setAttribute('role', 'img');
    this.place.setAttribute('aria-label', this.summary);
    this.zoom = new MapZoom({
      place: this.place,
      whole,
      look: session.look,
      ownsWheel: session.output.isInTab === true,
      draw: plane => this.show(plane),
    });
    this.listen();
    const legend = this.hasCountries ? scaleBar(this.scale, this.readout) : this.readout;
    this.element.append(this.zoom.element, this.place, legend, this.tip.element);
    if (column)
      this.element.append(new BarList(session, events, { grouped: [column], usual: listed }).element);
  }

  picture(): ChartPicture {
    const { width, height } = mapSize;
    const edges = [
      { y: -height, height },
      { y: height, height: 26 },
    ];
    const shapes = [
      ...this.marks(this.zoom.plane).flatMap(mark => mark.shapes),
      // Outlines and circles reach beyond the window.
      ...edges.map((edge): ChartShape => ({ kind: 'box', x: 0, width, ...edge, fill: 'ground' })),
      ...this.circleLegend(height),
      ...(this.hasCountries ? scaleShapes(this.scale, { x: 200, y: height + 6 }) : []),
    ];
    return { width, height: height + 26, shapes };
  }

  private show(plane: MapPlane): void {
    const parts = [...this.marks(plane), ...this.circleLegend(mapSize.height)];
    this.place.innerHTML = writeSvg({ ...mapSize, title: this.summary, parts }, screenPalette);
  }

  private get hasCountries(): boolean {
    return [...this.spots.values()].some(spot => valueOf(spot) !== null && !spot.isSized);
  }

  private marks(plane: MapPlane): Mark<ChartPaint>[] {
    return [...this.spots.values()].map(spot => ({
      kind: 'mark',
      id: spot.id,
      lane: undefined,
      box: { x: 0, y: 0, ...mapSize },
      isGroup: valueOf(spot) !== null,
      shapes: [this.shapeOf(spot, plane)],
    }));
  }

  private shapeOf(spot: Spot, plane: MapPlane): ChartShape {
    const value = valueOf(spot);
    const { at, rings } = spot;
    if (spot.isSized && at && value !== null) {
      const radius = circleRadius(value, this.scale);
      return {
        kind: 'disc',
        ...toWindow(plane, at),
        radius,
        fill: 'series3',
        opacity: 0.5,
        stroke: 'series3',
      };
    }
    const opacity = strengthOf(value ?? 0, this.scale);
    const look = { fill: 'series0', opacity, stroke: 'series0', strokeWidth: 0.8 } as const;
    if (at) return { kind: 'disc', ...toWindow(plane, at), radius: smallCountry, ...look };
    const data = outlinePath(rings, plane);
    const empty = { fill: 'land', stroke: 'line', strokeWidth: 0.5 } as const;
    return { kind: 'path', data, ...(value === null ? empty : look) };
  }

  /** What the sizes of circles mean, in a corner of the map: the largest value and a quarter of it. */
  private circleLegend(mapBottom: number): ChartShape[] {
    const { scale } = this;
    if (![...this.spots.values()].some(({ isSized }) => isSized)) return [];
    const x = 30;
    const bottom = mapBottom - 8;
    return [scale.largest, scale.largest / 4].flatMap((value, at): ChartShape[] => {
      const radius = circleRadius(value, scale);
      const circle = { kind: 'disc', x, y: bottom - radius, radius } as const;
      return [
        { ...circle, fill: 'series3', opacity: 0.5, stroke: 'series3' },
        chartText(shortNumber(value, scale.quantity), {
          x: x + 32,
          y: bottom - 2 * radius + (at === 0 ? 8 : 6),
        }),
      ];
    });
  }

  private listen(): void {
    const { place, tip, readout, scale } = this;
    const spotOf = ({ target }: Event) =>
      target instanceof Element
        ? this.spots.get(target.closest('[data-mark]')?.getAttribute('data-mark') ?? '')
        : undefined;
    place.addEventListener('pointermove', event => {
      const spot = spotOf(event);
      if (!spot) return tip.hide();
      const value = valueOf(spot);
      const number = value === null ? undefined : shortNumber(value, scale.quantity);
      const said = `${spot.name}: ${number ?? (spot.total ? strings.noValue : strings.noData)}`;
      readout.textContent = said;
      tip.show(pointerAt(event), said);
    });
    place.addEventListener('pointerleave', () => tip.hide());
    const open = (event: MouseEvent) => {
      const part = spotOf(event)?.total?.parts[0];
      openMenuAt(event, place, part ? valueEntries(this.session, part) : []);
    };
    place.addEventListener('click', open);
    place.addEventListener('contextmenu', open);
  }
}

/** The colours of the theme on the screen: they change with it. */
const screenColors: Readonly<Partial<Record<ChartPaint, string>>> = {
  land: 'rgba(128, 128, 128, 0.15)',
  line: 'var(--vscode-contrastBorder, rgba(128, 128, 128, 0.6))',
  series0: 'var(--vscode-charts-blue, #3794ff)',
  series3: 'var(--vscode-charts-purple, #b180d7)',
  text: 'var(--vscode-foreground)',
};

const screenPalette: Palette<ChartPaint> = {
  font: 'inherit',
  colorOf: paint => screenColors[paint] ?? 'none',
  hatched: chartHatched,
};

const valueOf = ({ total }: Spot): number | null => total?.value ?? null;

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

/** From 0 to 1: how strong a country with a value is drawn. */
const strengthOf = (value: number, { largest }: Scale): number =>
  Number((weakest + (1 - weakest) * Math.sqrt(Math.max(0, value) / largest)).toFixed(3));

/** Areas of circles are in proportion to their values. */
const circleRadius = (value: number, { largest }: Scale): number =>
  Number((3 + largestCircle * Math.sqrt(Math.max(0, value) / largest)).toFixed(1));

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

const whole: MapPlane = { ...mapSize, middle: { x: mapSize.width / 2, y: mapSize.height / 2 }, scale: 1 };
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
