import assert from 'node:assert/strict';
import type { Dialog } from 'playwright-core';
import { inert } from '../../src/words/inert.js';
import { eventually } from '../support/eventually.js';
import { hostileWords } from '../support/hostileTexts.js';
import { makeDomain, type TreeNode } from '../support/sensorTree.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

const names = ['<img src=x onerror=alert(1)>', '$(trash) bin', 'שלום (right to left)', '__proto__'];
describe('names that mean harm are shown as text', () => {
  const { manager, proxy } = useManager();
  let above: TreeNode;
  let domains: TreeNode[];
  const ran: string[] = [];
  before('domains with such names', async () => {
    above = await makeDomain(manager(), { name: 'AAA hostile' });
    domains = [];
    for (const name of names) domains.push(await makeDomain(manager(), { name, parent_uuid: above.uuid }));
  });
  const noteDialog = (shown: Dialog) => {
    ran.push(shown.message());
    void shown.dismiss();
  };
  // Before the window is left.
  after('let dialogs be', () => void window().page.off('dialog', noteDialog));
  const window = useKeptWorkbench();
  afterEach('nothing was drawn or run', async () => {
    assert.equal(await window().page.locator('img[src="x"]').count(), 0);
    assert.deepEqual(ran, []);
  });
  const row = (name: string) => window().treeItemWith(name).first();
  const noTrash = async (place: string) =>
    assert.equal(await window().page.locator(`${place} .codicon-trash`).count(), 0);

  it('in the tree and its hover', async () => {
    const workbench = window();
    workbench.page.on('dialog', noteDialog);
    await workbench.openView('Netsensor');
    for (const name of ['Sensors', 'root', above.name]) await workbench.expandTreeItem(name);
    await workbench.unlock();
    for (const name of names) await workbench.hoverOver(row(name), inert(name));
    await noTrash('.sidebar .label-name');
    await noTrash('.monaco-hover');
  });

  it('in the title of the tab and the document', async () => {
    const workbench = window();
    for (const [at, name] of names.entries()) {
      await workbench.openFromMenu(row(name), workbench.tab(name.replace(/[<>]/g, '')), 'Open as JSON');
      await workbench.tab(`.${domains[at]?.uuid}.json`).waitFor();
      await eventually(async () => assert.ok((await workbench.editorText()).includes(JSON.stringify(name))));
    }
    await noTrash('.tabs-container');
    await noTrash('.breadcrumbs-control');
  });

  it('in the message of a refused save, which has no link to click', async () => {
    const workbench = window();
    proxy().faultMethod = 'PATCH';
    proxy().fault = { type: 'answer', status: 422, body: { query: false, error: hostileWords } };
    await workbench.replaceInEditor('__proto__', 'changed');
    await workbench.pressSave();
    const toast = workbench.page.locator('.notification-list-item').filter({ hasText: 'Sign in again' });
    await toast.first().waitFor();
    assert.equal(await toast.locator('.notification-list-item-message a').count(), 0);
    await proxy().heal();
    await workbench.runCommand('File: Revert File');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });
});
