import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialog } from 'playwright-core';
import { inert, quoted } from '../../src/words/inert.js';
import { eventually } from '../support/eventually.js';
import { hostileWords, shownPart } from '../support/hostileTexts.js';
import { makeDomain, readSensorTree, type TreeNode } from '../support/sensorTree.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

const names = ['<img src=x onerror=alert(1)>', '$(trash) bin', 'שלום (right to left)', '__proto__'];
/** Milliseconds for a write while the manager still adds history to its database. */
const patience = 30_000;

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
  const dialog = () => window().page.locator('.monaco-dialog-box');
  const row = (name: string) => window().treeItemWith(name).first();
  const picked = (name: string) => window().quickPickItem(name).first();
  const noTrash = async (place: string) =>
    assert.equal(await window().page.locator(`${place} .codicon-trash`).count(), 0);
  const assertBackup = async (operation: string) => {
    const folder = join(window().server.dataDir, 'data', 'User', 'globalStorage', 'netsensor.netsensor');
    const files = (await readdir(folder, { recursive: true })).filter(
      path => path.endsWith('.json') && path.includes(` ${operation} `),
    );
    const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
    const text = texts.find(each => names.every(name => each.includes(JSON.stringify(name).slice(0, -1))));
    assert.ok(text, `None of ${files.join(', ')} holds every name`);
    assert.equal((JSON.parse(text) as { netsensor_backup: number }).netsensor_backup, 1);
  };

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

  it('in Find', async () => {
    const workbench = window();
    await workbench.runCommand('Netsensor: Find Sensor or Access Point…');
    for (const name of names) {
      await workbench.quickInput.fill(name);
      await picked(name).waitFor();
      await noTrash('.quick-input-list .monaco-icon-label');
    }
    await workbench.page.keyboard.press('Escape');
  });

  it('in the title of the tab and the document', async () => {
    const workbench = window();
    for (const [at, name] of names.entries()) {
      await workbench.chooseFromMenu(row(name), 'Open as JSON');
      await workbench.tab(name.replace(/[<>]/g, '')).waitFor();
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

  it('where the domain of a new sensor is picked', async () => {
    const workbench = window();
    await workbench.treeItem('Cloud Wi-Fi').click();
    await workbench.runCommand('Netsensor: New: Flow Sensor');
    for (const name of names) {
      await workbench.quickInput.fill(name);
      await picked(name).waitFor();
    }
    await noTrash('.quick-input-list .monaco-icon-label');
    await workbench.page.keyboard.press('Enter');
    await workbench.tab('New flow sensor.json').waitFor();
    const parent = `"parent_uuid": "${domains.at(-1)?.uuid}"`;
    await eventually(async () => assert.ok((await workbench.editorText()).includes(parent)));
  });

  it('in the plan of an overwrite, its differences and its backup', async () => {
    const workbench = window();
    await workbench.chooseFromMenu(workbench.treeItem(above.name), 'Edit Subtree as JSON');
    await workbench.tab(`.${above.uuid}.json`).waitFor();
    await workbench.page.locator('.editor-instance .view-line').first().click();
    for (const name of names) await workbench.replaceInEditor(name, `${name}!`);
    await workbench.pressSave();
    for (const name of names)
      await dialog()
        .filter({ hasText: quoted(`${name}!`) })
        .waitFor();
    await dialog().getByRole('button', { name: 'Show differences' }).click();
    for (const side of ['original', 'modified'])
      await workbench.page
        .locator(`.editor.${side} .view-line`)
        .filter({ hasText: names[0]! })
        .first()
        .waitFor();
    await workbench.pick('Overwrite');
    await eventually(async () => {
      const children = (await readSensorTree(manager(), above.uuid)).children;
      assert.deepEqual(children.map(({ name }) => name).sort(), names.map(name => `${name}!`).sort());
    }, patience);
    await assertBackup('overwrite');
  });

  it('in the plan of a deletion and its backup', async () => {
    const workbench = window();
    await row(names[0]!).click();
    for (const name of names.slice(1)) await row(name).click({ modifiers: ['ControlOrMeta'] });
    await workbench.page.keyboard.press('Delete');
    for (const name of names)
      await dialog()
        .filter({ hasText: shownPart(name).slice(0, 20) })
        .waitFor();
    await noTrash('.monaco-dialog-box');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await workbench.answer('Local manager');
    await eventually(
      async () => assert.deepEqual((await readSensorTree(manager(), above.uuid)).children, []),
      patience,
    );
    await assertBackup('delete');
  });
});
