import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { eventually } from '../../support/eventually.js';
import { flowQuery, notebookOf, runNotebook, useTraffic } from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

const { intervals: _intervals, ...query } = flowQuery(1, {
  queryType: 'groupBy',
  granularity: 'all',
  dimensions: ['l4_proto'],
}) as Record<string, unknown>;
const conflict = `<<<<<<< ours\n${notebookOf(query)}=======\n>>>>>>> theirs\n`;

describe('the toolbar of a query notebook', () => {
  useTraffic();
  const window = useKeptWorkbench(() => ({
    'toolbar.dqnb': printNotebook({
      cells: [{ kind: 'query', text: JSON.stringify(query), extra: {} }],
      extra: { connection: environmentConnectionId, timeRange: 'last hour' },
    }),
    'broken.dqnb': conflict,
    'queries.json': JSON.stringify([{ queryType: 'topN' }, { queryType: 'timeseries' }]),
  }));

  /** Presses a button of the toolbar, or its entry behind the dots where there is no room for it. */
  const press = async (title: string) => {
    const { page } = window();
    const bar = page.locator('.notebook-toolbar-container').filter({ visible: true });
    const button = bar.getByRole('button', { name: title }).filter({ visible: true });
    if (await button.isVisible()) return button.click();
    await bar.locator('.codicon-toolbar-more').click();
    const entry = page.locator('.context-view .action-menu-item').filter({ hasText: title });
    // Menus take no click in their first 100 ms, by when the button is let go.
    await entry.click({ delay: 200 });
  };
  const saved = async () => {
    await window().pressSave();
    return parseNotebook(await readFile(join(window().folder, 'toolbar.dqnb'), 'utf8'));
  };
  const assertField = (name: string, expected: unknown) =>
    eventually(async () => assert.deepEqual((await saved()).extra[name], expected));

  before('run the notebook', async function () {
    this.timeout(120_000);
    await runNotebook(window(), 'toolbar.dqnb');
  });

  it('chooses the time range and the time zone', async function () {
    this.timeout(60_000);
    await press('Time Range');
    await window().pick('last 7 days');
    await window().statusBarItem('last 7 days').waitFor();
    await assertField('timeRange', 'last 7 days');
    await press('Time Zone');
    await window().quickInput.fill('Europe/Madrid');
    await window().pick('Europe/Madrid');
    await window().statusBarItem('Europe/Madrid').waitFor();
    await assertField('timeZone', 'Europe/Madrid');
  });

  it('sets a variable, picked from the values that are in the data, and again in the view of variables', async function () {
    this.timeout(60_000);
    await press('Set Variable');
    await window().pick('New variable…');
    await window().answer('proto');
    await window().quickPickItem('Any text').first().waitFor();
    await window().quickInput.fill('l4_proto');
    await window().pick('l4_proto');
    await window().quickPickItem('17').first().waitFor();
    await window().pick('17');
    await assertField('variables', {
      proto: { dimension: 'l4_proto', dataSource: 'rb_flow', default: '17' },
    });
    await window().openView('Netsensor');
    await window().treeItemWith('proto').filter({ hasText: '17' }).click();
    await window().pick('All values');
    await window().treeItemWith('proto').filter({ hasText: 'all values' }).waitFor();
    await window().openView('Explorer');
  });

  it('stores results when that is chosen', async function () {
    this.timeout(60_000);
    await press('Store Results');
    await window().pick('Store results in the file');
    await eventually(async () => {
      const [cell] = (await saved()).cells;
      assert.ok(cell && 'result' in cell.extra);
    });
  });

  it('puts an earlier query below the selected cell', async function () {
    this.timeout(60_000);
    await press('Query History');
    await window().pick('rb_flow');
    await eventually(async () => {
      const [first, second] = (await saved()).cells;
      assert.equal(second?.text, first?.text);
    });
  });

  it('imports queries of a JSON file', async function () {
    this.timeout(60_000);
    // A file that is being written is empty for a moment.
    const before = await eventually(async () => {
      const { length } = (await saved()).cells;
      assert.notEqual(length, 0);
      return length;
    });
    await press('Import Queries');
    const { quickInput, page } = window();
    // The dialog shows a folder again that it was still reading when a file was named.
    await eventually(async () => {
      await quickInput.fill(join(window().folder, 'queries.json'));
      await page.keyboard.press('Enter');
      await quickInput.waitFor({ state: 'hidden', timeout: 3000 });
    });
    await eventually(async () => assert.equal((await saved()).cells.length, before + 2));
  });

  it('is saved as another file that is there, over which VS Code asks alone', async function () {
    this.timeout(60_000);
    const { page, folder, quickInput } = window();
    const path = join(folder, 'other.dqnb');
    await writeFile(path, notebookOf({}));
    const written = await saved();
    await window().runCommand('File: Save As...');
    await quickInput.waitFor();
    // What is typed before the dialog has read its first folder is lost.
    await eventually(async () => {
      await quickInput.fill(path, { timeout: 2000 });
      await window().quickPickItem('other.dqnb').waitFor({ timeout: 2000 });
      await page.keyboard.press('Enter');
      await page.getByText('other.dqnb already exists').waitFor({ timeout: 2000 });
    });
    await page.keyboard.press('Enter');
    await window().tab('other.dqnb').waitFor();
    await eventually(async () => assert.deepEqual(parseNotebook(await readFile(path, 'utf8')), written));
    assert.equal(await page.getByText('has changed on disk').count(), 0);
  });

  it('offers the text of a notebook that does not open', async function () {
    this.timeout(60_000);
    await window().clickTreeItem('broken.dqnb');
    const dialog = window().page.locator('.monaco-dialog-box');
    await dialog.getByText('The file of this notebook has merge conflict markers in it.').waitFor();
    await dialog.getByRole('button', { name: 'Open in Text Editor' }).click();
    await eventually(async () => assert.match(await window().editorText(), /^<<<<<<< ours/));
    assert.equal(await readFile(join(window().folder, 'broken.dqnb'), 'utf8'), conflict);
  });
});
