import type { Box, Mark } from '../../model/pictures/drawing.js';
import type { PlacedBranch } from '../../model/pictures/topology/topologyDrawing.js';
import { boundsOf } from '../../model/pictures/labelPlaces.js';
import type { TopologyChange } from '../../model/pictures/topology/topologyMessages.js';
import type { TopologyTypes } from '../../model/pictures/topology/topologyPicture.js';
import { Drag, type Dragged, type Way } from '../panZoom.js';
import { markIn, marksIn } from './markFocus.js';
import type { DrawnPage, PageGesture } from './pageKind.js';
import { pointOnDrawing } from './pointer.js';
import { isMotionReduced, scrollToShow, WindowPan } from './windowMoves.js';

/** Opens and closes the branches of a tree, by mouse or keyboard, moves it under the window, and leads from flows to their query. */
export class TopologyGestures implements PageGesture, Dragged {
  private readonly sheet: HTMLElement;
  private readonly drag: Drag;
  private readonly window: WindowPan;
  /** The branch that was opened or closed last, and where it was drawn, until it is drawn again. */
  private turned: { readonly id: string; readonly x: number; readonly y: number } | undefined;
  /** The branch below which something was opened, until that is drawn; empty for all of them. */
  private opened: string | undefined;
  /** Where the window goes so that one sees what was opened, until it is there. */
  private goal: readonly [left: number, top: number] | undefined;

  constructor(private readonly page: DrawnPage<TopologyTypes>) {
    const { sheet } = page.frame;
    this.sheet = sheet;
    this.drag = new Drag(sheet, this);
    this.window = new WindowPan(sheet);
    for (const end of ['scrollend', 'wheel', 'pointerdown'])
      sheet.parentElement?.addEventListener(end, () => (this.goal = undefined));
    // Before a click leads to the node.
    sheet.addEventListener('click', event => this.click(event), { capture: true });
  }

  /** Whether the click that comes now is the end of a drag. */
  get hasJustDragged(): boolean {
    return this.drag.hasMoved;
  }

