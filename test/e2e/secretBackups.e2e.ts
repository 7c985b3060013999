import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecretPlaceholder } from '../../src/model/inventory/recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { eventually } from '../support/eventually.js';
import { createRecord, listRecords } from '../support/inventory.js';
import { useManager, useWorkbench } from './useWorkbench.js';

const pasted = 'pasted-horse-battery-staple';
const sshKey = ['-----BEGIN KEY-----', 'c2VjcmV0IGxpbmUgb25l', '-----END KEY-----'].join('\n');

const placeholders = [secretPlaceholder, newSecretPlaceholder];

describe('the backups of unsaved documents', function () {
  this.timeout(240_000);
  const { manager } = useManager();
  /** An account key for each test. */
  const names = ['AAA one', 'AAA two', 'AAA three'] as const;

  before('account keys that can be changed', async () => {
    for (const name of names)
      await createRecord(manager(), 'account_keys', { name, username: 'root', password: 'stored' });
  });
  const window = useWorkbench();
  before('unlock', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Account keys');
    await workbench.unlock();
  });

  it('hold nothing of a password that goes into a record', async () => {
    const workbench = window();
    const [name] = names;
    await workbench.clickTreeItem(name);
    await workbench.activeTab(name).waitFor();
    await showsPassword(secretPlaceholder);
    await workbench.replaceInEditor('root', 'admin');
    await leavesNothing(() => paste(pasted), newSecretPlaceholder);
    await leavesNothing(() => workbench.page.keyboard.press('ControlOrMeta+z'), secretPlaceholder);
    await leavesNothing(() => paste(sshKey), newSecretPlaceholder);
    await typingLeavesNothing(newSecretPlaceholder);
    await workbench.answer('answered-horse');
    await workbench.pressSave();
    await workbench.dirtyTab(name).waitFor({ state: 'detached' });
    const stored = await listRecords(manager(), 'account_keys');
    assert.equal(stored.find(key => key['name'] === name)?.['password'], 'answered-horse');
  });

  it('hold nothing of a password that goes into a list', async () => {
    const workbench = window();
    await workbench.chooseFromMenu(workbench.treeItem(names[1]), 'Edit as One Document');
    await workbench.activeTab('Account keys (1)').waitFor();
    await showsPassword(secretPlaceholder);
    await leavesNothing(() => paste(pasted), secretPlaceholder);
    await leavesNothing(() => paste(sshKey), secretPlaceholder);
    await typingLeavesNothing(secretPlaceholder);
    await workbench.runCommand('File: Revert File');
    await workbench.dirtyTab('Account keys').waitFor({ state: 'detached' });
  });

  it('hold nothing of a password that goes into a draft from a template, and neither does the template', async () => {
    const workbench = window();
    const name = names[2];
    await workbench.clickTreeItem(name);
    await workbench.activeTab(name).waitFor();
    await showsPassword(secretPlaceholder);
    await leavesNothing(() => paste(pasted), newSecretPlaceholder);
    await workbench.runCommand('Netsensor: Save as Template…');
    await workbench.answer(name);
    const file = join(workbench.folder, '.netsensor', 'templates', 'account_keys', `${name}.json`);
    const template = await eventually(() => readFile(file, 'utf8'));
    assert.deepEqual(JSON.parse(template), { name, username: 'root' });
    await workbench.chooseFromMenu(workbench.treeItem('Account keys'), 'New from Template…');
    await workbench.pick(name);
    await workbench.activeTab('New account key').waitFor();
    await showsPassword(secretPlaceholder);
    await leavesNothing(() => paste(pasted), newSecretPlaceholder);
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
});

/** Whether a password stands in a text of records, or any line of what was pasted. */
const holdsSecret = (text: string): boolean =>
  [pasted, ...sshKey.split('\n')].some(line => text.includes(line)) ||
  [...text.matchAll(/"password": *(.*?),?$/gm)].some(
    ([, value]) => !placeholders.some(each => value === `"${each}"`),
  );
