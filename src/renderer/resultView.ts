import css from './resultView.css';
import { readResult } from './readResult.js';
import { ResultGrid } from './resultGrid.js';
import { strings } from './strings.js';

/** Something on the page that can be taken off again. */
export interface View {
  dispose(): void;
}

/** Shows a result in a shadow root of the element; what is not a result gives a sentence. */
export function showResult(element: HTMLElement, value: unknown): View {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = css;
  const caption = document.createElement('div');
  caption.id = 'caption';
  caption.className = 'caption';
  root.replaceChildren(style, caption);

  const table = readResult(value);
  if (!table || table.rowCount === 0) {
    caption.setAttribute('role', 'status');
    caption.textContent = table ? strings.noRows : strings.unreadable;
    return { dispose: () => root.replaceChildren() };
  }
  const { rowCount, totalRows } = table;
  caption.textContent = rowCount < totalRows ? strings.cut(rowCount, totalRows) : strings.rows(rowCount);
  const grid = new ResultGrid(table);
  grid.element.setAttribute('aria-labelledby', caption.id);
  root.append(grid.element);
  grid.start();
  return {
    dispose: () => {
      grid.dispose();
      root.replaceChildren();
    },
  };
}
