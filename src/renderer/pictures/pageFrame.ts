import type {
  PageMessage,
  PageState,
  PictureMessage,
  PictureSubject,
} from '../../model/pictures/pictureMessages.js';
import { kindOf, pictureKinds } from '../../model/pictures/pictureKinds.js';
import { ToolOverflow } from './toolOverflow.js';

/** What a page has of the editor around it. */
export interface PageHost {
  readonly subject: PictureSubject;
  /** What it kept before a reload. */
  readonly kept: PageState | undefined;
  keep(state: PageState): void;
  post(message: PageMessage): void;
}

/** Asks for the picture, as it was shown before a reload. */
export const readyMessage = ({ layer, topology, filter }: PageState): PageMessage => ({
  type: 'ready',
  kept: layer,
  topology: topology && { ...topology, ...(filter && { filter }) },
});

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
  private readonly overflow: ToolOverflow | undefined;

  constructor(
    readonly root: HTMLElement,
    { kind }: PictureSubject,
  ) {
    this.place = this.part('place');
    this.sheet = this.part('sheet');
    this.table = this.part('table');
    this.part('tools').hidden = this.part('tools').childElementCount === 0;
    this.sheet.toggleAttribute('data-moving', pictureKinds[kind].isMoving);
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
    const { isEditable, words, picture } = received;
    this.root.dataset['state'] = 'drawn';
    this.place.hidden = isTable;
    this.table.hidden = !isTable;
    this.part('turn').setAttribute('aria-pressed', String(isTable));
    const kind = kindOf(picture);
    // Of others nothing can be dragged, whatever the connection lets one do.
    this.part('locked').hidden = isEditable || !kind.isDraggable;
    this.part('filter').hidden =
      kind.isWhole?.(picture) === true || (kind.count(picture) < 2 && filter === '');
    if (kind.trouble) this.sayTrouble(kind.trouble(picture), isTroubled ?? false);
    const nothing = this.part('nothing');
    nothing.hidden = count > 0;
    nothing.textContent = filter ? words.noMatch : words.nothing;
    this.overflow?.fold();
  }

  /** The button that leaves the things with trouble says how much of it there is. */
  private sayTrouble(trouble: string, isOn: boolean): void {
    const button = this.part('trouble');
    button.hidden = trouble === '';
    button.textContent = trouble;
    button.setAttribute('aria-pressed', String(isOn));
  }

  /** Shows whether a button of the toolbar is on. */
  press(action: string, isOn: boolean): void {
    this.root.querySelector(`[data-action=${action}]`)?.setAttribute('aria-pressed', String(isOn));
  }

  /** Says what is wrong; nothing any more without a sentence. */
  fail(sentence: string | undefined): void {
    this.part('failed').hidden = sentence === undefined;
    this.part('sentence').textContent = sentence ?? '';
  }

  /** Says something in the status line; what one can do there where it is empty. */
  say(text: string): void {
    const { isEditable = false, words } = this.received ?? {};
    const said = text || ((isEditable ? words?.hint : words?.lockedHint) ?? '');
    this.part('status').textContent = said;
    // A narrow window has room for one line.
    this.part('status').title = said;
  }

  /** A part of the page, by its id. */
  part(id: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(`#${id}`)!;
  }
}
