import { describe, expect, it } from 'vitest';
import {
  isSameTree,
  overwriteBody,
  treeChanges,
  withManagersChoices,
} from '../../../../src/changes/trees/treeChanges.js';
import { outlineTree } from '../../../../src/changes/trees/treeWords.js';
import { node, noChanges, point, treeOf } from '../../model/trees/flatTrees.js';

const before = treeOf([{ id: 'A' }, { id: 'B' }], [point('aa', 'A', { name: 'P' })]);

describe('the changes from one tree to another', () => {
  it('are none between equal trees, whatever their order', () => {
    const after = treeOf([{ id: 'B' }, { id: 'A' }], [point('aa', 'A', { name: 'P' })]);
    expect(treeChanges(before, after)).toEqual(noChanges);
    expect(isSameTree(before, after)).toBe(true);
  });

  it.each([
    ['created', [{ id: 'A' }, { id: 'B' }, { id: 'C' }], node({ id: 'C' })],
    ['deleted', [{ id: 'A' }], node({ id: 'B' })],
    ['moved', [{ id: 'A' }, { id: 'B', parent: 'A' }], node({ id: 'B', parent: 'A' })],
    ['updated', [{ id: 'A' }, { id: 'B', name: 'C' }], node({ id: 'B', name: 'C' })],
    ['updated', [{ id: 'A' }, { id: 'B', type: 5 }], node({ id: 'B', type: 5 })],
    ['updated', [{ id: 'A' }, { id: 'B', domain_type: 5 }], node({ id: 'B', domain_type: 5 })],
  ])('name the nodes that are %s', (kind, nodes, changed) => {
    const after = treeOf(nodes, [...before.points.values()]);
    expect(treeChanges(before, after)).toEqual({
      ...noChanges,
      nodes: { ...noChanges.nodes, [kind]: [changed] },
    });
    expect(isSameTree(before, after)).toBe(false);
  });

  it.each([
    ['created', [point('aa', 'A', { name: 'P' }), point('bb', 'B')], point('bb', 'B')],
    ['deleted', [], point('aa', 'A', { name: 'P' })],
    ['moved', [point('aa', 'B', { name: 'P' })], point('aa', 'B', { name: 'P' })],
    ['updated', [point('aa', 'A', { name: 'Q' })], point('aa', 'A', { name: 'Q' })],
  ])('name the access points that are %s', (kind, points, changed) => {
    const after = treeOf([{ id: 'A' }, { id: 'B' }], points);
    expect(treeChanges(before, after)).toEqual({
      ...noChanges,
      points: { ...noChanges.points, [kind]: [changed] },
    });
    expect(isSameTree(before, after)).toBe(false);
  });

  it('are no move of the top, which a subtree shows without what is above it', () => {
    const nodes = new Map([['top', node({ id: 'top', parent: 'above' })]]);
    expect(treeChanges({ ...treeOf([]), nodes }, treeOf([]))).toEqual(noChanges);
  });
});

describe('the body that turns one tree into another', () => {
  const bodyOf = () =>
    overwriteBody(
      treeOf(
        [{ id: 'A' }, { id: 'A1', parent: 'A' }, { id: 'B' }, { id: 'C' }, { id: 'D' }],
        [
          point('aa', 'B', { name: 'stays' }),
          point('bb', 'C', { name: 'old' }),
          point('cc', 'B', { name: 'beside it' }),
          point('dd', 'C', { name: 'moves' }),
        ],
      ),
      treeOf(
        [{ id: 'A' }, { id: 'B' }, { id: 'C' }, { id: 'D' }],
        [
          point('aa', 'B', { name: 'stays' }),
          point('bb', 'C', { name: 'new' }),
          point('cc', 'B', { name: 'beside it' }),
          point('dd', 'D', { name: 'moves' }),
          point('ee', 'top', { name: 'made' }),
        ],
      ),
    ).sensor;
  const child = (name: string) => bodyOf().children?.find(body => body.name === name);

  it('lists no children where the last one goes, and leaves the list out where there were none', () => {
    expect(child('A')?.children).toEqual([]);
    expect(child('B')).not.toHaveProperty('children');
  });

  it('lists the access points of the nodes where one is made, changed or comes, and of no other', () => {
    expect(bodyOf().access_points).toEqual([{ mac_address: 'ee', name: 'made' }]);
    expect(child('C')?.access_points).toEqual([{ mac_address: 'bb', name: 'new' }]);
    expect(child('D')?.access_points).toEqual([{ mac_address: 'dd', name: 'moves' }]);
    expect(child('B')).not.toHaveProperty('access_points');
  });
});

