import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerPicks } from '../support/answerPicks.js';
import { cancelProgress, slow } from '../support/cancelProgress.js';
import { closeTabs, openDocument, setFields } from '../support/editDocument.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useAddedConnection } from '../support/useAddedConnection.js';
import { useExtension } from '../support/useExtension.js';

type ConnectionItem = vscode.QuickPickItem & { readonly connection?: { readonly id: string } };

describe('a connection', () => {
  const extension = useExtension();
  const id = useAddedConnection(() => ({ url: extension().proxy.url, apiKey: extension().manager.apiKey }));
  const { dialogs, inputs, later, restore } = stubAnswers();

  const run = (command: string, connectionId?: string) =>
    vscode.commands.executeCommand(`netsensor.${command}`, ...(connectionId ? [{ connectionId }] : []));
  const firstRack = async (): Promise<vscode.Uri> => {
    const racks = vscode.Uri.parse(`netsensor://${id()}/inventory/racks`);
    const [first] = await vscode.workspace.fs.readDirectory(racks);
    assert.ok(first);
    return vscode.Uri.joinPath(racks, first[0]);
  };
  const isLocked = async (): Promise<boolean> => {
    const { permissions } = await vscode.workspace.fs.stat(await firstRack());
    return permissions === vscode.FilePermission.Readonly;
  };
  /** Runs a command that asks for a connection, then perhaps for something else; @returns all that was offered. */
  const picking = async (command: string, connection: string | undefined, label?: string) => {
    const offered: string[][] = [];
    const undo = answerPicks((items: readonly ConnectionItem[]) => {
      offered.push(items.map(item => item.connection?.id ?? item.label));
      return items.find(item => (item.connection ? item.connection.id === connection : item.label === label));
    });
    try {
      await run(command);
    } finally {
      undo();
    }
    return offered;
  };

  afterEach(async () => {
    restore();
    await closeTabs();
    dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await run('unlockConnection', id());
    restore();
  });

  it('is deleted with nothing unsaved alone, and not without a yes', async () => {
    const document = await openDocument(await firstRack());
    await setFields(document, { name: 'Unsaved' });
    const shown = dialogs(({ buttons }) => buttons[0]);
    await run('deleteConnection', id());
    assert.deepEqual(
      shown.map(({ message }) => /has unsaved documents\. Save or close them first/.test(message)),
      [true],
    );
    assert.ok(document.isDirty);
    await closeTabs();
    const asked = dialogs(() => undefined);
    await run('deleteConnection', id());
    assert.match(asked[0]?.message ?? '', /^Delete the connection /);
    assert.equal(await isLocked(), false);
  });

  it('keeps what became of it while its name was typed', async () => {
    const { showInputBox } = vscode.window;
    later(() => Object.assign(vscode.window, { showInputBox }));
    let refused: unknown;
    Object.assign(vscode.window, {
      showInputBox: async ({ validateInput }: vscode.InputBoxOptions) => {
        refused = await validateInput?.('  ');
        await run('lockConnection', id());
        return ' Cellar ';
      },
    });
    await run('renameConnection', id());
    assert.equal(refused, 'Enter a name.');
    assert.equal(await isLocked(), true);
    const shown = dialogs(() => undefined);
    await run('unlockConnection', id());
    assert.equal(shown[0]?.message, 'Unlock Cellar for changes?');
    assert.equal(await isLocked(), true);
    // Enter keeps the name, whatever it holds that is shown otherwise.
    const name = `[fd00::1]:8443 ${'long '.repeat(10)}name`;
    for (const typed of [() => name, ({ value = '' }: vscode.InputBoxOptions) => value]) {
      Object.assign(vscode.window, {
        showInputBox: (box: vscode.InputBoxOptions) => Promise.resolve(typed(box)),
      });
      await run('renameConnection', id());
    }
    Object.assign(vscode.window, {
      showInputBox: ({ value }: vscode.InputBoxOptions) => assert.equal(value, name),
    });
    await run('renameConnection', id());
  });

  it('is offered what can be done with it, and is asked for where no one is meant', async () => {
    await run('lockConnection', 'environment');
    const [connections, ofSaved] = await picking('showConnections', id(), 'Lock (read-only)');
    assert.deepEqual(connections, ['environment', id()]);
    const common = ['Set label and colour'];
    assert.deepEqual(ofSaved, ['Lock (read-only)', ...common, 'Rename', 'Enter API key', 'Sign out']);
    assert.equal(await isLocked(), true);
    const [, ofEnvironment] = await picking('showConnections', 'environment');
    assert.deepEqual(ofEnvironment?.slice(1), common);
    const shown = dialogs(({ rows }) => rows?.[ways.length - 1]);
    const ways = ['Keep it read-only', 'Unlock for 15 minutes', 'Unlock until the window closes'];
    await picking('unlockConnection', undefined);
    assert.deepEqual([shown.length, await isLocked()], [0, true]);
    await picking('unlockConnection', id());
    assert.equal(await isLocked(), false);
    await run('lockAll');
    assert.equal(await isLocked(), true);
    await picking('setEnvironment', id(), 'production');
    await run('unlockConnection', id());
    assert.equal(await isLocked(), false);
    const offered = shown.flatMap(({ rows }) => (rows ? [rows] : []));
    assert.deepEqual(offered, [[...ways, 'Unlock until I lock it'], ways]);
    await picking('setEnvironment', id(), 'no label');
  });

  it('keeps the key that works while another one is refused', async () => {
    for (const button of ['Change key', 'Change address', undefined]) {
      const asked = inputs('wrong-key-0123456789', undefined);
      const shown = dialogs(() => button);
      await run('signIn', id());
      assert.deepEqual(shown[0]?.buttons, ['Change key', 'Change address']);
      assert.equal(asked.length, button === 'Change key' ? 2 : 1);
      restore();
    }
    await firstRack();
  });
});

