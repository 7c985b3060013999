import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { eventually } from '../../support/eventually.js';
import { openNotebook, queryOfView, useTraffic } from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

const first = JSON.stringify(queryOfView.table());
const second = '{ "queryType": "topN" }';

describe('the keys of a query notebook', function () {
  this.timeout(120_000);
  useTraffic();
  const window = useKeptWorkbench(() => ({
    'keys.dqnb': printNotebook({
      cells: [first, second].map(text => ({ kind: 'query', text, extra: { view: { view: 'table' } } })),
      extra: { connection: environmentConnectionId },
    }),
  }));
  const press = async (...keys: string[]) => {
    for (const key of keys) await window().page.keyboard.press(key);
  };
  const editors = () => window().page.locator('.cell-editor-container .monaco-editor');
  const edit = async (index: number) => {
    await editors().nth(index).locator('.view-lines').click();
    await editors().nth(index).and(window().page.locator('.focused')).waitFor();
  };
  const select = async (index: number) => {
    await edit(index);
    await press('Escape');
    await window()
      .page.locator('.cell-editor-container .monaco-editor.focused')
      .waitFor({ state: 'detached' });
  };
  /** Waits until the file has these cells; of Markdown behind `#`. */
  const assertCells = (...expected: string[]) =>
    eventually(async () => {
      await window().pressSave();
      const { cells } = parseNotebook(await readFile(join(window().folder, 'keys.dqnb'), 'utf8'));
      assert.deepEqual(
        cells.map(({ kind, text }) => (kind === 'markdown' ? `# ${text}` : text)),
        expected,
      );
    });

  before('open the notebook', () => openNotebook(window(), 'keys.dqnb'));

  it('run a cell and stay in it with Ctrl+Enter, also while a list of what fits is open', async () => {
    await edit(0);
    await press('Control+End', 'ArrowLeft', 'Control+Space');
    const list = window().page.locator('.suggest-widget.visible .monaco-list-row');
    await list.first().waitFor();
    await press('Control+Enter');
    await window().notebookOutputs.getByRole('grid').waitFor();
    await list.first().waitFor({ state: 'detached' });
    await editors().first().and(window().page.locator('.focused')).waitFor();
    await assertCells(first, second);
  });

  it('are letters in an output and in an editor', async () => {
    const grid = window().notebookOutputs.getByRole('grid');
    await grid.getByRole('gridcell').first().click();
    await window().page.waitForFunction("document.activeElement?.tagName === 'IFRAME'");
    await press('a', 'b', 'x', 'd', 'd');
    await edit(1);
    await press('Control+End');
    await window().page.keyboard.type(' //abxcvzmyMdd');
    await assertCells(first, `${second} //abxcvzmyMdd`);
    for (let count = 0; count < 14; count += 1) await press('Backspace');
    await assertCells(first, second);
  });

  it('insert, delete, copy, cut, paste and undo with a letter', async () => {
    await select(0);
    await press('b');
    await assertCells(first, '', second);
    await press('d', 'd');
    await assertCells(first, second);
    await select(0);
    await press('a');
    await assertCells('', first, second);
    await press('z');
    await assertCells(first, second);
    await select(1);
    await press('c', 'v');
    await assertCells(first, second, second);
    await press('x');
    await assertCells(first, second);
  });

  it('name a query by what it asks with Ctrl+Shift+O', async () => {
    await edit(0);
    await press('ControlOrMeta+Shift+o');
    await window().quickPickItem('groupBy application_id_name, direction by bytes, pkts').first().waitFor();
    await press('Escape');
  });

  it('make a cell a text and a query again, and join it with the next', async () => {
    await select(1);
    await press('m');
    await assertCells(first, `# ${second}`);
    await press('y');
    await assertCells(first, second);
    await select(0);
    await press('Shift+M');
    await assertCells(`${first}\n${second}`);
  });
});
