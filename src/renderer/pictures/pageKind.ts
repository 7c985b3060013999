import type { Drawing, Mark, MarkTarget } from '../../model/pictures/drawing.js';
import type { PictureKind } from '../../model/pictures/pictureKind.js';
import type { PageMessage, PageState, PictureWords } from '../../model/pictures/pictureMessages.js';
import type { KindTypes } from '../../model/pictures/shownPicture.js';
import type { MarkFocus } from './markFocus.js';
import type { PageFrame } from './pageFrame.js';

/** A place in the window. */
type At = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** The page of a picture, as what acts on it has it. */
export interface DrawnPage<K extends KindTypes = KindTypes> {
  readonly kind: PictureKind<K>;
  readonly frame: PageFrame;
  readonly focus: MarkFocus;
  readonly state: PageState & Partial<K['state']>;
  /** The picture as it is drawn now. */
  readonly placed: K['placed'] | undefined;
  /** Pixels on the screen for one of the drawing. */
  readonly zoom: number;
  readonly words: (PictureWords & K['words']) | undefined;
  readonly isEditable: boolean;
  /** What is exported. */
  readonly exported: Exported<K> | undefined;
  /** Keeps something over a reload. */
  update(change: Partial<PageState> | Partial<K['state']>): void;
  /** Keeps something, and draws what has changed. */
  change(change: Partial<PageState> | Partial<K['state']>): void;
  /** Draws what was received last. */
  draw(): void;
  /** Draws larger or smaller around a point of the window; all of it without a factor. */
  zoomBy(factor: number | undefined, at?: At): void;
  post(message: PageMessage | K['message']): void;
}

/** What is exported: the drawing is undefined while only the table was shown. */
interface Exported<K extends KindTypes> {
  readonly picture: K['picture'];
  readonly drawing: Drawing | undefined;
}

/** What drags, opens or moves something of a picture; the first that takes a key or a click has it. */
export interface PageGesture {
  /** Whether the click that comes now is the end of a drag. */
  readonly hasJustDragged?: boolean;
  /** @returns whether the key was for it */
  press(event: KeyboardEvent, mark: Mark | undefined): boolean;
  /** @returns whether the click was for it */
  pick?(mark: Mark | undefined, event: MouseEvent): boolean;
}

/** What a kind of picture has on its page besides what every picture has. */
export interface KindTools<K extends KindTypes = KindTypes> {
  /** The first that takes a key or a click has it. */
  readonly gestures: readonly PageGesture[];
  /** Buttons of the toolbar by their names. */
  readonly actions?: Readonly<Record<string, () => void>>;
  /** What was kept over a reload, for whoever makes the picture. */
  kept?(): unknown;
  /** Takes what was received, before it is drawn for the first time. */
  receive?(picture: K['picture']): void;
  /** Takes what lies below the picture, as a data URL. */
  takeBackground?(href: string | undefined): void;
  /** Takes what is to be drawn. @returns what is drawn of it */
  look?(picture: K['picture']): K['picture'];
  /** What is exported where that is not what is drawn. */
  exported?(picture: K['picture']): Exported<K> | undefined;
  /** Looks at a node before a drawing. */
  seek?(target: MarkTarget): void;
  /** Is told to show something that the filter may hide. */
  forgetFilter?(): void;
  lookFor?(filter: string): void;
  /** In place of the zoom of a picture that scrolls. */
  zoomBy?(factor: number | undefined): void;
  /** How far the window has to scroll for what stays where it is. */
  drift?(placed: K['placed']): readonly [left: number, top: number] | undefined;
  /** Follows a drawing. @param before what was drawn before it */
  drawn?(before: K['placed'] | undefined, placed: K['placed']): void;
  /** Brings what has the keyboard into sight. */
  bring?(mark: Mark): void;
}

/** A kind of picture as its page knows it. */
export interface PageKind<K extends KindTypes = KindTypes> {
  readonly kind: PictureKind<K>;
  /** Left out where there is nothing on its page but what every picture has. */
  tools?(page: DrawnPage<K>): KindTools<K>;
}
