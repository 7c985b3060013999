import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { beforeEach, describe, it, vi } from 'vitest';
import { dragged, dropNodes } from '../../../src/explorer/draggedNodes.js';
import { connectionTo, copyLink, dropEdit, openLink } from '../../../src/explorer/linkCommands.js';
import type { PlaceNode } from '../../../src/explorer/explorerNode.js';
import { Command } from '../../../src/ids.js';
import { playedExplorer } from './playedExplorer.js';
import { clipboard, ran, Uri, window, workspace } from './vscodeOfExplorer.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

const top = {
  name: 'root',
  uuid: '1',
  type: 1,
  children: [{ name: 'Attic', uuid: 'a/b', type: 1, access_points: [{ id: 5, name: 'AP 5' }] }],
};
const lists = { racks: [{ id: 7, name: 'Rack 7' }] };
const lab = encodeURIComponent('https://lab.example');

/** An explorer that counts what its manager is asked, and the messages that are shown and answered with `answer`. */
function played(answer?: string) {
  const explorer = playedExplorer({ tree: async () => top, lists });
  const asked: string[] = [];
  const said: string[] = [];
  const { client } = explorer.connections;
  Object.assign(explorer.connections, {
    client: (id: string) => {
      asked.push(id);
      return client(id);
    },
  });
  Object.assign(window, {
    showInformationMessage: async (sentence: string, ...buttons: readonly string[]) => {
      said.push([sentence, ...buttons].join(' | '));
      return answer;
    },
  });
  /** Opens a link as VS Code hands it over, which decodes it. */
  const open = async (link: string): Promise<unknown[]> => {
    ran.splice(0);
    const [, path = '', query = ''] = /^vscode:\/\/netsensor\.netsensor([^?]*)\??(.*)$/.exec(link) ?? [];
    await openLink(explorer, { path, query: decodeURIComponent(query) });
    return ran.flatMap(([command, node]) => [command, (node as { itemId?: string } | undefined)?.itemId]);
  };
  return { ...explorer, asked, said, open };
}

