import type { Mark } from '../../model/pictures/drawing.js';
import { keyStep } from '../../model/pictures/maps/mapPlane.js';
import { directions, Drag, type Dragged, type Way } from '../panZoom.js';
import { around, type MapWindow } from './mapWindow.js';
import type { PageGesture } from './pageKind.js';

/** Pixels of a wheel that make a map twice as large; a pinch sends few. */
const wheelPixels = 300;
const pinchPixels = 60;
const lineHeight = 16;

/** Moves and zooms a map, and opens the clusters that are clicked on it. */
export class MapGestures implements PageGesture, Dragged {
  private readonly drag: Drag;
  /** How far the map has been drawn anew already of the way of a drag. */
  private gone: Way = [0, 0];
  private wheel = 0;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly map: MapWindow,
  ) {
    this.drag = new Drag(sheet, this);
    sheet.addEventListener('wheel', event => this.turn(event), { passive: false });
  }

  /** Whether the click that comes now is the end of a drag. */
  get hasJustDragged(): boolean {
    return this.drag.hasMoved;
  }

  /** @returns whether the key was for the map */
  press(event: KeyboardEvent, mark: Mark | undefined): boolean {
    const { key, shiftKey } = event;
    const step = directions[key];
    if (step && shiftKey) {
      const { width, height } = this.map.size;
      this.map.moveBy(-step[0] * keyStep * width, -step[1] * keyStep * height);
      return true;
    }
    if (key === 'Escape') return this.map.close();
    return (key === 'Enter' || key === ' ') && mark !== undefined && this.pick(mark);
  }

  /** Shows what is in a cluster, or puts back what was spread. @returns whether the mark is a cluster */
  pick(mark: Mark | undefined): boolean {
    if (!mark) return this.map.close();
    const cluster = this.map.clusterOf(mark);
    if (cluster) this.map.open(cluster);
    return cluster !== undefined;
  }

  beginDrag({ button }: PointerEvent): boolean {
    this.gone = [0, 0];
    return button === 0;
  }

  dragTo(way: Way): void {
    if (!('pan' in this.sheet.dataset)) this.sheet.dataset['pan'] = '';
    const [x, y] = this.ahead(way);
    const { width, height } = this.map.size;
    if (Math.abs(x) > around * width || Math.abs(y) > around * height) {
      this.map.moveBy(x, y);
      this.gone = way;
      return;
    }
    const ground = this.sheet.querySelector<SVGElement>('[data-ground]');
    if (ground) ground.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** One that is given up goes back to where it was drawn last. */
  endDrag(way: Way | undefined): void {
    delete this.sheet.dataset['pan'];
    if (way) this.map.moveBy(...this.ahead(way));
    else if (this.drag.hasMoved) this.map.moveBy(0, 0);
  }

  private ahead([x, y]: Way): Way {
    return [x - this.gone[0], y - this.gone[1]];
  }

  /** Several turns before the next frame are one. */
  private turn(event: WheelEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (this.drag.isOn) return;
    const { clientX, clientY, deltaY, deltaMode, ctrlKey } = event;
    const isFirst = this.wheel === 0;
    const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * lineHeight;
    this.wheel += pixels / (ctrlKey ? pinchPixels : wheelPixels);
    if (!isFirst) return;
    requestAnimationFrame(() => {
      const { left, top } = this.sheet.getBoundingClientRect();
      const factor = 2 ** -this.wheel;
      this.wheel = 0;
      this.map.zoomBy(factor, { x: clientX - left, y: clientY - top }, true);
    });
  }
}
