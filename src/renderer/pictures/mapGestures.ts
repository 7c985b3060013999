import type { Mark } from '../../model/pictures/drawing.js';
import { around, type MapWindow } from './mapWindow.js';
import { directions } from './markFocus.js';
import { clickReach } from './pointer.js';

/** As a part of the window, for a key. */
const keyStep = 0.2;
/** Pixels of a wheel that make a map twice as large; a pinch sends few. */
const wheelPixels = 300;
const pinchPixels = 60;
const lineHeight = 16;

/** Moves and zooms a map, and opens the clusters that are clicked on it. */
export class MapGestures {
  private from: { readonly x: number; readonly y: number } | undefined;
  private hasMoved = false;
  private wheel = 0;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly map: MapWindow,
  ) {
    sheet.addEventListener('pointerdown', event => this.begin(event));
    sheet.addEventListener('pointermove', event => this.move(event));
    sheet.addEventListener('pointerup', event => this.end(event));
    sheet.addEventListener('pointercancel', () => this.cancel());
    sheet.addEventListener('wheel', event => this.turn(event), { passive: false });
  }

  /** Whether the click that comes now is the end of a drag. */
  get hasJustDragged(): boolean {
    return this.hasMoved;
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

  private begin({ button, clientX: x, clientY: y }: PointerEvent): void {
    this.hasMoved = false;
    this.from = button === 0 ? { x, y } : undefined;
  }

  private move({ clientX, clientY, pointerId }: PointerEvent): void {
    if (!this.from) return;
    const [x, y] = [clientX - this.from.x, clientY - this.from.y];
    if (!this.hasMoved && Math.hypot(x, y) <= clickReach) return;
    if (!this.hasMoved) {
      this.sheet.setPointerCapture(pointerId);
      this.sheet.dataset['pan'] = '';
    }
    this.hasMoved = true;
    const { width, height } = this.map.size;
    if (Math.abs(x) > around * width || Math.abs(y) > around * height) {
      this.map.moveBy(x, y);
      this.from = { x: clientX, y: clientY };
      return;
    }
    const ground = this.sheet.querySelector<SVGElement>('[data-ground]');
    if (ground) ground.style.transform = `translate(${x}px, ${y}px)`;
  }

  private end({ clientX, clientY }: MouseEvent): void {
    const { from } = this;
    this.from = undefined;
    delete this.sheet.dataset['pan'];
    if (from && this.hasMoved) this.map.moveBy(clientX - from.x, clientY - from.y);
  }

  /** Back to where it was drawn last. */
  private cancel(): void {
    if (this.from) this.end(new MouseEvent('pointercancel', { clientX: this.from.x, clientY: this.from.y }));
  }

  /** Several turns before the next frame are one. */
  private turn(event: WheelEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (this.from) return;
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