describe('a link', () => {
  beforeEach(() => {
    ran.splice(0);
    Object.assign(workspace, { workspaceFolders: [{ uri: Uri.parse('file:///work') }] });
  });

  it('opens what it was copied from: a node, an access point, a record, a list, a picture', async () => {
    const explorer = played();
    const attic = await explorer.at(explorer.sensors, 'root', 'Attic');
    const copied = async (from: Parameters<typeof copyLink>[1]) => {
      await copyLink({ connections: explorer.connections, selection: async () => [] }, from);
      return explorer.open(clipboard.text);
    };
    assert.deepEqual(await copied(attic), [Command.openRecord, 'lab/sensors/sensor a/b']);
    assert.match(
      clipboard.text,
      /^vscode:\/\/netsensor\.netsensor\/open\?manager=https%3A%2F%2Flab\.example&/,
    );
    const point = await explorer.at(attic, 'AP 5');
    assert.equal((await copied(point))[0], Command.openRecord);
    const rack = await explorer.tree.locateRecord('lab', 'racks', 7);
    assert.deepEqual(await copied(rack), [Command.openRecord, 'lab/inventory/racks/7']);
    assert.doesNotMatch(clipboard.text, /Rack/);
    const list = Uri.parse('netsensor://lab/lists/racks/Racks.json') as unknown as vscode.Uri;
    assert.deepEqual(await copied(list), [Command.editRecords, 'lab/inventory/racks']);
    const picture = { connectionId: 'lab', path: '/inventory/racks/.7.json', view: 'racks' as const };
    assert.deepEqual(await copied(picture), [Command.showRack, 'lab/inventory/racks/7']);
  });

  it.each([
    `open?manager=${lab}&record=racks/7&command=netsensor.deleteRecords`,
    `deleteRecords?manager=${lab}&record=racks/7`,
    `open?manager=${lab}&record=racks/7&as=deleteRecords`,
    `open?manager=${lab}@evil.example&record=racks/7`,
    `open?manager=https%3A%2F%2Fuser:key@lab.example&record=racks/7`,
    `open?manager=HTTPS://LAB.example/&record=racks/7`,
    `open?manager=javascript:alert(1)&record=racks/7`,
    `open?manager=${lab}&sensor=..%2F..%2Fusers`,
    `open?manager=${lab}&notebook=a.dqnb`,
    'open?notebook=~2E~2E~2Fa~2Edqnb',
    'open',
  ])('that is forged opens nothing, and asks no manager anything: %s', async link => {
    const { asked, said, open } = played();
    await assert.rejects(open(`vscode://netsensor.netsensor/${link}`), /nothing was opened/);
    assert.deepEqual([ran, asked, said], [[], [], []]);
  });

  it('to a manager without a connection asks nothing of it, and offers to add one by hand, where it is named', async () => {
    const link = 'vscode://netsensor.netsensor/open?manager=https%3A%2F%2Fevil.example&record=racks%2F7';
    const { asked, said, open } = played('Add Manager');
    assert.deepEqual(await open(link), [Command.addManager, undefined]);
    assert.deepEqual(ran[0]?.slice(1), [{ linked: 'https://evil.example' }]);
    assert.deepEqual([asked, said.length], [[], 1]);
    assert.match(said[0] ?? '', /evil\.example.*no connection.* \| Add Manager$/);
    assert.deepEqual(await played().open(link), []);
  });

  it('leads to its manager as it is written, else however that is spelled, and to another with no lock', () => {
    const connection = (id: string, address: string, more: object = {}) => ({
      id,
      address,
      isLocked: false,
      isSignedOut: false,
      environment: 'none',
      ...more,
    });
    const to = (manager: string, ...all: object[]) =>
      connectionTo({ all } as unknown as Parameters<typeof connectionTo>[0], manager)?.id;
    const among = (...all: object[]) => to('https://lab.example', ...all);
    const open = connection('open', 'https://lab.example');
    const locked = connection('locked', 'https://lab.example', { isLocked: true });
    const production = connection('production', 'https://lab.example', { environment: 'production' });
    const spelled = connection('spelled', 'https://lab.example.:443/', { isLocked: true });
    const signedOut = connection('out', 'https://lab.example', { isLocked: true, isSignedOut: true });
    assert.deepEqual(
      [among(spelled), among(spelled, open), among(signedOut, open), among(signedOut)],
      ['spelled', 'open', 'open', 'out'],
    );
    assert.deepEqual(
      [among(open, locked), among(locked, open), among(open, production)],
      ['open', 'locked', 'production'],
    );
    const tunnels = [
      connection('a', 'https://127.0.0.1:8443'),
      connection('b', 'https://127.0.0.2:8443'),
      connection('c', 'https://localhost:8443'),
    ];
    const ends = ['127.0.0.2', 'localhost', '[::1]', '127.0.0.3'];
    assert.deepEqual(
      ends.map(host => to(`https://${host}:8443`, ...tunnels)),
      ['b', 'c', 'a', undefined],
    );
    assert.equal(among(connection('b', 'http://b')), undefined);
  });

  it('says that what it leads to is gone, and opens a notebook of the folder that is open', async () => {
    const { open } = played();
    const gone = `vscode://netsensor.netsensor/open?manager=${lab}&record=racks%2F8`;
    await assert.rejects(open(gone), /Lab does not have what the link leads to/);
    const notebook = 'vscode://netsensor.netsensor/open?notebook=my~20traffic~2Edqnb';
    Object.assign(workspace, { fs: { stat: async () => Promise.reject(new Error('none')) } });
    await assert.rejects(open(notebook), /No folder that is open has the notebook/);
    Object.assign(workspace, { fs: { stat: async () => ({}) } });
    await open(notebook);
    assert.deepEqual(ran.map(String), ['vscode.openWith,file:///work/my traffic.dqnb,netsensor-query']);
  });
});

