import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { makeAccessPoint, makeDomain, readSensorTree, type TreePoint } from '../support/sensorTree.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

/** Milliseconds for a plan that is read from the manager: a key that is pressed again meanwhile asks a second time. */
const planPatience = 8_000;

describe('without a mouse', () => {
  const { manager } = useManager();
  const window = useKeptWorkbench();
  let hallUuid = '';
  let point: TreePoint;
  before('an access point', async () => {
    hallUuid = (await makeDomain(manager(), { name: 'Keyboard hall' })).uuid;
    const fields = { name: 'AP keyboard', description: 'written by hand', sensor_uuid: hallUuid };
    point = await makeAccessPoint(manager(), fields);
  });
  after('take it away', () => askManager(manager(), `/api/v1/sensors/${hallUuid}`, { method: 'DELETE' }));

  it('an access point is found, read out with kind and state, opened, edited and saved', async () => {
    const workbench = window();
    const { page } = workbench;
    const press = (key: string) => page.keyboard.press(key);
    const run = async (title: string) => {
      await press('F1');
      await workbench.answer(`>Netsensor: ${title}`);
    };
    await run('Refresh');
    await eventually(async () => {
      // VS Code gives the keyboard back to where it was when this is the first look at the view.
      await run('Focus on Managers View');
      await page.locator('.sidebar .monaco-list:focus').waitFor({ timeout: 2000 });
    });
    await press('Home');
    await press('Control+Alt+f');
    await workbench.quickInput.fill(point.name);
    await workbench.quickPickItem(point.name).waitFor();
    await press('Enter');
    const row = page.locator('.sidebar .monaco-list-row.selected', { hasText: point.name });
    await row.waitFor();
    assert.match((await row.getAttribute('aria-label')) ?? '', /^AP keyboard, Access point, .*ee:ee:00/);
    await press('Enter');
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    const unlocked = workbench.connectionInFront('unlocked');
    await unlocked.or(workbench.connectionInFront('read-only')).waitFor();
    if (!(await unlocked.isVisible())) {
      await run('Unlock');
      await workbench.answer('Unlock until I lock it');
      await unlocked.waitFor();
    }
    await workbench.replaceInEditor('by hand', 'without a mouse');
    await workbench.dirtyTab(point.name).waitFor();
    await workbench.pressSave();
    await workbench.dirtyTab(point.name).waitFor({ state: 'detached' });
    await eventually(async () => {
      const { access_points: [now] = [] } = await readSensorTree(manager(), hallUuid);
      assert.equal(now?.['description'], 'written without a mouse');
    });
    await workbench.closeEditors();
  });

  it('a key acts on the row with the focus, which arrow keys move, and selects it', async () => {
    const workbench = window();
    const { page } = workbench;
    for (const name of ['AP above', 'AP below'])
      await makeAccessPoint(manager(), { name, sensor_uuid: hallUuid });
    await workbench.runCommand('Netsensor: Refresh');
    await eventually(async () => {
      // Looks through what was read by then; the refresh may still be reading.
      await workbench.runCommand('Netsensor: Search Everything…');
      await workbench.quickInput.fill('AP above');
      await workbench.quickPickItem('AP above').waitFor({ timeout: 2000 });
    });
    await page.keyboard.press('ArrowRight');
    const row = (state: string, name: string) =>
      page.locator(`.sidebar .monaco-list:focus .monaco-list-row.${state}`, { hasText: name });
    await row('selected', 'AP above').waitFor();
    await page.keyboard.press('ArrowDown');
    await row('focused', 'AP below').waitFor();
    await page.keyboard.press('Delete');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: 'AP below' }).waitFor();
    assert.doesNotMatch(await dialog.innerText(), /AP above/);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row('selected', 'AP below').waitFor();
    assert.equal(await row('selected', 'AP above').count(), 0);
    await workbench.closeEditors();
  });

  it('what is down is deleted with a key, after its plan, which Enter gives up', async () => {
    const workbench = window();
    const { page } = workbench;
    for (const name of ['AP dead', 'AP gone'])
      await makeAccessPoint(manager(), { name, sensor_uuid: hallUuid });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.runCommand('Netsensor: Focus on What is down View');
    await workbench.clickDown('AP dead');
    const dialog = page.locator('.monaco-dialog-box');
    for (const name of ['AP dead', 'AP gone']) {
      await eventually(async () => {
        await page.keyboard.press('Delete');
        await dialog.filter({ hasText: name }).waitFor({ timeout: planPatience });
      });
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowDown');
    }
    const { access_points: left = [] } = await readSensorTree(manager(), hallUuid);
    assert.ok(left.some(({ name }) => name === 'AP dead'));
    await workbench.closeEditors();
  });

  it('what was deleted is said on the screen and put back from there, and stays in the list of backups', async () => {
    const workbench = window();
    const { page } = workbench;
    const points = async () => (await readSensorTree(manager(), hallUuid)).access_points ?? [];
    const isThere = async () => (await points()).some(({ name }) => name === 'AP dead');
    const dialog = page.locator('.monaco-dialog-box');
    const toasts = page.locator('.notification-toast');
    await page.locator('.monaco-list-row', { hasText: 'AP dead' }).first().click();
    await eventually(async () => {
      await page.keyboard.press('Delete');
      await dialog.filter({ hasText: 'AP dead' }).waitFor({ timeout: planPatience });
    });
    // VS Code counts messages in 800 ms, so that those before the answer are not to be among them.
    await toasts.first().waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await toasts.filter({ hasText: 'Deleted 1 access point.' }).waitFor({ timeout: 10_000 });
    assert.equal(await isThere(), false);
    const undo = toasts.getByRole('button', { name: 'Undo' });
    await eventually(async () => {
      // VS Code may draw a message anew under the keyboard, which then is elsewhere.
      if (await undo.isVisible()) await undo.press('Enter');
      await workbench.quickPickItem('Restore').waitFor({ timeout: planPatience });
    });
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await eventually(async () => assert.ok(await isThere()));
    await workbench.runCommand('Netsensor: Restore from Backup…');
    await workbench.quickPickItem('AP dead: 1 access point deleted').waitFor();
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await workbench.activeTab('delete AP dead').waitFor();
    await page.keyboard.press('Escape');
    await workbench.closeEditors();
  });
});
