import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { beforeEach, describe, it, vi } from 'vitest';
import type { ExplorerNode, PlaceNode } from '../../../src/explorer/explorerNode.js';
import { answerWith, said, Uri } from '../ui/vscodeOfPlaces.js';

/** The text of each file; of one that cannot be read, why not. */
const disk = new Map<string, string | Error>();
/** Until when the disk answers readings that begin now. */
let slowDisk: Promise<void> | undefined;

vi.mock('vscode', async () => {
  const watcher = () => {
    const never = () => ({ dispose: () => undefined });
    return { onDidChange: never, onDidCreate: never, onDidDelete: never, dispose: () => undefined };
  };
  const failed = (code: string) => Object.assign(new Error(code), { code });
  const fs = {
    readFile: async (uri: Uri) => {
      await slowDisk;
      const held = disk.get(uri.text) ?? failed('FileNotFound');
      if (held instanceof Error) throw held;
      return new TextEncoder().encode(held);
    },
    readDirectory: async () => Promise.reject(failed('Unavailable')),
    writeFile: async (uri: Uri, bytes: Uint8Array) =>
      void disk.set(uri.text, new TextDecoder().decode(bytes)),
  };
  const places = await import('../ui/vscodeOfPlaces.js');
  return {
    ...places,
    window: { ...places.window, setStatusBarMessage: () => ({ dispose: () => undefined }) },
    RelativePattern: class {},
    workspace: {
      fs,
      textDocuments: [],
      workspaceFolders: [{ uri: Uri.parse('file:///work'), name: 'work' }],
      onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }),
      createFileSystemWatcher: watcher,
    },
  };
});
const { PinFiles } = await import('../../../src/explorer/pins/pinFiles.js');
const { pin, unpin } = await import('../../../src/explorer/pins/pinCommands.js');
const { readPins } = await import('../../../src/model/pins/pinsFile.js');

const address = 'file:///work/.vscode/netsensor-pins.json';
const file = Uri.parse(address) as unknown as vscode.Uri;
const searches = (label: string, ...pins: readonly string[]) => ({
  label,
  pins: pins.map(search => ({ search })),
});

const searchOf = (key: string) => (JSON.parse(key) as { search: string }).search;

/** A file with groups, and the rows of them as the tree has them. */
async function played(...groups: readonly ReturnType<typeof searches>[]) {
  disk.set(address, JSON.stringify({ groups }));
  const log = { error: (words: string) => assert.fail(words) };
  const files = new PinFiles(Uri.parse('file:///storage') as unknown as vscode.Uri, log as never);
  await files.read();
  const groupOf = ({ group }: Pick<PlaceNode, 'group'>) => {
    const read = files.all[0]!.pins!;
    return 'groups' in read ? read.groups.find(({ label }) => label === group?.label) : undefined;
  };
  const nodes = groups.map(
    ({ label }) =>
      ({
        kind: 'place',
        place: 'pins',
        itemId: label,
        file,
        group: { label, nth: 0 },
      }) as unknown as PlaceNode,
  );
  const rowOf = (label: string, at: number) => {
    const parent = nodes.find(({ itemId }) => itemId === label)!;
    const { key } = groupOf(parent)!.pins[at]!;
    const nth = groupOf(parent)!
      .pins.slice(0, at)
      .filter(each => each.key === key).length;
    const placed = { parent, pin: { group: parent.group, key, nth } };
    return { kind: 'pin', itemId: `${label}/${at}`, label: searchOf(key), placed } as unknown as ExplorerNode;
  };
  const forgotten: string[] = [];
  const forget = (place: string) => {
    if (place === 'opened') forgotten.push('forgot');
    return () => void (place === 'opened' && forgotten.push('put back'));
  };
  const places = { files, groupOf, groups: nodes, forget };
  const explorer = {
    selection: async () => [],
    connections: { get: () => undefined, all: [] },
    places: { get: async () => places },
  } as unknown as Parameters<typeof pin>[0];
  return { explorer, files, nodes, rowOf, forgotten };
}

/** The searches in each group now. */
const now = () => {
  const read = readPins(String(disk.get(address)));
  const groups = 'groups' in read ? read.groups : [];
  return groups.map(({ label, pins }) => [label, ...pins.map(({ key }) => searchOf(key))]);
};

