import type { MarkTarget, TwinTable } from '../../model/pictures/drawing.js';
import { layeredTable } from '../../model/pictures/floors/floorLayer.js';
import type { PageMessage } from '../../model/pictures/pictureMessages.js';
import type { ShownPicture } from '../../model/pictures/shownPicture.js';
import { button, element } from '../element.js';
import { wayTo } from './pageControls.js';

/** The table of a picture, with what the layer of a floor says; what has a record leads to it as its mark does. */
export function pictureTable(
  table: TwinTable,
  picture: ShownPicture,
  post: (message: PageMessage) => void,
): HTMLElement {
  const rows = picture.kind === 'floor' ? layeredTable(table, picture.floor) : table;
  return twinTable(rows, (target, event) => post(wayTo(picture.kind, target, event)));
}

function twinTable(
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
