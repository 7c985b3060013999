import type { MarkTarget, TwinTable } from '../../model/pictures/drawing.js';
import { button, element } from '../element.js';

/** The table twin of a picture; what has a record leads to it. */
export function twinTable(
  { columns, rows }: TwinTable,
  lead: (target: MarkTarget, event: MouseEvent) => void,
): HTMLElement {
  const head = element(
    'thead',
    {},
    element('tr', {}, ...columns.map(text => element('th', { text, attributes: { scope: 'col' } }))),
  );
  const body = rows.map(({ cells, opens }) => {
    const last = cells.length - 1;
    return element(
      'tr',
      {},
      ...cells.map((text, index) =>
        opens && index === last
          ? element(
              'td',
              {},
              button(text, event => lead(opens, event), { className: 'link' }),
            )
          : element('td', { text }),
      ),
    );
  });
  return element('table', {}, head, element('tbody', {}, ...body));
}
