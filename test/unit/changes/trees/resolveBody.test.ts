import { describe, expect, it } from 'vitest';
import type { OverrideNode } from 'netsensor-contract/sensors/overrideBodies';
import { resolveBody } from '../../../../src/changes/trees/resolveBody.js';
import { node, point, treeOf } from '../../model/trees/flatTrees.js';

const base = treeOf(
  [
    { id: 'A', domain_type: 5 },
    { id: 'A1', parent: 'A' },
    { id: 'A11', parent: 'A1' },
    { id: 'B' },
    { id: 'B1', parent: 'B' },
  ],
  [
    point('AA', 'top', { name: 'P' }),
    point('BB', 'A', { name: 'Q' }),
    point('CC', 'A1', { name: 'R' }),
    point('DD', 'B', { name: 'S' }),
  ],
);
const resolve = (sensor: Partial<OverrideNode>) => {
  const { tree, unlisted } = resolveBody({ sensor: { name: 'top', ...sensor } }, base);
  return { ...tree, nodes: [...tree.nodes.values()], points: [...tree.points.values()], unlisted };
};
const ids = (sensor: Partial<OverrideNode>) => resolve(sensor).nodes.map(({ id }) => id);
const owners = (sensor: Partial<OverrideNode>) =>
  Object.fromEntries(resolve(sensor).points.map(({ mac, owner }) => [mac, owner]));

describe('what a body leaves out', () => {
  it('stays as it is: children, access points and fields', () => {
    const { nodes, points, unlisted } = resolve({ name: 'Renamed' });
    expect(nodes).toEqual([
      node({ id: 'top', name: 'Renamed' }),
      ...['A', 'B', 'A1', 'B1', 'A11'].map(id => base.nodes.get(id)),
    ]);
    expect(new Set(points)).toEqual(new Set(base.points.values()));
    expect(unlisted).toEqual([]);
    expect(resolve({ name: undefined }).nodes[0]).toEqual(base.nodes.get('top'));
    expect(resolve({ children: [{ name: 'A', uuid: 'A' }] }).nodes[1]).toEqual(base.nodes.get('A'));
  });

  it('goes when it is a child of a list, with all below it', () => {
    expect(ids({ children: [{ name: 'B', uuid: 'B' }] })).toEqual(['top', 'B', 'B1']);
    expect(ids({ children: [] })).toEqual(['top']);
    expect(owners({ children: [] })).toEqual({ AA: 'top' });
  });

  it('stays where it is when it is an access point of a list, which is told', () => {
    const { points, unlisted } = resolve({ access_points: [{ mac_address: 'EE', name: 'New' }] });
    expect(unlisted).toEqual([point('AA', 'top', { name: 'P' })]);
    expect(points).toContainEqual(point('EE', 'top', { name: 'New' }));
    expect(points).toContainEqual(point('AA', 'top', { name: 'P' }));
    expect(resolve({ access_points: [{ mac_address: 'aa', name: 'P' }] }).unlisted).toEqual([]);
  });
});

describe('what a body puts elsewhere', () => {
  it('is a node by its uuid, with all below it, from wherever it was', () => {
    expect(ids({ children: [{ name: 'B', uuid: 'B', children: [{ name: 'A1', uuid: 'A1' }] }] })).toEqual([
      'top',
      'B',
      'A1',
      'A11',
    ]);
    const moved = resolve({
      children: [
        { name: 'A', uuid: 'A' },
        { name: 'B', uuid: 'B', children: [{ name: 'A1', uuid: 'A1' }] },
      ],
    });
    expect(moved.nodes.find(({ id }) => id === 'A1')?.parent).toBe('B');
    expect(moved.nodes.filter(({ id }) => id === 'A11')).toEqual([base.nodes.get('A11')]);
    expect(moved.points).toContainEqual(point('CC', 'A1', { name: 'R' }));
  });

  it('is a node that comes before the one that it was in', () => {
    const { nodes } = resolve({
      children: [
        { name: 'A1', uuid: 'A1' },
        { name: 'A', uuid: 'A' },
      ],
    });
    expect(nodes.map(({ id, parent }) => [id, parent])).toEqual([
      ['top', undefined],
      ['A1', 'top'],
      ['A11', 'A1'],
      ['A', 'top'],
    ]);
  });

  it('is an access point of a node that the body does not name', () => {
    expect(owners({ access_points: [{ mac_address: 'cc' }] })).toMatchObject({ cc: 'top' });
    expect(owners({ access_points: [{ mac_address: 'cc' }] })).not.toHaveProperty('CC');
  });

  it('is known by its address in lower case', () => {
    const { tree } = resolveBody({ sensor: { name: 'top', access_points: [{ mac_address: 'EE' }] } }, base);
    expect([...tree.points.keys()].sort()).toEqual(['aa', 'bb', 'cc', 'dd', 'ee']);
  });

  it('is an access point by its address, however it is written', () => {
    const children = [
      { name: 'A', uuid: 'A' },
      { name: 'B', uuid: 'B', access_points: [{ mac_address: 'cc' }, { mac_address: 'AA' }] },
    ];
    expect(owners({ children })).toEqual({ AA: 'B', cc: 'B', BB: 'A', DD: 'B' });
  });
});

describe('a child without uuid', () => {
  it('is the one of that name and kinds below the same node', () => {
    expect(ids({ children: [{ name: 'A', domain_type: 5, children: [{ name: 'A1' }] }] })).toEqual([
      'top',
      'A',
      'A1',
      'A11',
    ]);
  });

  it.each([
    { name: 'A' },
    { name: 'A', domain_type: 5, type: 5 },
    { name: 'C', domain_type: 5 },
    { name: 'B1' },
  ])('is a new one otherwise: %j', child => {
    const { nodes } = resolve({ children: [child] });
    expect(nodes).toHaveLength(2);
    expect(nodes[1]).toMatchObject({ type: 1, domain_type: 1, ...child, uuid: undefined, parent: 'top' });
    expect(base.nodes.has(nodes[1]?.id ?? '')).toBe(false);
  });

  it('is none that another child is already', () => {
    expect(new Set(ids({ children: [{ name: 'B' }, { name: 'B' }] })).size).toBe(4);
    const { nodes } = resolve({ children: [{ name: 'B' }, { name: 'Renamed', uuid: 'B' }] });
    expect(nodes.map(({ name, uuid }) => [name, uuid])).toEqual([
      ['top', 'top'],
      ['B', undefined],
      ['Renamed', 'B'],
      ['B1', 'B1'],
    ]);
  });

  it('can be told from every other new one', () => {
    const twins = [
      { name: 'N', children: [{ name: 'M' }, { name: 'M' }] },
      { name: 'N', children: [{ name: 'M' }] },
    ];
    expect(new Set(ids({ children: twins })).size).toBe(6);
  });
});

describe('a node with a uuid that nobody knows', () => {
  it('is made with it, as a domain without a kind when nothing else is said', () => {
    expect(resolve({ children: [{ name: 'N', uuid: '99' }] }).nodes[1]).toEqual(
      node({ id: '99', name: 'N' }),
    );
  });

  it('has what the body says of it', () => {
    const child = {
      name: 'N',
      uuid: '99',
      type: 5,
      domain_type: 6,
      access_points: [{ mac_address: 'EE', status: 1 as const }],
    };
    const { nodes, points } = resolve({ children: [child] });
    expect(nodes[1]).toEqual(node({ id: '99', name: 'N', type: 5, domain_type: 6 }));
    expect(points).toContainEqual(point('EE', '99', { status: 1 }));
  });
});
