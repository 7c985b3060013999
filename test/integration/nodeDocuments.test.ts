import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from '../support/answerDialogs.js';
import {
  activeDocument,
  closeTabs,
  codeLenses,
  fieldsOf,
  openTabs,
  setFields,
} from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { noteStatus } from '../support/noteStatus.js';
import { searchTree } from '../support/searchTree.js';
import {
  findNode,
  makeAccessPoint,
  makeDomain,
  pointTarget,
  readSensorTree,
  sensorTarget,
  type TreeNode,
  type TreePoint,
} from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('domains, sensors and access points as files', () => {
  const extension = useExtension();
  let parent: TreeNode;
  let number = 0;

  const manager = () => extension().manager;
  const sent = (method: string) =>
    extension()
      .proxy.seen.filter(request => request.method === method)
      .map(({ url, body }) => ({ path: url.split('?')[0], body: JSON.parse(body || 'null') as unknown }));
  const stored = async (uuid: string) => findNode(await readSensorTree(manager()), uuid);
  const open = async (target: object) => {
    await vscode.commands.executeCommand('netsensor.openRecord', target);
    return eventually(activeDocument);
  };
  const domain = (name: string, fields: object = {}) =>
    makeDomain(manager(), { name, parent_uuid: parent.uuid, ...fields });
  const change = (uuid: string, body: object) =>
    askManager(manager(), `/api/v1/sensors/${uuid}`, { method: 'PATCH', body });
  const makeSensor = async (kind: string, body: object): Promise<TreeNode> =>
    (
      (await askManager(manager(), `/api/v1/sensors/${kind}`, {
        method: 'POST',
        body: { parent_uuid: parent.uuid, ...body },
      })) as { sensor: TreeNode }
    ).sensor;
  const target = (node: TreeNode, sensorKind = 'domain') => ({
    ...sensorTarget(node),
    sensorKind,
    parentUuid: parent.uuid,
  });

  /** Creating a node reads the tree of the explorer again, to select it there. */
  const readTree = async () => {
    await vscode.commands.executeCommand('netsensor.createDomain', sensorTarget(parent));
    const draft = await eventually(() => {
      assert.match(activeDocument().uri.path, /^\/new\//);
      return activeDocument();
    });
    await setFields(draft, { name: 'Makes the tree be read' });
    assert.ok(await draft.save());
  };

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a domain of its own', async () => {
    number += 1;
    parent = await makeDomain(manager(), { name: `Documents ${number}` });
    extension().proxy.seen.length = 0;
  });
  afterEach('close editors', closeTabs);

  describe('a domain', () => {
    it('opens with its modifiable fields first, its parent, and nothing below it', async () => {
      const node = await domain('Madrid', { domain_type: 4 });
      await domain('Below');
      const document = await open(target(node));
      assert.equal(document.languageId, 'inventoryrecord');
      const fields = fieldsOf(document);
      assert.deepEqual(Object.keys(fields).slice(0, 4), ['name', 'uuid', 'domain_type', 'parent_uuid']);
      assert.deepEqual(
        [fields.name, fields.uuid, fields.domain_type, fields.parent_uuid, fields.children],
        ['Madrid', node.uuid, 4, parent.uuid, undefined],
      );
    });

    it('sends only what changed', async () => {
      const node = await domain('Madrid');
      const document = await open(target(node));
      await setFields(document, { name: 'Madrid Centro', domain_type: 4 });
      assert.ok(await document.save());
      assert.deepEqual(sent('PATCH'), [
        { path: `/api/v1/sensors/${node.uuid}`, body: { name: 'Madrid Centro', domain_type: 4 } },
      ]);
      const { name, domain_type } = (await stored(node.uuid)) ?? {};
      assert.deepEqual([name, domain_type], ['Madrid Centro', 4]);
    });

    it('has its new name in the tree, too, once it was saved', async () => {
      const node = await domain('Old name');
      const inTree = async () => (await searchTree('environment', node.uuid)).labels;
      await vscode.commands.executeCommand('netsensor.refresh');
      assert.deepEqual(await inTree(), ['Old name']);
      const document = await open(target(node));
      await setFields(document, { name: 'New name' });
      assert.ok(await document.save());
      await eventually(async () => assert.deepEqual(await inTree(), ['New name']));
    });

    it('moves through parent_uuid', async () => {
      const node = await domain('Moved');
      const other = await domain('Other');
      const document = await open(target(node));
      await setFields(document, { parent_uuid: other.uuid });
      assert.ok(await document.save());
      assert.deepEqual(
        (await stored(other.uuid))?.children.map(({ uuid }) => uuid),
        [node.uuid],
      );
      await eventually(() => assert.equal(fieldsOf(document).parent_uuid, other.uuid));
      assert.equal(document.isDirty, false);
    });

    it('goes on under its new address when its uuid is changed', async () => {
      const node = await domain('Renumbered');
      const document = await open(target(node));
      const uuid = `91${node.uuid.slice(0, 12)}`;
      await setFields(document, { uuid });
      assert.ok(await document.save());
      assert.equal((await stored(uuid))?.name, 'Renumbered');
      await eventually(() =>
        assert.deepEqual(
          openTabs().map(({ path }) => path),
          [`/sensors/domain/Renumbered.${uuid}.json`],
        ),
      );
      const reopened = await eventually(() => {
        const found = activeDocument();
        assert.equal(fieldsOf(found).uuid, uuid);
        return found;
      });
      await setFields(reopened, { name: 'Renamed too' });
      assert.ok(await reopened.save());
      assert.equal((await stored(uuid))?.name, 'Renamed too');
    });

    it('stays dirty when the same field was changed elsewhere, and takes theirs', async () => {
      const node = await domain('Both');
      const document = await open(target(node));
      await change(node.uuid, { name: 'Theirs' });
      await setFields(document, { name: 'Mine' });
      assert.equal(await document.save(), false);
      assert.equal(sent('PATCH').length, 0);
      assert.equal((await stored(node.uuid))?.name, 'Theirs');
      await vscode.commands.executeCommand('netsensor.takeTheirs');
      assert.equal(document.isDirty, false);
      assert.equal(fieldsOf(document).name, 'Theirs');
    });

    for (const name of ['<img src=x onerror=alert(1)> $(trash)', '../../etc/passwd']) {
      it(`opens and saves one that is called ${name.slice(0, 30)}`, async () => {
        const node = await domain(name);
        const document = await open(target(node));
        assert.equal(fieldsOf(document).name, name);
        await setFields(document, { name: `${name}!` });
        assert.ok(await document.save());
        assert.equal((await stored(node.uuid))?.name, `${name}!`);
      });
    }
  });

  describe('a flow sensor', () => {
    it('sends the full field set, after naming what is emptied', async () => {
      const node = await makeSensor('flow', { name: 'Edge', ip: '10.0.0.1', snmp_community: 'c0mmunity' });
      const document = await open(target(node, 'flow'));
      await setFields(document, { name: 'Edge 2', homenets: [{ name: 'lan', value: '10.0.0.0/8' }] });
      const dialogs = answerDialogs(({ buttons }) => buttons[0]);
      assert.ok(await document.save());
      dialogs.restore();
      assert.match(dialogs.shown[0]?.message ?? '', /snmp_community/);
      assert.doesNotMatch(dialogs.shown[0]?.message ?? '', /homenets/);
      assert.deepEqual(sent('PATCH'), [
        {
          path: `/api/v1/sensors/${node.uuid}/flow`,
          body: {
            ip: '10.0.0.1',
            name: 'Edge 2',
            parent_uuid: parent.uuid,
            homenets: [{ name: 'lan', value: '10.0.0.0/8' }],
          },
        },
      ]);
      assert.equal((await stored(node.uuid))?.name, 'Edge 2');
    });

    it('with a lost letter is not sent with another change, and is once the letter is typed', async () => {
      const node = await makeSensor('flow', { name: 'Caf\uFFFD', ip: '10.0.0.5' });
      const document = await open(target(node, 'flow'));
      await setFields(document, { ip: '10.0.0.6' });
      const dialogs = answerDialogs(({ buttons }) => buttons[0]);
      assert.equal(await document.save(), false);
      assert.deepEqual(dialogs.shown, []);
      assert.deepEqual(
        (await codeLenses(document.uri)).map(({ command }) => command?.title),
        [
          '$(error) Not saved. name has � in place of a letter that was lost; type the letter first. Nothing was sent.',
        ],
      );
      assert.deepEqual(sent('PATCH'), []);
      await setFields(document, { name: 'Café' });
      assert.ok(await document.save());
      dialogs.restore();
      assert.equal((await stored(node.uuid))?.name, 'Café');
    });

    it('sends nothing when the user does not agree to empty fields', async () => {
      const node = await makeSensor('flow', { name: 'Kept', ip: '10.0.0.2' });
      const document = await open(target(node, 'flow'));
      await setFields(document, { name: 'Not kept' });
      for (const answer of [() => undefined, ({ onEnter }: ShownDialog) => onEnter]) {
        const dialogs = answerDialogs(answer);
        assert.equal(await document.save(), false);
        dialogs.restore();
      }
      assert.equal(sent('PATCH').length, 0);
      assert.equal(document.isDirty, true);
    });

    it('gets the fields that would be emptied into its document, to be filled in, when the user says so', async () => {
      const node = await makeSensor('flow', { name: 'Filled', ip: '10.0.0.4', snmp_community: 'c0mmunity' });
      const document = await open(target(node, 'flow'));
      await setFields(document, { name: 'Filled in' });
      const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Add these fields'));
      const { told: toldFirst, restore: restoreStatus } = noteStatus();
      await vscode.commands.executeCommand('netsensor.saveDocument');
      restoreStatus();
      assert.match(toldFirst.join(), /^Nothing was sent\. Fill in the fields that were added, then save\.$/);
      const lenses = await codeLenses(document.uri);
      assert.deepEqual(lenses, [], 'nothing above the document says that it failed');
      assert.equal(document.isDirty, true);
      const added = Object.entries(fieldsOf(document)).flatMap(([name, value]) =>
        value === null ? [name] : [],
      );
      assert.ok(
        ['snmp_community', 'homenets', 'spanport'].every(name => added.includes(name)),
        added.join(),
      );
      assert.equal(fieldsOf(document).name, 'Filled in');
      const status = noteStatus();
      await vscode.commands.executeCommand('netsensor.saveDocument');
      status.restore();
      assert.deepEqual(status.told, ['Nothing was sent. Your changes are still in the document.']);
      dialogs.restore();
      const messages = dialogs.shown.map(({ message }) => message);
      assert.deepEqual(messages, [messages[0], messages[0]]);
      assert.deepEqual(
        dialogs.shown.map(({ buttons }) => buttons.includes('Add these fields')),
        [true, false],
      );
      assert.deepEqual(sent('PATCH'), []);
      await setFields(document, { snmp_community: 'c0mmunity' });
      const agreeing = answerDialogs(() => 'Save and empty them');
      const { told, restore } = noteStatus();
      assert.ok(await document.save());
      agreeing.restore();
      await eventually(() =>
        assert.match(
          told.join(),
          /Saved name, snmp_community of [^.]+\. Saved without a value for [^.]*homenets/,
        ),
      );
      restore();
      assert.doesNotMatch(agreeing.shown[0]?.message ?? '', /snmp_community/);
      const body = sent('PATCH')[0]?.body as Record<string, unknown>;
      assert.deepEqual([body.name, body.snmp_community], ['Filled in', 'c0mmunity']);
    });

    it('offers no way to empty a field that the manager demands', async () => {
      const node = await makeSensor('mse', { name: 'Demanded', stream: 'StreamC' });
      const document = await open(target(node, 'mse'));
      await setFields(document, { name: 'Without its stream' });
      const dialogs = answerDialogs(({ buttons }) => buttons[0]);
      await vscode.commands.executeCommand('netsensor.saveDocument');
      dialogs.restore();
      assert.deepEqual(
        dialogs.shown.map(({ message, buttons }) => [message, buttons]),
        [['Saving “Demanded” needs these fields: stream.', ['Add these fields']]],
      );
      assert.equal(fieldsOf(document).stream, null);
      assert.deepEqual(sent('PATCH'), []);
    });

    it('asks again after a save that failed: by then somebody may have filled them in', async () => {
      const node = await makeSensor('flow', { name: 'Refused', ip: '10.0.0.5' });
      const document = await open(target(node, 'flow'));
      await setFields(document, { name: 'Taken at last' });
      const dialogs = answerDialogs(({ buttons }) =>
        buttons.find(button => button === 'Save and empty them'),
      );
      extension().proxy.fault = { type: 'answer', status: 422, body: { error: 'not now' } };
      extension().proxy.faultMethod = 'PATCH';
      assert.equal(await document.save(), false);
      await extension().proxy.heal();
      assert.ok(await document.save());
      await setFields(document, { name: 'Known to be empty' });
      assert.ok(await document.save());
      dialogs.restore();
      const asked = dialogs.shown.filter(({ buttons }) => buttons.includes('Save and empty them'));
      assert.equal(asked.length, 2);
    });

    it('keeps fields that were given in this window, and asks only once', async () => {
      const node = await makeSensor('flow', { name: 'Given', ip: '10.0.0.3' });
      const document = await open(target(node, 'flow'));
      const dialogs = answerDialogs(({ buttons }) => buttons[0]);
      await setFields(document, { homenets: [{ name: 'lan', value: '10.0.0.0/8' }] });
      assert.ok(await document.save());
      await eventually(() => assert.equal(document.isDirty, false));
      await setFields(document, { name: 'Given again' });
      assert.ok(await document.save());
      dialogs.restore();
      assert.equal(dialogs.shown.length, 1);
      const [, second] = sent('PATCH') as { body: Record<string, unknown> }[];
      assert.deepEqual(second?.body.homenets, [{ name: 'lan', value: '10.0.0.0/8' }]);
    });
  });

  it('modifies vendor and MSE sensors under their own addresses', async () => {
    const dialogs = answerDialogs(({ buttons }) => buttons[0]);
    const cases = [
      ['vendor', { name: 'Cloud', ip: 'cloud.example', vendor_validator: 'v' }],
      ['mse', { name: 'Located', stream: 'StreamB' }],
    ] as const;
    for (const [kind, fields] of cases) {
      const node = await makeSensor(kind, fields);
      const document = await open(target(node, kind));
      await setFields(document, { ...fields, name: `${fields.name} 2`, snmp_community: 'public' });
      assert.ok(await document.save(), kind);
      assert.equal(sent('PATCH').at(-1)?.path, `/api/v1/sensors/${node.uuid}/${kind}`);
      assert.equal((await stored(node.uuid))?.name, `${fields.name} 2`);
    }
    dialogs.restore();
  });

  describe('an access point', () => {
    it('sends only what changed, by id', async () => {
      const point = await makeAccessPoint(manager(), { name: 'Lobby', sensor_uuid: parent.uuid });
      const document = await open(pointTarget(point));
      assert.equal(fieldsOf(document).sensor_uuid, parent.uuid);
      await setFields(document, { description: 'at the door', latitude: 40.4 });
      assert.ok(await document.save());
      assert.deepEqual(sent('PATCH'), [
        { path: `/api/v1/access_points/${point.id}`, body: { latitude: 40.4, description: 'at the door' } },
      ]);
      const [found] = (await stored(parent.uuid))?.access_points ?? [];
      assert.deepEqual([found?.description, found?.latitude], ['at the door', 40.4]);
    });

    it('has its new name in the tree once it was saved, and nothing but what is around it is read', async () => {
      const point = await makeAccessPoint(manager(), { name: 'Before', sensor_uuid: parent.uuid });
      await vscode.commands.executeCommand('netsensor.refresh');
      const inTree = async () => (await searchTree('environment', point.mac_address)).labels;
      assert.deepEqual(await inTree(), ['Before']);
      const document = await open(pointTarget(point));
      extension().proxy.seen.length = 0;
      await setFields(document, { name: 'After' });
      assert.ok(await document.save());
      await eventually(async () => assert.deepEqual(await inTree(), ['After']));
      const paths = extension().proxy.seen.map(({ url }) => url.split('?')[0] ?? '');
      const near = `/api/v1/sensors/${parent.uuid}/tree`;
      const own = `/api/v1/access_points/${point.id}`;
      assert.deepEqual([...new Set(paths)].toSorted(), [own, near]);
      assert.ok(paths.lastIndexOf(near) > paths.indexOf(own), 'and what is around it after that');
    });

    it('has a tab with its new name once it was saved, at the same place', async () => {
      const point = await makeAccessPoint(manager(), { name: 'Before', sensor_uuid: parent.uuid });
      const document = await open(pointTarget(point));
      await setFields(document, { name: 'After' });
      const editor = vscode.window.activeTextEditor ?? assert.fail();
      editor.selection = new vscode.Selection(3, 2, 3, 2);
      assert.ok(await document.save());
      await eventually(() =>
        assert.deepEqual(
          openTabs().map(({ path }) => path),
          [`/access_points/After.${point.id}.json`],
        ),
      );
      // VS Code has the tab a moment before its editor is in front.
      await eventually(() => {
        assert.equal(fieldsOf(activeDocument()).name, 'After');
        assert.equal(vscode.window.activeTextEditor?.selection.active.line, 3);
      });
    });

    it('is addressed by its MAC address where the id is unknown, and follows a change of it', async () => {
      const point = await makeAccessPoint(manager(), { name: 'By MAC', sensor_uuid: parent.uuid });
      const document = await open({ ...pointTarget(point), id: undefined });
      const mac = `de:ad:00:00:00:0${number % 10}`;
      await setFields(document, { mac_address: mac });
      assert.ok(await document.save());
      assert.equal(sent('PATCH')[0]?.path, `/api/v1/access_points/${point.mac_address}`);
      await eventually(() =>
        assert.deepEqual(
          openTabs().map(({ path }) => path),
          [`/access_points/By MAC.${mac.replaceAll(':', '-')}.json`],
        ),
      );
      assert.equal((await stored(parent.uuid))?.access_points?.[0]?.mac_address, mac);
    });

    it('is found and asked for as the manager writes it, and is sent an address as the contract has it', async () => {
      const point = await makeAccessPoint(manager(), { name: 'Cisco', sensor_uuid: parent.uuid });
      const pairs = point.mac_address.split(':');
      const dotted = pairs.join('').replace(/.{4}(?=.)/g, '$&~2E');
      const uri = vscode.Uri.parse(`netsensor://environment/access_points/Cisco.${dotted}.json`);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      const last = pairs.at(-1) === '77' ? '78' : '77';
      const typed = [...pairs.slice(0, -1), last].join('-').toUpperCase();
      await setFields(document, { mac_address: typed });
      assert.ok(await document.save());
      assert.deepEqual(sent('PATCH'), [
        {
          path: `/api/v1/access_points/${point.mac_address}`,
          body: { mac_address: [...pairs.slice(0, -1), last].join(':') },
        },
      ]);
    });

    for (const [by, address] of [
      ['id', (point: TreePoint) => String(point.id)],
      ['MAC address', (point: TreePoint) => point.mac_address],
    ] as const) {
      it(`is written whole with PUT where something on the way lets no PATCH through, by ${by}`, async () => {
        const made = await makeAccessPoint(manager(), { name: 'No PATCH', sensor_uuid: parent.uuid });
        await askManager(manager(), `/api/v1/access_points/${made.id}`, {
          method: 'PATCH',
          body: { latitude: 40.4 },
        });
        const known = by === 'id' ? {} : { id: undefined };
        const document = await open({ ...pointTarget(made), ...known });
        await setFields(document, { description: 'through the proxy' });
        extension().proxy.faultMethod = 'PATCH';
        extension().proxy.fault = { type: 'answer', status: 405, body: 'Method Not Allowed' };
        assert.ok(await document.save());
        const [put, ...others] = sent('PUT');
        assert.deepEqual(others, []);
        assert.equal(put?.path, `/api/v1/access_points/${address(made)}`);
        const [found] = (await stored(parent.uuid))?.access_points ?? [];
        assert.deepEqual(
          [found?.description, found?.latitude, found?.name],
          ['through the proxy', 40.4, 'No PATCH'],
        );
      });
    }

    it('sends nothing for a change of its enrichment', async () => {
      const point = await makeAccessPoint(manager(), { name: 'Rich', sensor_uuid: parent.uuid });
      const document = await open(pointTarget(point));
      await setFields(document, { enrichment: { floor_uuid: '1' } });
      assert.equal(await document.save(), false);
      assert.equal(sent('PATCH').length, 0);
    });
  });

  it('shows sensors of a kind that cannot be told, and edits them as vendor sensors when the user says so', async () => {
    const node = await makeSensor('vendor', { name: 'Untold', ip: 'cloud.example' });
    const document = await open(target(node, 'other'));
    assert.equal(fieldsOf(document).uuid, node.uuid);
    const { permissions } = await vscode.workspace.fs.stat(document.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    await vscode.commands.executeCommand('netsensor.editAsVendor');
    const editable = await eventually(() => {
      assert.match(activeDocument().uri.path, /^\/sensors\/vendor\//);
      return activeDocument();
    });
    await setFields(editable, { name: 'Told' });
    const dialogs = answerDialogs(({ buttons }) => buttons[0]);
    assert.ok(await editable.save());
    dialogs.restore();
    assert.equal((await stored(node.uuid))?.name, 'Told');
    await vscode.commands.executeCommand('netsensor.refresh');
    const found = await searchTree('environment', node.uuid);
    assert.match(found.descriptions[0] ?? '', /^Vendor sensor/);
  });

  it('say that nothing changes a sensor of such a kind, also while the connection is read-only', async () => {
    const connection = { connectionId: 'environment' };
    await vscode.commands.executeCommand('netsensor.lockConnection', connection);
    try {
      const { uri } = await open(target(await makeSensor('vendor', { name: 'Shown', ip: 'a.b' }), 'other'));
      const lenses = await codeLenses(uri);
      assert.match(lenses[0]?.command?.title ?? '', /Only shown/);
    } finally {
      const dialogs = answerDialogs(({ buttons }) => buttons[0]);
      await vscode.commands.executeCommand('netsensor.unlockConnection', connection);
      dialogs.restore();
    }
  });

  it('are offered as vendor sensors by the palette where they may be one, and no IPS is', async () => {
    const { executeCommand } = vscode.commands;
    const offered: unknown[] = [];
    const noteOffer = (command: string, ...rest: unknown[]) => {
      if (command === 'setContext' && rest[0] === 'netsensor.mayBeVendor') offered.push(rest[1]);
      return executeCommand(command, ...rest);
    };
    Object.assign(vscode.commands, { executeCommand: noteOffer });
    try {
      for (const type of [9, 2]) {
        const node = await makeSensor('vendor', { name: `Of type ${type}`, ip: 'cloud.example' });
        const rewrite = (body: string) => body.replaceAll('"type":9,', `"type":${type},`);
        extension().proxy.fault = { type: 'rewritten', rewrite };
        await open(target(node, 'other'));
      }
      await eventually(() => assert.deepEqual(offered, [true, false]));
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  describe('while they are open', () => {
    it('show what changed elsewhere once the tree is read again, but never over an edit', async () => {
      const node = await domain('Followed');
      const edited = await domain('Edited');
      const document = await open(target(node));
      const dirty = await open(target(edited));
      await setFields(dirty, { name: 'Mine' });
      await change(node.uuid, { name: 'Renamed elsewhere' });
      await change(edited.uuid, { name: 'Theirs' });
      await readTree();
      await eventually(() => assert.equal(fieldsOf(document).name, 'Renamed elsewhere'));
      assert.equal(document.isDirty, false);
      assert.equal(fieldsOf(dirty).name, 'Mine');
    });

    it('say in their tab that the record was deleted', async () => {
      const node = await domain('Doomed');
      const document = await open(target(node));
      await askManager(manager(), `/api/v1/sensors/${node.uuid}`, { method: 'DELETE' });
      await readTree();
      await eventually(() =>
        assert.rejects(async () => vscode.workspace.fs.stat(document.uri), /EntryNotFound/),
      );
    });
  });

  describe('the Problems panel', () => {
    const problems = (document: vscode.TextDocument, ...wanted: RegExp[]) =>
      eventually(() => {
        const messages = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
        for (const pattern of wanted)
          assert.ok(
            messages.some(message => pattern.test(message)),
            `${String(pattern)} in ${messages.join('|')}`,
          );
        return messages;
      });

    it('names fields that a domain type does not use', async () => {
      const node = await domain('Plain', { domain_type: 4 });
      const document = await open(target(node));
      await setFields(document, { mac_hasing_salt: 's', megabytes_limit: 5 });
      await problems(
        document,
        /mac_hasing_salt is used only when domain_type is 6/,
        /megabytes_limit is used only when domain_type is 2/,
      );
      await setFields(document, { domain_type: 6 });
      await eventually(async () => {
        const messages = await problems(document, /megabytes_limit/);
        assert.ok(!messages.some(message => message.startsWith('mac_hasing_salt')));
      });
    });

    it('names read-only, unknown and removed fields', async () => {
      const node = await domain('Strict');
      const document = await open(target(node));
      await setFields(document, { id: 1, nmae: 'x', domain_type: undefined });
      await problems(
        document,
        /^id cannot be changed/,
        /^nmae is not a field/,
        /^domain_type cannot be removed/,
      );
    });

    it('checks addresses, networks, MAC addresses and switches as they are typed', async () => {
      const node = await makeSensor('flow', { name: 'Typed', ip: '10.0.0.9' });
      const document = await open(target(node, 'flow'));
      await setFields(document, {
        ip: '10.0.0.999',
        homenets: [{ name: 'lan', value: '10.0.0.0/99' }],
        router_macs: [{ name: 'r', value: 'nope' }],
        nmsp: 2,
      });
      await problems(
        document,
        /An IPv4 or IPv6 address/,
        /CIDR form/,
        /six hex pairs/i,
        /One of 0 Disabled, 1 Enabled/,
      );
    });

    it('says when a parent is not in the tree or is no domain', async () => {
      const flow = await makeSensor('flow', { name: 'Not a domain', ip: '10.0.0.8' });
      const node = await domain('Placed');
      await readTree();
      const document = await open(target(node));
      await setFields(document, { parent_uuid: '404404404' });
      await problems(document, /The tree has nothing with this uuid/);
      await setFields(document, { parent_uuid: flow.uuid });
      await problems(document, /parent_uuid must be the uuid of a domain/);
    });

    it('says that enrichment cannot be changed', async () => {
      const point = await makeAccessPoint(manager(), { name: 'Rich too', sensor_uuid: parent.uuid });
      const document = await open(pointTarget(point));
      await setFields(document, { enrichment: { floor_uuid: '1' } });
      await problems(document, /^enrichment cannot be changed/);
    });
  });
});
