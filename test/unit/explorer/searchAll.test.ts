import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyCurl, copyJson, copyMac, copyPath, copyUuid } from '../../../src/explorer/copyCommands.js';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import type { Explorer } from '../../../src/explorer/explorerCommands.js';
import type { ExplorerParts } from '../../../src/explorer/explorerTree.js';
import type { SearchKey, ShownSearch } from '../../../src/explorer/search/searchPick.js';
import { findText, searchAll, workspaceSymbols } from '../../../src/explorer/search/searchAll.js';
import { SearchCommands } from '../../../src/explorer/sensors/searchCommands.js';
import { NodeSearch } from '../../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { inert } from '../../../src/words/inert.js';
import { SignedOutError } from '../../../src/words/sentenceErrors.js';
import { playedExplorer } from './playedExplorer.js';
import { storedState } from '../storedState.js';
import { clipboard, pick, ran, TabInputText, Uri, window, workspace } from './vscodeOfExplorer.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

/** The number of an access point ends its MAC address. */
const access_points = Array.from({ length: 450 }, (_, at) => ({
  id: at + 1,
  name: `AP ${at + 1}`,
  mac_address: `0e:00:0d:aa:${(at + 1).toString(16).padStart(4, '0').replace(/..$/, ':$&')}`,
  status: 1,
}));
const warehouse = { name: 'Warehouse', uuid: '2', type: 1, domain_type: 101, access_points };
const tree = async () => ({ name: 'root', uuid: '1', type: 1, children: [warehouse] });

const lists = {
  contacts: [{ id: 4, name: 'Zoë Roth', email: 'zoe@bern.example' }],
  racks: [{ id: 2, name: 'AP 33 rack', u_height: 42 }],
};

