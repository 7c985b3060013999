import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorInfo } from '../../../src/api/apiError.js';
import { showDownView } from '../../../src/explorer/downView.js';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import type { DownNode } from '../../../src/explorer/sensors/downNodes.js';
import { refreshTree } from '../../../src/explorer/refreshTree.js';
import { showViewState } from '../../../src/explorer/viewState.js';
import { inert } from '../../../src/words/inert.js';
import { eventually } from '../../support/eventually.js';
import { playedExplorer } from './playedExplorer.js';
import { ThemeIcon, TreeItemCollapsibleState, views, type PlayedView } from './vscodeOfExplorer.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

const labelOf = ({ label }: vscode.TreeItem) => String(label);
const rowOf = ({ label, description }: vscode.TreeItem) => `${String(label)} ${String(description)}`;

/** The number of an access point ends its MAC address; every 150th is down. */
const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `AP ${at + 1}`,
    mac_address: `0e:00:0d:aa:${(at + 1).toString(16).padStart(4, '0').replace(/..$/, ':$&')}`,
    status: (at + 1) % 150 === 0 ? 0 : 1,
  }));
const warehouse = {
  name: 'root',
  uuid: '1',
  type: 1,
  children: [{ name: 'Warehouse', uuid: '2', type: 1, domain_type: 101, access_points: pointsOf(450) }],
};

describe('a connection in the explorer', () => {
  it('says how long its key is kept where VS Code forgets it', async () => {
    const { connections, tree } = playedExplorer();
    const [node] = (await tree.getChildren()) as [ExplorerNode];
    const tip = async () => (await tree.getTreeItem(node)).tooltip as vscode.MarkdownString;
    assert.equal((await tip()).value, '**Lab**  \nhttps:\u2060//lab.example');
    Object.assign(connections, { keyLifetime: inert('Keys are kept until the window is closed.') });
    assert.match((await tip()).value, /Keys are kept until the window is closed\.$/);
  });

  it('is drawn anew by the row that VS Code has of it where that says something else, and as it is then', async () => {
    const { connections, tree, sensors } = playedExplorer();
    const [row] = (await tree.getChildren()) as [ExplorerNode];
    const drawn: unknown[] = [];
    tree.onDidChangeTreeData(node => drawn.push(node));
    await tree.getTreeItem(row);
    await tree.drawState('lab');
    // All below it would be drawn along, and what is selected there might not be any more.
    assert.deepEqual(drawn, []);
    const now = { ...connections.get('lab'), name: 'Lab of today', isSignedOut: true };
    Object.assign(connections, { get: () => now, all: [now] });
    await tree.drawState('lab');
    // VS Code takes no notice of a node that is another object.
    assert.equal(drawn[0], row);
    assert.equal(labelOf(await tree.getTreeItem(row)), 'Lab of today');
    assert.equal(tree.getParent(sensors), row);
    assert.deepEqual(await tree.getChildren(), [row]);
    await tree.drawState('lab');
    assert.equal(drawn.length, 1);
  });
});

