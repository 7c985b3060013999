import { worldOutlines, type Outline } from '../../model/pictures/maps/worldAtlas.js';
import { element, svgElement } from '../element.js';
import { valueEntries } from '../grid/gridMenus.js';
import { openMenuAt } from '../menu.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { chosenMeasure, chosenPlace, isPlace, quantityOf } from '../viewChoice.js';
import { BarList } from './barList.js';
import type { ChartEvents, Drawing } from './chartView.js';
import { seriesLook, themeColors } from './look.js';
import { MapZoom } from './mapZoom.js';
import { PointerTip, pointerAt } from './pointerTip.js';
import { shortNumber } from './quantity.js';
import { scaleBar, scalePicture, type Scale } from './scaleBar.js';
import { svgFile } from './svgText.js';
import { totals, type Total } from './group.js';

const largestCircle = 22;
/** Radius of a country that is too small for an outline. */
const smallCountry = 4;
/** The place of the colour of circles among those of series, as in the style. */
const circleLook = 3;
/** So that also little can be told from nothing. */
const weakest = 0.3;
const listed = 8;

/** Countries or coordinates on a map of the world, which zooms, with the largest ones as a list below. */
export class WorldMap implements Drawing {
  readonly element = element('div', { className: 'world' });
  private readonly svg: SVGElement;
  /** The part of the drawing that zooms. */
  private readonly inner: SVGElement;
  private readonly readout = element('div', { className: 'note', text: '\u00a0' });
  private readonly scale: Scale;
  private readonly tip = new PointerTip();
  private hasCountries = false;

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
    const countries = new Map(found.map(total => [total.name.toUpperCase(), total]));
    const places = found.flatMap(total => this.circle(total));
    this.inner = svgElement(
      'svg',
      mapSize,
      ...worldOutlines().map(outline => this.country(outline, countries.get(outline.code))),
      ...places,
    );
    const attributes = {
      viewBox: `0 0 ${mapSize.width} ${mapSize.height}`,
      role: 'img',
      'aria-label': strings.mapSummary(measureName, column?.name ?? ''),
    };
    const circles = places.length > 0 ? [circleLegend(this.scale)] : [];
    this.svg = svgElement('svg', attributes, this.inner, ...circles);
    const zoom = new MapZoom({
      frame: this.svg,
      inner: this.inner,
      size: mapSize,
      look: session.look,
      ownsWheel: session.output.isInTab === true,
      onDidZoom: scale => this.keepSizes(scale),
    });
    const legend = this.hasCountries ? scaleBar(this.scale, this.readout) : this.readout;
    this.element.append(zoom.element, this.svg, legend, this.tip.element);
    if (column)
      this.element.append(new BarList(session, events, { grouped: [column], usual: listed }).element);
  }

  picture(title: string): string {
    const colors = themeColors(this.element);
    const paint = { country: seriesLook(0, colors).color, circle: seriesLook(circleLook, colors).color };
    const copy = this.svg.cloneNode(true) as SVGElement;
    for (const shape of copy.querySelectorAll('.land, .small')) {
      const strength = shape.getAttribute('data-strength');
      shape.setAttribute('stroke', colors.text);
      shape.setAttribute('stroke-width', '0.4');
      shape.setAttribute('vector-effect', 'non-scaling-stroke');
      shape.setAttribute('fill', strength === null ? colors.background : paint.country);
      if (strength !== null) shape.setAttribute('fill-opacity', strength);
    }
    for (const circle of copy.querySelectorAll('.place')) {
      circle.setAttribute('fill', paint.circle);
      circle.setAttribute('fill-opacity', '0.5');
      circle.setAttribute('stroke', paint.circle);
      circle.setAttribute('vector-effect', 'non-scaling-stroke');
    }
    for (const text of copy.querySelectorAll('text')) text.setAttribute('fill', colors.text);
    const content = [...copy.childNodes].map(node => new XMLSerializer().serializeToString(node));
    const { width, height } = mapSize;
    if (this.hasCountries) content.push(scalePicture(this.scale, { x: 200, y: height + 6, colors }));
    return svgFile({ width, height: height + 26, title }, colors, content);
  }

  /** Circles stay as large on the screen as their legend says. */
  private keepSizes(scale: number): void {
    for (const circle of this.inner.querySelectorAll('circle'))
      circle.setAttribute('r', (Number(circle.getAttribute('data-r')) / scale).toFixed(2));
  }

  /** A country that is too small to be seen is drawn only when it has a value, as a point. */
  private country({ code, rings }: Outline, total: Total | undefined): Node {
    const value = total?.value ?? null;
    const point = rings[0]?.length === 1 ? rings[0][0] : undefined;
    if (point && value === null) return new Text();
    if (value !== null) this.hasCountries = true;
    const shape = point
      ? circleAt(point, { radius: smallCountry, className: 'small has' })
      : svgElement('path', { d: outlinePath(rings), class: value === null ? 'land' : 'land has' });
    if (value !== null) {
      const strength = (weakest + (1 - weakest) * Math.sqrt(Math.max(0, value) / this.scale.largest)).toFixed(
        3,
      );
      shape.setAttribute('data-strength', strength);
      shape.setAttribute('style', `--strength: ${strength}`);
    }
    this.explain(shape, { total, name: countryName(code) });
    return shape;
  }

  private circle(total: Total): Node[] {
    const [, latitude, longitude] = /^(-?[\d.]+),\s*(-?[\d.]+)$/.exec(total.name) ?? [];
    if (latitude === undefined || longitude === undefined || total.value === null) return [];
    const radius = circleRadius(total.value, this.scale);
    const circle = circleAt([Number(longitude), Number(latitude)], { radius, className: 'place' });
    this.explain(circle, { total, name: total.name });
    return [circle];
  }

  private explain(
    shape: SVGElement,
    { total, name }: { readonly total: Total | undefined; readonly name: string },
  ): void {
    const value = total?.value ?? null;
    const number = value === null ? undefined : shortNumber(value, this.scale.quantity);
    const said = `${name}: ${number ?? (total ? strings.noValue : strings.noData)}`;
    shape.addEventListener('pointermove', event => {
      this.readout.textContent = said;
      this.tip.show(pointerAt(event), said);
    });
    shape.addEventListener('pointerleave', () => this.tip.hide());
    const part = total?.parts[0];
    const entries = part ? valueEntries(this.session, part) : [];
    const open = (event: MouseEvent) => openMenuAt(event, shape, entries);
    shape.addEventListener('click', open);
    shape.addEventListener('contextmenu', open);
  }
}