describe('the wanted tree with what the manager chose itself', () => {
  it('gives new nodes the uuids of what now stands in their place, and all that hangs on them', () => {
    const desired = treeOf(
      [
        { id: 'new 0.1', name: 'N' },
        { id: 'new 1.1', name: 'Below', parent: 'new 0.1' },
      ],
      [point('aa', 'new 1.1', { name: 'P' })],
    );
    const actual = treeOf(
      [
        { id: 'U', name: 'N' },
        { id: 'V', name: 'Below', parent: 'U' },
      ],
      [point('aa', 'V', { name: 'P' })],
    );
    expect(withManagersChoices(desired, actual)).toEqual(actual);
  });

  it.each([{ name: 'Other' }, { type: 5 }, { domain_type: 2 }, { parent: 'A' }])(
    'takes no node that differs by %j for a new one',
    change => {
      const desired = treeOf([{ id: 'A' }, { id: 'new 0.1', name: 'N' }]);
      const actual = treeOf([{ id: 'A' }, { id: 'U', name: 'N', ...change }]);
      expect(withManagersChoices(desired, actual)).toEqual(desired);
    },
  );

  it('takes each node once, and none that the wanted tree has already', () => {
    const two = [
      { id: 'new 0.1', name: 'N' },
      { id: 'new 0.2', name: 'N' },
    ];
    const ids = (desired: Parameters<typeof treeOf>[0], actual: Parameters<typeof treeOf>[0]) =>
      [...withManagersChoices(treeOf(desired), treeOf(actual)).nodes.keys()].slice(1);
    expect(ids(two, [{ id: 'U', name: 'N' }])).toEqual(['U', 'new 0.2']);
    expect(
      ids(two, [
        { id: 'U', name: 'N' },
        { id: 'V', name: 'N' },
      ]),
    ).toEqual(['U', 'V']);
    expect(ids([{ id: 'U', name: 'N' }, two[0]!], [{ id: 'U', name: 'N' }])).toEqual(['U', 'new 0.1']);
  });

  it('leaves a node to which a uuid was given as it is', () => {
    const desired = treeOf([{ id: 'X', name: 'N' }]);
    expect(withManagersChoices(desired, treeOf([{ id: 'U', name: 'N' }]))).toEqual(desired);
  });

  it('takes over fields of access points that were not sent, and none that were', () => {
    const desired = treeOf([], [point('aa', 'top', { name: 'Wanted' })]);
    const actual = treeOf([], [point('aa', 'top', { name: 'Stored', status: 1 })]);
    expect(withManagersChoices(desired, actual).points.get('aa')?.fields).toEqual({
      name: 'Wanted',
      status: 1,
    });
  });

  it('misses no access points that a tree does not show, and every one of a domain', () => {
    const nodes = [{ id: 'F', type: 5 }, { id: 'A' }];
    const hidden = point('aa', 'F');
    const shown = point('bb', 'A');
    expect([...withManagersChoices(treeOf(nodes, [hidden, shown]), treeOf(nodes)).points.keys()]).toEqual([
      'bb',
    ]);
    expect([...withManagersChoices(treeOf(nodes, [hidden]), treeOf(nodes, [hidden])).points.keys()]).toEqual([
      'aa',
    ]);
  });
});

describe('a tree as text', () => {
  it('has a line for each node and access point, below the one it belongs to', () => {
    const tree = treeOf(
      [{ id: 'A' }, { id: 'new 1.1', name: 'N', type: 5, parent: 'A' }, { id: 'B', name: 'B "b"' }],
      [point('aa', 'A', { status: 1, name: 'P', description: 'x', flow_uuid: '5' }), point('bb', 'top')],
    );
    expect(outlineTree(tree, ({ type }) => `kind ${type}`)).toBe(
      [
        '"top" kind 1 top',
        '  - bb "" {}',
        '  "A" kind 1 A',
        '    - aa "P" {"description":"x","flow_uuid":"5","status":1}',
        '    "N" kind 5',
        '  "B \\"b\\"" kind 1 B',
        '',
      ].join('\n'),
    );
  });
});