describe('a sensor tree in the explorer', () => {
  it('is shown while it still arrives, with how much of it there is', async () => {
    const never = () => undefined;
    let arrive: (part: object) => void = never;
    let end: (whole: object) => void = never;
    const tree = (onPart = arrive) => {
      arrive = onPart;
      return new Promise<object>(resolve => (end = resolve));
    };
    const asked = playedExplorer({ tree });
    const first = asked.items(asked.sensors);
    await eventually(() => assert.notEqual(end, never));
    arrive({ name: 'root', uuid: '1', type: 1, children: [{ name: 'North', uuid: '2', type: 1 }] });
    assert.deepEqual((await first).map(labelOf), ['Still arriving: 2 nodes so far', 'root']);
    const drawn = new Promise(resolve => asked.tree.onDidChangeTreeData(resolve));
    end(warehouse);
    assert.equal(await drawn, asked.sensors);
    assert.deepEqual((await asked.items(asked.sensors)).map(labelOf), ['root']);
  });

  describe('of which nothing comes for a while', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => vi.useRealTimers());

    async function reading() {
      const ends: { resolve: (whole: object) => void; reject: (error: Error) => void }[] = [];
      const tree = () => new Promise<object>((resolve, reject) => void ends.push({ resolve, reject }));
      const asked = playedExplorer({ tree });
      const labels = async () => {
        const items = asked.items(asked.sensors);
        await vi.dynamicImportSettled();
        await vi.advanceTimersByTimeAsync(500);
        return (await items).map(labelOf);
      };
      assert.deepEqual(await labels(), ['Reading…']);
      // Drawn again meanwhile, such as with the row of its manager.
      assert.deepEqual(await labels(), ['Reading…']);
      const drawn = new Promise(resolve => asked.tree.onDidChangeTreeData(resolve));
      return { ...asked, ends, labels, drawn };
    }

    it('is said to be read, and shown as soon as it is there', async () => {
      const { ends, labels, drawn, sensors } = await reading();
      ends[0]!.resolve(warehouse);
      assert.equal(await drawn, sensors);
      assert.deepEqual([await labels(), ends.length], [['root'], 1]);
    });

    it('is said to have failed once it has, and asked for again only by who tries again', async () => {
      const { ends, labels, drawn, tree, sensors } = await reading();
      ends[0]!.reject(new Error('Too late'));
      assert.equal(await drawn, sensors);
      const [row = ''] = await labels();
      assert.match(row, /Too late/);
      assert.equal(ends.length, 1);
      tree.draw(sensors);
      assert.deepEqual([await labels(), ends.length], [['Reading…'], 2]);
    });
  });

  it('has ranges by name where a node has too many children, and says first what is down', async () => {
    const { row, sensors, items, at } = playedExplorer({ tree: async () => warehouse });
    const { item, node } = await row(await at(sensors, 'root'), 'Warehouse');
    assert.equal(rowOf(item), 'Warehouse 3 down · 450 access points');
    const ranges = ['AP 1 – AP 200 1 to 200', 'AP 201 – AP 400 201 to 400', 'AP 401 – AP 450 401 to 450'];
    assert.deepEqual((await items(node)).map(rowOf), ranges);
    const point = await row(await at(node, 'AP 201 – AP 400'), 'AP 300');
    assert.match(rowOf(point.item), /^AP 300 down · 0e:00/);
  });

  it('is narrowed to what matches, and says on its view of how many nodes', async () => {
    const { row, sensors, items, at, filter, trees, log } = playedExplorer({ tree: async () => warehouse });
    const view: PlayedView = {};
    const shown = showViewState(view as Parameters<typeof showViewState>[0], trees, filter, log);
    filter.set('AP 44 0e-00-0d');
    await filter.prepare(await trees.read('lab'));
    const found = (await items(await at(sensors, 'root', 'Warehouse'))).map(labelOf);
    for (const name of ['AP 44', 'AP 449']) assert.ok(found.includes(name), found.join());
    assert.ok(!found.includes('AP 333'));
    const matches = `Filter “AP 44 0e-00-0d”: ${found.length} of 452 nodes match. Clear it with Escape`;
    await vi.waitFor(() => assert.ok(view.message?.startsWith(matches), view.message));
    const open = await row(sensors, 'root');
    assert.equal(open.item.collapsibleState, TreeItemCollapsibleState.Expanded);
    filter.set('');
    assert.equal(view.message, undefined);
    assert.equal((await items(await at(sensors, 'root', 'Warehouse'))).length, 3);
    shown.dispose();
  });

  it('says beside a filter that finds nothing what could not be read of the tree', async () => {
    const tree = { name: 'root', uuid: '1', type: 1, children: ['odd'] };
    const { sensors, items, filter, trees } = playedExplorer({ tree: async () => tree });
    filter.set('Warehouse');
    await filter.prepare(await trees.read('lab'));
    const labels = (await items(sensors)).map(labelOf);
    assert.deepEqual(labels, ['No match for the filter', '1 of 2 could not be read']);
  });

  const failures: readonly [string, Partial<ApiErrorInfo>, RegExp][] = [
    ['is stopped', { reason: 'unreachable', stage: 'connect' }, /^The manager cannot be reached/],
    ['answers HTML', { reason: 'badResponse' }, /^The answer is not what a manager sends/],
    ['refuses the key', { reason: 'unauthorized', status: 401 }, /^The manager did not accept this API key/],
  ];
  for (const [what, info, sentence] of failures) {
    it(`says so in one row when the manager ${what}, and is read again from there`, async () => {
      const failure = new ApiError({
        method: 'GET',
        path: '/api/v1/sensors/tree',
        reason: 'server',
        ...info,
      });
      const played = playedExplorer({ tree: () => Promise.reject(failure) });
      const { manager, sensors, items } = played;
      const said = await items(sensors);
      assert.equal(said.length, 1);
      assert.match(labelOf(said[0]!), sentence);
      manager.tree = async () => warehouse;
      // A click does what helps, and that is a test of its own.
      assert.match(said[0]!.contextValue!, /^error\b/);
      await refreshTree(played, sensors);
      assert.deepEqual((await items(sensors)).map(labelOf), ['root']);
    });
  }

  it('shows hostile names, kinds and records of an answer as text', async () => {
    const names = ['<img src=x onerror=alert(1)>', '$(trash) bin', '__proto__', 'שלום', 'x'.repeat(10_000)];
    const odd = [
      { name: 'Unknown kind', uuid: 'u1', type: 99 },
      { name: 'Waits', uuid: 'u2', type: '5', need_apply: 'true', ip: 10 },
      { name: 'To be applied', uuid: 'u3', type: 1, applying: true },
      { name: 'Same uuid', uuid: 'u3', type: 1 },
      { type: 1 },
      null,
    ];
    const hostile = {
      name: 'Hostile names',
      uuid: 'top',
      type: 1,
      children: [...names.map((name, at) => ({ name, uuid: `h${at}`, type: 1 })), ...odd],
      access_points: names.map(name => ({ name, mac_address: name.slice(0, 20), status: 'x' })),
    };
    const { sensors, items, at } = playedExplorer({ tree: async () => hostile });
    const rows = await items(await at(sensors, 'Hostile names'));
    const labels = rows.map(labelOf);
    for (const name of names) {
      const shown = inert(name).slice(0, 190);
      assert.equal(labels.filter(label => label.startsWith(shown)).length, 2, shown);
    }
    assert.ok(labels.every(label => label.length <= 201));
    const words = rows.map(rowOf).join('\n');
    assert.match(words, /^Unknown kind type 99$/m);
    assert.match(words, /^Waits needs apply/m);
    assert.match(words, /^To be applied applying/m);
    assert.match(words, /^Without a name /m);
  });
});