  /** @returns whether the key was for a branch */
  press({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, mark: Mark | undefined): boolean {
    if (!mark || altKey || ctrlKey || metaKey) return false;
    if (key === 'Enter' || key === ' ') if (this.pick(mark)) return true;
    const branch = this.branchOf(mark);
    if (!branch) return false;
    const { isOpen, parent, child } = branch;
    switch (key) {
      case 'ArrowRight':
        if (isOpen === false) this.turn(mark, branch);
        else if (child !== undefined) this.page.focus.go(child);
        return true;
      case 'ArrowLeft':
        if (isOpen === true) this.turn(mark, branch);
        else if (parent !== undefined) this.page.focus.go(parent);
        return true;
      case ' ':
        this.turn(mark, branch);
        return true;
      case 'Enter':
        if (mark.opens) return false;
        this.turn(mark, branch);
        return true;
      default:
        return false;
    }
  }

  /** Asks for the query behind the flows that a mark stands for. @returns whether it stands for some */
  pick(mark: Mark | undefined): boolean {
    const flow = mark && this.page.placed?.flows?.get(mark.id);
    if (flow) this.page.post({ type: 'flows', ...flow });
    return flow !== undefined;
  }

  /** Opens all one level further, goes back to what is open at first, or shows the other picture. */
  change(change: TopologyChange): void {
    const placed = this.page.placed;
    // Once something else is wanted, the window does not go to what was opened before.
    if (change.kind !== 'turn') this.opened = this.goal = undefined;
    const top = placed?.drawing.parts.find((part): part is Mark => part.kind === 'mark');
    if (top && change.kind === 'more') {
      this.hold(top);
      const isClosed = [...(placed?.branches?.values() ?? [])].some(({ isOpen }) => isOpen === false);
      this.opened = isClosed ? '' : undefined;
    }
    // From its beginning, as large as fits.
    if (change.kind === 'usual' || change.kind === 'view')
      this.page.update({ zoom: undefined, scroll: [0, 0] });
    this.page.post({ type: 'topology', change });
  }

  /** Keeps a branch where it is on the screen while others come and go around it. */
  private hold({ id, box }: Mark): void {
    this.turned = { id, x: box.x, y: box.y };
    this.goal = undefined;
    // From now on the picture keeps its size.
    this.page.update({ zoom: this.page.zoom });
  }

  /** How far the window has to scroll so that the branch that was turned last stays where it was. */
  drift({ drawing }: TopologyTypes['placed']): readonly [left: number, top: number] | undefined {
    const { turned } = this;
    const mark = turned && markIn(drawing, turned.id);
    const place = this.sheet.parentElement;
    if (!mark || !turned || !place) return undefined;
    this.turned = undefined;
    const zoom = this.page.zoom;
    return [
      place.scrollLeft + (mark.box.x - turned.x) * zoom,
      place.scrollTop + (mark.box.y - turned.y) * zoom,
    ];
  }

  /** Lets the window go to what was opened, once that is drawn. @param before what was drawn before it */
  follow(before: TopologyTypes['placed'] | undefined, { drawing }: TopologyTypes['placed']): void {
    const place = this.sheet.parentElement;
    const { opened } = this;
    if (!place) return;
    if (opened !== undefined && before) {
      const known = new Set(marksIn(before.drawing).map(({ id }) => id));
      const fresh = marksIn(drawing).filter(({ id }) => !known.has(id));
      const owner = markIn(drawing, opened);
      if (fresh.length === 0) return;
      this.opened = undefined;
      const zoom = this.page.zoom;
      const boxes = [...(owner ? [[owner, ...fresh]] : []), fresh].map(marks => around(marks, zoom));
      const [left, top] = scrollToShow(place, boxes);
      this.goal = left === place.scrollLeft && top === place.scrollTop ? undefined : [left, top];
    }
    if (!this.goal) return;
    const [left, top] = this.goal;
    place.scrollTo({ left, top, behavior: isMotionReduced() ? 'instant' : 'smooth' });
  }

  private branchOf(mark: Mark | undefined): PlacedBranch | undefined {
    return mark && this.page.placed?.branches?.get(mark.id);
  }

  private turn(mark: Mark, { key, isOpen }: PlacedBranch): void {
    if (isOpen === undefined) return;
    this.hold(mark);
    this.opened = isOpen ? undefined : mark.id;
    this.change({ kind: 'turn', key, isOpen: !isOpen });
  }

  private click(event: MouseEvent): void {
    const mark = event.target instanceof Element ? this.page.focus.markOf(event.target) : undefined;
    if (!mark || this.hasJustDragged) return;
    const branch = this.branchOf(mark);
    if (!branch || !this.isOnButton(event, branch)) return;
    this.turn(mark, branch);
    event.stopImmediatePropagation();
    this.page.focus.go(mark.id);
  }

  private isOnButton(event: MouseEvent, { button }: PlacedBranch): boolean {
    const { x, y } = pointOnDrawing(this.sheet, this.page.zoom, event);
    // A little more than what is drawn: it is small.
    const room = 3;
    return (
      button !== undefined &&
      x >= button.x - room &&
      x <= button.x + button.width + room &&
      y >= button.y - room &&
      y <= button.y + button.height + room
    );
  }

  beginDrag({ button }: PointerEvent): boolean {
    this.window.begin();
    return button === 0 && this.page.placed?.branches !== undefined;
  }

  dragTo(way: Way): void {
    this.window.to(way);
  }

  endDrag(): void {
    this.window.end();
  }
}

/** The box around some marks, in pixels on the screen. */
const around = (marks: readonly Mark[], zoom: number): Box =>
  boundsOf(
    marks.flatMap(({ box: { x, y, width, height } }) => [
      { x: x * zoom, y: y * zoom },
      { x: (x + width) * zoom, y: (y + height) * zoom },
    ]),
  );
