import type { MarkTarget } from '../../model/pictures/drawing.js';
import type { PageMessage } from '../../model/pictures/pictureMessages.js';
import type { PictureKind } from '../../model/pictures/pictureKind.js';
import { zoomWithWheel } from '../panZoom.js';
import type { DrawnPage, KindTools } from './pageKind.js';
import { zoomStep } from './pageSheet.js';

/** Listens to the toolbar, the wheel, clicks and keys of a page. @param act does what a button of the toolbar is for */
export function listenToPage(page: DrawnPage, tools: KindTools, act: (name: string) => void): void {
  const { root, place, sheet } = page.frame;
  root.addEventListener('click', ({ target }) => {
    const name = target instanceof Element && target.closest('[data-action]')?.getAttribute('data-action');
    if (name) act(name);
  });
  const filter = page.frame.part('filter') as HTMLInputElement;
  filter.value = page.state.filter;
  filter.addEventListener('input', () => {
    if (tools.lookFor) tools.lookFor(filter.value);
    else page.change({ filter: filter.value });
  });
  place.addEventListener('scroll', () => page.update({ scroll: [place.scrollLeft, place.scrollTop] }));
  zoomWithWheel(place, (factor, event) => page.zoomBy(factor, event));
  sheet.addEventListener('keydown', event => press(page, tools, event));
  sheet.addEventListener('click', event => click(page, tools, event));
}

function click(page: DrawnPage, { gestures }: KindTools, event: MouseEvent): void {
  const { target } = event;
  const mark = target instanceof Element ? page.focus.markOf(target) : undefined;
  if (gestures.some(({ hasJustDragged }) => hasJustDragged)) return;
  if (gestures.some(gesture => gesture.pick?.(mark, event))) return;
  if (mark?.opens) page.post(wayTo(page.kind, mark.opens, event));
}

function press(page: DrawnPage, { gestures }: KindTools, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const factor = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[key];
  const mark = page.focus.current;
  if (gestures.some(gesture => gesture.press(event, mark))) event.preventDefault();
  else if ((key === 'Enter' || key === ' ') && mark?.opens) page.post(wayTo(page.kind, mark.opens, event));
  else if (ctrlKey || metaKey || altKey) return;
  else if (factor || key === '0') page.zoomBy(factor);
  else if (!page.focus.press(key)) return;
  event.preventDefault();
}

/**
 * Where a click, or Enter, on what stands for a record leads: in pictures of the sensor tree to the node in the tree, and
 * with Ctrl to its document; in others to the document.
 */
export function wayTo(
  { leadsTo }: PictureKind,
  target: MarkTarget,
  { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>,
): PageMessage {
  return { type: leadsTo === 'node' && !ctrlKey && !metaKey ? 'reveal' : 'open', target };
}
