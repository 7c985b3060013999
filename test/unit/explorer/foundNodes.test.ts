import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyCurl, copyJson, copyMac, copyPath, copyUuid } from '../../../src/explorer/copyCommands.js';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import type { ExplorerParts } from '../../../src/explorer/explorerTree.js';
import { findNode } from '../../../src/explorer/sensors/findNode.js';
import { SearchCommands } from '../../../src/explorer/sensors/searchCommands.js';
import { NodeSearch } from '../../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { inert } from '../../../src/words/inert.js';
import { SignedOutError } from '../../../src/words/sentenceErrors.js';
import { playedExplorer } from './playedExplorer.js';
import { clipboard, pick } from './vscodeOfExplorer.js';

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

describe('the list of what is found in a tree', () => {
  const revealed: ExplorerNode[] = [];
  const view = { reveal: async (node: ExplorerNode) => void revealed.push(node) };
  const search = async (words: string) => {
    const explorer = playedExplorer({ tree });
    pick.value = words;
    await new SearchCommands({ ...explorer, view } as unknown as ExplorerParts).find();
    await vi.waitFor(() => expect(pick.busy).toBe(false));
    return { labels: pick.items.map(({ label }) => label), explorer };
  };
  beforeEach(() => void (revealed.length = 0));

  it('has a node by the parts of its address, with its kind, state and way, and selects it on its page', async () => {
    const { labels, explorer } = await search('0d-aa 01-4d');
    expect(labels).toEqual(['AP 333']);
    const [{ description, detail } = { description: '', detail: '' }] = pick.items;
    expect([description, detail]).toEqual(['Access point · up · 0e:00:0d:aa:01:4d', 'root / Warehouse']);
    pick.selectedItems = pick.items;
    pick.accept();
    await vi.waitFor(() => expect(revealed).toMatchObject([{ name: 'AP 333' }]));
    const page = explorer.tree.getParent(revealed[0]!);
    expect(page).toMatchObject({ kind: 'range', names: ['AP 201', 'AP 400'] });
  });

  it('lets everything be seen again where a filter hides what is chosen', async () => {
    const { explorer } = await search('AP 333');
    explorer.filter.set('AP 12');
    await explorer.filter.prepare(await explorer.trees.read('lab'));
    pick.selectedItems = pick.items.slice(0, 1);
    pick.accept();
    await vi.waitFor(() => expect(revealed).toMatchObject([{ name: 'AP 333' }]));
    expect(explorer.filter.text).toBe('');
  });

  it('says which managers were not searched or not in full, before it says that nothing matches', async () => {
    const torn = { name: 'root', uuid: '1', type: 1, children: [warehouse, null] };
    const { trees, filter } = playedExplorer({ tree: async () => torn });
    const search = filter.search(await trees.read('lab'));
    const signedOut = Promise.reject(new SignedOutError(inert('Rome is signed out.'), 'rome'));
    const never = new Promise<never>(() => undefined);
    pick.value = 'nothing like it';
    findNode(
      [
        { connectionId: 'lab', name: 'Bern', search },
        { connectionId: 'oslo', name: 'Oslo', search: never },
        { connectionId: 'rome', name: 'Rome', search: signedOut },
      ],
      { reveal: () => undefined, open: () => undefined, copyIdentity: () => undefined },
    );
    const labels = () => pick.items.map(({ label }) => label);
    await vi.waitFor(() =>
      expect(labels()).toEqual([
        'Rome is signed out.',
        'Oslo: not read yet',
        'Bern: 1 of 453 entries could not be read: entry 2 is no record.',
        'No match among 452 nodes.',
      ]),
    );
    expect(pick.busy).toBe(true);
  });

  it('finds a sensor as the vendor sensor that it was made as', async () => {
    const sensor = { name: 'Cloud', uuid: '9', type: 9 };
    const index = new SensorIndex({ ...sensor, uuid: '1', children: [sensor] }, uuid => uuid === '9');
    const search = new NodeSearch(index);
    for (const step of search.prepare()) void step;
    expect(search.matches('vendor')).toEqual([1]);
  });

  it('holds at most 200 and says how many there are, or that there is none', async () => {
    expect((await search('warehouse ap')).labels).toEqual(['No match among 452 nodes.']);
    const { labels } = await search('AP access point');
    expect(labels).toHaveLength(201);
    expect(labels.at(-1)).toMatch(/^200 of 450 matches are listed/);
  });
});

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
