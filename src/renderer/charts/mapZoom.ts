import {
  draggedBy,
  keyStep,
  scaledTo,
  type MapPlane,
  type WorldPoint,
} from '../../model/pictures/maps/mapPlane.js';
import { button, element } from '../element.js';
import { directions, Drag, zoomWithWheel, type Dragged, type Way } from '../panZoom.js';
import type { MapView } from '../resultLook.js';
import { strings } from '../strings.js';

/** Outlines are in quarters of a degree. */
const mostScale = 12;
/** Of one press. */
const step = 2;

/** What a map zooms in. */
export interface ZoomedMap {
  /** What the map is drawn on; it takes the focus. */
  readonly place: HTMLElement;
  /** The map as it is drawn whole. */
  readonly whole: MapPlane;
  /** Whether the wheel has nothing to scroll, so that it zooms without a key. */
  readonly ownsWheel: boolean;
  /** Where it is kept which part is in sight. */
  readonly look: { map?: MapView };
  /** Draws what is in sight. */
  readonly draw: (plane: MapPlane) => void;
}

/** Zooms a map with buttons, keys, a double click and the wheel, and moves it with the mouse and the arrow keys. */
export class MapZoom implements Dragged {
  readonly element: HTMLElement;
  private readonly reset = button(strings.resetZoom, () => this.show(this.map.whole));
  /** What was in sight when a drag began. */
  private start: MapPlane;
  private shown: MapPlane;

  constructor(private readonly map: ZoomedMap) {
    const { place, whole, look } = map;
    this.shown = this.start = whole;
    const sign = (text: string, label: string, factor: number) =>
      button(text, () => this.zoom(factor), { attributes: { title: label, 'aria-label': label } });
    this.element = element(
      'div',
      { className: 'map-zoom' },
      sign('+', strings.zoomIn, step),
      sign('−', strings.zoomOut, 1 / step),
      this.reset,
    );
    place.tabIndex = 0;
    place.addEventListener('keydown', event => this.onKey(event));
    zoomWithWheel(
      place,
      (factor, event) => {
        event.stopPropagation();
        this.zoom(factor, this.pointOf(event));
      },
      map.ownsWheel,
    );
    place.addEventListener('dblclick', event => this.zoom(step, this.pointOf(event)));
    new Drag(place, this);
    this.show({ ...whole, ...look.map });
  }

  /** What is in sight. */
  get plane(): MapPlane {
    return this.shown;
  }

  /** Keeps a point of the drawing where it is; the middle without one. */
  private zoom(factor: number, point?: WorldPoint): void {
    const { width, height, scale } = this.shown;
    const wanted = Math.min(Math.max(scale * factor, 1), mostScale);
    this.show(scaledTo(this.shown, wanted, point ?? { x: width / 2, y: height / 2 }));
  }

  private show(plane: MapPlane): void {
    const { look, draw, place } = this.map;
    const { middle, scale, width, height } = plane;
    const within = (at: number, side: number) =>
      Math.min(Math.max(at, side / 2 / scale), side - side / 2 / scale);
    this.shown = { ...plane, middle: { x: within(middle.x, width), y: within(middle.y, height) } };
    look.map = { middle: this.shown.middle, scale };
    place.classList.toggle('zoomed', scale > 1);
    // A button that is hidden would take the focus with it.
    this.reset.disabled = scale === 1;
    draw(this.shown);
  }

  /** Units of the drawing for one pixel of the screen. */
  private get unit(): number {
    const { width } = this.shown;
    return width / (this.map.place.getBoundingClientRect().width || width);
  }

  private pointOf({ clientX, clientY }: MouseEvent): WorldPoint {
    const { left, top } = this.map.place.getBoundingClientRect();
    return { x: (clientX - left) * this.unit, y: (clientY - top) * this.unit };
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = this.shown.width * keyStep;
    const direction = directions[event.key];
    const factor = { '+': step, '-': 1 / step }[event.key];
    if (direction) this.show(draggedBy(this.shown, -direction[0] * by, -direction[1] * by));
    else if (factor) this.zoom(factor);
    else if (event.key === '0') this.show(this.map.whole);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A click on a country stays one. */
  beginDrag({ button: pressed }: PointerEvent): boolean {
    this.start = this.shown;
    return pressed === 0 && this.shown.scale > 1;
  }

  dragTo([x, y]: Way): void {
    this.show(draggedBy(this.start, x * this.unit, y * this.unit));
  }
}