describe('the search for everything', () => {
  const shownSearch: ShownSearch = {};
  const useFocused = (key: SearchKey | 'back') => shownSearch.act?.(key);
  const revealed: ExplorerNode[] = [];
  const view = { reveal: async (node: ExplorerNode) => void revealed.push(node) };
  const explorerOf = (manager: object = { tree, lists }) => {
    const explorer = playedExplorer(manager);
    const parts = {
      ...explorer,
      view,
      shownSearch,
      workspaceState: storedState(),
      extensionUri: Uri.file('/extension'),
    };
    const search = async () => new SearchCommands(parts as unknown as ExplorerParts);
    return { ...parts, search };
  };
  const search = async (typed: string, explorer: object = explorerOf()) => {
    pick.value = typed;
    searchAll(explorer as Explorer);
    await vi.waitFor(() => expect(pick.busy).toBe(false));
    return pick.items.map(({ label }) => label);
  };
  beforeEach(() => {
    revealed.length = 0;
    ran.length = 0;
  });

  it('has a node by the parts of its address, with its kind, state and way, and opens its document', async () => {
    expect(await search('0d-aa 01-4d')).toEqual(['AP 333']);
    const [{ description, detail } = { description: '', detail: '' }] = pick.items;
    expect([description, detail]).toEqual(['Access point · up · 0e:00:0d:aa:01:4d', 'root / Warehouse']);
    pick.selectedItems = pick.items;
    pick.accept();
    await vi.waitFor(() => expect(ran.at(-1)?.[0]).toBe('vscode.open'));
    expect(String(ran.at(-1)?.[1])).toBe('netsensor://lab/access_points/AP 333.333.json');
  });

  it('has a record by any field, says in which, and opens it beside by a key', async () => {
    expect(await search('ZOE@bern')).toEqual(['Zoë Roth']);
    expect(pick.items[0]?.description).toBe('Contact · email: zoe@bern.example');
    pick.activeItems = pick.items;
    useFocused('beside');
    await vi.waitFor(() => expect(ran.at(-1)?.[2]).toEqual({ viewColumn: -2 }));
    expect(String(ran.at(-1)?.[1])).toBe('netsensor://lab/inventory/contacts/Zoë Roth.4.json');
  });

  it('asks for what operators say, records and nodes alike', async () => {
    expect(await search('kind:rack u_height:42')).toEqual(['AP 33 rack']);
    expect((await search('AP 33')).slice(0, 3)).toEqual(['AP 33', 'AP 33 rack', 'AP 330']);
    expect(await search('kind:ap site:warehouse status:up "AP 33"')).toEqual(['AP 33', ...tens('AP 33')]);
    expect(await search('manager:lab kind:contact')).toEqual(['Zoë Roth']);
    expect(await search('manager:rome kind:contact')).toEqual(['No match among 454 nodes and records.']);
  });

  it('keeps what was searched for, and offers it with the open documents before anything is typed', async () => {
    const explorer = explorerOf();
    await search('warehouse', explorer);
    pick.selectedItems = pick.items;
    pick.accept();
    const input = new TabInputText(Uri.parse('netsensor://lab/lists/Racks.json'));
    Object.assign(window.tabGroups, { all: [{ tabs: [{ input, label: 'Racks.json' }] }] });
    const nothing = 'No match among 454 nodes and records.';
    expect(await search('racks json', explorer)).toEqual(['Open documents', 'Racks.json', nothing]);
    const size = 'Type to search 454 nodes and records.';
    const offered = ['Recent searches', 'warehouse', 'Open documents', 'Racks.json', size];
    expect(await search(' ', explorer)).toEqual(offered);
    pick.selectedItems = pick.items.slice(1, 2);
    pick.accept();
    expect(pick.value).toBe('warehouse');
    Object.assign(window.tabGroups, { all: [] });
  });

  it('has the commands that the palette always has', async () => {
    expect((await search('add manager')).slice(0, 2)).toEqual(['Commands', 'Add Manager…']);
    expect(await search('copy uuid')).toEqual(['No match among 454 nodes and records.']);
  });

  it('lists what its row in the tree offers by a key, does it with that row, and goes back to what was searched', async () => {
    const explorer = explorerOf();
    const menuOf = async (typed: string) => {
      await search(typed, explorer);
      pick.activeItems = pick.items.slice(0, 1);
      useFocused('menu');
      await vi.waitFor(() => expect(pick.items[0]?.label).toBe('Open'));
      return pick.items.map(({ label }) => label).filter(Boolean);
    };
    const ways = ['Open', 'Open to the Side', 'Reveal in Tree'];
    expect(await menuOf('AP 33 rack')).toEqual([...ways, 'Open All Racks as Table', 'Copy Link']);
    expect(pick.title).toBe('AP 33 rack');
    pick.selectedItems = pick.items.slice(-1);
    pick.accept();
    await vi.waitFor(() =>
      expect(ran.at(-1)).toMatchObject(['netsensor.copyLink', { kind: 'record', recordId: 2 }]),
    );
    expect(await menuOf('AP 333')).toEqual([...ways, 'Copy UUID', 'Copy Link']);
    pick.value = '';
    pick.goBack();
    await vi.waitFor(() => expect(pick.title).toMatch(/^Search/));
    expect(pick.value).toBe('AP 333');
    // Escape goes back, too; in the search itself it is VS Code's.
    useFocused('back');
    expect(pick.title).toMatch(/^Search/);
    await menuOf('AP 333');
    expect(ran.findLast(([command]) => command === 'setContext')?.[2]).toBe('acts');
    pick.value = '';
    useFocused('back');
    pick.hidden.at(-1)?.();
    await vi.waitFor(() => expect(pick.title).toMatch(/^Search/));
    expect([pick.value, ran.findLast(([command]) => command === 'setContext')?.[2]]).toEqual([
      'AP 333',
      true,
    ]);
  });

  it('reveals in the tree by a key, on its page, and lets everything be seen again where a filter hides it', async () => {
    const explorer = explorerOf();
    await search('AP 333', explorer);
    explorer.filter.set('AP 12');
    await explorer.filter.prepare(await explorer.trees.read('lab'));
    pick.activeItems = pick.items.slice(0, 1);
    useFocused('reveal');
    await vi.waitFor(() => expect(revealed).toMatchObject([{ name: 'AP 333' }]));
    expect(explorer.filter.text).toBe('');
    expect(explorer.tree.getParent(revealed[0]!)).toMatchObject({
      kind: 'range',
      names: ['AP 201', 'AP 400'],
    });
  });

  it('says what is not read yet, and which managers were not searched or not in full', async () => {
    const explorer = explorerOf({
      tree: async () => ({ name: 'root', uuid: '1', type: 1, children: [warehouse, null] }),
    });
    const all = ['lab', 'oslo', 'rome'].map(id => ({
      id,
      name: { lab: 'Bern', oslo: 'Oslo', rome: 'Rome' }[id],
    }));
    const never = new Promise<never>(() => undefined);
    const signedOut = new SignedOutError(inert('Rome is signed out.'), 'rome');
    const of = <T>(id: string, lab: () => T) => {
      if (id === 'rome') throw signedOut;
      return id === 'oslo' ? never : lab();
    };
    pick.value = 'nothing like it';
    searchAll({
      ...explorer,
      connections: { all, get: (id: string) => all.find(each => each.id === id) },
      trees: {
        get: (id: string) => explorer.trees.get(id),
        read: async (id: string) => of(id, () => explorer.trees.read(id)),
      },
      lists: {
        get: (id: string, type: 'racks') => (id === 'lab' ? explorer.lists.get(id, type) : undefined),
        read: async (id: string, type: 'racks') => of(id, () => explorer.lists.read(id, type)),
        onDidChange: () => ({ dispose: () => undefined }),
      },
    } as unknown as Explorer);
    await vi.waitFor(() => expect(pick.title).toBe('Search · 15 types not read yet'));
    expect(pick.busy).toBe(true);
    expect(pick.items.map(({ label }) => label)).toEqual([
      'Rome is signed out.',
      'Bern: 1 of 453 entries could not be read: entry 2 is no record.',
      'No match among 452 nodes and records.',
    ]);
    pick.selectedItems = pick.items.slice(0, 1);
    pick.accept();
    expect(ran.at(-1)).toEqual(['netsensor.signIn', { connectionId: 'rome' }]);
  });

  it('finds a sensor as the vendor sensor that it was made as', async () => {
    const sensor = { name: 'Cloud', uuid: '9', type: 9 };
    const index = new SensorIndex({ ...sensor, uuid: '1', children: [sensor] }, uuid => uuid === '9');
    const search = new NodeSearch(index);
    for (const step of search.prepare()) void step;
    expect(search.matches('vendor')).toEqual([1]);
  });

  it('holds at most 200 and says how many there are, or that there is none', async () => {
    expect(await search('warehouse ap')).toEqual(['No match among 454 nodes and records.']);
    const labels = await search('AP access point');
    expect(labels).toHaveLength(201);
    expect(labels.at(-1)).toMatch(/^200 of 450 matches are listed/);
  });

  it('finds a text in open documents and in records that are not open, and shows the very place', async () => {
    const uri = Uri.parse('netsensor://lab/inventory/racks/AP 33 rack.2.json');
    workspace.textDocuments = [{ uri, getText: () => '{\n  "name": "Zoë changed"\n}\n' }];
    pick.value = 'zoë';
    const finding = findText(explorerOf() as unknown as ExplorerParts);
    const rows = () => pick.items.map(({ label, description }) => [label, description]);
    const expected = [
      ['Open documents', undefined],
      ['"name": "Zoë changed"', 'AP 33 rack.2.json · line 2'],
      ['Records', undefined],
      ['"name": "Zoë Roth",', 'Zoë Roth · Contact · line 3'],
      ['"email": "zoe@bern.example"', 'Zoë Roth · Contact · line 4'],
    ];
    await vi.waitFor(() => expect(rows()).toEqual(expected));
    pick.selectedItems = pick.items.slice(1, 2);
    pick.accept();
    await finding;
    expect(window.shown).toMatchObject([{ uri }, { selection: { numbers: [1, 11, 1, 14] } }]);
  });

  it('says that nothing is asked for yet, and finds a number that is part of a name', async () => {
    const racks = [
      { id: 2, name: 'Rack #12' },
      { id: 12, name: 'Other' },
    ];
    const access_points = [{ id: 3, name: 'Switch #12' }];
    const manager = { tree: async () => ({ ...warehouse, access_points }), lists: { racks } };
    const explorer = explorerOf(manager);
    for (const typed of ['manager:lab', 'status:'])
      expect(await search(typed, explorer)).toEqual(['Type what is to be found, such as kind:rack.']);
    expect(await search('#12', explorer)).toEqual(['Rack #12', 'Other', 'Switch #12']);
    expect(await search('switch #12', explorer)).toEqual(['Switch #12']);
  });

  it('copies the number of what has no MAC address, and nothing where there is neither', async () => {
    const access_points = [{ id: 7, name: 'Numbered' }, { name: 'Bare' }];
    const explorer = explorerOf({ tree: async () => ({ ...warehouse, access_points }) });
    for (const typed of ['numbered', 'bare']) {
      expect(await search(typed, explorer)).toHaveLength(1);
      pick.activeItems = pick.items;
      useFocused('copy');
      await vi.waitFor(() => expect(clipboard.text).toBe('7'));
    }
  });

  it('keeps its keys while another search takes its place, and gives them up once that is hidden', async () => {
    pick.hidden.length = 0;
    await search('AP 333');
    await search('AP 333');
    const [first, second] = pick.hidden;
    const ended = ['setContext', 'netsensor.isSearching', false];
    first!();
    expect(ran).not.toContainEqual(ended);
    second!();
    expect(ran).toContainEqual(ended);
    pick.activeItems = pick.items;
    clipboard.text = '';
    useFocused('copy');
    expect(clipboard.text).toBe('');
  });

  it('finds what is saved while it is open, and lists where a tree could not be made ready', async () => {
    const explorer = explorerOf();
    const index = vi.fn(explorer.filter.search.bind(explorer.filter));
    index.mockRejectedValueOnce(new Error('broken'));
    const labels = await search('zoe', { ...explorer, filter: { search: index } });
    expect(labels).toEqual(['Zoë Roth', expect.stringMatching(/^Lab, .*: broken$/)]);
    pick.value = 'basement';
    explorer.lists.put('lab', 'racks', { id: 2, name: 'Basement' });
    await vi.waitFor(() => expect(pick.items[0]?.label).toBe('Basement'));
  });

  it('says what helps where nobody can be asked', () => {
    const asking =
      (...all: object[]) =>
      () =>
        searchAll({ ...explorerOf(), connections: { all } } as unknown as Explorer);
    expect(asking()).toThrow('Add a manager first');
    expect(asking({ id: 'rome', isSignedOut: true })).toThrow(SignedOutError);
  });

  it('answers Ctrl+T with what is read, and all that a first word is in the name of', async () => {
    const explorer = explorerOf();
    const symbols = (typed: string, isCancellationRequested = false) =>
      workspaceSymbols(explorer as unknown as Explorer, typed, { isCancellationRequested } as never);
    expect(await symbols('AP')).toEqual([]);
    expect(explorer.trees.get('lab')).toBeUndefined();
    await search('', explorer);
    expect(await symbols('ap')).toHaveLength(451);
    expect(await symbols('AP 333')).toMatchObject([
      { name: 'AP 333', containerName: 'Access point · up · 0e:00:0d:aa:01:4d · root / Warehouse' },
    ]);
    expect(await symbols('Zoë')).toMatchObject([
      { name: 'Zoë Roth', containerName: 'Contact · zoe@bern.example' },
    ]);
    // VS Code lets go of what is found by anything but its name.
    for (const typed of ['zoe@bern', 'up', 'kind:rack']) expect(await symbols(typed), typed).toEqual([]);
    expect(await symbols('zoë', true)).toEqual([]);
  });
});

