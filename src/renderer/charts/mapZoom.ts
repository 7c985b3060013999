import { button, element } from '../element.js';
import type { MapView } from '../resultLook.js';
import { strings } from '../strings.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

const whole: MapView = { x: 0, y: 0, scale: 1 };
/** Outlines are in quarters of a degree. */
const mostScale = 12;
/** Of one press, and of one turn of the wheel. */
const [step, wheelStep] = [2, 1.25] as const;
/** Pixels that the hand may tremble by in a click. */
const clickReach = 4;
/** Part of the width that a key moves by. */
const keyStep = 0.2;

/** What a map zooms in. */
export interface ZoomedMap {
  /** The drawing, which takes the focus. */
  readonly frame: SVGElement;
  /** The part of it that zooms, with a view of its own. */
  readonly inner: SVGElement;
  readonly size: Size;
  /** Whether the wheel has nothing to scroll, so that it zooms without a key. */
  readonly ownsWheel: boolean;
  /** Where it is kept which part is in sight. */
  readonly look: { map?: MapView };
  /** Called with how many times larger than the whole map it is drawn now. */
  readonly onDidZoom: (scale: number) => void;
}

/** Zooms a map with buttons, keys, a double click and the wheel, and moves it with the mouse and the arrow keys. */
export class MapZoom {
  readonly element: HTMLElement;
  private readonly reset = button(strings.resetZoom, () => this.show(whole));
  private view = whole;

  constructor(private readonly map: ZoomedMap) {
    const { frame } = map;
    const sign = (text: string, label: string, factor: number) =>
      button(text, () => this.zoom(factor), { attributes: { title: label, 'aria-label': label } });
    this.element = element(
      'div',
      { className: 'map-zoom' },
      sign('+', strings.zoomIn, step),
      sign('−', strings.zoomOut, 1 / step),
      this.reset,
    );
    frame.setAttribute('tabindex', '0');
    frame.addEventListener('keydown', event => this.onKey(event));
    frame.addEventListener('wheel', event => this.onWheel(event), { passive: false });
    frame.addEventListener('dblclick', event => this.zoom(step, this.placeOf(event)));
    frame.addEventListener('pointerdown', event => this.onPress(event));
    this.show(map.look.map ?? whole);
  }

  /** Keeps a place of the map where it is; the middle without one. */
  private zoom(factor: number, place = this.middle()): void {
    const scale = Math.min(Math.max(this.view.scale * factor, 1), mostScale);
    const ratio = this.view.scale / scale;
    const { x, y } = this.view;
    this.show({ scale, x: place.x - (place.x - x) * ratio, y: place.y - (place.y - y) * ratio });
  }

  private show({ scale, x, y }: MapView): void {
    const { inner, size, look, onDidZoom } = this.map;
    const [width, height] = [size.width / scale, size.height / scale];
    const within = (at: number, most: number) => Math.min(Math.max(at, 0), most);
    this.view = { scale, x: within(x, size.width - width), y: within(y, size.height - height) };
    look.map = this.view;
    inner.setAttribute('viewBox', [this.view.x, this.view.y, width, height].map(rounded).join(' '));
    this.map.frame.classList.toggle('zoomed', scale > 1);
    // A button that is hidden would take the focus with it.
    this.reset.disabled = scale === 1;
    onDidZoom(scale);
  }

  private middle(): { x: number; y: number } {
    const { view, map } = this;
    return { x: view.x + map.size.width / view.scale / 2, y: view.y + map.size.height / view.scale / 2 };
  }

  /** Units of the map for one pixel of the screen. */
  private unit(): number {
    const { width } = this.map.frame.getBoundingClientRect();
    return this.map.size.width / (width || this.map.size.width) / this.view.scale;
  }

  private placeOf({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const { left, top } = this.map.frame.getBoundingClientRect();
    const unit = this.unit();
    return { x: this.view.x + (clientX - left) * unit, y: this.view.y + (clientY - top) * unit };
  }

  private onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey && !this.map.ownsWheel) return;
    event.preventDefault();
    event.stopPropagation();
    this.zoom(event.deltaY < 0 ? wheelStep : 1 / wheelStep, this.placeOf(event));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y, scale } = this.view;
    const by = (this.map.size.width / scale) * keyStep;
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => this.zoom(step),
      '-': () => this.zoom(1 / step),
      '0': () => this.show(whole),
      ArrowLeft: () => this.show({ scale, x: x - by, y }),
      ArrowRight: () => this.show({ scale, x: x + by, y }),
      ArrowUp: () => this.show({ scale, x, y: y - by }),
      ArrowDown: () => this.show({ scale, x, y: y + by }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** Moves the map with the mouse; a click on a country stays one. */
  private onPress(press: PointerEvent): void {
    if (press.button !== 0 || this.view.scale === 1) return;
    const { frame } = this.map;
    const [start, unit] = [this.view, this.unit()];
    let isMoving = false;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const [byX, byY] = [clientX - press.clientX, clientY - press.clientY];
      if (!isMoving && Math.hypot(byX, byY) < clickReach) return;
      // From here on, what is below the mouse gets no click.
      if (!isMoving) frame.setPointerCapture?.(press.pointerId);
      isMoving = true;
      this.show({ scale: start.scale, x: start.x - byX * unit, y: start.y - byY * unit });
    };
    const stop = () => {
      frame.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
    };
    frame.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
  }
}

const rounded = (units: number): number => Math.round(units * 100) / 100;
