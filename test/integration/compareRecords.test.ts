import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerInputs } from '../support/answerInputs.js';
import { closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { deleteRecord } from '../support/inventory.js';
import { askManager, changeRack, createRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { useLocalManager } from '../support/useLocalManager.js';

type Item = Record<string, unknown> & { id: number; name: string };
type Pick = vscode.QuickPickItem & { connection?: { id: string } };
type PickFunction = (items: readonly Pick[]) => Pick | readonly Pick[] | undefined;

describe('comparing inventory records', () => {
  const extension = useExtension();
  const second = useLocalManager();
  const { dialogs, later, restore } = stubAnswers();
  let otherId = '';

  const pick = (...answers: PickFunction[]) => {
    const { showQuickPick } = vscode.window;
    const left = [...answers];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly Pick[] | Promise<readonly Pick[]>) => left.shift()?.(await items),
    });
    later(() => Object.assign(vscode.window, { showQuickPick }));
  };
  const target = ({ id, name }: { id: number; name: string }) => ({
    kind: 'record',
    connectionId: 'environment',
    type: 'racks',
    recordId: id,
    name,
  });
  /** The two sides of the diff in front, as texts. */
  const diff = async () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff, 'a diff is open');
    const [left, right] = await Promise.all(
      [input.original, input.modified].map(uri => vscode.workspace.openTextDocument(uri)),
    );
    return { left: left?.getText() ?? '', right: right?.getText() ?? '' };
  };
  const create = async (manager: { url: string; apiKey: string }, type: string, body: object) => {
    const [key = ''] = Object.keys(body);
    const answer = await askManager(manager, `/api/v1/inventory/${type}`, { method: 'POST', body });
    return (answer as Record<string, Item>)[key] as Item;
  };
  const list = async (manager: { url: string; apiKey: string }, type: string) =>
    ((await askManager(manager, `/api/v1/inventory/${type}`)) as Record<string, Item[]>)[type] ?? [];

  before('connect to a second manager, and unlock both', async () => {
    const inputs = answerInputs([second().url, second().apiKey]);
    dialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
    await vscode.commands.executeCommand('netsensor.addManager');
    inputs.restore();
    pick(items => {
      otherId =
        items.find(({ connection }) => connection && connection.id !== 'environment')?.connection?.id ?? '';
      return undefined;
    });
    await vscode.commands.executeCommand('netsensor.showConnections');
    assert.ok(otherId);
    for (const connectionId of ['environment', otherId])
      await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId });
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    restore();
  });
  after('forget the second manager', async () => {
    dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.deleteConnection', { connectionId: otherId });
    restore();
  });

  it('shows two selected records side by side', async () => {
    const one = await createRack(extension().manager, 'Compare one');
    const other = await createRack(extension().manager, 'Compare other');
    await vscode.commands.executeCommand('netsensor.compareRecords', target(one), [
      target(one),
      target(other),
    ]);
    await eventually(async () => {
      const { left, right } = await diff();
      assert.match(left, /"Compare other"/);
      assert.match(right, /"Compare one"/);
    });
  });

  it('shows a record beside what a backup has of it', async () => {
    const rack = await createRack(extension().manager, 'Compare backup');
    dialogs(({ buttons }) => buttons.find(button => button === 'Save'));
    await vscode.commands.executeCommand('netsensor.editRecords', target(rack), [target(rack)]);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    const edit = new vscode.WorkspaceEdit();
    const text = document.getText().replace('"width": 19', '"width": 23');
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    assert.ok(await document.save());
    await changeRack(extension().manager, rack.id, { u_height: 7 });
    pick(items => items.find(({ description }) => description === 'save'));
    await vscode.commands.executeCommand('netsensor.compareRecords', target(rack));
    await eventually(async () => {
      const { left, right } = await diff();
      assert.deepEqual([JSON.parse(left).width, JSON.parse(left).u_height], [19, 42]);
      assert.deepEqual([JSON.parse(right).width, JSON.parse(right).u_height], [23, 7]);
    });
  });

  it('offers to unlock the manager that is to get copies', async () => {
    await create(extension().manager, 'power_panels', { power_panel: { name: 'Compare locked' } });
    await vscode.commands.executeCommand('netsensor.lockConnection', { connectionId: otherId });
    pick(
      items => items.find(({ connection }) => connection?.id === otherId),
      items => items.filter(({ label }) => label === 'Compare locked'),
    );
    const shown = dialogs(({ buttons }) => buttons.find(button => button.startsWith('Unlock')));
    await vscode.commands.executeCommand('netsensor.compareManagers', {
      kind: 'inventoryType',
      connectionId: 'environment',
      type: 'power_panels',
    });
    assert.match(shown[0]?.buttons.join() ?? '', /^Unlock and copy to .*…$/);
    assert.deepEqual(shown[1]?.buttons, ['Unlock']);
    const document = vscode.window.activeTextEditor?.document;
    assert.deepEqual([document?.uri.authority, document?.isDirty], [otherId, true]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('compares a type of two managers by names and places, and copies what is missing with the ids of the other one', async () => {
    const { manager } = extension();
    const unlike = await create(second(), 'power_panels', { power_panel: { name: 'Only there' } });
    const panel = await create(manager, 'power_panels', { power_panel: { name: 'Compare panel' } });
    const there = await create(second(), 'power_panels', { power_panel: { name: 'Compare panel' } });
    assert.ok(unlike.id !== there.id);
    await create(manager, 'power_feeds', {
      power_feed: { name: 'Compare feed', power_panel_id: panel.id, voltage: 230 },
    });
    await create(manager, 'power_feeds', {
      power_feed: { name: 'Compare equal', power_panel_id: panel.id, voltage: 110 },
    });
    await create(second(), 'power_feeds', {
      power_feed: { name: 'Compare equal', power_panel_id: there.id, voltage: 110 },
    });
    const far = await create(manager, 'power_panels', { power_panel: { name: 'Far panel' } });
    await create(manager, 'power_feeds', { power_feed: { name: 'Compare far', power_panel_id: far.id } });
    pick(
      items => items.find(({ connection }) => connection?.id === otherId),
      items => items.filter(({ label }) => label.startsWith('Compare')),
    );
    const shown = dialogs(({ buttons }) => buttons.find(button => button === 'Save'));
    await vscode.commands.executeCommand('netsensor.compareManagers', {
      kind: 'inventoryType',
      connectionId: 'environment',
      type: 'power_feeds',
    });
    assert.match(shown[0]?.message ?? '', /power feeds of .+ (is|are) missing or different on/);
    assert.match(
      shown[0]?.message ?? '',
      /Left alone until what they stand in is on .+; copy that first: .*Compare far \(Far panel\)/,
    );
    // What the message offers stands above the comparison, too.
    await vscode.commands.executeCommand('netsensor.copyDifferences');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.authority, otherId);
    assert.ok(document?.isDirty);
    assert.ok(await document.save());
    const copied = (await list(second(), 'power_feeds')).filter(({ name }) => name.startsWith('Compare'));
    assert.deepEqual(copied.map(feed => [feed.name, feed.power_panel_id, feed.voltage]).sort(), [
      ['Compare equal', there.id, 110],
      ['Compare feed', there.id, 230],
    ]);
  });

  it('says that nothing is missing where the other manager has all of a type', async () => {
    for (const { id } of await list(second(), 'contact_roles'))
      await deleteRecord(second(), 'contact_roles', id);
    for (const { id: _id, ...contact_role } of await list(extension().manager, 'contact_roles'))
      await create(second(), 'contact_roles', { contact_role });
    pick(items => items.find(({ connection }) => connection?.id === otherId));
    const shown = dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.compareManagers', {
      kind: 'inventoryType',
      connectionId: 'environment',
      type: 'contact_roles',
    });
    assert.match(shown[0]?.message ?? '', /^All contact roles of .+ are on .+ too, with the same fields\.$/);
    assert.deepEqual(shown[0]?.buttons, []);
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'json');
  });
});
