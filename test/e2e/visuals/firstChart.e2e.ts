import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { eventually } from '../../support/eventually.js';
import { useWorkbench, useManager } from '../useWorkbench.js';
import { drawnInView, openNotebook, useTraffic } from './resultNotebook.js';

describe('the first chart, with the mouse alone', function () {
  this.timeout(120_000);
  useTraffic();
  const { proxy } = useManager();
  // Other suites look for their picture in the only page of the window, and this notebook keeps one.
  const window = useWorkbench(() => ({
    files: {
      'first.dqnb': printNotebook({
        cells: [],
        extra: { connection: environmentConnectionId, timeRange: 'last 6 hours' },
      }),
    },
  }));
  const asked = () => proxy().seen.filter(({ url }) => url.startsWith('/api/data')).length;
  /** Opens or closes a view of the side bar: the others leave their room to this one. */
  const press = (view: string) =>
    window()
      .page.locator(`.pane-header[aria-label^="${view} "]`)
      // Beside its buttons.
      .click({ position: { x: 8, y: 8 } });
  const others = ['Managers', 'Details', 'What is down'];
  const query = async () => {
    await window().pressSave();
    const { cells } = parseNotebook(await readFile(join(window().folder, 'first.dqnb'), 'utf8'));
    assert.equal(cells.length, 1);
    return JSON.parse(cells[0]!.text) as Record<string, unknown>;
  };

  it('comes from a dimension that is clicked and a cell that is run, and goes on with what is dragged into the cell', async () => {
    const { page } = window();
    await openNotebook(window(), 'first.dqnb');
    await window().openView('Netsensor');
    await press('Data');
    await window().treeItem('rb_flow').waitFor();
    for (const view of others) await press(view);
    const before = asked();
    await window().expandTreeItem('rb_flow');
    await window().treeItemWith('of the rows').first().waitFor();
    assert.equal(asked(), before + 1);
    await window().clickTreeItem('application_id_name');
    const cell = page.locator('.cell-editor-container .monaco-editor').first();
    await cell.waitFor();
    await cell.hover();
    await page
      .getByRole('button', { name: /Execute Cell/ })
      .first()
      .click();
    await window().notebookOutputs.locator(drawnInView.list).first().waitFor();
    await window().expandTreeItem('direction');
    const value = window().treeItem('downstream');
    await value.waitFor();
    await value.dragTo(cell.locator('.view-line').first());
    const filter = { type: 'selector', dimension: 'direction', value: 'downstream' };
    await eventually(async () => assert.deepEqual((await query())['filter'], filter));
    for (const view of [...others, 'Data']) await press(view);
  });
});
