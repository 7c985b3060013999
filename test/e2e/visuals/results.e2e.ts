import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { viewNames } from '../../../src/model/results/viewSettings.js';
import { eventually } from '../../support/eventually.js';
import {
  drawnInView,
  flowQuery,
  notebookOf,
  queryOfView,
  runNotebook,
  useTraffic,
} from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';
import { pageInEditor } from '../workbench.js';

describe('results, with mouse and keyboard', function () {
  this.timeout(120_000);
  useTraffic();
  const window = useKeptWorkbench(() => ({
    'every.dqnb': notebookOf(flowQuery(6, { queryType: 'groupBy', dimensions: ['ip_country_code'] })),
    'list.dqnb': notebookOf(queryOfView.list(), 'list', 2),
    'tab.dqnb': notebookOf(queryOfView.list(), 'list'),
  }));
  const outputs = () => window().notebookOutputs;
  const open = (name: string) => runNotebook(window(), name);
  const choose = (label: string) => outputs().getByRole('menuitem', { name: label, exact: true }).click();
  const saved = async (name: string) => {
    await window().page.keyboard.press('ControlOrMeta+s');
    return readFile(join(window().folder, name), 'utf8');
  };
  const copied = async () => {
    await window().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return String(await window().page.evaluate('navigator.clipboard.readText()'));
  };

  it('are drawn in each view', async () => {
    await open('every.dqnb');
    const views = outputs().getByRole('radio');
    // Many values are not one number.
    const possible = viewNames.filter(view => view !== 'number');
    assert.equal(await views.count(), possible.length);
    // Backwards, so that the table is shown last.
    for (const [index, view] of [...possible.entries()].reverse()) {
      await views.nth(index).click();
      await outputs().locator(drawnInView[view]).first().waitFor({ state: 'attached' });
    }
  });

  it('have the keys of a notebook for themselves: they are copied, change their view, and keep it in the file', async () => {
    const { page } = window();
    const grid = outputs().getByRole('grid');
    await grid.focus();
    for (const key of ['Control+Home', 'ArrowRight', 'ArrowDown', 'Shift+ArrowDown', 'ControlOrMeta+c'])
      await page.keyboard.press(key);
    const shown = await grid.locator('.selected').allTextContents();
    assert.equal(shown.length, 2);
    await eventually(async () => assert.equal(await copied(), ['ip_country_code', ...shown].join('\n')));
    await page.keyboard.press('v');
    await outputs().locator('.plot canvas').waitFor();
    await outputs().getByRole('radio', { name: 'Line' }).waitFor();
    await page
      .locator('.notebook-cell-list, .cell-list-container')
      .first()
      .click({ position: { x: 4, y: 4 } });
    await eventually(async () => assert.match(await saved('every.dqnb'), /"view": \{\s*"view": "line"/));
  });

  it('have a menu over the next cell, which copies a value as a filter, or filters the query to it', async () => {
    await open('list.dqnb');
    const bars = outputs().locator('.bars');
    const first = bars.first().locator('li button').first();
    const value = (await first.textContent()) ?? '';
    await bars.first().locator('li').last().click({ button: 'right' });
    const last = (await bars.first().locator('li button').last().textContent()) ?? '';
    await choose('Copy as filter');
    const filter = { type: 'selector', dimension: 'application_id_name', value: last };
    await eventually(async () => assert.deepEqual(JSON.parse(await copied()), filter));
    await outputs().getByRole('button', { name: 'Export' }).first().click();
    await choose('Copy as Picture');
    await outputs().getByText('Copied', { exact: true }).first().waitFor();
    const types = 'navigator.clipboard.read().then(([item]) => item.types)';
    assert.deepEqual(await window().page.evaluate(types), ['image/png']);
    await first.click();
    await choose('Filter to this value');
    await eventually(async () => {
      const text = await saved('list.dqnb');
      assert.match(text, /"selector/);
      assert.ok(text.includes(value));
    });
    await eventually(async () => assert.equal(await bars.first().locator('li').count(), 1));
  });

  it('stay in a tab of their own, with all rows, and lead back to the notebook', async () => {
    await open('tab.dqnb');
    const values = () => outputs().locator('.bars li button').allTextContents();
    await outputs().locator('.bars li').nth(14).waitFor();
    const listed = await values();
    await outputs().getByRole('button', { name: 'Open in a tab' }).click();
    const title = 'Top 15 application_id_name by bytes';
    await window().activeTab(title).waitFor();
    const tab = window()
      .page.locator(pageInEditor)
      // That of the notebook is behind it.
      .last()
      .contentFrame()
      .frameLocator('#active-frame');
    // Until its page is there, the notebook's is the last one; and it is drawn anew when its tab has got its size.
    await eventually(async () => {
      const inTab = await tab.locator('.bars li button').allTextContents();
      const openers = await tab.getByRole('button', { name: 'Open in a tab' }).count();
      assert.deepEqual([inTab, openers], [listed, 0]);
    }, 40_000);
    await tab.locator('.bars li button').first().click();
    await tab.getByRole('menuitem', { name: 'Filter to this value', exact: true }).click();
    await window().activeTab('tab.dqnb').waitFor();
    await eventually(async () => assert.deepEqual(await values(), listed.slice(0, 1)), 40_000);
  });

  it('leave the keyboard to the cells again once they were in a tab', async () => {
    const { page } = window();
    const editor = page.locator('.cell-editor-container .monaco-editor').first();
    for (let time = 1; time <= 2; time += 1) {
      await editor.click();
      await outputs().getByRole('button', { name: 'Open in a tab' }).click();
      await window().activeTab('Top 15 application_id_name by bytes').waitFor();
      await window().runCommand('View: Close Editor');
      await window().activeTab('tab.dqnb').waitFor();
      await editor.click();
      await eventually(async () => {
        await page.keyboard.press('ControlOrMeta+a');
        await editor.locator('.selected-text').first().waitFor({ timeout: 1000 });
      }, 10_000);
    }
  });
});
