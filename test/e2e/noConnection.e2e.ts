import assert from 'node:assert/strict';
import { useWorkbench } from './useWorkbench.js';

describe('a window without any manager', () => {
  const window = useWorkbench(() => ({}));

  it('asks for a manager when a new query is run, instead of looking for extensions', async () => {
    const workbench = window();
    await workbench.runCommand('Netsensor: New Query Notebook');
    await workbench.page
      .getByRole('button', { name: /Run All/ })
      .first()
      .click();
    const standIn = workbench.quickPickItem('Add manager…').first();
    const address = workbench.page.getByPlaceholder('https://manager.example.net');
    await standIn.or(address).first().waitFor();
    if (await standIn.isVisible()) await standIn.click();
    await address.waitFor();
    await workbench.page.keyboard.press('Escape');
    assert.deepEqual(await workbench.notifications(), []);
  });
});
