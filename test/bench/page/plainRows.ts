import type { TableMessage } from '../../../src/model/tables/tableMessages.js';
import { RowWindow } from '../../../src/renderer/grid/rowWindow.js';

/** Pixels of each row and of each cell, about those of a table. */
const rowHeight = 22;
const cellWidth = 100;

const style = new CSSStyleSheet();
style.replaceSync(`
.grid { height: 100vh; overflow: auto; position: relative; font: 13px sans-serif; }
.row { position: absolute; display: flex; height: ${rowHeight}px; }
.row > div { width: ${cellWidth}px; overflow: clip; white-space: nowrap; }
.editing { position: absolute; top: 220px; left: 200px; width: ${cellWidth}px; }
`);
document.adoptedStyleSheets = [style];
document.body.style.margin = '0';

const element = (className: string) => {
  const made = document.createElement('div');
  made.className = className;
  return made;
};

/** The same rows as plain text in a list that draws those in sight; nothing can be done with them but to type over one. */
function show(rows: readonly { readonly cells: readonly unknown[] }[]): void {
  const scroller = document.body.appendChild(element('grid'));
  const body = scroller.appendChild(element('body'));
  const makeRow = (at: number) => {
    const row = element('row');
    for (const value of rows[at]?.cells ?? []) {
      const cell = row.appendChild(document.createElement('div'));
      cell.textContent = typeof value === 'object' ? '' : String(value as string | number);
    }
    return row;
  };
  new RowWindow({ scroller, body, rowHeight, makeRow }, rows.length);
  scroller.addEventListener('dblclick', () => {
    const input = document.createElement('input');
    input.className = 'editing';
    scroller.append(input);
    input.focus();
  });
}

globalThis.addEventListener('message', ({ data }: MessageEvent<TableMessage>) => {
  if (data.type === 'table') show(data.rows);
});
