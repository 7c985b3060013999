import { button, element } from '../element.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';

/** So many lines a page can still draw; a table is better for more. */
const mostOfAll = 500;

/** How many of the largest a drawing shows: its usual number, or as many as can be drawn when all are asked for. */
export const mostOf = ({ settings }: Session, usual: number): number => (settings.hasAll ? mostOfAll : usual);

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