describe('pins', () => {
  beforeEach(() => {
    disk.clear();
    said.splice(0);
    answerWith(() => undefined);
  });

  it('of a group that is kept stay, and so does all that was selected with it', async () => {
    const { explorer, nodes, rowOf } = await played(searches('A', 'a', 'b'), searches('B', 'c'));
    answerWith(buttons => buttons.find(button => button === 'Keep the group'));
    const selected = [nodes[0]!, rowOf('A', 0), rowOf('A', 1), rowOf('B', 0)];
    assert.equal(await unpin(explorer, selected[0]!, selected), true);
    assert.deepEqual(now(), [
      ['A', 'a', 'b'],
      ['B', 'c'],
    ]);
  });

  it('of a group that is removed go with it, and others that were selected, too', async () => {
    const { explorer, nodes, rowOf } = await played(searches('A', 'a', 'b'), searches('B', 'c', 'd', 'c'));
    answerWith(buttons => buttons.find(button => button === 'Remove the group'));
    const selected = [nodes[0]!, rowOf('A', 0), rowOf('A', 1), rowOf('B', 0), rowOf('B', 2)];
    await unpin(explorer, selected[0]!, selected);
    assert.deepEqual(now(), [['B', 'd']]);
    assert.equal(said.filter(([sentence]) => sentence?.startsWith('Remove the group')).length, 1);
  });

  it('are put back by Undo, unless somebody else has removed their group since', async () => {
    const { explorer, rowOf } = await played(searches('A', 'a', 'b'));
    answerWith(() => 'Undo');
    await unpin(explorer, rowOf('A', 0));
    assert.deepEqual(said[0], ['Removed: a.', 'Undo']);
    await vi.waitFor(() => assert.deepEqual(now(), [['A', 'a', 'b']]));
    const theirs = JSON.stringify({ groups: [searches('B')] });
    answerWith(() => {
      disk.set(address, theirs);
      return 'Undo';
    });
    await unpin(explorer, rowOf('A', 1));
    await vi.waitFor(() => assert.match(String(said.at(-1)?.[0]), /not in the pins file any more/));
    assert.equal(disk.get(address), theirs);
  });

  it('are put back one by one in whatever order, each where it stood, and what was done besides stays', async () => {
    const { explorer, nodes, rowOf } = await played(searches('A', 'a', 'b', 'c', 'a'), searches('B', 'd'));
    const undo: (() => void)[] = [];
    const chosen = () => new Promise<string>(resolve => undo.push(() => resolve('Undo')));
    answerWith(buttons => (buttons[0] === 'Undo' ? (chosen() as never) : 'Remove the group'));
    for (const row of [rowOf('A', 0), rowOf('A', 1), nodes[1]!]) await unpin(explorer, row);
    await pin(explorer, { search: 'new' }, undefined, nodes[0]);
    assert.deepEqual(now(), [['A', 'c', 'a', 'new']]);
    undo[0]!();
    await vi.waitFor(() => assert.deepEqual(now(), [['A', 'a', 'c', 'a', 'new']]));
    undo[2]!();
    await vi.waitFor(() =>
      assert.deepEqual(now(), [
        ['A', 'a', 'c', 'a', 'new'],
        ['B', 'd'],
      ]),
    );
    undo[1]!();
    await vi.waitFor(() => assert.deepEqual(now()[0], ['A', 'a', 'b', 'c', 'a', 'new']));
  });

  it('that cannot be removed keep nothing else from being forgotten or put back', async () => {
    const { explorer, rowOf, forgotten } = await played(searches('A', 'a'));
    const recent = {
      kind: 'record',
      name: 'Rack',
      placed: { parent: { kind: 'place', place: 'opened' }, recent: 'rack' },
    } as unknown as ExplorerNode;
    const rows = [rowOf('A', 0), recent];
    answerWith(() => {
      disk.set(address, JSON.stringify({ groups: [] }));
      return 'Undo';
    });
    await unpin(explorer, rows[0]!, rows);
    await vi.waitFor(() => assert.match(String(said.at(-1)?.[0]), /not in the pins file any more/));
    assert.deepEqual(forgotten, ['forgot', 'put back']);
    disk.set(address, new Error('EMFILE'));
    answerWith(() => undefined);
    await assert.rejects(unpin(explorer, rows[0]!, rows), /stays as it is/);
    assert.deepEqual(forgotten, ['forgot', 'put back', 'forgot']);
    assert.deepEqual(said.at(-1), ['Removed: Rack.', 'Undo']);
  });

  it('are shown as they were read last, though an older reading ends later', async () => {
    const { files } = await played(searches('A'));
    const slow = disk.get(address)!;
    let release = () => undefined as void;
    slowDisk = new Promise<void>(resolve => (release = resolve));
    const older = files.read();
    slowDisk = undefined;
    disk.set(address, JSON.stringify({ groups: [searches('B')] }));
    await files.read();
    disk.set(address, slow);
    release();
    await older;
    assert.match(files.all[0]!.text, /"B"/);
  });

  it('are never written over while their file cannot be read, whatever its folder says', async () => {
    const { explorer, nodes, files } = await played(searches('A', 'a'));
    const search = { search: 'new' };
    await pin(explorer, search, undefined, nodes[0]);
    assert.deepEqual(now(), [['A', 'a', 'new']]);
    const unread = Object.assign(new Error('EMFILE'), { code: 'Unknown' });
    disk.set(address, unread);
    await files.read();
    assert.deepEqual(files.all[0]?.pins, { brokenAt: 1 });
    await assert.rejects(pin(explorer, { search: 'other' }, undefined, nodes[0]), /stays as it is/);
    assert.equal(disk.get(address), unread);
  });

  it('of the same thing are one in a group, also of two rows that are pinned at once', async () => {
    const { explorer, nodes } = await played(searches('A'));
    const search = { search: 'a' };
    await pin(explorer, search, [search, { ...search }], nodes[0]);
    assert.deepEqual(now(), [['A', 'a']]);
    await assert.rejects(pin(explorer, search, undefined, nodes[0]), /A has it already/);
  });
});
