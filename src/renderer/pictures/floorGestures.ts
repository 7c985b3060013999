import type { Mark } from '../../model/pictures/drawing.js';
import { fromPlane, toPlane, type FloorPlane } from '../../model/pictures/floors/floorPlane.js';
import type { FloorTypes } from '../../model/pictures/floors/floorPicture.js';
import type { FloorPlace } from '../../model/pictures/floors/floorPlan.js';
import { svgElement } from '../element.js';
import { directions, Drag, type Dragged, type Way } from '../panZoom.js';
import { middleOf } from './markFocus.js';
import type { DrawnPage, PageGesture } from './pageKind.js';
import { pointOnDrawing, pointOnScreen } from './pointer.js';
import { WindowPan } from './windowMoves.js';

/** A press of the mouse, a pen or a finger on a floor: on an access point that can be moved, or on the plan. */
interface Press {
  readonly held: Mark | undefined;
  /** From the pointer to the middle of what is held, in pixels of the screen. */
  readonly offset: FloorPlace;
}

/** Moves access points on a floor, by mouse, pen, finger or keyboard, and the plan under the window. */
export class FloorGestures implements PageGesture, Dragged {
  private pressed: Press | undefined;
  private readonly sheet: HTMLElement;
  private readonly drag: Drag;
  private readonly window: WindowPan;
  /** Where the point that has the keyboard was moved to, until it is drawn there. */
  private moved: { readonly mark: Mark; readonly to: FloorPlace } | undefined;

  constructor(private readonly page: DrawnPage<FloorTypes>) {
    const { sheet } = page.frame;
    this.sheet = sheet;
    this.drag = new Drag(sheet, this);
    this.window = new WindowPan(sheet);
  }

  /** Whether the click that comes now is the end of a drag. */
  get hasJustDragged(): boolean {
    return this.drag.hasMoved;
  }

  /** @returns whether the key was for a gesture */
  press({ key, altKey, shiftKey }: KeyboardEvent, mark: Mark | undefined): boolean {
    const { plane } = this;
    if (key === 'Escape' && this.pressed) {
      this.cancel();
      return true;
    }
    const step = directions[key];
    if (!plane || !mark || !step || !altKey || !this.canMove(mark)) return false;
    const known = this.moved?.mark === mark ? this.moved.to : placeOf(mark, plane);
    const distance = shiftKey ? 10 : 1;
    const to = known
      ? { x: known.x + step[0] * distance, y: known.y + step[1] * distance }
      : middleOfPlan(plane);
    this.moved = { mark, to };
    this.finish(mark, to);
    return true;
  }

  private get plane(): FloorPlane | undefined {
    return this.page.placed?.plane;
  }

  private canMove({ opens }: Mark): boolean {
    return this.page.isEditable && opens?.type === 'accessPoint';
  }

  beginDrag(event: PointerEvent): boolean {
    const { plane } = this;
    const mark = event.target instanceof Element ? this.page.focus.markOf(event.target) : undefined;
    const isDragged = event.button === 0 && plane !== undefined && (!mark || this.canMove(mark));
    if (!isDragged) return false;
    const place = mark && placeOf(mark, plane) && pointOnScreen(this.sheet, this.page.zoom, middleOf(mark));
    const offset = place ? { x: place.x - event.clientX, y: place.y - event.clientY } : { x: 0, y: 0 };
    this.pressed = { held: mark, offset };
    this.window.begin();
    return true;
  }

  dragTo(way: Way, event: PointerEvent): void {
    const { pressed } = this;
    if (pressed?.held) this.show(this.dropPlace(event, pressed));
    else this.window.to(way);
  }

  endDrag(way: Way | undefined, event: PointerEvent): void {
    const { pressed } = this;
    this.cancel();
    const to = pressed?.held && way ? this.dropPlace(event, pressed) : undefined;
    if (pressed?.held && to) this.finish(pressed.held, to);
  }

  private cancel(): void {
    if (this.pressed) this.show(undefined);
    this.pressed = undefined;
    this.drag.end();
    this.window.end();
  }

  private finish(mark: Mark, to: FloorPlace): void {
    const { opens } = mark;
    const from = this.plane && placeOf(mark, this.plane);
    if (opens?.type === 'accessPoint') this.page.post({ type: 'move', key: opens.key, to, from });
  }

  /** The whole units under what is held; undefined beside the plan. */
  private dropPlace({ clientX, clientY }: PointerEvent, { offset }: Press): FloorPlace | undefined {
    const { plane } = this;
    if (!plane) return undefined;
    const at = { clientX: clientX + offset.x, clientY: clientY + offset.y };
    const { x, y } = fromPlane(plane, pointOnDrawing(this.sheet, this.page.zoom, at));
    const { left, top, right, bottom } = plane.extent;
    if (x < left || x > right || y < top || y > bottom) return undefined;
    return { x: Math.round(x), y: Math.round(y) };
  }

  /** Draws where a point would stand, and says it. */
  private show(to: FloorPlace | undefined): void {
    const { plane } = this;
    this.sheet.querySelector('.ghost')?.remove();
    const words = to && `x ${to.x}, y ${to.y}`;
    this.page.frame.say((words && this.page.words?.resize.replace('{0}', words)) ?? '');
    if (!to || !plane || words === undefined) return;
    const { x, y } = toPlane(plane, to);
    const pixel = 1 / this.page.zoom;
    const label = svgElement('text', { x: x + 14 * pixel, y: y + 4 * pixel }, words);
    label.style.fontSize = `${11 * pixel}px`;
    const disc = svgElement('circle', { cx: x, cy: y, r: 9 * pixel });
    this.sheet.querySelector('svg')?.append(svgElement('g', { class: 'ghost' }, disc, label));
  }
}

/** Where what waits for a place begins, to be moved on from there. */
const middleOfPlan = ({ extent: { left, top, right, bottom } }: FloorPlane): FloorPlace => ({
  x: Math.round((left + right) / 2),
  y: Math.round((top + bottom) / 2),
});

/** Where on the plan a mark is drawn, in whole units; undefined for one beside it. */
function placeOf(mark: Mark, plane: FloorPlane): FloorPlace | undefined {
  const { x, y } = fromPlane(plane, middleOf(mark));
  return x > plane.extent.right || y > plane.extent.bottom
    ? undefined
    : { x: Math.round(x), y: Math.round(y) };
}
