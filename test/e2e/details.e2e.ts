import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { useKeptWorkbench } from './useWorkbench.js';

describe('the details of what is selected', () => {
  const window = useKeptWorkbench();
  const frames = 'iframe.webview.ready[src*="purpose=webviewView"]';
  const page = () => window().page.frameLocator(frames).frameLocator('#active-frame');

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
      .first()
      .waitFor();
    await page().getByRole('heading', { name: 'Campus Network' }).waitFor();
    // VS Code loses a page that is set while another one loads; the last one is shown all the same.
    for (const name of ['root', 'Corvia University', 'Halden Networks', 'root', 'Corvia University'])
      await workbench.clickTreeItem(name);
    await page().getByRole('heading', { name: 'Corvia University' }).waitFor();
  });
});
