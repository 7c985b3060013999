import { isSameTarget, type Drawing, type Mark, type MarkTarget } from '../../model/pictures/drawing.js';
import { directions } from '../panZoom.js';

/** The keyboard on the marks of a drawing: one at a time can be reached with Tab, the others from it with arrows. */
export class MarkFocus {
  private marks: readonly Mark[] = [];
  private byId = new Map<string, Mark>();
  private elements = new Map<string, SVGElement>();
  current: Mark | undefined;
  /** The mark that is pointed out, by its id. */
  private pointed: string | undefined;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly noteFocus: (mark: Mark | undefined) => void,
  ) {
    sheet.addEventListener('focusin', ({ target }) => {
      const mark = target instanceof Element ? this.markOf(target) : undefined;
      if (mark) this.choose(mark);
      this.pointOut(undefined);
    });
  }

  /** The mark that an element belongs to. */
  markOf(element: Element): Mark | undefined {
    return this.byId.get(element.closest('[data-mark]')?.getAttribute('data-mark') ?? '');
  }

  /**
   * Takes a drawing whose elements are made anew. What has the keyboard keeps it; where its mark is gone the sheet has it: the
   * next key would change another one.
   */
  redraw(drawing: Drawing, write: () => void): void {
    const focused = this.isInside ? (this.current?.id ?? '') : undefined;
    write();
    this.follow(drawing);
    if (focused === undefined) return;
    const mark = focused === '' ? this.current : this.likeness(focused);
    (mark ? this.elementOf(mark) : this.sheet)?.focus({ preventScroll: true });
  }

  private follow({ ground = [], parts }: Drawing): void {
    this.marks = [...ground, ...parts].flatMap(part => (part.kind === 'mark' ? [part] : []));
    this.byId = new Map(this.marks.map(mark => [mark.id, mark]));
    this.elements = new Map();
    for (const mark of this.sheet.querySelectorAll<SVGElement>('[data-mark]')) {
      mark.setAttribute('tabindex', '-1');
      this.elements.set(mark.getAttribute('data-mark') ?? '', mark);
    }
    const [first] = this.marks;
    this.current = (this.current && this.likeness(this.current.id)) ?? first;
    if (this.current) this.elementOf(this.current)?.setAttribute('tabindex', '0');
    this.pointOut(this.pointed);
    // A map may be moved to where there is nothing.
    if (first) this.sheet.removeAttribute('tabindex');
    else this.sheet.tabIndex = 0;
  }

  /** Whether a mark has the keyboard. */
  get isInside(): boolean {
    return this.sheet.contains(document.activeElement);
  }

  /** The middle of the mark that is next to have the keyboard, in pixels of the drawing. */
  get middle(): { readonly x: number; readonly y: number } | undefined {
    return this.current && middleOf(this.current);
  }

  /** Shows a mark, by its id or by the record that it stands for, and gives it the keyboard. */
  show(wanted: string | MarkTarget): true | undefined {
    const isFor = ({ opens }: Mark) =>
      typeof wanted === 'object' && opens !== undefined && isSameTarget(opens, wanted);
    const mark = typeof wanted === 'string' ? this.byId.get(wanted) : this.marks.find(isFor);
    const element = mark && this.elementOf(mark);
    if (!element) return undefined;
    element.scrollIntoView({ block: 'center', inline: 'center' });
    element.focus({ preventScroll: true });
    return true;
  }

  /** Shows a mark and points it out; the keyboard stays where it is, and Tab leads to it. */
  point(id: string): void {
    const mark = this.byId.get(id);
    if (!mark) return;
    this.choose(mark);
    this.pointOut(id);
    this.bring(id);
  }

  /** Scrolls until a mark is in sight; one that is stays where it is. */
  bring(id: string): void {
    this.elements.get(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private pointOut(id: string | undefined): void {
    this.pointed = id;
    this.sheet.querySelector('[data-pointed]')?.removeAttribute('data-pointed');
    if (id !== undefined) this.elements.get(id)?.setAttribute('data-pointed', '');
  }

  /** Gives the keyboard to a mark. */
  go(id: string): void {
    this.elements.get(id)?.focus();
  }

  /** @returns whether the key leads to a mark */
  press(key: string): boolean {
    const mark = this.next(key);
    if (!mark) return false;
    this.elementOf(mark)?.focus();
    return true;
  }

  private next(key: string): Mark | undefined {
    const { current, marks } = this;
    if (!current) return marks[0];
    const direction = directions[key];
    if (current.lane === undefined && direction) return nearestTowards(current, marks, direction) ?? current;
    const at = marks.indexOf(current);
    switch (key) {
      case 'ArrowDown':
        return marks[at + 1] ?? current;
      case 'ArrowUp':
        return marks[at - 1] ?? current;
      case 'ArrowRight':
        return this.inLane(current, (current.lane ?? 0) + 1);
      case 'ArrowLeft':
        return this.inLane(current, (current.lane ?? 0) - 1);
      case 'Home':
        return marks[0];
      case 'End':
        return marks.at(-1);
      default:
        return undefined;
    }
  }

  /** The mark beside one: of another lane, the nearest in height. */
  private inLane(from: Mark, wanted: number): Mark {
    const distance = (mark: Mark) => Math.abs(middleOf(mark).y - middleOf(from).y);
    const beside = this.marks.filter(({ lane }) => lane === wanted);
    return (
      beside.reduce<Mark | undefined>(
        (best, mark) => (best && distance(best) <= distance(mark) ? best : mark),
        undefined,
      ) ?? from
    );
  }

  /** The same mark, or one of the same thing. */
  private likeness(id: string): Mark | undefined {
    const thing = id.slice(0, id.lastIndexOf(' '));
    return this.byId.get(id) ?? this.marks.find(mark => mark.id.startsWith(`${thing} `));
  }

  private choose(mark: Mark): void {
    if (this.current) this.elementOf(this.current)?.setAttribute('tabindex', '-1');
    this.current = mark;
    this.elementOf(mark)?.setAttribute('tabindex', '0');
    this.noteFocus(mark);
  }

  private elementOf({ id }: Mark): SVGElement | undefined {
    return this.elements.get(id);
  }
}

/** The middle of a mark, in its drawing. */
export const middleOf = ({ box }: Mark) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The marks of a drawing, without those that are moved as one. */
export const marksIn = ({ parts }: Drawing): Mark[] =>
  parts.filter((part): part is Mark => part.kind === 'mark');

/** The mark of a drawing with an id, among these. */
export const markIn = ({ parts }: Drawing, id: string): Mark | undefined =>
  parts.find((part): part is Mark => part.kind === 'mark' && part.id === id);

const aroundTheCorner = 1e6;

/** The nearest mark in a quarter of the plane, else in the half; one that lies aside counts as further away. */
function nearestTowards(
  from: Mark,
  marks: readonly Mark[],
  [right, down]: readonly [x: number, y: number],
): Mark | undefined {
  const start = middleOf(from);
  let nearest: { readonly mark: Mark; readonly distance: number } | undefined;
  for (const mark of marks) {
    const { x, y } = middleOf(mark);
    const ahead = (x - start.x) * right + (y - start.y) * down;
    const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
    const distance = ahead + 2 * aside + (aside > ahead ? aroundTheCorner : 0);
    if (mark !== from && ahead > 0 && distance < (nearest?.distance ?? Infinity))
      nearest = { mark, distance };
  }
  return nearest?.mark;
}
