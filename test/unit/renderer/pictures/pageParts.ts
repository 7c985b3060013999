import { vi } from 'vitest';
import type { KindTypes } from '../../../../src/model/pictures/shownPicture.js';
import type { PageKind } from '../../../../src/renderer/pictures/pageKind.js';
import { PicturePage, type PageHost } from '../../../../src/renderer/pictures/picturePage.js';

const ids = [
  'filter',
  'turn',
  'locked',
  'failed',
  'sentence',
  'help',
  'nothing',
  'place',
  'environment',
  'table',
  'status',
  'tools',
];

/** What a page says of its own, in short words. */
export const words = {
  hint: 'Drag',
  reserve: 'Reserve {0}',
  resize: '{0} now',
  nothing: 'Nothing',
  noMatch: 'No match',
  copied: 'Copied',
  failed: 'Failed',
  tooLarge: 'Too large',
  noBackground: 'No background',
  measure: ['First', 'Second'] as const,
};

/**
 * Opens a page in an element of its own: pages of tests before it still hear what happens on theirs, in other files too.
 * @param tools what its toolbar has besides that of every page
 */
export function openPage<K extends KindTypes>(
  kind: PageKind<K>,
  host: Omit<PageHost, 'subject'>,
  tools = '',
): { root: HTMLElement; page: PicturePage } {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  root.innerHTML = ids
    .map(id => (id === 'filter' ? '<input id="filter">' : `<div id="${id}"></div>`))
    .join('');
  root.querySelector('#status')!.textContent = 'Reading…';
  root.querySelector('#tools')!.innerHTML = '<button></button>';
  root.insertAdjacentHTML(
    'beforeend',
    `<button id="trouble" data-action="trouble"></button><button data-action="retry"></button>${tools}`,
  );
  const sheet = document.createElement('div');
  sheet.id = 'sheet';
  // A browser without a screen has no pointers to capture.
  sheet.setPointerCapture = vi.fn();
  const place = root.querySelector<HTMLElement>('#place')!;
  place.append(sheet);
  place.scrollTo = vi.fn();
  Element.prototype.scrollIntoView ??= vi.fn();
  const subject = { connectionId: 'a', kind: 'any' };
  return { root, page: new PicturePage(root, { subject, ...host }, kind) };
}

/** Presses a key where the keyboard is. */
export const press = (key: string, more: KeyboardEventInit = {}): void => {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
};
