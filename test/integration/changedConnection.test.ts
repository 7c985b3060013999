import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeDocument, closeTabs, openDocument, replaceText } from '../support/editDocument.js';
import { createRack, readRack, type StoredRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useAddedConnection } from '../support/useAddedConnection.js';
import { useExtension } from '../support/useExtension.js';

describe('a connection that changes while it is used', () => {
  const extension = useExtension();
  const connectionId = useAddedConnection(() => ({
    url: extension().proxy.url,
    apiKey: extension().manager.apiKey,
  }));
  const { dialogs, inputs, later, shown, restore } = stubAnswers();
  const names = Array.from({ length: 9 }, (_, index) => `Changed ${index}`);
  let racks: StoredRack[];

  const run = (command: string, ...more: unknown[]) =>
    vscode.commands.executeCommand(`netsensor.${command}`, { connectionId: connectionId() }, ...more);
  const targets = () =>
    racks.map(({ id, name }) => ({
      connectionId: connectionId(),
      kind: 'record',
      type: 'racks',
      recordId: id,
      name,
    }));
  const onTargets = (command: string) => {
    const all = targets();
    return vscode.commands.executeCommand(`netsensor.${command}`, all[0], all);
  };
  const sent = (method: string) => extension().proxy.seen.filter(request => request.method === method);
  /** Does something once, while the first requests with this method wait for it. */
  const atFirst = (method: string, step: () => Thenable<unknown>) => {
    let doing: Promise<unknown> | undefined;
    extension().proxy.onArrival = request =>
      request.method === method ? (doing ??= Promise.resolve(step())) : undefined;
  };
  const changeTimeLimit = (seconds: number | undefined) =>
    vscode.workspace
      .getConfiguration('netsensor')
      .update('requestTimeout', seconds, vscode.ConfigurationTarget.Global);
  const signIn = async () => {
    inputs(extension().manager.apiKey);
    await run('signIn');
  };

  beforeEach('racks of its own, on a connection that is signed in and unlocked', async () => {
    await signIn();
    dialogs(({ buttons }) => buttons.find(button => /^(Delete|Save|Unlock)$/.test(button)));
    await run('unlockConnection');
    racks = [];
    for (const name of names) racks.push(await createRack(extension().manager, name));
    extension().proxy.seen.length = 0;
  });
  afterEach('put everything back', async () => {
    await extension().proxy.heal();
    await closeTabs();
    restore();
  });

  it('stays locked when it was locked while its key was asked for', async () => {
    const { showInputBox } = vscode.window;
    later(() => Object.assign(vscode.window, { showInputBox }));
    const lockAndAnswer = () => Promise.resolve(run('lockConnection')).then(() => extension().manager.apiKey);
    Object.assign(vscode.window, { showInputBox: lockAndAnswer });
    await run('signIn');
    const root = vscode.Uri.parse(`netsensor://${connectionId()}/inventory/racks`);
    const [[name] = ['']] = await vscode.workspace.fs.readDirectory(root);
    const { permissions } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(root, name));
    assert.equal(permissions, vscode.FilePermission.Readonly);
  });

  it('lets a deletion go on to its end after a setting was changed', async () => {
    later(() => changeTimeLimit(undefined));
    atFirst('DELETE', () => changeTimeLimit(61));
    await onTargets('deleteRecords');
    assert.match(shown().at(-1)?.message ?? '', /^Deleted 9 /);
    assert.equal(sent('DELETE').length, racks.length);
  });

  it('ends a deletion when it is signed out, and names what the manager took and what was not tried', async () => {
    atFirst('DELETE', () => run('signOut'));
    await onTargets('deleteRecords');
    const said = shown().at(-1)?.message ?? '';
    assert.match(
      said,
      /^The connection was signed out or deleted in the middle\. The manager took the deletion of .*Changed 0.* Not tried: .*Changed 4/,
    );
    assert.doesNotMatch(said, /not known/);
    assert.ok(sent('DELETE').length < racks.length);
  });

  it('sends nothing more once it is locked: no save that had read already, and no rest of a deletion', async () => {
    const [rack] = targets();
    assert.ok(rack);
    const path = `/inventory/racks/${rack.name}.${rack.recordId}.json`;
    const document = await openDocument(vscode.Uri.parse(`netsensor://${connectionId()}${path}`));
    await replaceText(document, '"width": 19', '"width": 21');
    atFirst('GET', () => run('lockConnection'));
    assert.equal(await document.save(), false);
    assert.deepEqual([sent('PATCH').length, document.isDirty], [0, true]);
    await run('unlockConnection');
    atFirst('DELETE', () => run('lockConnection'));
    await onTargets('deleteRecords');
    assert.match(shown().at(-1)?.message ?? '', /is read-only\. Unlock it for changes/);
    assert.ok(sent('DELETE').length < racks.length, `${sent('DELETE').length} sent`);
  });

  it('ends the save of a list when it is signed out, and says which records were not sent', async () => {
    await onTargets('editRecords');
    const document = activeDocument();
    await replaceText(
      document,
      document.getText(),
      document.getText().replaceAll('"width": 19', '"width": 21'),
    );
    atFirst('PATCH', () => run('signOut'));
    assert.equal(await document.save(), false);
    const reasons = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    const last = await readRack(extension().manager, racks.at(-1)?.id ?? 0);
    assert.ok(
      reasons.includes('The connection was signed out or deleted, so this was not sent.'),
      reasons.join('\n'),
    );
    assert.equal(last.width, 19);
    assert.ok(document.isDirty);
    await signIn();
  });
});
