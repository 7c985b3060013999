import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Explorer } from '../../../src/explorer/explorerCommands.js';
import { searchAll } from '../../../src/explorer/search/searchAll.js';
import { largeTree } from '../../bench/largeTree.js';
import { count } from '../../bench/page/data.js';
import { storedState } from '../storedState.js';
import { playedExplorer } from './playedExplorer.js';
import { pick, ran, Uri } from './vscodeOfExplorer.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

const managers = ['north', 'south', 'west'];
const nodes = 100_000;
const records = 20_000;
/** What one of the managers alone has. */
const lobby = { id: 900_001, name: 'Lobby by the window', mac_address: '0e:77:0d:aa:01:4d', status: 1 };
const wanted: Partial<Record<InventoryType, object>> = {
  wireless_lans: { id: 90_002, ssid: 'Guests of the Lindenhof' },
  contacts: { id: 90_003, name: 'Zoë Roth', email: 'zoe@lindenhof.example' },
  racks: { id: 90_004, name: 'Serverraum Zürich 3' },
};

/** Three managers, the second of which has what is wanted. */
function threeManagers() {
  const explorer = playedExplorer();
  const treeOf = (id: string) => {
    const tree = largeTree(Math.floor(nodes / managers.length)) as { access_points?: object[] };
    return id === 'south' ? { ...tree, access_points: [...(tree.access_points ?? []), lobby] } : tree;
  };
  const size = Math.ceil(records / managers.length / inventoryTypeNames.length);
  const rowsOf = (id: string, type: InventoryType) => [
    ...count(size, at => ({
      id: at + 1,
      name: `${type} ${at + 1} of room ${at % 40}`,
      description: `Row ${at % 100}`,
    })),
    ...(id === 'south' && wanted[type] ? [wanted[type]] : []),
  ];
  const connectionOf = (id: string) => ({ id, name: id, address: `https://${id}.example`, source: 'saved' });
  Object.assign(explorer.connections, {
    all: managers.map(connectionOf),
    get: connectionOf,
    client: async (id: string) => ({
      sensors: { rawTree: async () => treeOf(id) },
      listRecords: async (type: InventoryType) => ({ rows: rowsOf(id, type), unread: [] }),
    }),
  });
  return {
    ...explorer,
    workspaceState: storedState(),
    shownSearch: {},
    extensionUri: Uri.file('/extension'),
  };
}

let explorer: ReturnType<typeof threeManagers>;
const search = async (typed: string) => {
  pick.value = typed;
  searchAll(explorer as unknown as Explorer);
  await vi.waitFor(() => expect(pick.busy).toBe(false), { timeout: 60_000 });
};
beforeAll(async () => {
  explorer = threeManagers();
  await search('');
}, 120_000);

it('searches all of three managers', () => {
  expect(pick.items.at(-1)?.label).toMatch(/^Type to search 1[12]\d,\d{3} nodes and records\.$/);
});

it.each([
  [
    'a MAC address, as a switch prints it',
    '0e77.0daa.014d',
    '/access_points/Lobby by the window.900001.json',
  ],
  ['a MAC address, as Windows does', '0E-77-0D-AA-01-4D', '/access_points/Lobby by the window.900001.json'],
  ['an SSID', 'guests of the lindenhof', '/inventory/wireless_lans/Guests of the Lindenhof.90002.json'],
  ['an e-mail address', 'Zoe@Lindenhof.example', '/inventory/contacts/Zoë Roth.90003.json'],
  ['half a name', 'rraum zur', '/inventory/racks/Serverraum Zürich 3.90004.json'],
])(
  'leads from %s to its open document in one step: Enter, where nothing else was chosen',
  async (_, typed, path) => {
    await search(typed);
    ran.length = 0;
    pick.selectedItems = pick.items.slice(0, 1);
    pick.accept();
    const opened = () =>
      ran.filter(([command]) => command !== 'setContext').map(([command, uri]) => [command, String(uri)]);
    await vi.waitFor(() => expect(opened()).toEqual([['vscode.open', `netsensor://south${path}`]]));
  },
);
