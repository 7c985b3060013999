import { folded } from 'netsensor-contract/text/folded';
import { button, element } from '../element.js';
import { strings } from '../strings.js';
import { tableStrings } from './tableStrings.js';

/** A column that can be shown. */
export interface ChosenColumn {
  readonly name: string;
  readonly isShown: boolean;
}

/** What choosing columns works on. */
export interface ColumnChoice {
  /** All columns from left to right. */
  readonly columns: () => readonly ChosenColumn[];
  readonly show: (names: readonly string[]) => void;
  readonly hide: (name: string) => void;
}

/** From how many columns on they can be searched. */
const many = 8;

/** Opens a list of all columns below a button, in which they are shown and hidden; Escape closes it. */
export function chooseColumns(opener: HTMLElement, choice: ColumnChoice): void {
  const root = opener.getRootNode() as ShadowRoot;
  const list = element('div', { className: 'choices', attributes: { role: 'group' } });
  const search = element('input', {
    attributes: { type: 'text', placeholder: tableStrings.findColumn, 'aria-label': tableStrings.findColumn },
  });
  const draw = () => {
    const columns = choice.columns();
    const isLast = columns.filter(({ isShown }) => isShown).length === 1;
    const found = columns.filter(({ name }) => folded(name).includes(folded(search.value.trim())));
    const focused = (root.activeElement as HTMLElement | null)?.dataset['column'];
    list.replaceChildren(
      ...found.map(({ name, isShown }) => {
        const box = element('input', { attributes: { type: 'checkbox', 'data-column': name } });
        box.checked = isShown;
        // There is no table without a column.
        box.disabled = isShown && isLast;
        box.addEventListener('change', () => {
          if (box.checked) choice.show([name]);
          else choice.hide(name);
          draw();
        });
        return element('label', {}, box, new Text(name));
      }),
    );
    for (const box of list.querySelectorAll('input')) if (box.dataset['column'] === focused) box.focus();
  };
  const showAll = button(strings.showAllColumns, () => {
    choice.show(choice.columns().map(({ name }) => name));
    draw();
  });
  const panel = element(
    'div',
    {
      className: 'chooser menu',
      attributes: { role: 'dialog', 'aria-label': tableStrings.columns, popover: 'auto' },
    },
    ...(choice.columns().length > many ? [search] : []),
    list,
    showAll,
  );
  search.addEventListener('input', draw);
  panel.addEventListener('keydown', event => {
    event.stopPropagation();
    if (event.key === 'Escape') panel.hidePopover?.();
    const boxes = [...panel.querySelectorAll<HTMLElement>('input, button')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    boxes.at((boxes.indexOf(root.activeElement as HTMLElement) + step) % boxes.length)?.focus();
  });
  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') panel.remove();
  });
  draw();
  root.append(panel);
  panel.showPopover?.();
  const { left, bottom } = opener.getBoundingClientRect();
  const width = panel.offsetWidth;
  panel.style.left = `${Math.max(0, Math.min(left, window.innerWidth - width))}px`;
  panel.style.top = `${bottom}px`;
  panel.querySelector('input')?.focus();
}
