import {
  draggedBy,
  keyStep,
  scaledTo,
  type MapPlane,
  type WorldPoint,
} from '../../model/pictures/maps/mapPlane.js';
import { Drag } from '../drag.js';
import { button, element } from '../element.js';
import type { MapView } from '../resultLook.js';
import { strings } from '../strings.js';

/** Outlines are in quarters of a degree. */
const mostScale = 12;
/** Of one press, and of one turn of the wheel. */
const [step, wheelStep] = [2, 1.25] as const;

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
export class MapZoom {
  readonly element: HTMLElement;
  private readonly reset = button(strings.resetZoom, () => this.show(this.map.whole));
  private readonly drag: Drag;
  /** What was in sight when a drag began. */
  private start: MapPlane;
  private shown: MapPlane;

  constructor(private readonly map: ZoomedMap) {
    const { place, whole, look } = map;
    this.shown = this.start = whole;
    this.drag = new Drag(place);
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
    place.addEventListener('wheel', event => this.onWheel(event), { passive: false });
    place.addEventListener('dblclick', event => this.zoom(step, this.pointOf(event)));
    place.addEventListener('pointerdown', event => this.onPress(event));
    place.addEventListener('pointermove', event => this.onMove(event));
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

  private onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey && !this.map.ownsWheel) return;
    event.preventDefault();
    event.stopPropagation();
    this.zoom(event.deltaY < 0 ? wheelStep : 1 / wheelStep, this.pointOf(event));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = this.shown.width * keyStep;
    const move = (x: number, y: number) => this.show(draggedBy(this.shown, x, y));
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => this.zoom(step),
      '-': () => this.zoom(1 / step),
      '0': () => this.show(this.map.whole),
      ArrowLeft: () => move(by, 0),
      ArrowRight: () => move(-by, 0),
      ArrowUp: () => move(0, by),
      ArrowDown: () => move(0, -by),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** A click on a country stays one. */
  private onPress(event: PointerEvent): void {
    this.drag.begin(event, event.button === 0 && this.shown.scale > 1);
    this.start = this.shown;
    window.addEventListener('pointerup', () => this.drag.end(), { once: true });
  }

  private onMove(event: PointerEvent): void {
    const way = this.drag.follow(event);
    if (way) this.show(draggedBy(this.start, way[0] * this.unit, way[1] * this.unit));
  }
}
