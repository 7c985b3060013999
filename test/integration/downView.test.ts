import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually.js';
import { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { searchTree } from '../support/searchTree.js';
import { skipPause } from '../support/skipPause.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useAddedConnection } from '../support/useAddedConnection.js';
import { useExtension } from '../support/useExtension.js';

describe('the view of what is down', () => {
  const extension = useExtension();
  let proxy: FaultyProxy;
  before('a way to the manager that nobody else takes', async () => {
    proxy = new FaultyProxy(extension().manager.url);
    await proxy.start();
  });
  const connectionId = useAddedConnection(() => ({ url: proxy.url, apiKey: extension().manager.apiKey }));
  after(() => proxy.stop());
  const { dialogs, later, restore } = stubAnswers();

  const run = (command: string) =>
    vscode.commands.executeCommand(`netsensor.${command}`, { connectionId: connectionId() });
  const treeReads = () => proxy.seen.filter(({ url }) => url.startsWith('/api/v1/sensors/tree')).length;
  /** Lets the timer of the tree be over at once, one time. */
  const letTimePass = async () => {
    const seconds = 86_399;
    later(skipPause(seconds * 1000));
    const settings = vscode.workspace.getConfiguration('netsensor.explorer');
    const set = (value?: number) => settings.update('autoRefresh', value, vscode.ConfigurationTarget.Global);
    later(() => set());
    await set(seconds);
  };

  beforeEach('a tree with something down that was read, and is collapsed', async () => {
    await vscode.commands.executeCommand('netsensor.explorer.focus');
    await vscode.commands.executeCommand('workbench.actions.treeView.netsensor.explorer.collapseAll');
    const rewrite = (body: string) => body.replaceAll(/"status":\s*1\b/g, '"status":0');
    Object.assign(proxy, { fault: { type: 'rewritten', rewrite }, faultPath: /\/sensors\/tree/ });
    await searchTree(connectionId(), 'root');
    await vscode.commands.executeCommand('netsensor.refresh');
    proxy.seen.length = 0;
  });
  afterEach('put everything back', async () => {
    restore();
    await proxy.heal();
  });

  it('keeps what was read of a connection that is locked and unlocked, and reads it again when asked', async () => {
    await run('lockConnection');
    dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await run('unlockConnection');
    assert.equal((await searchTree(connectionId(), 'root')).labels[0], 'root');
    assert.equal(treeReads(), 0);
    await vscode.commands.executeCommand('netsensor.refresh');
    assert.equal(treeReads(), 1);
  });

  it('reads a collapsed tree that could not be read again once more when its connection changes', async () => {
    proxy.fault = { type: 'answer', status: 500, body: { query: false, error: 'Out of order' } };
    await vscode.commands.executeCommand('netsensor.refresh');
    await proxy.heal();
    await run('lockConnection');
    await eventually(() => assert.equal(treeReads(), 1));
  });

  it('reads a collapsed tree of a connection that was locked again by itself', async () => {
    await run('lockConnection');
    await letTimePass();
    await eventually(() => assert.equal(treeReads(), 1));
  });

  it('reads the trees again by itself while the explorer is not shown', async () => {
    await vscode.commands.executeCommand('netsensor.down.focus');
    await vscode.commands.executeCommand('netsensor.explorer.removeView');
    try {
      await letTimePass();
      await eventually(() => assert.equal(treeReads(), 1));
    } finally {
      await vscode.commands.executeCommand('netsensor.explorer.focus');
    }
  });
});