describe('what is dragged in the tree', () => {
  const carried = async () => {
    const explorer = played();
    const attic = await explorer.at(explorer.sensors, 'root', 'Attic');
    const nodes = [
      attic,
      await explorer.at(attic, 'AP 5'),
      await explorer.tree.locateRecord('lab', 'racks', 7),
    ];
    return { explorer, nodes, ...dragged(nodes.flatMap(node => node ?? [])) };
  };

  it('is its documents to an editor, and itself to the tree, which moves its sensors and access points', async () => {
    const { nodes, documents, inTree } = await carried();
    assert.deepEqual(documents.split('\r\n'), [
      'netsensor://lab/sensors/domain/Attic.a~2Fb.json',
      'netsensor://lab/access_points/AP 5.5.json',
      'netsensor://lab/inventory/racks/Rack 7.7.json',
    ]);
    assert.deepEqual([...inTree], nodes);
    ran.splice(0);
    await dropNodes(nodes[2], inTree);
    assert.deepEqual(ran, []);
    await dropNodes(nodes[0], inTree);
    assert.deepEqual(ran, [[Command.moveNodes, nodes[0], nodes.slice(0, 2), nodes[0]]]);
  });

  it('is pinned by a group of pins and by a pin, whatever it is, and a pin moves nothing but itself', async () => {
    const { nodes, inTree } = await carried();
    const group = { kind: 'place', place: 'pins', itemId: 'pins/A', connectionId: '' } as PlaceNode;
    const placed = { parent: group, itemId: undefined, manager: '' } as const;
    const pinned = { ...nodes[0]!, placed };
    ran.splice(0);
    await dropNodes(group, inTree);
    await dropNodes(pinned, inTree);
    assert.deepEqual(
      ran.map(([command, first, all, target]) => [command, first, all, target]),
      [group, pinned].map(target => [Command.pin, nodes[0], inTree, target]),
    );
    ran.splice(0);
    await dropNodes(nodes[0], [pinned]);
    assert.deepEqual(ran, []);
    const asString = async () => 'file:///work/a.dqnb\r\nfile:///work/b.dqnb';
    await dropNodes(group, [], { asString });
    assert.deepEqual(
      (ran[0]?.[2] as unknown as { text: string }[]).map(({ text }) => text),
      ['file:///work/a.dqnb', 'file:///work/b.dqnb'],
    );
    ran.splice(0);
    // What is no address is told by the command, as a file that nobody can pin.
    await dropNodes(group, [], { asString: async () => '# a comment\r\nfile:///work/a.dqnb\r\nsome words' });
    assert.deepEqual(
      (ran[0]?.[2] as unknown as { text: string }[]).map(({ text }) => text),
      ['file:///work/a.dqnb', 'file://some words'],
    );
  });

  it('is what it goes by in a query or JSON, with quotes where there are none, and links in any other text', async () => {
    const { explorer, inTree } = await carried();
    const asString = async () => JSON.stringify(inTree);
    const dropped = async (languageId: string, line: string, text = asString) => {
      const document = { languageId, lineAt: () => ({ text: line }) };
      const position = { character: line.length };
      const drop = { document, position, dragged: { asString: text } };
      const edit = await dropEdit(explorer.connections, drop as unknown as Parameters<typeof dropEdit>[1]);
      return (edit as { insertText?: string } | undefined)?.insertText;
    };
    assert.equal(await dropped('dataquery', '"values": ['), '"a/b", 5, 7');
    assert.equal(await dropped('json', '{"uuid": "'), 'a/b, 5, 7');
    const links = (await dropped('markdown', ''))?.split('\n');
    assert.equal(links?.length, 3);
    for (const link of links ?? []) assert.match(link, /^vscode:\/\/netsensor\.netsensor\/open\?manager=/);
    // What another window carries is only its text.
    assert.equal(await dropped('json', '', async () => ''), undefined);
  });
});
