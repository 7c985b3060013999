import { vi } from 'vitest';

const ids = [
  'filter',
  'turn',
  'locked',
  'failed',
  'sentence',
  'nothing',
  'place',
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

/** Fills an element with what every page of a picture has; a browser without a screen has no pointers to capture. */
export function fillPage(root: HTMLElement): void {
  root.innerHTML = ids
    .map(id => (id === 'filter' ? '<input id="filter">' : `<div id="${id}"></div>`))
    .join('');
  root.insertAdjacentHTML('beforeend', '<button id="trouble" data-action="trouble"></button>');
  const sheet = document.createElement('div');
  sheet.id = 'sheet';
  sheet.setPointerCapture = vi.fn();
  const place = root.querySelector<HTMLElement>('#place')!;
  place.append(sheet);
  place.scrollTo = vi.fn();
  Element.prototype.scrollIntoView ??= vi.fn();
}
