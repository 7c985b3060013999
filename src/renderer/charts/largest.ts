import { button, element } from '../element.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';

/** What a drawing leaves out, and the button that draws all, or only the largest again. */
export function largestBar(
  session: Session,
  { said, isCut, onDidChoose }: { said: string; isCut: boolean; onDidChoose: () => void },
): HTMLElement {
  const choose = (hasAll: boolean) => () => {
    session.change({ hasAll });
    onDidChoose();
  };
  const other = session.settings.hasAll
    ? button(strings.showLargest, choose(false))
    : isCut
      ? button(strings.showAll, choose(true))
      : undefined;
  return element('div', { className: 'largest' }, element('span', { text: said }), ...(other ? [other] : []));
}
