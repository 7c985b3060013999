import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { cancelProgress, slow } from '../support/cancelProgress.js';
import { firstButton, useAdministrator, type User } from '../support/useAdministrator.js';
import { useExtension } from '../support/useExtension.js';

describe('users of a manager', () => {
  useExtension();
  const { manager, connection, run, dialogs, inputs, users, later, other } = useAdministrator();

  it('are listed, and shown without their keys', async () => {
    const { login, id, authentication_token: token } = await other();
    inputs(login);
    await run('showUsers');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.path, `/users/${login}.${id}.json`);
    const shown = document?.getText() ?? '';
    assert.equal((JSON.parse(shown) as User).login, login);
    assert.ok(!shown.includes(token) && !shown.includes('authentication_token'));
    const stat = await vscode.workspace.fs.stat(document!.uri);
    assert.equal(stat.permissions, vscode.FilePermission.Readonly);
  });

  it('have documents by ids that are text, and none without an id', async () => {
    const users = [{ id: '0643c1c1-ec74-40b1-95dc-8d7ef868acc3', login: 'ana' }, { login: 'noid' }];
    connection.proxy.fault = { type: 'text', text: JSON.stringify({ query: true, users }) };
    inputs('ana', 'noid');
    await run('showUsers');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.path, '/users/ana.0643c1c1-ec74-40b1-95dc-8d7ef868acc3.json');
    assert.equal((JSON.parse(document?.getText() ?? '') as User).login, 'ana');
    const shown = dialogs(firstButton);
    await run('showUsers');
    assert.match(shown[0]?.message ?? '', /^The manager sent no id of noid/);
  });

  it('are not said to be gone when the manager sent a part of them only', async () => {
    const { login, id } = await other();
    const read = async (body: unknown) => {
      connection.proxy.fault = { type: 'text', text: JSON.stringify(body) };
      const uri = vscode.Uri.parse(`netsensor://${connection.id}/users/${login}.${id}.json`);
      return vscode.workspace.fs.readFile(uri).then(
        () => 'read',
        (error: unknown) => String(error),
      );
    };
    const others = (await users()).filter(user => user.id !== id);
    const part = { users: others, meta: { total: others.length + 1 } };
    assert.match(await read(part), /sent \d of \d users\. This user was not among the others/);
    assert.match(
      await read({ users: [...others, null] }),
      /is no record\. This user was not among the others/,
    );
    assert.match(await read({ users: others }), /does not have this user any more/);
  });

  it('are not shown, and neither is a message, when reading them is cancelled', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const shown = dialogs(firstButton);
    connection.proxy.fault = slow;
    later(cancelProgress(title => title.startsWith('Reading the users of ')));
    await run('showUsers');
    assert.deepEqual(shown, []);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('are not listed for somebody who is no super administrator', async () => {
    const { authentication_token: token } = (await users()).find(({ admin }) => !admin)!;
    inputs(token);
    dialogs(firstButton);
    await run('signIn');
    const shown = dialogs(() => undefined);
    await run('showUsers');
    assert.match(shown[0]?.message ?? '', /Only a super administrator may list the users/);
  });

  it('come as the CSV of the manager without keys, and with them only into a file after a warning', async () => {
    const { authentication_token: token } = await other();
    inputs('Open without keys');
    await run('fetchUsersCsv');
    const opened = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(opened, /^Name,Email,ID/);
    assert.ok(!opened.includes(token) && !opened.includes(connection.key));
    const file = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'users.csv');
    const { showSaveDialog } = vscode.window;
    Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)) });
    later(() => Object.assign(vscode.window, { showSaveDialog }));
    inputs('Save with the keys of all users', 'Save with the keys of all users');
    dialogs(() => undefined);
    await run('fetchUsersCsv');
    await assert.rejects(readFile(file));
    const shown = dialogs(firstButton);
    await run('fetchUsersCsv');
    assert.match(shown[0]?.message ?? '', /Save the API keys of all users/);
    assert.ok((await readFile(file, 'utf8')).includes(token));
    await rm(file);
  });

  it('have access points that come as CSV too', async () => {
    inputs('Open in an editor');
    await run('fetchAccessPointsCsv');
    const opened = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(opened, /^service_provider_uuid,.*\n.*([0-9a-f]{2}:){5}/);
    const answer = await fetch(`${manager().url}/api/v1/access_points.csv?auth_token=${connection.key}`);
    assert.deepEqual(macAddresses(opened), macAddresses(await answer.text()));
  });
});

const macAddresses = (csv: string) => csv.match(/([0-9a-f]{2}:){5}[0-9a-f]{2}/g)?.sort();
