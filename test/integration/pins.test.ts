import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ExplorerNode } from '../../src/explorer/explorerNode.js';
import { activeDocument, closeTabs, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, type StoredRecord } from '../support/inventory.js';
import { askManager } from '../support/manager.js';
import { makeDomain } from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('pins and what was used lately', () => {
  const extension = useExtension();
  const { dialogs, inputs, restore } = stubAnswers();
  const folder = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', '.vscode');
  const file = join(folder, 'netsensor-pins.json');
  const run = (name: string, ...given: readonly unknown[]) =>
    vscode.commands.executeCommand(`netsensor.${name}`, ...given);
  const written = async () => JSON.parse(await readFile(file, 'utf8')) as { groups: WrittenGroup[] };
  const write = async (value: unknown) =>
    writeFile(file, typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
  let rack: StoredRecord;

  async function rowsOf(parent?: ExplorerNode) {
    const { rows } = extension();
    const nodes = (await rows.getChildren(parent)) ?? [];
    return Promise.all(nodes.map(async node => ({ node, item: await rows.getTreeItem(node) })));
  }
  const wordsOf = ({ label, description }: vscode.TreeItem) =>
    [label, description]
      .filter(Boolean)
      .join(' | ')
      .replace(/(Pinned rack) · .*/, '$1');
  /** What stands above the managers, with what stands in it. */
  async function places(): Promise<Record<string, string[]>> {
    const above = (await rowsOf()).filter(({ node }) => node.kind === 'place');
    const all = above.map(async ({ node, item }) => [
      wordsOf(item),
      (await rowsOf(node)).map(each => wordsOf(each.item)),
    ]);
    return Object.fromEntries(await Promise.all(all)) as Record<string, string[]>;
  }
  async function row(...labels: readonly string[]): Promise<{ node: ExplorerNode; item: vscode.TreeItem }> {
    return eventually(async () => {
      let at: Awaited<ReturnType<typeof rowsOf>>[number] | undefined;
      for (const label of labels) at = (await rowsOf(at?.node)).find(({ item }) => item.label === label);
      return at ?? assert.fail(`No ${labels.join(' / ')} in ${JSON.stringify(await places())}`);
    });
  }
  const rackRow = async () => {
    const { node: connection } = (await rowsOf()).find(({ node }) => node.kind === 'connection')!;
    const inventory = (await rowsOf(connection)).find(({ node }) => node.kind === 'inventory')!;
    const groups = await rowsOf(inventory.node);
    const racks = await rowsOf(groups[0]!.node);
    const all = await rowsOf(racks[0]!.node);
    return all.find(({ node }) => node.kind === 'record' && node.recordId === rack.id)!.node;
  };

  before('a rack, and the tree', async () => {
    await rm(file, { force: true });
    await mkdir(folder, { recursive: true });
    rack = await createRecord(extension().manager, 'racks', { name: 'Pinned rack', u_height: 42, width: 19 });
    await vscode.commands.executeCommand('netsensor.explorer.focus');
    await run('refresh');
  });
  beforeEach('unlocked, and nothing used lately', async () => {
    await unlock('environment');
    for (const { node } of await rowsOf())
      if (node.kind === 'place' && node.place !== 'pins') await run('forgetRecent', node);
  });
  afterEach(async () => {
    restore();
    await closeTabs();
    await rm(file, { force: true });
    await eventually(async () => assert.deepEqual(Object.keys(await places()).filter(isPinned), []));
  });
  const isPinned = (name: string) => !name.startsWith('Recently');

  it('pins a row into a first group without a question, which opens and is acted on like the row itself', async () => {
    await run('pin', await rackRow());
    const manager = extension().proxy.url;
    assert.deepEqual(await written(), {
      groups: [{ label: 'Pinned', pins: [{ manager, record: `racks/${rack.id}`, name: 'Pinned rack' }] }],
    });
    const { node, item } = await row('Pinned', 'Pinned rack');
    assert.equal(node.kind, 'record');
    assert.match(item.contextValue ?? '', /^record\.racks\.unlocked\.pinned$/);
    await vscode.commands.executeCommand(item.command!.command, ...(item.command!.arguments ?? []));
    await eventually(() => assert.match(activeDocument().uri.path, /\/racks\/Pinned rack\.\d+\.json$/));
    // The same once more is no second pin.
    const said = dialogs(() => undefined);
    await run('pin', await rackRow(), undefined, (await row('Pinned')).node);
    assert.equal(said[0]?.message, 'Pinned has it already.');
    assert.equal((await written()).groups[0]?.pins.length, 1);
  });

  it('shows at once what others write, in their order, and says of what is odd where it stands', async () => {
    const manager = extension().proxy.url;
    await write({
      groups: [
        {
          label: 'Night',
          pins: [
            { search: 'kind:rack', label: 'All racks' },
            { manager, record: `racks/${rack.id}`, label: 'Ours' },
            { manager, record: 'racks/999999', name: 'Old rack' },
            { manager: 'https://other.example', sensor: '1', name: 'Elsewhere' },
            { notebook: 'outages/basel.dqnb' },
            { gadget: 7 },
          ],
        },
        { label: 'Empty', pins: [] },
      ],
    });
    await run('refresh');
    await eventually(async () =>
      assert.deepEqual(await places(), {
        Night: [
          'All racks',
          'Ours | Pinned rack',
          'Old rack | not there any more',
          'Elsewhere | no connection to https://other.example',
          'basel | outages',
          '{"gadget":7} | not understood, see line 28',
        ],
        Empty: [],
      }),
    );
  });

  it('asks nothing of a manager without a connection, but to add it', async () => {
    await write({ groups: [{ label: 'A', pins: [{ manager: 'https://other.example', list: 'racks' }] }] });
    const { item } = await row('A', 'Racks');
    extension().proxy.seen.length = 0;
    const said = dialogs(() => undefined);
    await vscode.commands.executeCommand(item.command!.command, ...(item.command!.arguments ?? []));
    assert.match(said[0]?.message ?? '', /https:\/\/other\.example, to which there is no connection/);
    assert.deepEqual(extension().proxy.seen, []);
  });

  it('says in which line a file is broken, opens it there, and never writes over it', async () => {
    const broken = '{\n  "groups": [\n<<<<<<< HEAD\n  ]\n}\n';
    await write(broken);
    const { item } = await row('netsensor-pins.json');
    assert.equal(item.description, 'cannot be read, see line 3');
    const said = dialogs(() => undefined);
    await run('pin', await rackRow());
    assert.match(said[0]?.message ?? '', /cannot be read, so it stays as it is\. Fix line 3 first/);
    assert.equal(await readFile(file, 'utf8'), broken);
    await vscode.commands.executeCommand(item.command!.command, ...(item.command!.arguments ?? []));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
  });

  it('is ordered, moved between groups, labelled and unpinned; what is not known of a pin goes with it', async () => {
    const [one, two, three] = ['a', 'b', 'c'].map(search => ({ search, since: [search] }));
    await write({
      owner: 'ops',
      groups: [
        { label: 'A', pins: [one, two] },
        { label: 'B', pins: [three] },
      ],
    });
    await run('movePinUp', (await row('A', 'b')).node);
    await run('movePinDown', (await row('A', 'a')).node);
    await eventually(async () => assert.deepEqual(await places(), { A: ['b'], B: ['a', 'c'] }));
    await run('pin', (await row('B', 'c')).node, undefined, (await row('A', 'b')).node);
    inputs('Search C', 'Day');
    await run('renamePin', (await row('A', 'c')).node);
    await run('renamePin', (await row('A')).node);
    await run('movePinDown', (await row('Day')).node);
    await run('unpin', (await row('Day', 'b')).node);
    assert.deepEqual(await written(), {
      owner: 'ops',
      groups: [
        { label: 'B', pins: [one] },
        { label: 'Day', pins: [{ ...three, label: 'Search C' }] },
      ],
    });
    const asked = dialogs(({ buttons }) => buttons.find(button => button === 'Remove the group'));
    await run('removePinGroup', (await row('Day')).node);
    assert.equal(asked[0]?.message, 'Remove the group “Day” with its pin?');
    await eventually(async () => assert.deepEqual(await places(), { B: ['a'] }));
  });

  it('unpins what has the focus with the key that deletes elsewhere, and deletes nothing', async () => {
    const domain = await makeDomain(extension().manager, { name: 'Pinned domain' });
    await run('refresh');
    await write({
      groups: [
        {
          label: 'A',
          pins: [{ manager: extension().proxy.url, sensor: domain.uuid, name: 'Pinned domain' }],
        },
      ],
    });
    await row('A', 'Pinned domain');
    const asked = dialogs(() => undefined);
    await eventually(async () => {
      await vscode.commands.executeCommand('netsensor.explorer.focus');
      await vscode.commands.executeCommand('list.focusFirst');
      await vscode.commands.executeCommand('list.focusDown');
      await run('deleteNodes', 'focused');
      assert.deepEqual((await written()).groups[0]?.pins, []);
    });
    // Before the row has the focus there is nothing to delete.
    assert.deepEqual(
      asked.filter(({ buttons }) => buttons.some(button => button !== 'Undo')),
      [],
    );
    const tree = JSON.stringify(await askManager(extension().manager, '/api/v1/sensors/tree'));
    assert.ok(tree.includes('Pinned domain'));
  });

  it('has what was opened and changed lately under its name of now, until it is deleted or taken away', async () => {
    const made = await createRecord(extension().manager, 'contacts', { name: 'Lately' });
    await run('refresh');
    const uri = vscode.Uri.parse(`netsensor://environment/inventory/contacts/Lately.${made.id}.json`);
    const document = await openDocument(uri);
    await eventually(async () => assert.deepEqual((await places())['Recently opened'], ['Lately']));
    await setFields(document, { name: 'Renamed lately' });
    assert.ok(await document.save());
    await eventually(async () => {
      const now = await places();
      assert.deepEqual(now['Recently changed by me'], ['Renamed lately']);
      assert.deepEqual(now['Recently opened'], ['Renamed lately']);
    });
    const { item } = await row('Recently opened', 'Renamed lately');
    assert.match(item.contextValue ?? '', /^record\.contacts\b.*\.recent$/);
    await closeTabs();
    await askManager(extension().manager, `/api/v1/inventory/contacts/${made.id}`, { method: 'DELETE' });
    await run('refresh');
    await eventually(async () => {
      const now = await places();
      assert.deepEqual([now['Recently opened'] ?? [], now['Recently changed by me'] ?? []], [[], []]);
    });
  });

  it('completes and checks its file by the schema', async () => {
    await write('{\n  "groups": [\n    { "label": 5, "pins": [{  }] }\n  ]\n}\n');
    const document = await openDocument(vscode.Uri.file(file));
    await eventually(() => {
      const problems = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
      assert.match(problems.join(), /Incorrect type. Expected "string"/);
    });
    const at = document.positionAt(document.getText().indexOf('{  }') + 2);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    for (const name of ['manager', 'record', 'accessPoint', 'search', 'notebook'])
      assert.ok(labels.includes(name), name);
  });
});

interface WrittenGroup {
  readonly label: string;
  readonly pins: readonly Readonly<Record<string, unknown>>[];
}