const tens = (start: string) => Array.from({ length: 10 }, (_, at) => `${start}${at}`);

describe('what is copied of the tree', () => {
  const selected = async () => {
    const explorer = playedExplorer({ tree });
    const domain = await explorer.at(explorer.sensors, 'root', 'Warehouse');
    const points = await explorer.at(domain, 'AP 201 – AP 400');
    const [one, other] = await Promise.all(['AP 333', 'AP 334'].map(name => explorer.at(points, name)));
    const parts = (...nodes: ExplorerNode[]) => ({ ...explorer, selection: async () => nodes });
    return { one: one!, other: other!, domain, parts };
  };

  it('is what is selected: address, uuid, way, record, and a call without the key', async () => {
    const { one, domain, parts } = await selected();
    await copyMac(parts(one));
    expect(clipboard.text).toBe('0e:00:0d:aa:01:4d');
    await copyPath(parts(one));
    expect(clipboard.text).toBe('root / Warehouse / AP 333');
    await copyJson(parts(one));
    expect(JSON.parse(clipboard.text)).toMatchObject({ name: 'AP 333', mac_address: '0e:00:0d:aa:01:4d' });
    await copyCurl(parts(one));
    expect(clipboard.text).toMatch(
      /^curl .*"auth_token=\$NETSENSOR_API_KEY".*'mac_address=0e:00:0d:aa:01:4d'/,
    );
    await copyUuid(parts(domain));
    expect(clipboard.text).toBe('2');
  });

  it('has a line of each node, and is that of the one that was clicked rather than of what is selected', async () => {
    const { one, other, domain, parts } = await selected();
    await copyPath(parts(one, other));
    expect(clipboard.text).toBe('root / Warehouse / AP 333\nroot / Warehouse / AP 334');
    await copyMac(parts(one), other);
    expect(clipboard.text).toBe('0e:00:0d:aa:01:4e');
    await expect(copyMac(parts(domain))).rejects.toThrow('nothing of this kind to copy');
  });
});
