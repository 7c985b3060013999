import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../../src/ids.js';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { eventually } from '../../support/eventually.js';
import { notebookOf, openNotebook } from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

describe('the toolbar of a query notebook', () => {
  const window = useKeptWorkbench(() => ({
    'toolbar.dqnb': printNotebook({
      cells: [{ kind: 'query', text: '{}', extra: {} }],
      extra: { connection: environmentConnectionId, timeRange: 'last hour' },
    }),
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

  before('open the notebook', () => openNotebook(window(), 'toolbar.dqnb'));

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

  it('is saved as another file that is there, over which VS Code asks alone', async function () {
    this.timeout(60_000);
    const { page, folder, quickInput } = window();
    const path = join(folder, 'other.dqnb');
    await writeFile(path, notebookOf({}));
    const written = await saved();
    await window().runCommand('File: Save As...');
    await quickInput.waitFor();
    // What is typed before the dialog has read its first folder is lost; once it asks, Enter would be the answer.
    const question = page.getByText('other.dqnb already exists');
    await eventually(async () => {
      if ((await question.count()) === 0) {
        await quickInput.fill(path, { timeout: 2000 });
        await window().quickPickItem('other.dqnb').waitFor({ timeout: 2000 });
        await page.keyboard.press('Enter');
      }
      await question.waitFor({ timeout: 4000 });
    }, 40_000);
    await page.keyboard.press('Enter');
    await window().tab('other.dqnb').waitFor();
    await eventually(async () => assert.deepEqual(parseNotebook(await readFile(path, 'utf8')), written));
    assert.equal(await page.getByText('has changed on disk').count(), 0);
  });
});
