import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecretPlaceholder } from '../../src/model/inventory/recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { testVsix } from '../../tools/packaging/packProductionBuild.js';
import { eventually } from '../support/eventually.js';
import { listRecords } from '../support/inventory.js';
import { askManager, createRack } from '../support/manager.js';
import { useManager, useOwnWorkbench } from './useWorkbench.js';

const password = 'correct-horse-battery-staple';
const pasted = 'pasted-horse-battery-staple';
const answered = 'answered-horse-battery-staple';
const sshKey = ['-----BEGIN KEY-----', 'c2VjcmV0IGxpbmUgb25l', '-----END KEY-----'].join('\n');
const placeholders = [secretPlaceholder, newSecretPlaceholder];
const template = 'Console template';

describe('a window that starts without any manager', function () {
  this.timeout(240_000);
  const { manager, proxy } = useManager();
  before('a password on the manager', async () => {
    const body = { account_key: { name: 'AAA console', username: 'root', password } };
    await askManager(manager(), '/api/v1/inventory/account_keys', { method: 'POST', body });
  });
  // No environment connection, and logs of which every line is read.
  const window = useOwnWorkbench(() => ({ logLevel: 'trace', vsix: testVsix }));

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
    // VS Code itself may still say that it activates extensions.
    await eventually(async () => assert.deepEqual(await workbench.notifications(), []));
  });

  describe('and secrets', () => {
    it('are typed into the window and used for reads, saves and failures', async () => {
      const workbench = window();
      await workbench.closeEditors();
      await workbench.openView('Netsensor');
      await workbench.page.getByRole('button', { name: 'Add Manager', exact: true }).click();
      await workbench.answer(proxy().url);
      await workbench.answer(manager().apiKey);
      // The first look: the tree with its first levels open, and a first result.
      await workbench.treeItem('Campus Network').waitFor();
      await workbench.notebookOutputs.locator('.result').first().waitFor();
      const { host } = new URL(proxy().url);
      await workbench.page.locator('.sidebar .monaco-list-row.selected', { hasText: host }).waitFor();
      await workbench.expandTreeItem('Inventory');
      await workbench.expandTreeItem('Account keys');
      await workbench.clickTreeItem('AAA console');
      await eventually(async () => assert.match(await workbench.editorText(), /\(secret, not shown\)/));
      const rack = await createRack(manager(), 'AAA secret rack');
      proxy().fault = { type: 'answer', status: 422, body: { error: `no: ${proxy().seen[0]?.url ?? ''}` } };
      await workbench.runCommand('Netsensor: Refresh');
      await workbench.scrollTo(workbench.treeItemWith('The manager refused the request.').first());
      await proxy().stop();
      await workbench.runCommand('Netsensor: Refresh');
      await workbench.scrollTo(workbench.treeItemWith('The manager cannot be reached').first());
      await proxy().heal();
      await workbench.runCommand('Netsensor: Refresh');
      await workbench.treeItemWith('The manager cannot be reached').first().waitFor({ state: 'detached' });
      await workbench.runCommand('Netsensor: Unlock for Changes');
      await workbench.quickPickItem('Unlock until I lock it').click();
      assert.ok(rack.id);
    });

    it('leave no trace in a record and its backups however they get there, none in its template, and are sent on save', async () => {
      const workbench = window();
      await workbench.clickTreeItem('AAA console');
      await workbench.activeTab('AAA console').waitFor();
      await showsPassword(secretPlaceholder);
      await workbench.replaceInEditor('root', 'admin');
      await leavesNothing(() => paste(sshKey), newSecretPlaceholder);
      await leavesNothing(() => workbench.page.keyboard.press('ControlOrMeta+z'), secretPlaceholder);
      await leavesNothing(() => paste(pasted), newSecretPlaceholder);
      await workbench.runCommand('Netsensor: Save as Template…');
      await workbench.answer(template);
      await workbench.statusBarItem(`Template “${template}” saved`).waitFor();
      await typingLeavesNothing(newSecretPlaceholder);
      await workbench.answer(answered);
      await workbench.pressSave();
      await workbench.dirtyTab('AAA console').waitFor({ state: 'detached' });
      const keys = await listRecords(manager(), 'account_keys');
      assert.equal(keys.find(({ name }) => name === 'AAA console')?.['password'], answered);
    });

    it('leave no trace in a list and its backups', async () => {
      const workbench = window();
      const list = workbench.activeTab('Account keys (1)');
      await workbench.openFromMenu(workbench.treeItem('AAA console'), list, 'Edit as One Document');
      await showsPassword(secretPlaceholder);
      await leavesNothing(() => paste(pasted), secretPlaceholder);
      await leavesNothing(() => paste(sshKey), secretPlaceholder);
      await typingLeavesNothing(secretPlaceholder);
      await workbench.runCommand('File: Revert File');
      await workbench.dirtyTab('Account keys').waitFor({ state: 'detached' });
    });

    it('leave no trace in a draft from a template and its backups', async () => {
      const workbench = window();
      const offered = workbench.quickPickItem(template).first();
      await workbench.openFromMenu(workbench.treeItem('Account keys'), offered, 'New from Template…');
      await workbench.pick(template);
      await workbench.activeTab('New account key').waitFor();
      await showsPassword(secretPlaceholder);
      await leavesNothing(() => paste(pasted), newSecretPlaceholder);
      await workbench.closeEditors();
    });

    const showsPassword = (value: string) =>
      eventually(async () => assert.ok((await window().editorText()).includes(`"password": "${value}"`)));

    async function paste(text: string): Promise<void> {
      await selectPassword();
      await window().paste(text);
    }

    /** VS Code tells of what is typed when it stands there: where its second is over before an extension had a turn, once more. */
    async function typingLeavesNothing(placeholder: string): Promise<void> {
      const type = async () => {
        await window().page.keyboard.press('Escape');
        await selectPassword();
        await window().page.keyboard.type('typed');
      };
      await eventually(() => leavesNothing(type, placeholder), 60_000);
    }

    async function selectPassword(): Promise<void> {
      const text = await window().editorText();
      await window().selectInEditor(placeholders.find(each => text.includes(each)) ?? '');
    }

    /**
     * Changes the password in the editor and reads every version of what VS Code puts aside, until that is the mended text.
     * @param placeholder what the editor shows for the password in the end
     */
    async function leavesNothing(change: () => Promise<void>, placeholder: string): Promise<void> {
      const workbench = window();
      const startedAt = Date.now();
      const leaks = new Set<string>();
      const mended = eventually(async () => {
        const backups = (await workbench.backups()).filter(({ writtenAt }) => writtenAt >= startedAt);
        for (const { text } of backups) if (holdsSecret(text)) leaks.add(text);
        assert.ok(backups.some(({ text }) => !holdsSecret(text) && text.includes(placeholder)));
      });
      await Promise.all([mended, change()]);
      assert.deepEqual([...leaks], []);
      await showsPassword(placeholder);
    }

    it('are in no file that VS Code wrote, in the clear or encoded', async () => {
      const workbench = window();
      const { apiKey } = manager();
      const places = [workbench.server.dataDir, workbench.folder];
      const files = (await Promise.all(places.map(filesBelow))).flat();
      assert.ok(files.some(file => file.includes('/logs/') && file.endsWith('.log')));
      assert.ok(files.some(file => file.endsWith(`${template}.json`)));
      const leaks: string[] = [];
      let logged = '';
      for (const file of files) {
        // A backup goes when its document is reverted, which may be now.
        const text = await readFile(file, 'latin1').catch(() => '');
        if (file.includes('/logs/')) logged += text;
        if (
          [apiKey, encodeURIComponent(apiKey), password, pasted, answered, ...sshKey.split('\n')].some(
            secret => text.includes(secret),
          )
        )
          leaks.push(file);
      }
      assert.deepEqual(leaks, []);
      assert.ok(logged.includes('GET /api/v1/inventory/account_keys 200'), 'the requests are logged');
    });

    it('are asked for again where the connection was signed out, which looks so', async () => {
      const workbench = window();
      await workbench.runCommand('Netsensor: Sign Out');
      await workbench.treeItem('Inventory').waitFor({ state: 'detached' });
      await workbench.treeItem('Enter API key').click();
      await workbench.answer(manager().apiKey);
      await workbench.treeItem('Inventory').waitFor();
    });

    it('are nowhere on the screen', async () => {
      const text = await window().page.locator('body').innerText();
      assert.ok(!text.includes(manager().apiKey));
      assert.ok(!text.includes(password));
      assert.ok(!text.includes(pasted));
      assert.ok(!(await window().notifications()).join().includes(manager().apiKey));
    });
  });
});

/** Whether a password stands in a text of records, or any line of what was pasted. */
const holdsSecret = (text: string): boolean =>
  [pasted, ...sshKey.split('\n')].some(line => text.includes(line)) ||
  [...text.matchAll(/"password": *(.*?),?$/gm)].some(
    ([, value]) => !placeholders.some(each => value === `"${each}"`),
  );

/** Every file below a folder, except the extension itself. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && !entry.parentPath.includes('/extensions/'))
    .map(entry => join(entry.parentPath, entry.name));
}
