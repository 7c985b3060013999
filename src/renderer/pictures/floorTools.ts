import type { Mark } from '../../model/pictures/drawing.js';
import { fromPlane, toPlane } from '../../model/pictures/floors/floorPlane.js';
import type { FloorTypes } from '../../model/pictures/floors/floorPicture.js';
import type { FloorPlace } from '../../model/pictures/floors/floorPlan.js';
import type { FloorBackground } from '../../model/pictures/floors/shownFloor.js';
import { svgElement } from '../element.js';
import { middleOf } from './markFocus.js';
import type { DrawnPage } from './pageKind.js';
import { pointOnDrawing } from './pointer.js';

/** The size of a background, which only a browser knows of every kind of picture. @throws {Error} when it is none */
export async function readBackground(href: string): Promise<FloorBackground> {
  const image = new Image();
  image.src = href;
  await image.decode();
  return { href, width: image.naturalWidth || 300, height: image.naturalHeight || 150 };
}

/** Sets the scale of a floor: two clicks, or Enter on two access points. */
export class FloorMeasure {
  private first: FloorPlace | undefined;
  private isOn = false;
  private readonly sheet: HTMLElement;

  constructor(private readonly page: DrawnPage<FloorTypes>) {
    const { sheet } = page.frame;
    this.sheet = sheet;
    // Before the gestures, and in their place.
    const capture = { capture: true };
    sheet.addEventListener('pointerdown', event => this.take(event), capture);
    sheet.addEventListener('pointermove', event => this.follow(event), capture);
    sheet.addEventListener('click', event => this.click(event), capture);
  }

  /** Begins, or gives up. */
  turn(): void {
    this.isOn = !this.isOn && this.page.placed?.plane !== undefined;
    this.first = undefined;
    this.sheet.querySelector('.ghost')?.remove();
    this.page.frame.press('scale', this.isOn);
    this.page.frame.say(this.isOn ? (this.page.words?.measure[0] ?? '') : '');
  }

  /** @returns whether the key was for it */
  press({ key }: KeyboardEvent, mark: Mark | undefined): boolean {
    if (!this.isOn) return false;
    if (key === 'Escape') this.turn();
    else if (key === 'Enter' && mark) this.choose(middleOf(mark));
    else return false;
    return true;
  }

  private take(event: PointerEvent): void {
    if (this.isOn) event.stopImmediatePropagation();
  }

  private click(event: MouseEvent): void {
    if (!this.isOn) return;
    event.stopImmediatePropagation();
    this.choose(pointOnDrawing(this.sheet, this.page.zoom, event));
  }

  private choose(point: FloorPlace): void {
    const plane = this.page.placed?.plane;
    if (!plane) return;
    const place = fromPlane(plane, point);
    if (!this.first) {
      this.first = place;
      this.show(point);
      return this.page.frame.say(this.page.words?.measure[1] ?? '');
    }
    const units = Math.hypot(place.x - this.first.x, place.y - this.first.y);
    if (units === 0) return;
    this.turn();
    this.page.post({ type: 'scale', units });
  }

  private follow(event: PointerEvent): void {
    if (!this.isOn) return;
    event.stopImmediatePropagation();
    if (this.first) this.show(pointOnDrawing(this.sheet, this.page.zoom, event));
  }

  /** A line from the first point. */
  private show(to: FloorPlace): void {
    const plane = this.page.placed?.plane;
    if (!plane || !this.first) return;
    const from = toPlane(plane, this.first);
    this.sheet.querySelector('.ghost')?.remove();
    const radius = 3 / this.page.zoom;
    const ends = [from, to].map(({ x, y }) => svgElement('circle', { cx: x, cy: y, r: radius }));
    const line = svgElement('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    this.sheet.querySelector('svg')?.append(svgElement('g', { class: 'ghost' }, line, ...ends));
  }
}
