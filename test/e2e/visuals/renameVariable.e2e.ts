import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { eventually } from '../../support/eventually.js';
import { useKeptWorkbench, useManager } from '../useWorkbench.js';

const text = '{ "filter": { "type": "selector", "dimension": "direction", "value": "${way}" } }';

describe('a variable that is renamed', function () {
  this.timeout(90_000);
  useManager();
  const window = useKeptWorkbench(() => ({
    'renamed.dqnb': printNotebook({
      cells: [text, text].map(cell => ({ kind: 'query' as const, text: cell, extra: {} })),
      extra: { connection: environmentConnectionId, variables: { way: { default: 'upstream' } } },
    }),
  }));
  const holds = (name: string) =>
    eventually(async () => {
      await window().pressSave();
      const { cells, extra } = parseNotebook(await readFile(join(window().folder, 'renamed.dqnb'), 'utf8'));
      const renamed = text.replace('way', name);
      assert.deepEqual(
        [cells.map(cell => cell.text), extra['variables']],
        [[renamed, renamed], { [name]: { default: 'upstream' } }],
      );
    });

  it('has its new name in all cells and in the notebook, by F2 in a cell and in the view', async () => {
    const { page } = window();
    await window().closeEditors();
    await window().openView('Netsensor');
    await window().treeItem('Local manager').waitFor();
    await window().openView('Explorer');
    await window().clickTreeItem('renamed.dqnb');
    await page.locator('.cell-editor-container .view-line').getByText('${way}').first().click();
    const box = page.locator('.rename-box input');
    await eventually(async () => {
      await page.keyboard.press('F2');
      await box.waitFor({ timeout: 3000 });
    });
    await box.fill('direction_of');
    await page.keyboard.press('Enter');
    await holds('direction_of');
    await window().openView('Netsensor');
    const row = window().treeItemWith('direction_of').filter({ hasText: 'upstream' });
    await row.click();
    await window().quickInput.waitFor();
    await page.keyboard.press('Escape');
    await row.click({ button: 'right' });
    await page
      .locator('.context-view .action-menu-item')
      .filter({ hasText: 'Rename Variable' })
      .click({ delay: 200 });
    await window().answer('side');
    await holds('side');
    await window().openView('Explorer');
  });
});
