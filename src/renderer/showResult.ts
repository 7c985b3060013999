import css from './resultView.css';
import { button, element } from './element.js';
import { ResultView } from './resultView.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** Something on the page that can be taken off again. */
export interface View {
  /** Fulfilled when it has its height, or waits for rows. */
  readonly drawn?: Promise<void>;
  /** Keeps in its session how it is looked at now. */
  keepLook?(): void;
  /** Marks it as from before the last change of what its cell asks, or as current. */
  markStale?(isStale: boolean): void;
  /** Calls it as its session is called now. */
  rename?(): void;
  dispose(): void;
}

/** Shows a sentence in place of a result. */
export function showSentence(place: HTMLElement, sentence: string): View {
  const root = emptyRoot(place);
  root.append(captionOf(sentence));
  return { dispose: () => root.replaceChildren() };
}

/** Shows a result in a shadow root of the element. */
export function showResult(place: HTMLElement, session: Session): View {
  const notes = notesOf(session);
  // It is no status: after a change of the range a screen reader would hear it of every result.
  const stale = element('div', { className: 'note', text: strings.stale, attributes: { id: 'stale' } });
  const root = emptyRoot(place);
  root.append(...notes);
  if (session.rows.count === 0) {
    if (notes.length === 0) root.append(captionOf(strings.noRows));
    const markStale = (isStale: boolean) => (isStale ? root.append(stale) : stale.remove());
    return { markStale, dispose: () => root.replaceChildren() };
  }
  const view = new ResultView(root, session, stale);
  const drawn = view.start();
  return {
    ...(session.rows.isComplete && { drawn }),
    keepLook: () => view.keepLook(),
    rename: () => view.rename(),
    markStale: isStale => view.markStale(isStale),
    dispose: () => view.dispose(),
  };
}

const captionOf = (text: string) => element('div', { className: 'caption', text });

const noteOf = (text: string) => element('div', { className: 'note', text, attributes: { role: 'status' } });

/** What is said above a result about what is not among its rows, with the way to see it. */
function notesOf(session: Session): HTMLElement[] {
  const { notes = [], limitActions = [], hasOddRows = false } = session.output;
  const lines = notes.map(noteOf);
  if (!session.isConnected) return lines;
  const buttons = limitActions.map(({ label, limit }) =>
    button(label, () => session.post({ type: 'limit', limit })),
  );
  if (hasOddRows) buttons.push(button(strings.openOddRows, () => session.post({ type: 'oddRows' })));
  if (buttons.length === 0) return lines;
  // What is left out is said first.
  const [first, ...others] = lines;
  const bar = element('div', { className: 'bar actions' }, ...(first ? [first] : []), ...buttons);
  // The editor would take the key for itself.
  bar.addEventListener('keydown', event => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
  });
  return [bar, ...others];
}

function emptyRoot(place: HTMLElement): ShadowRoot {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  root.replaceChildren(element('style', { text: css }));
  return root;
}
