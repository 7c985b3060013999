import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fieldsOf, setFields } from '../support/editDocument.js';
import { askManager } from '../support/manager.js';
import { noteStatus } from '../support/noteStatus.js';
import {
  findNode,
  makeAccessPoint,
  makeDomain,
  pointTarget,
  readSensorTree,
  sensorTarget,
  type TreeNode,
} from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

describe('moving nodes of the tree', () => {
  const extension = useExtension();
  const { dialogs, later, meanwhile, restore } = stubAnswers();
  const writes = () => extension().proxy.writes;
  const tree = () => readSensorTree(extension().manager);
  const run = (nodes: readonly unknown[], to: TreeNode) =>
    vscode.commands.executeCommand('netsensor.moveNodes', nodes[0], nodes, sensorTarget(to));
  const agree = () => dialogs(({ buttons }) => buttons.find(button => button === 'Move'));

  before('unlock the connection', async () => {
    dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  afterEach(async () => {
    restore();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function newPlaces(name: string) {
    const from = await makeDomain(extension().manager, { name: `${name} from` });
    const to = await makeDomain(extension().manager, { name: `${name} to` });
    const floor = await makeDomain(extension().manager, { name: `${name} floor`, parent_uuid: from.uuid });
    const point = await makeAccessPoint(extension().manager, { name: `${name} AP`, sensor_uuid: from.uuid });
    await vscode.commands.executeCommand('netsensor.refresh');
    return { from, to, floor, point, moved: { ...sensorTarget(floor), parentUuid: from.uuid } };
  }

  it('shows from where and to where, and moves a domain and an access point', async () => {
    const { from, to, floor, point, moved } = await newPlaces('Move 1');
    const shown = agree();
    await run([moved, pointTarget(point)], to);
    assert.match(shown[0]?.message ?? '', /^Move 2 nodes to Move 1 to\?$/);
    assert.match(shown[0]?.detail ?? '', /Move 1 floor.*\n.*Move 1 AP.*\nTo: Move 1 to/s);
    const now = await tree();
    assert.deepEqual(
      findNode(now, to.uuid)?.children.map(({ uuid }) => uuid),
      [floor.uuid],
    );
    assert.deepEqual(
      findNode(now, to.uuid)?.access_points?.map(({ id }) => id),
      [point.id],
    );
    assert.deepEqual(findNode(now, from.uuid)?.children, []);
    assert.equal(writes().length, 2);
  });

  it('sends nothing that is typed into a document while its node is about to be moved', async () => {
    const { to, moved } = await newPlaces('Move typed');
    const told = agree();
    const { openTextDocument } = vscode.workspace;
    const typed = async (uri: vscode.Uri) => {
      const document = await openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      await setFields(document, { name: 'Move ty' });
      return document;
    };
    Object.assign(vscode.workspace, { openTextDocument: typed });
    later(() => Object.assign(vscode.workspace, { openTextDocument }));
    await run([moved], to);
    assert.match(told.at(-1)?.message ?? '', /has changes that are not saved\. Save or revert it first\.$/);
    assert.deepEqual(writes(), []);
  });

  it('does not say that a node was moved to where it does not stand', async () => {
    const { to, floor, moved } = await newPlaces('Move elsewhere');
    const { proxy, manager } = extension();
    const elsewhere = await makeDomain(manager, { name: 'Move elsewhere' });
    const body = { parent_uuid: elsewhere.uuid };
    later(() => (proxy.onArrival = undefined));
    let isSent = false;
    proxy.onArrival = ({ method }) => {
      const isNext = isSent && method === 'GET';
      isSent = method === 'PATCH';
      return isNext
        ? askManager(manager, `/api/v1/sensors/${floor.uuid}`, { method: 'PATCH', body })
        : undefined;
    };
    const shown = agree();
    await run([moved], to);
    const said = shown.map(({ message }) => message).join(' | ');
    assert.match(said, /The manager took the move of Move elsewhere floor, but shows it elsewhere/);
    assert.doesNotMatch(said, /Moved /);
  });

  it('goes on in the tab that shows a node by its name from before', async () => {
    const { from, to, point } = await newPlaces('Move renamed');
    await vscode.commands.executeCommand('netsensor.openRecord', pointTarget(point));
    const renamed = { ...pointTarget(point), name: 'Another name' };
    agree();
    await run([renamed], to);
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    assert.equal(tabs.filter(label => label.endsWith(`.${point.id}.json`)).length, 1, tabs.join());
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(`.${point.id}.json`));
    await setFields(document ?? assert.fail(), { description: 'Not saved yet' });
    const told = agree();
    await run([{ ...renamed, sensorUuid: to.uuid }], from);
    assert.deepEqual(
      told.map(({ message }) => message.replace(/^.* has/, '')),
      [' changes that are not saved. Save or revert it first.'],
    );
  });

  it('sends nothing without a yes, below itself, where it is already, or what the manager cannot move', async () => {
    const { from, to, floor, moved } = await newPlaces('Move 2');
    dialogs(({ buttons }) => buttons.find(button => button === 'Leave it there'));
    await run([moved], to);
    const sentences = [
      /^Move 2 from cannot stand below itself/,
      /is there already/,
      /^Move 2 floor cannot be moved: a manager has no call that changes this kind of sensor\.$/,
    ];
    for (const [nodes, place] of [
      [[{ ...sensorTarget(from), parentUuid: (await tree()).uuid }], floor],
      [[moved], from],
      [[{ ...moved, sensorKind: 'other' }], to],
    ] as const) {
      const told = dialogs(() => undefined);
      await run(nodes, place);
      assert.match(told[0]?.message ?? '', sentences.shift() ?? /never/);
    }
    assert.deepEqual(writes(), []);
  });

  it('says why a manager cannot move a node, as information and before a domain is asked for', async () => {
    const { moved } = await newPlaces('Move 10');
    const shown = dialogs(() => undefined);
    const isInformation = meanwhile(() => Promise.resolve(), 'showInformationMessage');
    await vscode.commands.executeCommand('netsensor.moveNodes', { ...moved, sensorKind: 'other' });
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Move 10 floor cannot be moved: a manager has no call that changes this kind of sensor.'],
    );
    assert.ok(isInformation());
  });

  const change = (kind: 'sensors' | 'access_points', id: string | number, body: object) =>
    askManager(extension().manager, `/api/v1/${kind}/${id}`, { method: 'PATCH', body });

  it('sends nothing once somebody moved or deleted what it names while the question stood', async () => {
    const steps: Readonly<
      Record<string, (places: Awaited<ReturnType<typeof newPlaces>>) => Promise<unknown>>
    > = {
      AP: ({ floor, point }) => change('access_points', point.id, { sensor_uuid: floor.uuid }),
      to: ({ floor, to }) => change('sensors', to.uuid, { parent_uuid: floor.uuid }),
      'AP, Move gone to': async ({ from, to }) => {
        for (const { uuid } of [from, to])
          await askManager(extension().manager, `/api/v1/sensors/${uuid}`, { method: 'DELETE' });
      },
    };
    for (const [named, step] of Object.entries(steps)) {
      const name = `Move ${named.includes(',') ? 'gone' : `away ${named}`}`;
      const places = await newPlaces(name);
      extension().proxy.seen.length = 0;
      const told = agree();
      const isDone = meanwhile(() => step(places));
      await run([pointTarget(places.point)], places.to);
      assert.ok(isDone());
      assert.match(
        told.at(-1)?.message ?? '',
        new RegExp(`^Somebody moved or deleted ${name} ${named} since the`),
      );
      assert.deepEqual(writes(), []);
      restore();
    }
  });

  it('asks again when the move does something else by then', async () => {
    const { from, to, floor, point } = await newPlaces('Move 8');
    const enriched = await makeAccessPoint(extension().manager, {
      name: 'Move 8 named',
      sensor_uuid: floor.uuid,
      enrichment: { floor_uuid: floor.uuid },
    });
    await vscode.commands.executeCommand('netsensor.refresh');
    const shown = agree();
    meanwhile(() => change('sensors', floor.uuid, { name: 'Move 8 renamed' }));
    await run([pointTarget(point), pointTarget(enriched)], to);
    const asked = shown.filter(({ buttons }) => buttons.includes('Move')).map(({ detail }) => detail);
    assert.match(asked[0] ?? '', /^The.*still names Move 8 floor;/ms);
    assert.match(
      asked[1] ?? '',
      /^The tree has changed while you were asked\..*still names Move 8 renamed;/ms,
    );
    assert.equal(asked.length, 2);
    assert.deepEqual(findNode(await tree(), from.uuid)?.access_points ?? [], []);
  });

  it('undoes nothing once somebody moved it on', async () => {
    const { from, to, floor, point } = await newPlaces('Move 9');
    const told = dialogs(({ buttons }) => buttons.find(button => ['Move', 'Undo'].includes(button)));
    const moveOn = () => change('access_points', point.id, { sensor_uuid: floor.uuid });
    meanwhile(moveOn, 'showInformationMessage');
    await run([pointTarget(point)], to);
    assert.match(told.at(-1)?.message ?? '', /^Somebody moved or deleted Move 9 AP since/);
    assert.equal(writes().length, 1);
    assert.equal(findNode(await tree(), from.uuid)?.children[0]?.access_points?.[0]?.id, point.id);
  });

  it('says and undoes what was moved, in the words of the tree', async () => {
    const { from, to, floor, point, moved } = await newPlaces('Move 5');
    const { told, restore: restoreStatus } = noteStatus();
    later(restoreStatus);
    const shown = dialogs(({ buttons }) => buttons.find(button => ['Move', 'Undo'].includes(button)));
    await run([moved], to);
    await run([pointTarget(point)], to);
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['floor', 'AP'].flatMap(what => [
        `Move Move 5 ${what} to Move 5 to?`,
        `Moved Move 5 ${what} to Move 5 to.`,
      ]),
    );
    assert.doesNotMatch(told.join(), /_uuid/);
    assert.match(told.join(), /Moved Move 5 AP to Move 5 to\..*Moved Move 5 AP back\./s);
    const before = findNode(await tree(), from.uuid);
    assert.deepEqual([before?.children[0]?.uuid, before?.access_points?.[0]?.id], [floor.uuid, point.id]);
    assert.equal(writes().length, 4);
  });

  async function newSensor(kind: 'flow' | 'mse', fields: object, parent: TreeNode) {
    const body = { ...fields, parent_uuid: parent.uuid };
    const answer = await askManager(extension().manager, `/api/v1/sensors/${kind}`, { method: 'POST', body });
    const { sensor } = answer as { sensor: TreeNode };
    await vscode.commands.executeCommand('netsensor.refresh');
    extension().proxy.seen.length = 0;
    return { ...sensorTarget(sensor), sensorKind: kind, parentUuid: parent.uuid };
  }

  const newFlow = (name: string, parent: TreeNode) => newSensor('flow', { name, ip: '10.0.0.1' }, parent);

  it('names before it is agreed to what the manager will empty, and asks no second time', async () => {
    const { to, from } = await newPlaces('Move 6');
    const flow = await newFlow('Move 6 flow', from);
    const shown = dialogs(({ buttons }) => buttons.find(button => button === 'Move and empty them'));
    await run([flow], to);
    assert.match(
      shown[0]?.detail ?? '',
      /Moving Move 6 flow empties fields that .*: snmp_community.*homenets/,
    );
    assert.equal(findNode(await tree(), to.uuid)?.children[0]?.uuid, flow.uuid);
    assert.deepEqual(
      shown.map(({ buttons }) => buttons),
      [['Move and empty them', 'Add these fields'], ['Undo']],
    );
  });

  it('keeps the move as an edit in the document, with the fields that it would empty, on demand', async () => {
    const { to, from } = await newPlaces('Move 4');
    const flow = await newFlow('Move 4 flow', from);
    dialogs(({ buttons }) => buttons.find(button => button === 'Add these fields'));
    await run([flow], to);
    assert.deepEqual(writes(), []);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
    assert.equal(document.isDirty, true);
    assert.match(document.getText(), new RegExp(`"parent_uuid": "${to.uuid}"[^]*"homenets": null`));
    assert.match(document.lineAt(selection.active).text, /"snmp_community": null/);
    assert.equal(document.getText(selection), 'null', 'the first of them is selected, to be filled in');
  });

  it('leaves the document as it was when the manager refuses the move, and says so in words of the move', async () => {
    const { to, from, moved } = await newPlaces('Move 3');
    const shown = agree();
    extension().proxy.fault = { type: 'answer', status: 422, body: { error: 'No room' } };
    extension().proxy.faultMethod = 'PATCH';
    await run([moved], to);
    await extension().proxy.heal();
    assert.deepEqual(
      shown.slice(1).map(({ message }) => message),
      ['Move 3 floor was not moved. The manager refused the request. The manager said: No room.'],
    );
    assert.equal(vscode.window.activeTextEditor, undefined);
    const left = vscode.workspace.textDocuments.filter(({ uri }) => uri.path.includes('Move 3 floor'));
    assert.deepEqual(
      left.filter(({ isDirty }) => isDirty),
      [],
    );
    for (const document of left) assert.equal(fieldsOf(document).parent_uuid, from.uuid);
    assert.equal(findNode(await tree(), from.uuid)?.children.length, 1);
  });

  it('offers to add a field that the manager demands and does not return, never to empty it', async () => {
    const { to, from, moved } = await newPlaces('Move 7');
    const mse = await newSensor('mse', { name: 'Move 7 MSE', stream: 'StreamA' }, from);
    const shown = dialogs(({ buttons }) => buttons.find(button => button === 'Add these fields'));
    await run([mse, moved], to);
    assert.match(shown[0]?.message ?? '', /^The manager refuses to move Move 7 MSE without stream, /);
    await run([mse], to);
    assert.deepEqual(shown[1]?.buttons, ['Add these fields']);
    assert.match(shown[1]?.detail ?? '', /does not return stream and refuses to move Move 7 MSE without it/);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.match(document?.getText() ?? '', new RegExp(`"parent_uuid": "${to.uuid}"[^]*"stream": null`));
    assert.deepEqual(writes(), []);
  });
});
