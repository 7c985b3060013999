import assert from 'node:assert/strict';
import type { Dialog } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { hostileAnswer, oddEntries } from '../support/hostileAnswers.js';
import { hostileTexts, shownPart } from '../support/hostileTexts.js';
import { createRecord, readRecord, type StoredRecord } from '../support/inventory.js';
import { useManager, useWorkbench } from './useWorkbench.js';

describe('a manager that means harm', () => {
  const { manager, proxy } = useManager();
  let role: StoredRecord;
  const ran: string[] = [];
  before('a role', async () => {
    role = await createRecord(manager(), 'contact_roles', { name: 'AAA role', description: 'kept' });
  });
  const window = useWorkbench();
  beforeEach('answers in its way', () => {
    proxy().fault = { type: 'rewritten', rewrite: hostileAnswer };
    proxy().faultMethod = 'GET';
  });
  afterEach('nothing was drawn, linked or run', async () => {
    await proxy().heal();
    const { page } = window();
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    assert.equal(await page.locator('.notification-list-item-message a').count(), 0);
    assert.equal(await page.locator('.sidebar .label-name .codicon').count(), 0);
    assert.equal(await page.locator('.terminal-wrapper').count(), 0);
    assert.deepEqual(ran, []);
  });

  it('shows the good entries of its tree, and one for those that cannot be read, which opens them', async () => {
    const workbench = window();
    workbench.page.on('dialog', (shown: Dialog) => {
      ran.push(shown.message());
      void shown.dismiss();
    });
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    await workbench.unlock();
    await workbench.expandRow(workbench.treeItemWith('root ').first());
    await workbench.scrollTo(workbench.treeItemWith('Cloud Wi-Fi').first());
    await workbench
      .treeItemWith(`${oddEntries.length - 1} of `)
      .first()
      .click();
    await workbench.tab('unread.json').waitFor();
    await eventually(async () => assert.match(await workbench.editorText(), /null,\s*"text"/));
  });

  it('shows a list as the part that it is', async () => {
    const workbench = window();
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Contact roles');
    await workbench.treeItemWith('of 9,999 were sent').first().waitFor();
    await workbench.treeItemWith('AAA role').first().waitFor();
  });

  it('has its record opened and saved, and gets none of its own words back', async () => {
    const workbench = window();
    await workbench.treeItemWith('AAA role').first().dblclick();
    await eventually(async () => assert.match(await workbench.editorText(), /"description": "kept/));
    await workbench.replaceInEditor('kept', 'changed');
    await workbench.pressSave();
    await eventually(async () => {
      const stored = await readRecord(manager(), 'contact_roles', role.id);
      assert.match(String(stored?.['description']), /^changed/);
      assert.equal(stored?.['name'], 'AAA role');
    });
  });

  it('has no link in what it says when it fails, in whatever spelling', async () => {
    const workbench = window();
    await workbench.closeEditors();
    for (const words of hostileTexts) {
      proxy().fault = { type: 'answer', status: 500, body: { error: words } };
      await workbench.runCommand('Netsensor: Refresh');
      const part = shownPart(words).slice(0, 30);
      await eventually(async () => {
        const shown = await workbench.treeItemWith('As of ').allInnerTexts();
        assert.ok(shown.join('\n').includes(part), `${part} in ${shown.join('\n')}`);
      });
      assert.equal(await workbench.page.locator('.sidebar .monaco-list-row a[href]').count(), 0);
    }
  });
});
