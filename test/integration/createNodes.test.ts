import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import {
  activeDocument,
  closeTabs,
  fieldsOf,
  openTabs,
  replaceText,
  setFields,
} from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { findNode, makeDomain, readSensorTree, sensorTarget, type TreeNode } from '../support/sensorTree.js';
import { searchTree } from '../support/searchTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('drafts of domains, sensors and access points', () => {
  const extension = useExtension();
  let parent: TreeNode;
  let number = 0;

  const manager = () => extension().manager;
  const posts = () => extension().proxy.seen.filter(({ method }) => method === 'POST');
  const children = async () => findNode(await readSensorTree(manager()), parent.uuid)?.children ?? [];
  const points = async () => findNode(await readSensorTree(manager()), parent.uuid)?.access_points ?? [];
  const draft = async (command: string) => {
    await vscode.commands.executeCommand(command, sensorTarget(parent));
    return eventually(activeDocument);
  };
  const write = async (document: vscode.TextDocument) =>
    vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(document.getText()));

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a domain of its own', async () => {
    number += 1;
    parent = await makeDomain(manager(), { name: `Drafts ${number}` });
    extension().proxy.seen.length = 0;
  });
  afterEach('close editors', closeTabs);

  it('begins with the required fields, defaults and the parent, and the cursor in the name', async () => {
    const document = await draft('netsensor.createDomain');
    assert.equal(document.languageId, 'inventoryrecord');
    assert.deepEqual(fieldsOf(document), { name: '', domain_type: 1, parent_uuid: parent.uuid });
    const editor = vscode.window.activeTextEditor!;
    const before = document.getText(new vscode.Range(new vscode.Position(0, 0), editor.selection.active));
    assert.match(before, /"name": "$/);
  });

  it('creates a domain on save and goes on with the record in its place', async () => {
    const document = await draft('netsensor.createDomain');
    await setFields(document, { name: 'Sevilla', domain_type: 4 });
    assert.ok(await document.save());
    const [created] = await children();
    assert.deepEqual([created?.name, created?.domain_type], ['Sevilla', 4]);
    await eventually(() => {
      assert.deepEqual(
        openTabs().map(({ path }) => path),
        [`/sensors/domain/Sevilla.${created?.uuid}.json`],
      );
      assert.equal(fieldsOf(activeDocument()).uuid, created?.uuid);
    });
    await eventually(async () => {
      await vscode.commands.executeCommand('netsensor.copyUuid');
      assert.equal(await vscode.env.clipboard.readText(), created?.uuid, 'it is selected in the tree');
    });
  });

  for (const [command, fields] of [
    [
      'netsensor.createFlowSensor',
      { name: 'Edge', ip: '10.1.0.1', nmsp: 1, homenets: [{ name: 'lan', value: '10.0.0.0/8' }] },
    ],
    ['netsensor.createMseSensor', { name: 'Located', stream: 'StreamB' }],
  ] as const) {
    it(`creates what ${command} drafts`, async () => {
      const document = await draft(command);
      await setFields(document, fields);
      assert.ok(await document.save());
      assert.deepEqual(JSON.parse(posts()[0]?.body ?? ''), { ...fields, parent_uuid: parent.uuid });
      assert.deepEqual(
        (await children()).map(({ name }) => name),
        [fields.name],
      );
      await eventually(() => assert.doesNotMatch(openTabs()[0]?.path ?? '/new/', /^\/new\//));
      await eventually(() => assert.equal(fieldsOf(activeDocument()).name, fields.name));
    });
  }

  it('creates an access point', async () => {
    const document = await draft('netsensor.createAccessPoint');
    assert.deepEqual(fieldsOf(document), { name: '', mac_address: '', sensor_uuid: parent.uuid });
    const mac = `ab:cd:00:00:01:${(number + 16).toString(16)}`;
    await setFields(document, { name: 'Lobby', mac_address: mac, status: 1 });
    assert.ok(await document.save());
    const [created] = await points();
    assert.deepEqual([created?.name, created?.mac_address, created?.status], ['Lobby', mac, 1]);
    await eventually(() =>
      assert.deepEqual(
        openTabs().map(({ path }) => path),
        [`/access_points/Lobby.${created?.id}.json`],
      ),
    );
  });

  it('offers the secret of a vendor sensor once, and keeps it nowhere', async () => {
    const document = await draft('netsensor.createVendorSensor');
    await setFields(document, { name: 'Cloud', ip: 'cloud.example' });
    await vscode.env.clipboard.writeText('before');
    const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Copy secret'));
    assert.ok(await document.save());
    const secret = await eventually(async () => {
      const text = await vscode.env.clipboard.readText();
      assert.match(text, /^[0-9a-f]{40}$/);
      return text;
    });
    dialogs.restore();
    assert.equal(dialogs.shown.filter(({ buttons }) => buttons.includes('Copy secret')).length, 1);
    assert.ok(dialogs.shown.every(({ message, detail }) => !`${message}${detail}`.includes(secret)));
    assert.deepEqual(
      (await children()).map(({ name, ip }) => [name, ip]),
      [['Cloud', 'cloud.example']],
    );
    await eventually(() => assert.equal(fieldsOf(activeDocument()).name, 'Cloud'));
    assert.match(activeDocument().uri.path, /^\/sensors\/vendor\//);
    const uuid = String(fieldsOf(activeDocument()).uuid);
    await eventually(async () => {
      const { descriptions } = await searchTree('environment', uuid);
      assert.match(descriptions[0] ?? '', /^Vendor sensor/);
    });
    assert.ok(!activeDocument().getText().includes(secret));
    assert.ok(vscode.workspace.textDocuments.every(open => !open.getText().includes(secret)));
    await vscode.env.clipboard.writeText('');
  });

  it('names what is missing, sends nothing and stays dirty', async () => {
    const document = await draft('netsensor.createFlowSensor');
    await setFields(document, { spanport: 2 });
    await assert.rejects(
      () => write(document),
      /name cannot be empty; ip must be an IPv4 or IPv6 address; spanport must be one of 0, 1/,
    );
    await replaceText(document, '  "ip": "",\n', '');
    await assert.rejects(() => write(document), /ip is required/);
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    assert.equal(posts().length, 0);
  });

  it('says from where and up to where a number may be', async () => {
    const document = await draft('netsensor.createAccessPoint');
    const point = { name: 'Lobby', mac_address: 'ab:cd:00:00:02:01', latitude: 91, longitude: -181 };
    await setFields(document, point);
    await assert.rejects(
      () => write(document),
      /latitude must be 90 or less; longitude must be -180 or more\. Nothing was sent\./,
    );
    assert.equal(posts().length, 0);
  });

  it('stays a draft with the words of the manager when it refuses', async () => {
    const document = await draft('netsensor.createDomain');
    await setFields(document, { name: 'Taken', uuid: parent.uuid });
    await assert.rejects(() => write(document), /already been taken/);
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    await setFields(document, { uuid: undefined });
    assert.ok(await document.save());
    assert.deepEqual(
      (await children()).map(({ name }) => name),
      ['Taken'],
    );
  });

  it('never sends a create again whose answer was cut off: the user picks what it has become', async () => {
    const document = await draft('netsensor.createDomain');
    await setFields(document, { name: 'Cut' });
    extension().proxy.fault = { type: 'reset' };
    extension().proxy.faultMethod = 'POST';
    const inputs = answerInputs(['Cut']);
    assert.ok(await document.save());
    inputs.restore();
    assert.equal(posts().length, 1);
    const [created, ...others] = await children();
    assert.deepEqual(others, []);
    await eventually(() => assert.equal(openTabs()[0]?.path, `/sensors/domain/Cut.${created?.uuid}.json`));
  });

  it('looks for what a create has become before it is sent again', async () => {
    const document = await draft('netsensor.createDomain');
    await setFields(document, { name: 'Unknown' });
    extension().proxy.fault = { type: 'reset' };
    assert.equal(await document.save(), false);
    assert.equal((await children()).length, 1);
    await extension().proxy.heal();
    const inputs = answerInputs([undefined, 'Unknown']);
    assert.equal(await document.save(), false);
    assert.ok(await document.save());
    inputs.restore();
    assert.equal(posts().length, 0);
    assert.equal((await children()).length, 1);
    await eventually(() => assert.match(openTabs()[0]?.path ?? '', /^\/sensors\/domain\/Unknown\./));
  });

  it('is asked about as long as a tab shows it: one of two was closed', async () => {
    const document = await draft('netsensor.createDomain');
    await setFields(document, { name: 'Split' });
    extension().proxy.fault = { type: 'reset' };
    assert.equal(await document.save(), false);
    await extension().proxy.heal();
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await eventually(() => assert.equal(openTabs().length, 2));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually(() => assert.equal(openTabs().length, 1));
    const inputs = answerInputs(['Split']);
    assert.ok(await document.save());
    inputs.restore();
    assert.deepEqual([posts().length, (await children()).length], [0, 1]);
  });

  it('creates again when the user says that none of these is it', async () => {
    await makeDomain(manager(), { name: 'Twin', parent_uuid: parent.uuid });
    const document = await draft('netsensor.createDomain');
    await setFields(document, { name: 'Twin' });
    extension().proxy.fault = { type: 'reset', operation: 'skipped' };
    assert.equal(await document.save(), false);
    await extension().proxy.heal();
    const inputs = answerInputs(['None of these: create it']);
    assert.ok(await document.save());
    inputs.restore();
    assert.equal((await children()).length, 2);
    await eventually(() => assert.match(openTabs()[0]?.path ?? '', /^\/sensors\/domain\/Twin\./));
  });

  it('opens two drafts of a kind side by side', async () => {
    await draft('netsensor.createDomain');
    await draft('netsensor.createDomain');
    const paths = openTabs().map(({ path }) => path);
    assert.equal(new Set(paths).size, 2);
    for (const path of paths) assert.match(path, /^\/new\/domain\/New domain( \d+)?\.json$/);
  });

  it('completes and explains values by name', async () => {
    const document = await draft('netsensor.createDomain');
    const at = document.positionAt(
      document.getText().indexOf('"domain_type": 1') + '"domain_type": 1'.length,
    );
    await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      const floors = items.filter(({ insertText }) => insertText === '101');
      assert.deepEqual(
        floors.map(({ label }) => label),
        ['101 Floor'],
      );
    });
  });
});
