import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { createRecord } from '../support/inventory.js';
import { makeAccessPoint, makeDomain } from '../support/sensorTree.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

describe('the details of what is selected', () => {
  const { manager } = useManager();
  const window = useKeptWorkbench();
  const frames = 'iframe.webview.ready[src*="purpose=webviewView"]';
  const page = () => window().page.frameLocator(frames).frameLocator('#active-frame');
  const beside = () => window().notebookOutputs;

  const documents = () => window().page.locator('[data-resource-name^="AAA"]');

  it('are those of a domain: what it is, the way to it, and its traffic of the last hour', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    for (const name of ['root', 'Halden Networks', 'Campus Network']) await workbench.expandTreeItem(name);
    await workbench.clickTreeItem('Halden Networks');
    await page().getByRole('heading', { name: 'Halden Networks' }).waitFor();
    await workbench.clickTreeItem('Corvia University');
    await page().getByRole('heading', { name: 'Corvia University' }).waitFor();
    await page().getByText('Organization', { exact: true }).waitFor();
    await page().getByRole('heading', { name: 'Children' }).waitFor();
    await page().locator('#traffic canvas').waitFor();
    await eventually(async () => assert.match(await page().locator('#said').innerText(), / [kMGT]B in all$/));
    await page().getByRole('link', { name: 'Campus Network' }).first().click();
    await workbench.page
      .locator('.sidebar .monaco-list-row.selected', { hasText: 'Campus Network' })
      .waitFor();
    await page().getByRole('heading', { name: 'Campus Network' }).waitFor();
    // VS Code loses a page that is set while another one loads; the last one is shown all the same.
    for (const name of ['root', 'Corvia University', 'Halden Networks', 'root', 'Corvia University'])
      await workbench.clickTreeItem(name);
    await page().getByRole('heading', { name: 'Corvia University' }).waitFor();
    // A filter of the tree stays while they lead from one node to the next.
    await workbench.runCommand('Netsensor: Filter Tree…');
    await workbench.answer('Corvia University');
    const filtered = workbench.page.locator('.sidebar .message', { hasText: 'Filter “Corvia University”' });
    await filtered.waitFor();
    await page().getByRole('link', { name: 'Campus Network' }).first().click();
    await page().getByRole('heading', { name: 'Campus Network' }).waitFor();
    assert.equal(await filtered.count(), 1);
    await workbench.runCommand('Netsensor: Clear Filter');
    await filtered.waitFor({ state: 'detached' });
  });

  it('are those of an access point: first what people look for, with its uptime in words', async () => {
    const workbench = window();
    const place = await makeDomain(manager(), { name: 'AAA place' });
    const point = await makeAccessPoint(manager(), { name: 'AAA point', sensor_uuid: place.uuid });
    // Of the generated ones there are minutes in which none is down.
    const elsewhere = await makeDomain(manager(), { name: 'AAB place' });
    await makeAccessPoint(manager(), { name: 'AAB point', sensor_uuid: elsewhere.uuid });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.expandTreeItem('AAA place');
    await workbench.clickTreeItem('AAA point');
    await page().getByRole('heading', { name: 'AAA point' }).waitFor();
    const labels = await page().locator('dt').allInnerTexts();
    assert.deepEqual(labels.slice(0, 3), ['Clients', 'MAC', 'Uptime']);
    await page().getByText('0 minutes (probably) · 0').waitFor();
    // They follow what is selected among what is down, too, and begin at their heading again.
    await page().locator('dd').last().scrollIntoViewIfNeeded();
    await workbench.runCommand('Netsensor: Focus on What is down View');
    await workbench.clickDown('AAB point');
    await page().getByRole('heading', { name: 'AAB point' }).waitFor();
    await eventually(async () =>
      assert.equal(
        await page()
          .locator('body')
          .evaluate(body => body.ownerDocument.defaultView?.scrollY),
        0,
      ),
    );
    // And still when both are drawn anew; once that is gone they go back to what is selected in the tree.
    await workbench.clickTreeItem('AAA place');
    await page().getByRole('heading', { name: 'AAA place' }).waitFor();
    await workbench.clickDown('AAA point');
    await makeDomain(manager(), { name: 'AAA later', parent_uuid: place.uuid });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.treeItem('AAA later').waitFor();
    await page().getByRole('heading', { name: 'AAA point' }).waitFor();
    const body = { access_points: [{ id: point.id }] };
    await askManager(manager(), '/api/v1/access_points', { method: 'DELETE', body });
    await workbench.runCommand('Netsensor: Refresh');
    await page().getByRole('heading', { name: 'AAA place' }).waitFor();
    await workbench.closeEditors();
    await workbench.treeItem('AAA place').locator('.monaco-tl-twistie').click();
    await workbench.treeItem('Sensors').locator('.monaco-tl-twistie').click();
  });

  it('are those of a record: what it refers to and what uses it by name, and a click opens that', async () => {
    const workbench = window();
    const hostile = '<img src=x onerror=alert(1)> [x](command:y)';
    const panel = await createRecord(manager(), 'power_panels', { name: 'AAA panel', description: hostile });
    await createRecord(manager(), 'power_feeds', { name: 'AAA feed', power_panel_id: panel.id });
    await workbench.expandTreeItem('Inventory');
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.expandTreeItem('Power panels');
    await workbench.clickTreeItem('AAA panel');
    await page().getByRole('heading', { name: 'AAA panel' }).waitFor();
    await page().getByText('img src=x').waitFor();
    assert.equal(await page().locator('img').count(), 0);
    await page().getByText('Which racks it feeds is not known').waitFor();
    // VS Code gives a link without a title its address for one, which a screen reader would read.
    const link = page().getByRole('link', { name: 'AAA feed' });
    assert.equal(await link.getAttribute('title'), 'Open as JSON');
    await link.click();
    await workbench.tab('AAA feed · AAA panel').waitFor();
    await workbench.page.locator('.sidebar .monaco-list-row.selected', { hasText: 'AAA feed' }).waitFor();
    await page().getByRole('heading', { name: 'AAA feed' }).waitFor();
    // Beside a document they follow from one to the next.
    await workbench.runCommand('Netsensor: Show Details Beside');
    await beside().getByRole('heading', { name: 'AAA feed' }).waitFor();
    await beside().getByRole('link', { name: 'AAA panel' }).click();
    await beside().getByRole('heading', { name: 'AAA panel' }).waitFor();
    await workbench.activeTab('AAA panel').and(documents()).waitFor();
    assert.equal(await workbench.tab('AAA').and(documents()).count(), 1);
    await workbench.closeEditors();
    for (const name of ['Power panels', 'Power feeds'])
      await workbench.treeItem(name).locator('.monaco-tl-twistie').click();
    await workbench.treeItem('Inventory').locator('.monaco-tl-twistie').click();
  });
});