describe('a connection that is being made', () => {
  const extension = useExtension();
  const { dialogs, inputs, later, restore } = stubAnswers();
  afterEach(restore);

  const add = () => vscode.commands.executeCommand('netsensor.addManager');

  it('is checked while its address is typed, and asks for it again as it was typed', async () => {
    const { showInputBox } = vscode.window;
    later(() => Object.assign(vscode.window, { showInputBox }));
    const boxes: vscode.InputBoxOptions[] = [];
    const { url } = extension().proxy;
    const answers = [` ${url}/ `, 'wrong-key-0123456789', undefined];
    Object.assign(vscode.window, {
      showInputBox: (options: vscode.InputBoxOptions) => Promise.resolve(answers[boxes.push(options) - 1]),
    });
    dialogs(() => 'Change address');
    await add();
    assert.deepEqual(
      boxes.map(({ value, password, ignoreFocusOut }) => [value, password, ignoreFocusOut]),
      [
        ['', undefined, true],
        [undefined, true, true],
        [url, undefined, true],
      ],
    );
    const said = async (text: string): Promise<string | undefined> => {
      const message = await boxes[0]?.validateInput?.(text);
      return typeof message === 'object' && message
        ? `${message.severity}: ${message.message}`
        : (message ?? '');
    };
    for (const [text, sentence] of [
      ['', /^$/],
      ['https://manager.example.net', /^$/],
      ['http://127.0.0.1:8080', /^$/],
      ['http://localhost', /^$/],
      ['http://manager.example.net', /^2: With http the API key travels readable\.$/],
      ['http://127.evil.com', /^2: With http/],
      ['http://localhost.evil.com', /^2: With http/],
      ['not an address', /^This is not an address/],
      ['ftp://host', /^The address must start with https/],
      ['https://me:secret@host', /^Leave the user name and password out/],
      ['https://host/?auth_token=x', /^Leave everything from \? or # on out/],
    ] as const) {
      assert.match((await said(text)) ?? '', sentence, text);
    }
  });

  it('is tried again without typing its key again, and gets its label on demand', async () => {
    const { proxy, manager } = extension();
    proxy.fault = { type: 'answer', status: 500, body: { error: 'Out of order' } };
    const asked = inputs(proxy.url, manager.apiKey, 'staging');
    const shown = dialogs(({ buttons }) => {
      proxy.fault = undefined;
      return buttons[0];
    });
    await add();
    assert.deepEqual(
      shown.map(({ buttons }) => buttons),
      [['Try again', 'Change address'], ['Set label and colour']],
    );
    assert.equal(asked.length, 3);
    restore();
    const offered: (vscode.QuickPickItem & { connection?: { id: string } })[] = [];
    later(answerPicks(items => void offered.push(...items)));
    await vscode.commands.executeCommand('netsensor.showConnections');
    const connection = offered.at(-1);
    assert.deepEqual([connection?.description, connection?.detail], ['staging · read-only', proxy.url]);
    const connectionId = connection?.connection?.id;
    await vscode.commands.executeCommand('netsensor.signOut', { connectionId });
    await vscode.commands.executeCommand('netsensor.showConnections');
    const now = offered.findLast(item => item.connection?.id === connectionId);
    assert.equal(now?.description, 'staging · signed out');
    offered.length = 0;
    later(
      answerPicks((items: readonly ConnectionItem[]) => {
        offered.push(...items);
        return items.find(item => item.connection?.id === connectionId);
      }),
    );
    await vscode.commands.executeCommand('netsensor.showConnections');
    assert.deepEqual(
      offered.filter(item => !item.connection).map(({ label }) => label),
      ['Enter API key', 'Set label and colour', 'Rename'],
    );
    dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.deleteConnection', { connectionId });
  });

  it('is nothing, without a message, when its check is cancelled', async () => {
    inputs(extension().proxy.url, extension().manager.apiKey);
    const shown = dialogs(() => undefined);
    extension().proxy.fault = slow;
    later(cancelProgress(message => message.startsWith('Checking')));
    await add();
    assert.deepEqual(shown, []);
  });
});
