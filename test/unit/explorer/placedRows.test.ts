import assert from 'node:assert/strict';
import { describe, it, vi } from 'vitest';
import type { PinNode, PlaceNode } from '../../../src/explorer/explorerNode.js';
import { PlacedRows } from '../../../src/explorer/pins/placedRows.js';
import { pinItem, placedItem } from '../../../src/explorer/pins/placeItem.js';
import { readPins } from '../../../src/model/pins/pinsFile.js';
import { playedExplorer } from './playedExplorer.js';
import { Uri } from './vscodeOfExplorer.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

const top = {
  name: 'root',
  uuid: '1',
  type: 1,
  children: [{ name: 'Attic', uuid: '2', type: 1, access_points: [{ id: 5, name: 'AP 5' }] }],
};
const manager = 'https://lab.example';

/** Rows of a group over a manager that tells whether anything was asked of it. */
function played() {
  const asked: string[] = [];
  const explorer = playedExplorer({
    tree: async () => {
      asked.push('tree');
      return top;
    },
    lists: { racks: [{ id: 7, name: 'Rack 7' }] },
  });
  const rows = new PlacedRows(explorer as unknown as ConstructorParameters<typeof PlacedRows>[0]);
  const group = {
    kind: 'place',
    place: 'pins',
    itemId: 'pins/A',
    file: Uri.parse('file:///work/.vscode/netsensor-pins.json'),
    group: { label: 'A', nth: 0 },
  } as unknown as PlaceNode;
  const of = async (...pins: readonly object[]) => {
    const read = readPins(JSON.stringify({ groups: [{ label: 'A', pins }] }));
    return rows.ofGroup(group, 'groups' in read ? read.groups[0]!.pins : []);
  };
  return { ...explorer, asked, of, rowsOf: rows, group };
}

describe('a pinned row', () => {
  it('asks nothing of a manager: it is called as it was until that was read, and is then the row itself', async () => {
    const { of, asked, trees } = played();
    const pins = [
      { manager, sensor: '2', name: 'Attic once' },
      { manager, sensor: '2' },
      { manager, accessPoint: '5', label: 'Ours' },
    ];
    const before = (await of(...pins)) as PinNode[];
    assert.deepEqual(asked, []);
    assert.deepEqual(
      before.map(({ kind, label }) => [kind, label]),
      [
        ['pin', 'Attic once'],
        ['pin', '2'],
        ['pin', 'Ours'],
      ],
    );
    await trees.read('lab');
    const after = await of(...pins);
    assert.deepEqual(
      after.map(node => [node.kind, 'name' in node && node.name, node.placed?.itemId]),
      [
        ['sensor', 'Attic', 'lab/sensors/sensor 2'],
        ['sensor', 'Attic', 'lab/sensors/sensor 2'],
        ['accessPoint', 'AP 5', 'lab/sensors/ap #5'],
      ],
    );
    // Of equal ones each is a row of its own.
    assert.equal(new Set(after.map(({ itemId }) => itemId)).size, 3);
  });

  it('is said to be gone only where all was read in which it would be', async () => {
    const { of, lists, trees } = played();
    const said = async () =>
      ((await of({ manager, record: 'racks/9' }, { manager, sensor: '9' })) as PinNode[]).map(
        ({ description }) => description,
      );
    assert.deepEqual(await said(), ['', '']);
    await lists.read('lab', 'racks');
    await trees.read('lab');
    assert.deepEqual(await said(), ['not there any more', 'not there any more']);
  });

  it('has no children, the name that people gave it, and the word that its menu asks for', () => {
    const { group } = played();
    const placed = { parent: group, itemId: 'x', manager: '', label: 'Ours', pin: {} } as never;
    const item = {
      label: 'AP 5',
      description: 'up',
      contextValue: 'accessPoint.unlocked',
      collapsibleState: 1,
    };
    const made = placedItem({ kind: 'accessPoint' } as never, item as never, placed);
    assert.deepEqual(
      [made.label, made.description, made.contextValue, made.collapsibleState],
      ['Ours', 'AP 5 · up', 'accessPoint.unlocked.pinned', 0],
    );
  });

  it('that is hostile does nothing where it is shown', async () => {
    const { of } = played();
    const [row] = (await of({ search: 'a', label: '[x](command:y) $(zap)\u202e' })) as PinNode[];
    const item = pinItem(row!);
    assert.doesNotMatch(`${String(item.label)}${JSON.stringify(item.tooltip)}`, /\]\(|\$\(|\u202e/);
  });
});
