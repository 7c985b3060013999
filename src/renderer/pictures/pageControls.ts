import type { Mark, MarkTarget } from '../../model/pictures/drawing.js';
import type { PageMessage } from '../../model/pictures/pictureMessages.js';
import type { PictureKind } from '../../model/pictures/pictureKinds.js';
import type { MarkFocus } from './markFocus.js';
import type { PageFrame } from './pageFrame.js';
import { zoomStep } from './pageZoom.js';

/** What drags, opens or moves something of a picture; the first that takes a key or a click has it. */
export interface PageGesture {
  /** Whether the click that comes now is the end of a drag. */
  readonly hasJustDragged?: boolean;
  /** @returns whether the key was for it */
  press(event: KeyboardEvent, mark: Mark | undefined): boolean;
  /** @returns whether the click was for it */
  pick?(mark: Mark | undefined, event: MouseEvent): boolean;
}

/** What mouse and keyboard act on. */
export interface ControlParts {
  readonly kind: Pick<PictureKind, 'leadsTo'>;
  readonly frame: PageFrame;
  readonly focus: MarkFocus;
  readonly gestures: readonly PageGesture[];
  readonly post: (message: PageMessage) => void;
  /** Does what a button of the toolbar is for. */
  readonly act: (name: string) => void;
  readonly filter: string;
  readonly filtered: (filter: string) => void;
  readonly scrolled: (place: readonly [left: number, top: number]) => void;
  readonly zoomBy: (factor: number | undefined, at?: MouseEvent) => void;
}

/** Listens to the toolbar, the wheel, clicks and keys of a page. */
export function listenToPage(parts: ControlParts): void {
  const { frame, act, filtered, scrolled, zoomBy } = parts;
  const { root, place, sheet } = frame;
  root.addEventListener('click', ({ target }) => {
    const name = target instanceof Element && target.closest('[data-action]')?.getAttribute('data-action');
    if (name) act(name);
  });
  const filter = frame.part('filter') as HTMLInputElement;
  filter.value = parts.filter;
  filter.addEventListener('input', () => filtered(filter.value));
  place.addEventListener('scroll', () => scrolled([place.scrollLeft, place.scrollTop]));
  place.addEventListener(
    'wheel',
    event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? zoomStep : 1 / zoomStep, event);
    },
    { passive: false },
  );
  sheet.addEventListener('keydown', event => press(parts, event));
  sheet.addEventListener('click', event => click(parts, event));
}

function click({ kind, focus, gestures, post }: ControlParts, event: MouseEvent): void {
  const { target } = event;
  const mark = target instanceof Element ? focus.markOf(target) : undefined;
  if (gestures.some(({ hasJustDragged }) => hasJustDragged)) return;
  if (gestures.some(gesture => gesture.pick?.(mark, event))) return;
  if (mark?.opens) post(wayTo(kind, mark.opens, event));
}

function press({ kind, focus, gestures, post, zoomBy }: ControlParts, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const factor = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[key];
  const mark = focus.current;
  if (gestures.some(gesture => gesture.press(event, mark))) event.preventDefault();
  else if ((key === 'Enter' || key === ' ') && mark?.opens) post(wayTo(kind, mark.opens, event));
  else if (ctrlKey || metaKey || altKey) return;
  else if (factor || key === '0') zoomBy(factor);
  else if (!focus.press(key)) return;
  event.preventDefault();
}

/**
 * Where a click, or Enter, on what stands for a record leads: in pictures of the sensor tree to the node in the tree, and
 * with Ctrl to its document; in others to the document.
 */
export function wayTo(
  { leadsTo }: Pick<PictureKind, 'leadsTo'>,
  target: MarkTarget,
  { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>,
): PageMessage {
  return { type: leadsTo === 'node' && !ctrlKey && !metaKey ? 'reveal' : 'open', target };
}
