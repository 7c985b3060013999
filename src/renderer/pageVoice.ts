import type { RunSaid } from '../model/results/shownResult.js';
import { element } from './element.js';

/** So many sentences stay for who reads them later. */
const kept = 5;
const unseen = 'position:fixed;clip-path:inset(50%)';

/**
 * A place on the page where a screen reader hears what is said, one sentence after the other, wherever its focus is. It has to
 * be there before anything is said (WAI-ARIA 1.2, Live Region Roles).
 */
export function pageVoice(): (said: Pick<RunSaid, 'number' | 'sentence'>) => void {
  const place = element('div', { attributes: { role: 'log', style: unseen } });
  document.body.append(place);
  let last = 0;
  return ({ number, sentence }) => {
    if (number <= last) return;
    last = number;
    place.append(element('div', { text: sentence }));
    if (place.childElementCount > kept) place.firstElementChild?.remove();
  };
}
