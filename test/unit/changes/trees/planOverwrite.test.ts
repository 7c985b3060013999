import { describe, expect, it } from 'vitest';
import type { OverrideNode } from 'netsensor-contract/sensors/overrideBodies';
import { planOverwrite, treeOfBody } from '../../../../src/changes/trees/overwrite.js';
import { node, point, treeOf } from '../../model/trees/flatTrees.js';

const current = treeOf(
  [{ id: 'A' }, { id: 'F', type: 5 }, { id: 'S', type: 8 }],
  [point('AA:01', 'A', { name: 'P' }), point('AA:02', 'A', { name: 'Q' })],
);
const children = [
  { name: 'A', uuid: 'A' },
  { name: 'F', uuid: 'F', type: 5 },
  { name: 'S', uuid: 'S', type: 8 },
];
const plan = (sensor: Partial<OverrideNode>, base = current) =>
  planOverwrite({ sensor: { name: 'top', uuid: 'top', ...sensor } }, current, base);
const macs = (points: readonly { mac: string }[]) => points.map(({ mac }) => mac);

describe('the plan of an overwrite', () => {
  it('starts from the tree as it is now when the edit started from nothing', () => {
    const made = planOverwrite({ sensor: { name: 'Renamed', uuid: 'top' } }, current);
    expect(made.changes).toMatchObject({
      nodes: { updated: [node({ id: 'top', name: 'Renamed' })], deleted: [] },
    });
    expect(made.conflicts).toEqual([]);
    expect(made.body.sensor).toMatchObject({ name: 'Renamed', uuid: 'top', children });
    expect(made.current).toBe(current);
  });

  it('names what the edit and others contradict each other in', () => {
    const base = treeOf([
      { id: 'A', name: 'Before' },
      { id: 'F', type: 5 },
      { id: 'S', type: 8 },
    ]);
    const { conflicts, desired } = plan(
      { children: [{ name: 'Mine', uuid: 'A' }, ...children.slice(1)] },
      base,
    );
    expect(conflicts).toEqual([{ name: 'Before', field: 'name', mine: 'Mine', theirs: 'A' }]);
    expect(desired.nodes.get('A')?.name).toBe('Mine');
  });

  it('says which access points stay although the edit no longer lists them', () => {
    const listed = { name: 'A', uuid: 'A', access_points: [{ mac_address: 'AA:01' }] };
    expect(macs(plan({ children: [listed, ...children.slice(1)] }).staying)).toEqual(['AA:02']);
    expect(plan({ children }).staying).toEqual([]);
  });

  it('does not say that access points stay that go with their node', () => {
    const others = treeOf(children.map(({ uuid, type }) => ({ id: uuid, type })));
    const listed = { name: 'A', uuid: 'A', access_points: [] };
    const made = planOverwrite(
      { sensor: { name: 'top', uuid: 'top', children: [listed, ...children.slice(1)] } },
      others,
      current,
    );
    expect(made.staying).toEqual([]);
  });

  it('says which access points would be ignored, because their node holds none', () => {
    const points = (last: number) => [{ mac_address: `BB:0${last}`, name: 'New' }];
    const { ignored } = plan({
      children: [
        { ...children[0]!, access_points: points(1) },
        { ...children[1]!, access_points: points(2) },
        { ...children[2]!, access_points: [...points(3), { mac_address: 'AA:01' }] },
      ],
    });
    expect(macs(ignored)).toEqual(['BB:03', 'AA:01']);
  });

  it('says which new access points have no name, and lets old ones be without', () => {
    const { nameless } = plan({
      access_points: [
        { mac_address: 'BB:01' },
        { mac_address: 'BB:02', name: 'New' },
        { mac_address: 'AA:01' },
      ],
      children,
    });
    expect(macs(nameless)).toEqual(['BB:01']);
  });
});

describe('the tree that a body alone describes', () => {
  it('has the uuid that it is asked for on top, and nothing that the body does not say', () => {
    const tree = treeOfBody(
      {
        sensor: {
          name: 'T',
          children: [{ name: 'N', access_points: [{ mac_address: 'AA:01', name: 'P' }] }],
        },
      },
      'U',
    );
    expect(tree.top).toBe('U');
    expect([...tree.nodes.values()].map(({ name, parent }) => [name, parent])).toEqual([
      ['T', undefined],
      ['N', 'U'],
    ]);
    expect([...tree.points.values()].map(({ mac, fields }) => [mac, fields])).toEqual([
      ['AA:01', { name: 'P' }],
    ]);
  });
});
