import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { Disposable } from 'vscode';
import { PointedRow } from '../../../src/explorer/details/pointedRow.js';
import { followSelection } from '../../../src/explorer/details/followSelection.js';
import type { DownNodes } from '../../../src/explorer/downView.js';
import type { DocumentAddress, TabChange } from '../../../src/explorer/front.js';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import type { ExplorerParts } from '../../../src/explorer/explorerTree.js';
import { DocumentFollower } from '../../../src/explorer/followDocument.js';
import { Emitter } from '../../../src/ui/lifetimes.js';
import { playedExplorer } from './playedExplorer.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

const top = {
  name: 'root',
  uuid: '1',
  type: 1,
  children: [{ name: 'Attic', uuid: '2', type: 1, access_points: [{ id: 5, name: 'AP 5' }] }],
};
const racks = [
  { id: 1, name: 'Rack 1' },
  { id: 2, name: 'Rack 2' },
];
const attic = '/sensors/domain/Attic.2.json';
const rack = '/inventory/racks/Rack 2.2.json';

describe('what is in front', () => {
  const open: Disposable[] = [];
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => {
    for (const follower of open.splice(0)) follower.dispose();
    vi.useRealTimers();
  });

  function followed() {
    const explorer = playedExplorer({ tree: async () => top, lists: { racks } });
    const selected = new Emitter<{ selection: readonly ExplorerNode[] }>();
    const tabs = new Emitter<TabChange>();
    const told: string[] = [];
    const front = { address: undefined as DocumentAddress | undefined, isFollowed: true, isTable: false };
    const never = new Emitter<never>().event;
    const visible = new Emitter<{ visible: boolean }>();
    const view = {
      visible: true,
      selection: [] as readonly ExplorerNode[],
      select: (...nodes: readonly ExplorerNode[]) => selected.fire({ selection: (view.selection = nodes) }),
      onDidChangeSelection: selected.event,
      onDidChangeVisibility: visible.event,
      onDidExpandElement: never,
      onDidCollapseElement: never,
      reveal: async (node: ExplorerNode, options: object) => {
        told.push(`${node.itemId} ${JSON.stringify(options)}`);
        view.select(node);
      },
    };
    const shown: string[] = [];
    const parts = { ...explorer, view } as unknown as ExplorerParts;
    const pointed = new PointedRow();
    pointed.onDidChange(() => shown.push(JSON.stringify({ ...pointed.row, connectionId: undefined })));
    open.push(
      new DocumentFollower(
        parts,
        {
          address: () => front.address,
          isTable: () => front.isTable,
          onDidChange: tabs.event,
          isFollowed: () => front.isFollowed,
        },
        pointed,
      ),
    );
    /** What the details show of what is followed, each by its key, one after the other. */
    const details = () => {
      const keys: (string | undefined)[] = [];
      const down = {
        view: { selection: [], onDidChangeSelection: never },
        onDidDraw: never,
      } as unknown as DownNodes;
      const show = (node: ExplorerNode | undefined) => void keys.push(node?.itemId);
      const selection = async () => view.selection;
      open.push(followSelection({ parts, selection, down, pointed, show }).listeners);
      return keys;
    };
    const becomes = async (path: string, ...changes: readonly TabChange[]) => {
      front.address = { connectionId: 'lab', path };
      changes.forEach(change => tabs.fire(change));
      await vi.advanceTimersByTimeAsync(1_000);
      await vi.dynamicImportSettled();
    };
    /** What was selected and shown in the details since it was asked last, without the connection. */
    const since = () => [told.splice(0).map(each => each.slice(4)), shown.splice(0)];
    return { ...explorer, view, visible, front, tabs, pointed, details, becomes, since };
  }

  it('is selected in the tree without the keyboard and shown in the details, once for several changes', async () => {
    const { trees, lists, becomes, since } = followed();
    await trees.read('lab');
    await lists.read('lab', 'racks');
    await becomes(attic, 'opened', 'switched');
    assert.deepEqual(since(), [['sensors/sensor 2 {"select":true,"focus":false}'], ['{"uuid":"2"}']]);
    await becomes(rack, 'opened', 'closed');
    assert.deepEqual(since(), [
      ['inventory/racks/2 {"select":true,"focus":false}'],
      ['{"type":"racks","id":2}'],
    ]);
    await becomes('/lists/racks/Racks.json', 'switched');
    assert.deepEqual(since(), [['inventory/racks {"select":true,"focus":false}'], []]);
    await becomes('/access_points/any.5.json', 'switched');
    assert.deepEqual(since()[1], ['{"accessPointId":5}']);
    // By the name that it had before.
    await becomes('/inventory/racks/Before.2.json', 'switched');
    assert.deepEqual(since()[0], ['inventory/racks/2 {"select":true,"focus":false}']);
  });

  it('is not selected under the hands of who has used the tree while it was looked for', async () => {
    const { trees, lists, view, sensors, at, front, tabs, becomes, since } = followed();
    await trees.read('lab');
    await lists.read('lab', 'racks');
    const root = await at(sensors, 'root');
    front.address = { connectionId: 'lab', path: rack };
    vi.advanceTimersByTime(10_000);
    tabs.fire('opened');
    vi.advanceTimersByTime(150);
    view.select(root);
    await becomes(rack);
    assert.deepEqual(since()[0], []);
  });

  it('is left alone of a manager that was not read, behind a filter, and where nobody wants it', async () => {
    const { trees, lists, filter, front, becomes, since } = followed();
    await becomes(attic, 'opened');
    await becomes(rack, 'switched');
    assert.deepEqual(since(), [[], []]);
    assert.deepEqual([trees.get('lab'), lists.get('lab', 'racks')], [undefined, undefined]);
    filter.set('AP 9');
    await filter.prepare(await trees.read('lab'));
    await becomes(attic, 'switched');
    assert.deepEqual(since()[0], []);
    filter.set('');
    front.isFollowed = false;
    await becomes(attic, 'switched');
    assert.deepEqual(since(), [[], []]);
  });

  it('is selected once what it is about was read, as after a reload of the window, unless somebody has used the tree since', async () => {
    const { trees, lists, view, sensors, at, becomes, since } = followed();
    await becomes(attic, 'opened');
    // Such as the mark of its first edit.
    await becomes(attic, 'switched');
    assert.deepEqual(since(), [[], []]);
    await trees.read('lab');
    await becomes(attic);
    assert.deepEqual(since(), [['sensors/sensor 2 {"select":true,"focus":false}'], ['{"uuid":"2"}']]);
    await becomes(rack, 'opened');
    view.select(await at(sensors, 'root'));
    await lists.read('lab', 'racks');
    await becomes(rack);
    assert.deepEqual([since(), view.selection[0]?.itemId], [[[], []], 'lab/sensors/sensor 1']);
  });

  it('has its list read when the view is opened over it, and is selected then', async () => {
    const { trees, lists, visible, view, becomes, since } = followed();
    await trees.read('lab');
    view.visible = false;
    await becomes(rack, 'opened');
    assert.equal(lists.get('lab', 'racks'), undefined);
    view.visible = true;
    visible.fire({ visible: true });
    await becomes(rack);
    await becomes(rack);
    assert.deepEqual(since()[0], ['inventory/racks/2 {"select":true,"focus":false}']);
  });

  it('does not disturb who works in the tree: what opens just then, what was closed, several rows', async () => {
    const { trees, view, sensors, at, becomes, since } = followed();
    await trees.read('lab');
    const root = await at(sensors, 'root');
    view.select(root);
    await becomes(attic, 'opened');
    assert.deepEqual(since(), [[], []]);
    await becomes(attic, 'closed', 'switched');
    assert.deepEqual(since(), [[], []]);
    view.select(root, await at(sensors, 'root', 'Attic'));
    await becomes('/access_points/any.5.json', 'switched');
    assert.deepEqual(since(), [[], []]);
    view.select(root);
    await becomes(attic, 'switched');
    assert.deepEqual(since()[1], ['{"uuid":"2"}']);
  });

  it('does not disturb who works in the tree while a mark or a name of a tab changes', async () => {
    const { trees, view, sensors, at, becomes, since } = followed();
    await trees.read('lab');
    await becomes(attic, 'opened');
    since();
    view.select(await at(sensors, 'root'));
    await becomes(attic, 'switched');
    assert.deepEqual([since(), view.selection[0]?.itemId], [[[], []], 'lab/sensors/sensor 1']);
  });

  it.each([
    ['/lists/racks/Racks.json', { type: 'racks', id: 2 }, 'lab/inventory/racks', 'lab/inventory/racks/2'],
    ['/override/Attic.2.json', { accessPointId: 5 }, 'lab/sensors/sensor 2', 'lab/sensors/ap #5'],
  ] as const)(
    'selects the list of a table, of which the details show the row: %s',
    async (list, row, selected, shown) => {
      const { trees, lists, front, view, pointed, details, becomes } = followed();
      await trees.read('lab');
      await lists.read('lab', 'racks');
      const keys = details();
      await becomes('/sensors/domain/root.1.json', 'opened');
      front.isTable = true;
      pointed.set({ connectionId: 'lab', ...row });
      await becomes(list, 'switched');
      assert.deepEqual([view.selection[0]?.itemId, keys.at(-1)], [selected, shown]);
      assert.ok(!keys.includes(selected), keys.join());
    },
  );
});
