import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually.js';
import { listRecords } from '../support/inventory.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

describe('the command line in a terminal', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  let folder: string;
  before('a folder', async () => (folder = await mkdtemp(join(tmpdir(), 'netsensor-terminal-'))));
  after(async () => rm(folder, { recursive: true }));
  afterEach('close them', async () => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await eventually(() => assert.equal(vscode.window.terminals.length, 0));
    answers.restore();
  });

  /** Runs a line in a terminal. @returns what it printed, once it has ended */
  const run = async (terminal: vscode.Terminal, line: string): Promise<string> => {
    const file = join(folder, `${Date.now()}.txt`);
    terminal.sendText(`(${line}; echo "ended $?") > '${file}' 2>&1`);
    return eventually(async () => {
      const text = await readFile(file, 'utf8');
      assert.match(text, /ended \d/);
      return text;
    });
  };
  /** The key is nowhere in what the test prints. */
  const keyVariable = 'env | grep -c ^NETSENSOR_API_KEY= || true';

  it('is found by every new one, with no key', async () => {
    const terminal = vscode.window.createTerminal({
      shellPath: '/bin/sh',
      env: { NODE_OPTIONS: '--no-such-option', NETSENSOR_API_KEY: null, NETSENSOR_URL: null },
    });
    assert.match(await run(terminal, 'netsensor --version; netsensor plan --help'), /Usage: netsensor plan/);
    assert.match(await run(terminal, keyVariable), /^0$/m);
  });

  it('reaches the manager of a connection from a terminal that was asked for, and writes only where it is unlocked', async () => {
    answers.dialogs(({ buttons }) => buttons.find(button => ['Open terminal', 'Unlock'].includes(button)));
    const open = async () => {
      const before = vscode.window.terminals.length;
      await vscode.commands.executeCommand('netsensor.openTerminal', { connectionId: 'environment' });
      await eventually(() => assert.equal(vscode.window.terminals.length, before + 1));
      return vscode.window.terminals.at(-1)!;
    };
    const inFolder = `netsensor -C '${folder}'`;
    await vscode.commands.executeCommand('netsensor.lockConnection', { connectionId: 'environment' });
    const locked = await open();
    assert.match(await run(locked, `${inFolder} init && ${inFolder} pull`), /ended 0/);
    const tag = { name: 'From a terminal', color: 'aa1409' };
    await writeFile(join(folder, 'inventory', 'tags', 'from-a-terminal.json'), JSON.stringify(tag));
    assert.match(await run(locked, `${inFolder} apply`), /NETSENSOR_WRITE=1[^]*ended 1/);
    assert.match(await run(locked, keyVariable), /^1$/m);
    // A window that is started from there must not take it for a connection of its own.
    assert.match(await run(locked, 'env | grep ^NETSENSOR_TERMINAL='), /=environment$/m);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
    assert.match(await run(await open(), `${inFolder} apply`), /ended 0/);
    const tags = await listRecords(extension().manager, 'tags');
    assert.ok(tags.some(({ name }) => name === tag.name));
    // The right to write ends with the lock, and with it the terminal that has it.
    assert.equal(vscode.window.terminals.length, 2);
    await vscode.commands.executeCommand('netsensor.lockConnection', { connectionId: 'environment' });
    await eventually(() => assert.deepEqual(vscode.window.terminals, [locked]));
  });

  it('is opened with no key unless that is agreed to', async () => {
    answers.dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.openTerminal', { connectionId: 'environment' });
    assert.equal(vscode.window.terminals.length, 0);
  });
});
