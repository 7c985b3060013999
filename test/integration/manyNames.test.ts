import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, openDocument, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, type StoredRecord } from '../support/inventory.js';
import { askManager } from '../support/manager.js';
import { searchTree } from '../support/searchTree.js';
import { makeAccessPoint, makeDomain, type TreeNode } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('names in documents of many', function () {
  this.timeout(60_000);
  const extension = useExtension();

  const ask = <T>(command: string, document: vscode.TextDocument, ...rest: unknown[]) =>
    vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, ...rest);
  /** Inside what a text ends with. */
  const placeOf = (document: vscode.TextDocument, text: string) => {
    const offset = document.getText().indexOf(text);
    assert.ok(offset >= 0, `${text} in ${document.getText()}`);
    return document.positionAt(offset + text.length - 1);
  };
  const hints = async (document: vscode.TextDocument) => {
    const range = new vscode.Range(0, 0, document.lineCount, 0);
    const found = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document, range);
    return found.map(({ label, position }) => `${document.lineAt(position).text.trim()} ${String(label)}`);
  };
  const hover = async (document: vscode.TextDocument, text: string) => {
    const found = await ask<vscode.Hover[]>('executeHoverProvider', document, placeOf(document, text));
    return found
      .flatMap(({ contents }) => contents.map(content => (content as vscode.MarkdownString).value))
      .join('\n');
  };
  const paths = (found: readonly vscode.Location[]) => found.map(({ uri }) => uri.path).sort();
  const definition = async (document: vscode.TextDocument, text: string) =>
    paths(await ask('executeDefinitionProvider', document, placeOf(document, text)));
  const uses = async (document: vscode.TextDocument, text: string) =>
    paths(await ask('executeReferenceProvider', document, placeOf(document, text)));
  const links = async (document: vscode.TextDocument) =>
    (await ask<vscode.DocumentLink[]>('executeLinkProvider', document, 100)).map(link => link.target?.path);
  const offered = async (document: vscode.TextDocument, text: string) => {
    const place = placeOf(document, text).translate(0, 1);
    const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document, place);
    return items.map(({ label, insertText }) => [label, insertText]);
  };
  const problems = (document: vscode.TextDocument) =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === 'netsensor')
      .map(({ message, range }) => `${document.lineAt(range.start).text.trim()} ${message}`);

  before('unlock the connection', () => unlock('environment'));
  afterEach(closeTabs);

  describe('a list of records', () => {
    let panels: StoredRecord[];
    let feeds: StoredRecord[];

    before('feeds of two panels', async () => {
      const { manager } = extension();
      const create = (type: 'power_panels' | 'power_feeds', fields: Record<string, unknown>) =>
        createRecord(manager, type, fields);
      panels = [
        await create('power_panels', { name: 'West panel' }),
        await create('power_panels', { name: 'East panel' }),
      ];
      feeds = [];
      for (const { id } of panels)
        feeds.push(
          await create('power_feeds', { name: `Of ${id}`, power_panel_id: id, power_feed_status_id: 2 }),
        );
      await vscode.commands.executeCommand('netsensor.refresh');
    });

    const open = async () => {
      const ids = feeds.map(({ id }) => id).join(',');
      const document = await openDocument(
        vscode.Uri.parse(`netsensor://environment/lists/power_feeds/Feeds (2).json?ids=${ids}`),
      );
      await eventually(async () => assert.equal((await hints(document)).length, 4));
      return document;
    };
    const pathOf = (panel: StoredRecord) =>
      `/inventory/power_panels/${String(panel['name'])}.${panel.id}.json`;

    it('has them beside the ids and numbers of every record', async () => {
      assert.deepEqual(
        await hints(await open()),
        panels.flatMap(({ id, name }) => [
          `"power_panel_id": ${id}, ${String(name)}`,
          '"power_feed_status_id": 2, active (probably)',
        ]),
      );
    });

    it('tells the fields under the mouse, and leads to the record by link and by F12 on its id or the key of that', async () => {
      const document = await open();
      const [west, east] = panels as [StoredRecord, StoredRecord];
      assert.match(await hover(document, `"power_panel_id": ${east.id}`), /name:&nbsp;East panel/);
      assert.deepEqual(await definition(document, `"power_panel_id": ${east.id}`), [pathOf(east)]);
      assert.deepEqual(await definition(document, '"power_panel_id"'), [pathOf(west)]);
      assert.deepEqual(await definition(document, '"power_feed_status_id"'), []);
      assert.deepEqual(await links(document), [pathOf(west), pathOf(east)]);
    });

    it('lists what uses the record whose id is there, or whose element the cursor is in', async () => {
      const document = await open();
      const [first] = feeds as [StoredRecord];
      const [panel] = panels as [StoredRecord];
      const path = `/inventory/power_feeds/${String(first['name'])} · West panel.${first.id}.json`;
      assert.deepEqual(await uses(document, `"power_panel_id": ${panel.id}`), [path]);
      assert.deepEqual(await uses(document, `"name": "${String(first['name'])}"`), []);
      const list = vscode.Uri.parse('netsensor://environment/lists/power_panels/Power panels.json');
      assert.deepEqual(await uses(await openDocument(list), '"name": "West panel"'), [path]);
    });

    it('completes by name', async () => {
      const document = await open();
      const [west, east] = panels as [StoredRecord, StoredRecord];
      const items = await offered(document, `"power_panel_id": ${east.id}`);
      assert.deepEqual(items[0], ['East panel', String(east.id)]);
      assert.ok(items.some(([label, text]) => label === 'West panel' && text === String(west.id)));
      const statuses = await offered(document, '"power_feed_status_id": 2');
      const numbers = statuses.filter(([label]) => label !== 'null');
      assert.deepEqual(numbers, [
        ['1 offline (probably)', '1'],
        ['2 active (probably)', '2'],
        ['3 planned (probably)', '3'],
        ['4 failed (probably)', '4'],
      ]);
    });

    it('points out the one reference that leads nowhere', async () => {
      const document = await open();
      await replaceText(document, `"power_panel_id": ${panels[1]?.id}`, '"power_panel_id": 999999');
      await eventually(() =>
        assert.deepEqual(problems(document), [
          '"power_panel_id": 999999, Power panel #999999 does not exist on the manager.',
        ]),
      );
      assert.equal((await links(document)).length, 1);
    });
  });

  describe('a document of many nodes', () => {
    let campus: TreeNode;
    let floor: TreeNode;
    let flow: TreeNode;
    let statusLine: string;

    before('a floor with an access point and a flow sensor, in a tree that was read', async () => {
      const { manager } = extension();
      campus = await makeDomain(manager, { name: 'Many campus', domain_type: 4 });
      floor = await makeDomain(manager, { name: 'Many floor', domain_type: 101, parent_uuid: campus.uuid });
      const body = { name: 'Many flow', ip: '10.9.8.7', parent_uuid: campus.uuid };
      const answer = await askManager(manager, '/api/v1/sensors/flow', { method: 'POST', body });
      flow = (answer as { sensor: TreeNode }).sensor;
      statusLine = `"status": 1, "flow_uuid": "${flow.uuid}",`;
      const point = { name: 'Many point', sensor_uuid: floor.uuid, status: 1 };
      await makeAccessPoint(manager, { ...point, enrichment: { floor_uuid: floor.uuid } });
      await vscode.commands.executeCommand('netsensor.refresh');
      await searchTree('environment', floor.uuid);
    });

    const open = async (root: string) => {
      const path = `${root}/Many.${campus.uuid}.json`;
      const document = await openDocument(vscode.Uri.parse(`netsensor://environment/${path}`));
      // A manager does not return which flow sensor an access point belongs to.
      await replaceText(document, '"status": 1,', statusLine);
      await eventually(async () => assert.ok((await hints(document)).some(hint => /Many f/.test(hint))));
      return document;
    };

    it('has them beside types, states and uuids: a subtree', async () => {
      assert.deepEqual((await hints(await open('subtree'))).sort(), [
        `"domain_type": 1 Generic`,
        `"domain_type": 101, Floor`,
        `"domain_type": 4, Campus`,
        `"floor_uuid": "${floor.uuid}" Many floor`,
        `${statusLine} Many flow`,
        `${statusLine} Up`,
        `"type": 1, Domain`,
        `"type": 1, Domain`,
        `"type": 5, Flow sensor`,
      ]);
    });

    it('leads to nodes and lists what uses them: a subtree', async () => {
      const document = await open('subtree');
      const floorPath = `/sensors/domain/Many floor.${floor.uuid}.json`;
      const flowPath = `/sensors/flow/Many flow.${flow.uuid}.json`;
      const pointPath = /^\/access_points\/Many point\.\d+\.json$/;
      assert.match(await hover(document, `"flow_uuid": "${flow.uuid}"`), /Flow&nbsp;sensor: Many flow/);
      assert.deepEqual(await definition(document, `"floor_uuid": "${floor.uuid}"`), [floorPath]);
      assert.deepEqual((await links(document)).sort(), [floorPath, flowPath].sort());
      assert.deepEqual(await uses(document, '"name": "Many campus"'), [floorPath, flowPath].sort());
      assert.match(String(await uses(document, `"floor_uuid": "${floor.uuid}"`)), pointPath);
    });

    it('has them beside the containers of a list of access points', async () => {
      const document = await open('override');
      assert.deepEqual((await hints(document)).sort(), [
        `"floor_uuid": "${floor.uuid}" Many floor`,
        `"namespace_uuid": "${floor.uuid}" Many floor`,
        `${statusLine} Many flow`,
        `${statusLine} Up`,
      ]);
    });

    it('offers what a field may name, each number once', async () => {
      for (const root of ['subtree', 'override']) {
        const document = await open(root);
        const numbers = await offered(document, '"status": 1');
        assert.deepEqual(numbers, [
          ['0 Down', '0'],
          ['1 Up', '1'],
        ]);
        const flows = await offered(document, `"flow_uuid": "${flow.uuid}`);
        assert.ok(flows.some(([, text]) => text === JSON.stringify(flow.uuid)));
        assert.ok(!flows.some(([, text]) => text === JSON.stringify(floor.uuid)), 'no domain');
        const floors = await offered(document, `"floor_uuid": "${floor.uuid}`);
        assert.ok(floors.some(([, text]) => text === JSON.stringify(floor.uuid)));
        assert.ok(!floors.some(([, text]) => text === JSON.stringify(campus.uuid)), 'no campus');
      }
    });

    it('points out what leads nowhere, but not what the document itself brings or overrules', async () => {
      const subtree = await open('subtree');
      await replaceText(subtree, `"flow_uuid": "${flow.uuid}"`, '"flow_uuid": "nowhere"');
      await eventually(() =>
        assert.deepEqual(problems(subtree), [
          '"status": 1, "flow_uuid": "nowhere", The tree has nothing with this uuid. Refresh the tree if it is new.',
        ]),
      );
      const overruled = `"flow_uuid": "${flow.uuid}", "sensor_uuid": "nowhere"`;
      await replaceText(subtree, '"flow_uuid": "nowhere"', overruled);
      await replaceText(subtree, `"floor_uuid": "${floor.uuid}"`, '"floor_uuid": "brought"');
      await replaceText(subtree, `"uuid": "${floor.uuid}"`, '"uuid": "brought"');
      await eventually(() => assert.deepEqual(problems(subtree), []));
      await closeTabs();
      const list = await open('override');
      await replaceText(list, `"namespace_uuid": "${floor.uuid}"`, '"namespace_uuid": "nowhere"');
      await eventually(() =>
        assert.deepEqual(problems(list), [
          '"namespace_uuid": "nowhere" The tree has nothing with this uuid, so the manager creates a domain that has it.',
        ]),
      );
    });
  });

  it('stay quick in a list of 5,000', async () => {
    const panel = await createRecord(extension().manager, 'power_panels', { name: 'Shared panel' });
    const feeds = Array.from({ length: 5_000 }, (_, index) => ({
      id: index + 1,
      name: `Feed ${index + 1}`,
      power_panel_id: panel.id,
    }));
    const { proxy } = extension();
    proxy.faultPath = /\/power_feeds\?/;
    proxy.fault = { type: 'answer', status: 200, body: { query: true, power_feeds: feeds } };
    await vscode.commands.executeCommand('netsensor.refresh');
    const document = await openDocument(
      vscode.Uri.parse('netsensor://environment/lists/power_feeds/Power feeds.json'),
    );
    const line = placeOf(document, '"name": "Feed 4000"').line;
    const shown = new vscode.Range(line - 20, 0, line + 20, 0);
    await eventually(async () => {
      const found = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document, shown);
      assert.equal(new Set(found.map(({ label }) => String(label))).size, 1);
      assert.ok(found.length < 12, 'only what is asked for');
    });
    await proxy.heal();
    await vscode.commands.executeCommand('netsensor.refresh');
  });
});
