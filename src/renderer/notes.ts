import { button, element } from './element.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** What is said above a result about what is not among its rows, with the way to see it. */
export function notesOf(session: Session): HTMLElement[] {
  const { notes = [], hasOddRows = false } = session.output;
  const lines = notes.map(text =>
    element('div', { className: 'note', text, attributes: { role: 'status' } }),
  );
  if (!hasOddRows || !session.isConnected) return lines;
  const open = button(strings.openOddRows, () => session.post({ type: 'oddRows' }));
  // The editor would take the key for itself.
  open.addEventListener('keydown', event => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
  });
  return [...lines, element('div', { className: 'bar' }, open)];
}