it('what is down is counted in the badge of its view and listed by site, and both go when nothing is', async () => {
  const { connections, trees, manager, log } = playedExplorer({ tree: async () => warehouse });
  const { disposable } = showDownView(connections, trees, log);
  const view = views.at(-1);
  const provider = view?.options?.treeDataProvider as vscode.TreeDataProvider<DownNode>;
  const nodes = async (node?: DownNode) => (await provider.getChildren(node)) ?? [];
  const rows = async (node?: DownNode) =>
    Promise.all((await nodes(node)).map(async child => provider.getTreeItem(child)));
  await trees.read('lab');
  const badge = { value: 3, tooltip: '3 access points are down' };
  await eventually(() => expect(view?.badge).toEqual(badge));
  expect((await rows()).map(rowOf)).toEqual(['Warehouse 3 of 450 down']);
  const [site] = await nodes();
  expect((await rows(site)).map(labelOf)).toEqual(['AP 150', 'AP 300', 'AP 450']);
  manager.tree = async () => ({ ...warehouse, children: [] });
  await trees.update('lab');
  await eventually(() => expect(view?.badge).toBeUndefined());
  expect(await rows()).toEqual([]);
  disposable.dispose();
});

describe('the inventory in the explorer', () => {
  const feeds = [
    { id: 1, name: 'Feed A', power_panel_id: 7, voltage: 230 },
    { id: 2, name: 'Feed A', power_panel_id: 8, voltage: 230 },
    { id: 3, name: 'Feed A', power_panel_id: 8, voltage: 230 },
  ];
  const panels = [
    { id: 7, name: 'BSL main panel' },
    { id: 8, name: 'OSL main panel' },
  ];
  // The newest last, so not as they are named.
  const roles = Array.from({ length: 250 }, (_, at) => {
    const number = 250 - at;
    return { id: at + 1, name: `Many ${number}`, description: number % 25 === 0 ? 'Zebra' : 'Horse' };
  });

  it('tells records of one name apart, and says how many a type has before it is opened', async () => {
    const { records, row, items, at, lists } = playedExplorer({
      lists: { power_feeds: feeds, power_panels: panels },
    });
    await Promise.all([lists.read('lab', 'power_feeds'), lists.read('lab', 'power_panels')]);
    const { item, node } = await row(await at(records, 'Power'), 'Power feeds');
    assert.deepEqual(
      [rowOf(item), item.accessibilityInformation?.label],
      ['Power feeds 3', 'Power feeds, 3'],
    );
    assert.deepEqual((await items(node)).map(rowOf), [
      'Feed A BSL main panel · 230 V',
      'Feed A OSL main panel · 230 V · #2',
      'Feed A OSL main panel · 230 V · #3',
    ]);
  });

  it('nests groups below their parents', async () => {
    const hostile = '$(trash) <b>bold</b> [x](command:x)';
    const groups = [
      { id: 1, name: 'Top' },
      { id: 2, name: 'Middle', parent_id: 1 },
      { id: 3, name: hostile, parent_id: 2 },
    ];
    const { records, items, at } = playedExplorer({ lists: { contact_groups: groups } });
    const middle = await at(records, 'People', 'Contact groups', 'Top', 'Middle');
    const [lowest] = await items(middle);
    assert.equal(lowest?.label, inert(hostile));
    assert.equal(lowest?.collapsibleState, TreeItemCollapsibleState.None);
  });

  it('shows many records in ranges, filtered and in another order on demand', async () => {
    const { records, row, items, at, views } = playedExplorer({ lists: { contact_roles: roles } });
    const people = await at(records, 'People');
    const type = await at(people, 'Contact roles');
    assert.deepEqual((await items(type)).map(rowOf), [
      'Many 1 – Many 200 1 to 200',
      'Many 201 – Many 250 201 to 250',
    ]);
    assert.equal((await items(await at(type, 'Many 201 – Many 250'))).length, 50);
    views.setFilter('lab', 'contact_roles', 'many zebra');
    const byName = Array.from({ length: 10 }, (_, at_) => `Many ${25 * (at_ + 1)}`);
    assert.deepEqual((await items(type)).map(labelOf), byName);
    assert.equal(rowOf((await row(people, 'Contact roles')).item), 'Contact roles “many zebra”: 10 of 250');
    await views.setOrder('lab', 'contact_roles', 'manager');
    assert.deepEqual((await items(type)).map(labelOf), byName.toReversed());
    views.setFilter('lab', 'contact_roles', '');
    assert.equal(labelOf((await items(type))[0]!), 'Many 250 – Many 51');
  });

  it('shows the colour of a tag beside its name, and nothing else that stands there', async () => {
    const tags = [
      { id: 1, name: 'Red', color: 'ff0000' },
      { id: 2, name: 'Torn', color: '"/><script>' },
    ];
    const { records, items, at } = playedExplorer({ lists: { tags } });
    const [red, torn] = await items(await at(records, 'Tags'));
    const drawing = Buffer.from(String(red?.iconPath).split(',')[1] ?? '', 'base64').toString();
    assert.match(drawing, /fill="#ff0000"/);
    assert.ok(torn?.iconPath instanceof ThemeIcon);
  });
});
