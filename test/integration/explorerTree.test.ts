import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually.js';
import { searchTree } from '../support/searchTree.js';
import { makeDomain } from '../support/sensorTree.js';
import { skipPause } from '../support/skipPause.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

describe('the tree of the explorer', () => {
  const extension = useExtension();
  const { dialogs, inputs, later, restore } = stubAnswers();

  beforeEach('show it', async () => vscode.commands.executeCommand('netsensor.explorer.focus'));
  afterEach('show everything again', async () => {
    restore();
    await vscode.commands.executeCommand('netsensor.clearFilter');
  });

  it('clears a filter that hides the node that was found, and selects that node', async () => {
    const node = await makeDomain(extension().manager, { name: 'Found though hidden' });
    await makeDomain(extension().manager, { name: 'Let through' });
    await vscode.commands.executeCommand('netsensor.refresh');
    inputs('Let through');
    await vscode.commands.executeCommand('netsensor.filterTree');
    const found = await searchTree('environment', 'Found though hidden');
    dialogs(() => undefined);
    await found.reveal();
    await eventually(async () => {
      await vscode.commands.executeCommand('netsensor.copyUuid');
      assert.equal(await vscode.env.clipboard.readText(), node.uuid);
    });
  });

  it('shows the end of a long path, which is what tells nodes apart', async () => {
    const names = Array.from({ length: 9 }, (_, depth) => `Deep level ${depth} of a long way`);
    let parent: { uuid?: string } = {};
    for (const name of [...names, 'Deepest']) {
      const below = parent.uuid === undefined ? {} : { parent_uuid: parent.uuid };
      parent = await makeDomain(extension().manager, { name, ...below });
    }
    await vscode.commands.executeCommand('netsensor.refresh');
    const { paths } = await searchTree('environment', 'Deepest');
    assert.equal(paths[0], ['…', ...names.slice(-2)].join(' / '));
  });

  it('shows a uuid in the list of what was found only where two would read alike', async () => {
    const twins = await Promise.all(
      [1, 2].map(() => makeDomain(extension().manager, { name: 'Twin domain' })),
    );
    await makeDomain(extension().manager, { name: 'Lone domain' });
    await vscode.commands.executeCommand('netsensor.refresh');
    const { descriptions } = await searchTree('environment', 'Twin domain');
    const uuids = descriptions.map(words => words?.split(' · ').at(-1));
    assert.deepEqual(uuids.toSorted(), twins.map(({ uuid }) => uuid).toSorted());
    assert.deepEqual((await searchTree('environment', 'Lone domain')).descriptions, ['Generic']);
  });

  it('stays when it cannot be read again', async () => {
    const { proxy } = extension();
    proxy.fault = { type: 'answer', status: 500, body: { query: false, error: 'Out of order' } };
    proxy.faultPath = /\/sensors\/tree/;
    await vscode.commands.executeCommand('netsensor.refresh');
    assert.equal((await searchTree('environment', 'root')).labels[0], 'root');
  });

  it('is read again by itself as soon as a setting says how often', async () => {
    await searchTree('environment', 'root');
    extension().proxy.seen.length = 0;
    const seconds = 86_400;
    later(skipPause(seconds * 1000));
    const settings = vscode.workspace.getConfiguration('netsensor.explorer');
    await settings.update('autoRefresh', seconds, vscode.ConfigurationTarget.Global);
    try {
      await eventually(() => {
        const asked = extension().proxy.seen.map(({ url }) => url.split('?')[0]);
        assert.ok(asked.includes('/api/v1/sensors/tree'), asked.join(' '));
      });
    } finally {
      await settings.update('autoRefresh', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
