import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ShownDialog } from '../support/answerDialogs.js';
import { answerWrittenFile } from '../support/answerFiles.js';
import { answeredPick } from '../support/answeredPick.js';
import { closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, listRecords } from '../support/inventory.js';
import { askManager } from '../support/manager.js';
import {
  makeAccessPoint,
  makeDomain,
  pointTarget,
  readSensorTree,
  sensorTarget,
  type TreeNode,
  type TreePoint,
} from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

type Change = (node: TreeNode, root: TreeNode) => TreeNode;

describe('a change of a tree in which not every uuid means one node', () => {
  const extension = useExtension();
  const { dialogs, inputs, later, restore } = stubAnswers();
  let number = 0;
  let top: TreeNode;
  let point: TreePoint;

  const manager = () => extension().manager;
  const writes = () => extension().proxy.writes;
  const goOn = ({ buttons }: ShownDialog) =>
    buttons.find(button => ['Delete', 'Overwrite', 'Override', 'Unlock'].includes(button));
  const run = (command: string, target: unknown = sensorTarget(top)) =>
    vscode.commands.executeCommand(`netsensor.${command}`, target, [target]);

  /** Every tree that the extension reads has another node in the place of the domain of the test. */
  const answerWith = async (change: Change) => {
    const root = await readSensorTree(manager());
    const swap = (node: TreeNode): TreeNode =>
      node.uuid === top.uuid ? change(node, root) : { ...node, children: node.children.map(swap) };
    const body = { query: true, sensor: swap(root) };
    Object.assign(extension().proxy, {
      faultPath: /\/sensors\/tree/,
      fault: { type: 'answer', status: 200, body },
    });
  };
  const chooseFile = async (name: string, content: unknown) =>
    later(await answerWrittenFile(name, JSON.stringify(content)));

  before('unlock the connection', async () => {
    dialogs(goOn);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach('a domain with another one and an access point', async () => {
    number += 1;
    top = await makeDomain(manager(), { name: `Shared ${number}` });
    const below = await makeDomain(manager(), { name: 'Below', parent_uuid: top.uuid });
    point = await makeAccessPoint(manager(), { name: 'AP', sensor_uuid: below.uuid });
    extension().proxy.seen.length = 0;
  });
  afterEach(async () => {
    restore();
    await closeTabs();
  });

  const oddTrees: Readonly<Record<string, Change>> = {
    'a descendant repeats the uuid of the top': (node, root) => ({
      ...node,
      children: [{ ...node, uuid: root.uuid, name: 'Root again', children: [] }],
    }),
    'a descendant repeats the uuid of the domain': node => ({
      ...node,
      children: [{ ...node, name: 'Ring', children: node.children }],
    }),
    'another domain has the uuid too': (node, root) => ({
      ...root.children[0]!,
      uuid: `${node.uuid}0`,
      children: [node, { ...node, name: 'Duplicate' }],
    }),
  };
  for (const [words, change] of Object.entries(oddTrees)) {
    it(`is refused before anything is asked where ${words}`, async () => {
      await answerWith(change);
      await chooseFile('shared.json', { sensor: { name: top.name, uuid: top.uuid, children: [] } });
      const shown = dialogs(goOn);
      inputs(top.name, top.name, top.name);
      await run('deleteNodes');
      await run('deleteAccessPoints');
      await run('overwriteFromFile');
      await chooseFile('points.json', { access_points: [] });
      await run('overrideFromFile');
      assert.equal(shown.length, 4);
      for (const { message } of shown)
        assert.match(
          message,
          /^The uuid \d+ stands more than once in the tree \(.*Nothing was sent\. Give each/,
        );
      assert.deepEqual(writes(), []);
    });
  }

  it('is not begun in a document', async () => {
    const sensor = { ...top, children: [{ ...top, name: 'Ring' }], access_points: [] };
    const fault = { type: 'answer', status: 200, body: { query: true, sensor } } as const;
    Object.assign(extension().proxy, { faultPath: new RegExp(`/sensors/${top.uuid}/tree`), fault });
    for (const folder of ['subtree', 'override']) {
      const uri = vscode.Uri.parse(`netsensor://environment/${folder}/Ring.${top.uuid}.json`);
      await assert.rejects(
        Promise.resolve(vscode.workspace.openTextDocument(uri)),
        /stands more than once in the tree \(Shared \d+, Ring\)/,
      );
    }
  });

  it('is refused at once for a node that only shares the uuid of another one', async () => {
    const shown = dialogs(goOn);
    const target = { ...sensorTarget(top), isTwin: true };
    const commands = ['deleteNodes', 'deleteAccessPoints', 'editSubtree', 'overwriteFromFile'];
    const others = ['editAccessPoints', 'overrideFromFile', 'createDomain', 'createAccessPoint'];
    for (const command of [...commands, ...others]) await run(command, target);
    assert.equal(shown.length, 8);
    for (const { message } of shown) assert.match(message, /has no uuid of its own: .*Nothing was sent/);
    assert.deepEqual(extension().proxy.seen, []);
  });

  it('is not offered such a node as the place of another one', async () => {
    await answerWith(node => ({
      ...node,
      uuid: `${node.uuid}0`,
      children: [
        { ...top, name: `Own ${number}` },
        { ...top, name: `Twin ${number}` },
      ],
    }));
    await vscode.commands.executeCommand('netsensor.refresh');
    const isOffered = async (name: string) => {
      const pick = answeredPick(() => name);
      const { createQuickPick } = vscode.window;
      Object.assign(vscode.window, { createQuickPick: () => pick });
      later(() => Object.assign(vscode.window, { createQuickPick }));
      dialogs(() => undefined);
      const moving = run('moveNodes', { ...pointTarget(point), sensorUuid: 'elsewhere' });
      const isListed = () => pick.items.some(({ label }) => label === name);
      // A long list holds what is typed alone.
      await eventually(() => assert.ok(!pick.busy && (isListed() || pick.value === name)));
      const wasListed = isListed();
      pick.hide();
      await moving;
      return wasListed;
    };
    assert.deepEqual([await isOffered(`Own ${number}`), await isOffered(`Twin ${number}`)], [true, false]);
    await extension().proxy.heal();
    await vscode.commands.executeCommand('netsensor.refresh');
  });

  it('is refused when the node stands below another one than the tree showed', async () => {
    const shown = dialogs(goOn);
    inputs(top.name, top.name);
    const target = { ...sensorTarget(top), parentUuid: 'somewhere else' };
    await run('deleteNodes', target);
    await run('deleteAccessPoints', target);
    assert.equal(shown.length, 2);
    for (const { message } of shown)
      assert.match(message, /stands elsewhere in the tree now\. Nothing was sent\. Refresh/);
    assert.deepEqual(writes(), []);
  });

  it('is refused when somebody moves the node while the question stands', async () => {
    const home = await makeDomain(manager(), { name: `Other home ${number}` });
    await chooseFile('moved.json', { sensor: { name: `${top.name} renamed`, uuid: top.uuid } });
    let parent = home.uuid;
    const shown = dialogs(dialog => {
      const answer = goOn(dialog);
      return (answer && move().then(() => answer)) as unknown as string | undefined;
    });
    const move = async () => {
      const body = { parent_uuid: parent };
      await askManager(manager(), `/api/v1/sensors/${top.uuid}`, { method: 'PATCH', body });
      parent = parent === home.uuid ? (await readSensorTree(manager())).uuid : home.uuid;
    };
    inputs(top.name, top.name);
    await run('deleteNodes');
    await run('deleteAccessPoints');
    await run('overwriteFromFile');
    const errors = shown.filter(({ buttons }) => buttons.length === 0).map(({ message }) => message);
    assert.deepEqual(
      errors.map(message => message.includes('stands elsewhere in the tree now')),
      [true, true, true],
      JSON.stringify(shown, null, 1),
    );
    assert.deepEqual(writes(), []);
  });

  it('is refused when a file names a node that stands outside the domain', async () => {
    const other = await makeDomain(manager(), { name: `Outside ${number}` });
    await chooseFile('outside.json', {
      sensor: { name: top.name, uuid: top.uuid, children: [{ name: 'Mine', uuid: other.uuid }] },
    });
    const shown = dialogs(goOn);
    inputs(top.name);
    await run('overwriteFromFile');
    assert.match(
      shown[0]?.message ?? '',
      new RegExp(`^These stand outside ${top.name} already: Outside ${number}\\. `),
    );
    assert.deepEqual(writes(), []);
  });

  it('is refused for an access point whose MAC address another one has', async () => {
    const point = await makeAccessPoint(manager(), { name: 'Lobby', sensor_uuid: top.uuid });
    await answerWith(node => ({
      ...node,
      access_points: [...(node.access_points ?? []), { ...point, id: point.id + 100_000, name: 'Other' }],
    }));
    const shown = dialogs(goOn);
    await run('deleteNodes', pointTarget(point));
    assert.match(shown[0]?.message ?? '', /^More than one access point has the MAC address or id of /);
    assert.deepEqual(writes(), []);
  });

  it('is refused for a record whose number another one has', async () => {
    const role = await createRecord(manager(), 'contact_roles', { name: `Shared ${number}` });
    const roles = await listRecords(manager(), 'contact_roles');
    Object.assign(extension().proxy, {
      faultPath: /\/inventory\/contact_roles/,
      fault: {
        type: 'answer',
        status: 200,
        body: { query: true, contact_roles: [...roles, { ...role, name: 'Again' }] },
      },
    });
    const shown = dialogs(goOn);
    await run('deleteRecords', {
      kind: 'record',
      connectionId: 'environment',
      type: 'contact_roles',
      recordId: role.id,
      name: role['name'],
    });
    assert.match(shown[0]?.message ?? '', /^The number \d+ of .* belongs to another record too/);
    assert.deepEqual(writes(), []);
  });
});