type Place = readonly [longitude: number, latitude: number];

const outlinePath = (rings: Outline['rings']): string =>
  rings
    .map(ring => `M${ring.map(([longitude, latitude]) => project(longitude, latitude).join(' ')).join('L')}Z`)
    .join('');

/** Areas of circles are in proportion to their values. */
const circleRadius = (value: number, { largest }: Scale): number =>
  3 + largestCircle * Math.sqrt(Math.max(0, value) / largest);

function circleAt(
  [longitude, latitude]: Place,
  { radius, className }: { readonly radius: number; readonly className: string },
): SVGElement {
  const [cx, y] = project(longitude, latitude);
  // Antarctica is below the frame.
  const cy = Math.min(y, mapSize.height - 6);
  return svgElement('circle', { cx, cy, 'data-r': radius.toFixed(1), class: className });
}

/** What the sizes of circles mean, in a corner of the map: the largest value and a quarter of it. */
function circleLegend(scale: Scale): SVGElement {
  const x = 30;
  const bottom = mapSize.height - 8;
  const samples = [scale.largest, scale.largest / 4].flatMap((value, at) => {
    const r = circleRadius(value, scale);
    const label = { x: x + 32, y: bottom - 2 * r + (at === 0 ? 8 : 6) };
    return [
      svgElement('circle', { cx: x, cy: bottom - r, r: r.toFixed(1), class: 'place' }),
      svgElement('text', { ...label, 'font-size': 11 }, shortNumber(value, scale.quantity)),
    ];
  });
  return svgElement('g', { class: 'sizes', 'aria-hidden': 'true' }, ...samples);
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

const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
const root = Math.sqrt(3) / 2;
/** Half the width and height of the projected world. */
const [halfWidth, halfHeight] = [2.706629, 1.317362];

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
