import { folded } from 'netsensor-contract/text/folded';
import { orderedColumns } from '../../model/charts/shownTable.js';
import type { TableQuestion } from '../../model/tables/tableMessages.js';
import { button, element } from '../element.js';
import { showColumns } from '../grid/gridMenus.js';
import { strings } from '../strings.js';
import type { TableGrid } from './tableGrid.js';
import { tableStrings } from './tableStrings.js';

/** Where columns are chosen. */
interface ColumnPage {
  readonly grid: TableGrid | undefined;
  post(message: TableQuestion): void;
}

/** From how many columns on they can be searched. */
const many = 8;

/** The buttons for the columns of a table: which are shown, and which layout they follow. */
export function columnButtons(page: ColumnPage): HTMLElement[] {
  const columns = button(tableStrings.columns, () => page.grid && chooseColumns(columns, page.grid));
  const layout = button(tableStrings.layout, () => {
    const fields = page.grid?.model.columns.map(({ name }) => name) ?? [];
    page.post({ type: 'layout', fields });
  });
  return [columns, layout];
}

/** Opens a list of all columns below a button, in which they are shown and hidden; Escape closes it. */
function chooseColumns(opener: HTMLElement, grid: TableGrid): void {
  const { session } = grid.model;
  const all = () => orderedColumns(session.columns, session.settings).map(({ name }) => name);
  const isShown = (name: string) => session.columnSettings(name).isHidden !== true;
  const root = opener.getRootNode() as ShadowRoot;
  const list = element('div', { className: 'choices', attributes: { role: 'group' } });
  const search = element('input', {
    attributes: { type: 'text', placeholder: tableStrings.findColumn, 'aria-label': tableStrings.findColumn },
  });
  const draw = () => {
    const columns = all();
    const isLast = columns.filter(isShown).length === 1;
    const found = columns.filter(name => folded(name).includes(folded(search.value.trim())));
    const focused = (root.activeElement as HTMLElement | null)?.dataset['column'];
    list.replaceChildren(
      ...found.map(name => {
        const box = element('input', { attributes: { type: 'checkbox', 'data-column': name } });
        box.checked = isShown(name);
        // There is no table without a column.
        box.disabled = box.checked && isLast;
        box.addEventListener('change', () => {
          session.changeColumn(name, { isHidden: !box.checked });
          grid.redraw();
          draw();
        });
        return element('label', {}, box, new Text(name));
      }),
    );
    for (const box of list.querySelectorAll('input')) if (box.dataset['column'] === focused) box.focus();
  };
  const showAll = button(strings.showAllColumns, () => {
    showColumns(session, all());
    grid.redraw();
    draw();
  });
  const panel = element(
    'div',
    {
      className: 'chooser menu',
      attributes: { role: 'dialog', 'aria-label': tableStrings.columns, popover: 'auto' },
    },
    ...(session.columns.length > many ? [search] : []),
    list,
    showAll,
  );
  search.addEventListener('input', draw);
  draw();
  showBelow(opener, panel, root);
  panel.querySelector('input')?.focus();
}

/** Shows a panel below what opened it, until Escape or a click elsewhere; the arrows go through its boxes and buttons. */
function showBelow(opener: HTMLElement, panel: HTMLElement, root: ShadowRoot): void {
  panel.addEventListener('keydown', event => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      panel.hidePopover?.();
      opener.focus();
    }
    const boxes = [...panel.querySelectorAll<HTMLElement>('input, button')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    boxes.at((boxes.indexOf(root.activeElement as HTMLElement) + step) % boxes.length)?.focus();
  });
  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') panel.remove();
  });
  root.append(panel);
  panel.showPopover?.();
  const { left, bottom } = opener.getBoundingClientRect();
  const width = panel.offsetWidth;
  panel.style.left = `${Math.max(0, Math.min(left, window.innerWidth - width))}px`;
  panel.style.top = `${bottom}px`;
}
