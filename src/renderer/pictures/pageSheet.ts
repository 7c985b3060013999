import type { Mark, MarkTarget } from '../../model/pictures/drawing.js';
import { fromPlane, toPlane } from '../../model/pictures/floors/floorPlane.js';
import type { PlacedPicture, ShownPicture } from '../../model/pictures/shownPicture.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import { markIn, middleOf } from './markFocus.js';
import type { PageFrame } from './pageFrame.js';
import type { DrawnPage, KindTools } from './pageKind.js';
import { screenPalette } from './themePalette.js';

/** How much larger or smaller with one press of a button or key. */
export const zoomStep = 1.25;
const smallest = 0.1;
/** Of what fits by itself: smaller nobody could read it, larger nobody needs it. What was looked for is read, not looked over. */
const fitting = { least: 0.7, leastFound: 1, most: 1.25 };

/** A picture on its page: how large it is drawn in a window that scrolls, and where that looks. */
export class PageSheet {
  /** As it is drawn now. */
  placed: PlacedPicture | undefined;
  private drawnIn: PageFrame['size'] | undefined;

  constructor(private readonly page: DrawnPage) {}

  /** Pixels on the screen for one of the drawing. */
  get factor(): number {
    return this.factorFor(this.placed);
  }

  /** Draws a picture as large as was chosen; as fits until somebody has zoomed by hand. @param wanted what is shown of it */
  draw(picture: ShownPicture, tools: KindTools, wanted: string | MarkTarget | undefined): void {
    const { page, placed: before } = this;
    const { focus, frame } = page;
    const held = focus.isInside ? focus.current : undefined;
    const placed = this.fit(picture);
    this.placed = placed;
    const scroll = this.drift(before, placed, held) ?? tools.drift?.(placed);
    if (scroll) page.update({ scroll });
    focus.redraw(placed.drawing, () => {
      frame.sheet.toggleAttribute('data-plane', placed.plane !== undefined);
      frame.sheet.innerHTML = writeSvg(placed.drawing, screenPalette, this.factor);
    });
    if (wanted === undefined || !focus.show(wanted)) frame.place.scrollTo(...page.state.scroll);
    tools.drawn?.(before, placed);
  }

  private fit(picture: ShownPicture): PlacedPicture {
    const { kind, frame, state } = this.page;
    const { width, height } = frame.size;
    const draw = (zoom: number) => kind.draw(picture, { width: width / zoom, height: height / zoom, zoom });
    const first = typeof state.zoom === 'number' ? undefined : draw(1);
    const factor = this.factorFor(first);
    return first && factor === 1 ? first : draw(factor);
  }

  private factorFor(placed: PlacedPicture | undefined): number {
    const { zoom, filter } = this.page.state;
    if (typeof zoom === 'number') return zoom;
    if (placed?.glance === undefined) return 1;
    const wanted = this.page.frame.size.height / Math.max(placed.glance, 1);
    const readable = filter !== '' && placed.isRead ? fitting.leastFound : fitting.least;
    return Math.min(Math.max(wanted, zoom === 'all' ? smallest : readable), fitting.most) || 1;
  }

  /**
   * How far a window of another size than before has to scroll, so that something of a plan stays where it was in it.
   * @param held a mark of the drawing before; the middle of the window without it
   */
  private drift(
    before: PlacedPicture | undefined,
    { plane: now, drawing }: PlacedPicture,
    held: Mark | undefined,
  ): readonly [left: number, top: number] | undefined {
    const { size, place } = this.page.frame;
    const old = this.drawnIn;
    this.drawnIn = size;
    const was = before?.plane;
    if (!was || !now || !old || (old.width === size.width && old.height === size.height)) return undefined;
    const { factor } = this;
    const middle = { x: place.scrollLeft + old.width / 2, y: place.scrollTop + old.height / 2 };
    const from = held ? middleOf(held) : { x: middle.x / factor, y: middle.y / factor };
    // What waits for a place does so beside the plan, or below it.
    const again = held && markIn(drawing, held.id);
    const to = again ? middleOf(again) : toPlane(now, fromPlane(was, from));
    const share = {
      x: (from.x * factor - place.scrollLeft) / old.width,
      y: (from.y * factor - place.scrollTop) / old.height,
    };
    return [to.x * factor - share.x * size.width, to.y * factor - share.y * size.height];
  }

  /** Draws larger or smaller around a point of the window; all of it without a factor. */
  zoomBy(factor: number | undefined, at?: { readonly clientX: number; readonly clientY: number }): void {
    const { page } = this;
    const { place } = page.frame;
    const old = this.factor;
    const window = place.getBoundingClientRect();
    const [x, y] = at
      ? [at.clientX - window.left, at.clientY - window.top]
      : [window.width / 2, window.height / 2];
    const point = { x: (place.scrollLeft + x) / old, y: (place.scrollTop + y) / old };
    const before = this.placed?.plane;
    const held = before ? fromPlane(before, point) : point;
    page.change({
      zoom:
        factor === undefined ? 'all' : Math.min(Math.max(old * factor, smallest), page.kind.mostZoom ?? 4),
    });
    const after = this.placed?.plane;
    const now = after ? toPlane(after, held) : point;
    place.scrollTo(now.x * this.factor - x, now.y * this.factor - y);
  }
}
