import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyCurl, copyJson, copyMac, copyPath, copyUuid } from '../../../src/explorer/copyCommands.js';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import type { ExplorerParts } from '../../../src/explorer/explorerTree.js';
import { SearchCommands } from '../../../src/explorer/sensors/searchCommands.js';
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
