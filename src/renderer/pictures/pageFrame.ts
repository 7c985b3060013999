import type { MarkTarget, TwinTable } from '../../model/pictures/drawing.js';
import type { PageState, PictureMessage } from '../../model/pictures/pictureMessages.js';
import type { PictureKind } from '../../model/pictures/pictureKind.js';
import { button, element } from '../element.js';
import { ToolOverflow } from './toolOverflow.js';

/** What a page was sent last of its picture. */
export type ReceivedPicture = PictureMessage & { type: 'picture' };

/** How many things of a picture are shown, and why no more. */
type ShownPart = Pick<PageState, 'filter' | 'isTable' | 'isTroubled'> & { readonly count: number };

/** The parts of a page around its picture: what can be done, and what is said of it. */
export class PageFrame {
  /** The window on the picture, which scrolls. */
  readonly place: HTMLElement;
  /** What the picture is drawn on. */
  readonly sheet: HTMLElement;
  readonly table: HTMLElement;
  private received: ReceivedPicture | undefined;
  /** What its page says until there is a picture. */
  private readonly reading: string;
  private readonly hasTools: boolean;
  private readonly overflow: ToolOverflow | undefined;

  constructor(
    readonly root: HTMLElement,
    private readonly kind: PictureKind,
  ) {
    this.place = this.part('place');
    this.reading = this.part('status').textContent;
    this.hasTools = this.part('tools').childElementCount > 0;
    // Before there is a picture they would do nothing.
    this.part('tools').hidden = true;
    this.sheet = this.part('sheet');
    this.table = this.part('table');
    this.sheet.toggleAttribute('data-moving', kind.isMoving ?? false);
    const bar = root.querySelector('header');
    const more = root.querySelector<HTMLDetailsElement>('#more');
    this.overflow = bar && more ? new ToolOverflow(bar, this.part('tools'), more) : undefined;
  }

  /** Of the window, in pixels on the screen. */
  get size(): { readonly width: number; readonly height: number } {
    return { width: this.place.clientWidth, height: this.place.clientHeight };
  }

  /** Shows what belongs to a picture with so many things in it, or to its table. */
  show(received: ReceivedPicture, { count, filter, isTable, isTroubled }: ShownPart): void {
    this.received = received;
    const { isLocked, words, picture, environment } = received;
    this.root.dataset['state'] = 'drawn';
    this.root.dataset['environment'] = environment?.id ?? '';
    this.part('environment').textContent = environment?.name ?? '';
    this.place.hidden = isTable;
    this.table.hidden = !isTable;
    this.part('turn').setAttribute('aria-pressed', String(isTable));
    this.part('tools').hidden = !this.hasTools;
    const { kind } = this;
    this.part('locked').hidden = !isLocked;
    this.part('filter').hidden =
      kind.isWhole?.(picture) === true || (kind.count(picture) < 2 && filter === '');
    if (kind.trouble) this.sayTrouble(kind.trouble(picture), isTroubled ?? false);
    const nothing = this.part('nothing');
    nothing.hidden = count > 0;
    nothing.textContent = filter ? words.noMatch : words.nothing;
    this.overflow?.fold();
  }

  /** Shows a picture as rows; what has a document in one leads to it as its mark does. */
  showTable({ columns, rows }: TwinTable, lead: (target: MarkTarget, event: MouseEvent) => void): void {
    const heads = columns.map(text => element('th', { text, attributes: { scope: 'col' } }));
    const body = rows.map(({ cells, opens }) => {
      const last = cells.length - 1;
      const tds = cells.map((text, index) => {
        if (!opens || index !== last) return element('td', { text });
        const link = button(text, event => lead(opens, event), { className: 'link' });
        return element('td', {}, link);
      });
      return element('tr', {}, ...tds);
    });
    const head = element('thead', {}, element('tr', {}, ...heads));
    this.table.replaceChildren(element('table', {}, head, element('tbody', {}, ...body)));
  }

  /** The button that leaves the things with trouble says how much of it there is. */
  private sayTrouble(trouble: string, isOn: boolean): void {
    const button = this.part('trouble');
    button.hidden = trouble === '';
    button.textContent = trouble;
    button.setAttribute('aria-pressed', String(isOn));
  }

  /** Shows whether a button of the toolbar is on, and whether it is there. */
  press(action: string, isOn: boolean, isHidden = false): void {
    const button = this.root.querySelector<HTMLElement>(`[data-action=${action}]`);
    button?.setAttribute('aria-pressed', String(isOn));
    if (button) button.hidden = isHidden;
  }

  /** Says that the picture is read again, until it is there or will not come; why it did not come is no news meanwhile. */
  wait(): void {
    this.part('status').textContent = this.reading;
    if (this.received) return;
    this.part('nothing').hidden = false;
    this.part('failed').hidden = true;
  }

  /** Says what is wrong, with a button for what helps; nothing any more without a sentence. */
  fail(sentence: string | undefined, help = ''): void {
    this.part('failed').hidden = sentence === undefined;
    this.part('sentence').textContent = sentence ?? '';
    this.part('help').hidden = help === '';
    this.part('help').textContent = help;
    if (this.part('status').textContent === this.reading) this.say('');
    if (!this.received) this.part('nothing').hidden = true;
  }

  /** Says something in the status line; what one can do there where it is empty. */
  say(text: string): void {
    const said = text || (this.received?.words.hint ?? '');
    this.part('status').textContent = said;
    // A narrow window has room for one line.
    this.part('status').title = said;
  }

  /** A part of the page, by its id. */
  part(id: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(`#${id}`)!;
  }
}
