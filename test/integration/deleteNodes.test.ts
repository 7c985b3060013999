import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ShownDialog } from '../support/answerDialogs.js';
import { cancelProgress, slow } from '../support/cancelProgress.js';
import { eventually } from '../support/eventually.js';
import { shownPart } from '../support/hostileTexts.js';
import { askManager } from '../support/manager.js';
import { searchTree } from '../support/searchTree.js';
import {
  findNode,
  makeDomain,
  makeAccessPoint,
  pointTarget,
  readSensorTree,
  sensorTarget,
} from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

const hostile = '$(trash) <img src=x onerror=alert(1)>';

describe('deleting nodes of the tree', () => {
  const extension = useExtension();
  const { dialogs, inputs, later, restore } = stubAnswers();
  let number = 0;
  let name = '';

  const first = ({ buttons }: ShownDialog) => (buttons.includes('Show backup') ? undefined : buttons[0]);
  const writes = () => extension().proxy.writes;
  const tree = () => readSensorTree(extension().manager);
  const run = (...targets: unknown[]) =>
    vscode.commands.executeCommand('netsensor.deleteNodes', targets[0], targets);

  before('unlock the connection', async () => {
    dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach(() => {
    number += 1;
    name = `Delete ${number}`;
  });
  afterEach(async () => {
    restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('shows what goes, asks for the name, writes a backup and deletes', async () => {
    const north = await makeDomain(extension().manager, { name });
    const below = await makeDomain(extension().manager, { name: 'Below', parent_uuid: north.uuid });
    const point = await makeAccessPoint(extension().manager, { name: 'AP below', sensor_uuid: below.uuid });
    await vscode.commands.executeCommand('netsensor.refresh');
    assert.deepEqual((await searchTree('environment', below.uuid)).labels, ['Below']);
    const shown = dialogs(({ buttons }) =>
      buttons.find(button => ['Delete', 'Show backup'].includes(button)),
    );
    const asked = inputs(name);
    await run(sensorTarget(north), sensorTarget(below), pointTarget(point));
    assert.match(shown[0]?.message ?? '', new RegExp(`^Delete ${name} and 2 below it from `));
    assert.match(shown[0]?.detail ?? '', /^Deletes 2 domains and sensors and 1 access point:/);
    assert.equal(asked.length, 1);
    assert.match(shown[1]?.message ?? '', /^Deleted 2 domains and sensors and 1 access point\.$/);
    assert.deepEqual(shown[1]?.buttons, ['Undo', 'Show backup']);
    const left = await tree();
    assert.equal(findNode(left, north.uuid) ?? findNode(left, below.uuid), undefined);
    assert.match((await searchTree('environment', below.uuid)).labels.join(), /^No match among/);
    assert.deepEqual(
      writes().map(({ method }) => method),
      ['DELETE'],
    );
    const backup = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.ok(backup.includes(below.uuid) && backup.includes(point.mac_address), backup.slice(0, 300));
  });

  it('sends nothing when the name is not typed', async () => {
    const north = await makeDomain(extension().manager, { name });
    await makeDomain(extension().manager, { name: 'Below', parent_uuid: north.uuid });
    dialogs(first);
    for (const typed of [undefined, '', name.slice(1), `${name} south`]) {
      const asked = inputs(typed);
      await run(sensorTarget(north));
      assert.equal(asked.length, 1);
    }
    assert.deepEqual(writes(), []);
    assert.ok(findNode(await tree(), north.uuid));
  });

  it('stops after the node that is being deleted when it is cancelled, and names what was not tried', async () => {
    const north = await makeDomain(extension().manager, { name });
    const south = await makeDomain(extension().manager, { name: `${name} south` });
    const shown = dialogs(first);
    inputs('Local manager');
    Object.assign(extension().proxy, { fault: slow, faultMethod: 'DELETE' });
    later(cancelProgress(message => message.endsWith('(1 of 2)')));
    await run(sensorTarget(north), sensorTarget(south));
    assert.equal(writes().length, 1);
    const left = await tree();
    assert.equal(findNode(left, north.uuid), undefined);
    assert.ok(findNode(left, south.uuid));
    assert.equal(shown[1]?.message, `Deleted 1 domain or sensor. Not tried: ${name} south.`);
  });

  it('deletes several nodes and access points after the name of the manager was typed', async () => {
    const manager = extension().manager;
    const north = await makeDomain(manager, { name });
    const south = await makeDomain(manager, { name: `${name} south` });
    const point = await makeAccessPoint(manager, { name: 'AP', sensor_uuid: south.uuid });
    const other = await makeDomain(manager, { name: `${name} ${hostile}` });
    const shown = dialogs(({ buttons }) =>
      buttons.find(button => ['Delete', 'Show backup'].includes(button)),
    );
    inputs('Local manager');
    await run(sensorTarget(north), sensorTarget(other), pointTarget(point));
    assert.ok(shown[0]?.detail.includes(shownPart(hostile).slice(0, 14)), shown[0]?.detail);
    const backup = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.ok(backup.includes(JSON.stringify(`${name} ${hostile}`)), 'the backup has the name as it is');
    const left = await tree();
    assert.equal(findNode(left, north.uuid) ?? findNode(left, other.uuid), undefined);
    assert.deepEqual(findNode(left, south.uuid)?.access_points ?? [], []);
  });

  it('shows the plan again when somebody added to a node meanwhile', async () => {
    const north = await makeDomain(extension().manager, { name });
    const shown = dialogs(dialog => {
      if (/^Delete /.test(dialog.message)) return shown.length === 1 ? 'Delete' : undefined;
      return undefined;
    });
    const window = vscode.window as unknown as { showInputBox: unknown };
    assert.ok(window);
    const original = vscode.window.showWarningMessage;
    let grown = false;
    Object.assign(vscode.window, {
      showWarningMessage: async (...args: Parameters<typeof original>) => {
        if (!grown) await makeDomain(extension().manager, { name: 'Added', parent_uuid: north.uuid });
        grown = true;
        return original(...args);
      },
    });
    await run(sensorTarget(north));
    Object.assign(vscode.window, { showWarningMessage: original });
    assert.match(shown[1]?.detail ?? '', /has changed while you were asked/);
    assert.match(shown[1]?.detail ?? '', /2 domains and sensors/);
    assert.deepEqual(writes(), []);
    assert.ok(findNode(await tree(), north.uuid));
  });

  it('spares what another person moved out of a node that goes', async () => {
    const manager = extension().manager;
    const north = await makeDomain(manager, { name });
    const below = await makeDomain(manager, { name: 'Moved out', parent_uuid: north.uuid });
    const shown = dialogs(first);
    const { showInputBox } = vscode.window;
    let typed = 0;
    const type = async () => {
      typed += 1;
      const body = { parent_uuid: (await tree()).uuid };
      if (typed === 1) await askManager(manager, `/api/v1/sensors/${below.uuid}`, { method: 'PATCH', body });
      return name;
    };
    Object.assign(vscode.window, { showInputBox: type });
    later(() => Object.assign(vscode.window, { showInputBox }));
    await run(sensorTarget(north));
    assert.match(shown[1]?.detail ?? '', /has changed while you were asked/);
    assert.match(shown[1]?.detail ?? '', /Deletes 1 domain or sensor:/);
    const left = await tree();
    assert.equal(findNode(left, north.uuid), undefined);
    assert.ok(findNode(left, below.uuid));
  });

  it('refuses the top domain, and what is gone already', async () => {
    const top = await tree();
    const shown = dialogs(first);
    await run(sensorTarget(top));
    assert.match(shown[0]?.message ?? '', /is the top domain of this API key and cannot be deleted/);
    const north = await makeDomain(extension().manager, { name });
    await askManager(extension().manager, `/api/v1/sensors/${north.uuid}`, { method: 'DELETE' });
    await run(sensorTarget(north));
    assert.match(shown[1]?.message ?? '', /is not on the manager any more/);
    assert.deepEqual(writes(), []);
  });

  it('names what survived a success that was none', async () => {
    const north = await makeDomain(extension().manager, { name });
    extension().proxy.faultMethod = 'DELETE';
    extension().proxy.fault = { type: 'answer', status: 200, body: { query: 'true' } };
    const shown = dialogs(first);
    await run(sensorTarget(north));
    assert.match(shown[1]?.message ?? '', new RegExp(`^Still there: ${name}\\. .*may not manage`));
    assert.ok(findNode(await tree(), north.uuid));
  });

  it('says it is deleted when only the answer was lost, and never asks twice', async () => {
    const north = await makeDomain(extension().manager, { name });
    extension().proxy.faultMethod = 'DELETE';
    extension().proxy.fault = { type: 'reset' };
    const shown = dialogs(first);
    await run(sensorTarget(north));
    assert.equal(writes().length, 1);
    assert.match(shown[1]?.message ?? '', /^Deleted 1 domain or sensor\.$/);
    assert.equal(findNode(await tree(), north.uuid), undefined);
  });

  it('looks again, in place of putting back, what a manager only promised and shows still', async () => {
    const { proxy, manager } = extension();
    const north = await makeDomain(manager, { name });
    proxy.faultMethod = 'DELETE';
    proxy.fault = { type: 'answer', status: 202, body: {} };
    const shown = dialogs(dialog => first(dialog) ?? dialog.buttons.find(button => button === 'Look again'));
    proxy.onArrival = ({ method }) =>
      method === 'GET' && shown[1]
        ? askManager(manager, `/api/v1/sensors/${north.uuid}`, { method: 'DELETE' })
        : undefined;
    await run(sensorTarget(north));
    assert.match(
      shown[1]?.message ?? '',
      new RegExp(`^Still there: ${name}\\. The manager may still be at it`),
    );
    assert.deepEqual(shown[1]?.buttons, ['Look again', 'Show backup']);
    assert.equal(shown[2]?.message, 'Deleted 1 domain or sensor.');
    assert.deepEqual(shown[2]?.buttons, ['Undo', 'Show backup']);
  });

  it('names what was not tried after the manager went away', async () => {
    const north = await makeDomain(extension().manager, { name });
    const south = await makeDomain(extension().manager, { name: `${name} south` });
    extension().proxy.faultMethod = 'DELETE';
    extension().proxy.fault = { type: 'reset', operation: 'skipped' };
    const shown = dialogs(first);
    inputs('Local manager');
    await run(sensorTarget(north), sensorTarget(south));
    assert.equal(writes().length, 1);
    assert.match(
      shown[1]?.message ?? '',
      new RegExp(
        `^Still there: .*connection was cut.* Not tried: ${name} south\\. The manager may still be at it\\.`,
      ),
    );
  });

  it('deletes all access points of a domain and its subdomains, and nothing else', async () => {
    const manager = extension().manager;
    const north = await makeDomain(manager, { name });
    const below = await makeDomain(manager, { name: 'Below', parent_uuid: north.uuid });
    await makeAccessPoint(manager, { name: 'AP 1', sensor_uuid: north.uuid });
    await makeAccessPoint(manager, { name: 'AP 2', sensor_uuid: below.uuid });
    const shown = dialogs(first);
    inputs(name);
    await vscode.commands.executeCommand('netsensor.deleteAccessPoints', sensorTarget(north));
    assert.match(shown[1]?.message ?? '', /^Deleted 2 access points\.$/);
    const left = await tree();
    assert.deepEqual(findNode(left, north.uuid)?.access_points ?? [], []);
    assert.deepEqual(findNode(left, below.uuid)?.access_points ?? [], []);
  });

  it('refuses a call without a node while none is selected', async () => {
    const shown = dialogs(first);
    await vscode.commands.executeCommand('netsensor.explorer.focus');
    await vscode.commands.executeCommand('list.clear');
    await vscode.commands.executeCommand('netsensor.deleteNodes');
    assert.match(shown.at(-1)?.message ?? '', /Select a domain, a sensor or an access point/);
    assert.deepEqual(writes(), []);
  });

  it('takes nothing that is selected for the node of a menu that VS Code lost while it drew the tree', async () => {
    const shown = dialogs(first);
    const node = await makeDomain(extension().manager, { name });
    await vscode.commands.executeCommand('netsensor.refresh');
    const found = await searchTree('environment', name);
    await found.reveal();
    await eventually(async () => {
      await vscode.commands.executeCommand('netsensor.copyUuid');
      assert.equal(await vscode.env.clipboard.readText(), node.uuid);
    });
    await vscode.commands.executeCommand('netsensor.deleteNodes', undefined, undefined);
    assert.match(shown.at(-1)?.message ?? '', /The tree was read again just now/);
    assert.deepEqual(writes(), []);
  });
});
