import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
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
  const open: DocumentFollower[] = [];
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
    const front = { address: undefined as DocumentAddress | undefined, isFollowed: true };
    const never = new Emitter<never>().event;
    const view = {
      visible: true,
      selection: [] as readonly ExplorerNode[],
      select: (...nodes: readonly ExplorerNode[]) => selected.fire({ selection: (view.selection = nodes) }),
      onDidChangeSelection: selected.event,
      onDidChangeVisibility: never,
      onDidExpandElement: never,
      onDidCollapseElement: never,
      reveal: async (node: ExplorerNode, options: object) => {
        told.push(`${node.itemId} ${JSON.stringify(options)}`);
        view.select(node);
      },
    };
    const shown: string[] = [];
    open.push(
      new DocumentFollower(
        { ...explorer, view } as unknown as ExplorerParts,
        { address: () => front.address, onDidChange: tabs.event, isFollowed: () => front.isFollowed },
        ({ connectionId: _, ...ref }) => shown.push(JSON.stringify(ref)),
      ),
    );
    const becomes = async (path: string, ...changes: readonly TabChange[]) => {
      front.address = { connectionId: 'lab', path };
      changes.forEach(change => tabs.fire(change));
      await vi.advanceTimersByTimeAsync(1_000);
      await vi.dynamicImportSettled();
    };
    /** What was selected and shown in the details since it was asked last, without the connection. */
    const since = () => [told.splice(0).map(each => each.slice(4)), shown.splice(0)];
    return { ...explorer, view, front, becomes, since };
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
});
