import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { findNode, makeAccessPoint, makeDomain, readSensorTree } from '../support/sensorTree.js';
import { useWorkbench, useManager } from './useWorkbench.js';

/** Milliseconds for a write while the manager still adds history to its database. */
const patience = 30_000;

describe('operations on the tree, with mouse and keyboard', () => {
  const { manager } = useManager();
  const name = 'AAA <img src=x onerror=alert(1)>';
  let uuid = '';

  before('a domain with a name that means harm', async () => {
    const domain = await makeDomain(manager(), { name });
    uuid = domain.uuid;
    const below = await makeDomain(manager(), { name: '$(trash) below', parent_uuid: uuid });
    await makeAccessPoint(manager(), { name: 'AP', sensor_uuid: below.uuid });
  });
  const window = useWorkbench();

  it('edits a subtree as one document, with its differences shown before the answer', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    await workbench.unlock();
    await workbench.expandTreeItem('root');
    await workbench.expandTreeItem(name);
    await workbench.chooseFromMenu(workbench.treeItem(name), 'Edit Subtree as JSON');
    await workbench.tab(`.${uuid}.json`).waitFor();
    await workbench.page.locator('.editor-instance .view-line').first().click();
    await workbench.replaceInEditor('$(trash) below', 'Renamed below');
    await workbench.pressSave();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('1 updated: Renamed below').waitFor();
    await dialog.getByRole('button', { name: 'Show differences' }).click();
    await workbench.page.locator('.diff-hidden-lines, .modified-in-monaco-diff-editor').first().waitFor();
    await workbench.pick('Overwrite');
    await eventually(async () => {
      const children = findNode(await readSensorTree(manager()), uuid)?.children;
      assert.equal(children?.[0]?.name, 'Renamed below');
    }, patience);
    await workbench.treeItem('Renamed below').waitFor();
  });

  it('changes nothing when Enter is pressed at the question', async () => {
    const workbench = window();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    const focused = () => dialog.locator(':focus').innerText();
    await workbench.chooseFromMenu(workbench.treeItem(name), 'Delete…');
    await eventually(async () => assert.equal(await focused(), 'Change nothing'));
    await workbench.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await workbench.tab(`.${uuid}.json`).click();
    await workbench.page.locator('.editor-instance .view-line').first().click();
    await workbench.replaceInEditor('Renamed below', 'Renamed again');
    await workbench.pressSave();
    await eventually(async () => assert.equal(await focused(), 'Show differences'));
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.quick-input-list .focused', { hasText: 'Not now' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.modified-in-monaco-diff-editor').first().waitFor({ state: 'detached' });
    await workbench.page.locator('.statusbar-item', { hasText: 'Nothing was sent.' }).waitFor();
    assert.doesNotMatch((await workbench.notifications()).join(), /Failed to save/);
    assert.match(await workbench.editorText(), /Renamed again/);
    const children = findNode(await readSensorTree(manager()), uuid)?.children;
    assert.equal(children?.[0]?.name, 'Renamed below');
    await workbench.closeEditors();
  });

  it('moves an access point that is dropped on a domain, after a question', async () => {
    const workbench = window();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    const pointNames = async () =>
      findNode(await readSensorTree(manager()), uuid)?.access_points?.map(point => point.name) ?? [];
    await workbench.expandTreeItem('Renamed below');
    await workbench.treeItem('AP').dragTo(workbench.treeItem(name));
    await dialog.getByText('To: AAA').waitFor();
    assert.deepEqual(await pointNames(), []);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await eventually(async () => assert.deepEqual(await pointNames(), ['AP']), patience);
    await workbench.closeEditors();
  });

  it('leaves a move in the document to be filled in, with all that is to be filled in in sight', async () => {
    const workbench = window();
    const flow = { name: 'Flow', ip: '10.0.0.1', parent_uuid: uuid };
    await askManager(manager(), '/api/v1/sensors/flow', { method: 'POST', body: flow });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.chooseFromMenu(workbench.treeItem('Flow'), 'Move to…');
    await workbench.quickInput.fill('Renamed below');
    await workbench.pick('Renamed below');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Add these fields' }).click();
    await workbench.page.locator('.statusbar-item', { hasText: 'Fill in the fields' }).waitFor();
    await workbench.page.locator('.editor-instance .inline-folded').first().waitFor();
    const text = await workbench.editorText();
    assert.match(text, /"snmp_community": null[^]*"homenets": null/);
    assert.doesNotMatch(text, /"updated_at"/, 'what is read-only is folded away');
    await workbench.closeEditors();
  });

  it('deletes from the menu of a node, after a plan and the name', async () => {
    const workbench = window();
    await workbench.chooseFromMenu(workbench.treeItem(name), 'Delete…');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Deletes 3 domains and sensors and 1 access point').waitFor();
    assert.equal(await dialog.locator('img').count(), 0);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await workbench.quickInput.waitFor();
    await workbench.answer(name);
    await eventually(
      async () => assert.equal(findNode(await readSensorTree(manager()), uuid), undefined),
      patience,
    );
    await workbench.treeItem(name).waitFor({ state: 'detached' });
    assert.match(
      (await workbench.notifications()).join(),
      /Deleted 3 domains and sensors and 1 access point\./,
    );
  });
});
