import { describe, expect, it } from 'vitest';
import type { FlatPoint } from '../../../../src/model/trees/flatTree.js';
import { mergeTrees } from '../../../../src/changes/trees/mergeTrees.js';
import { node, point, treeOf, type GivenNode } from '../../model/trees/flatTrees.js';

/** Merges trees that are given as their nodes. */
const merge = (base: readonly GivenNode[], mine: readonly GivenNode[], theirs: readonly GivenNode[]) => {
  const { desired, conflicts } = mergeTrees(treeOf(base), treeOf(mine), treeOf(theirs));
  return { nodes: [...desired.nodes.values()].filter(({ id }) => id !== 'top'), conflicts };
};

/** Merges access points of a tree with the nodes A and B. */
const mergePoints = (
  base: readonly FlatPoint[],
  mine: readonly FlatPoint[],
  theirs: readonly FlatPoint[],
) => {
  const [was, edited, current] = [base, mine, theirs].map(points =>
    treeOf([{ id: 'A' }, { id: 'B' }], points),
  );
  const { desired, conflicts } = mergeTrees(was!, edited!, current!);
  return { points: [...desired.points.values()], conflicts };
};

const a = { id: 'A' };

describe('the nodes of two edits of one tree', () => {
  it('get what either of them changed', () => {
    expect(
      merge([a, { id: 'B' }], [{ ...a, name: 'Mine' }, { id: 'B' }], [a, { id: 'B', name: 'Theirs' }]),
    ).toEqual({
      nodes: [node({ ...a, name: 'Mine' }), node({ id: 'B', name: 'Theirs' })],
      conflicts: [],
    });
    expect(merge([a], [{ ...a, name: 'Mine' }], [{ ...a, domain_type: 5 }]).nodes).toEqual([
      node({ ...a, name: 'Mine', domain_type: 5 }),
    ]);
  });

  it('are no conflict when both changed them alike', () => {
    const both = { ...a, name: 'Both' };
    expect(merge([a], [both], [both])).toEqual({ nodes: [node(both)], conflicts: [] });
  });

  it.each([
    ['name', { name: 'Mine' }, { name: 'Theirs' }],
    ['type', { type: 5 }, { type: 8 }],
    ['domain_type', { domain_type: 2 }, { domain_type: 6 }],
    ['parent', { parent: 'B' }, { parent: 'C' }],
  ] as const)(
    'are a conflict when both changed the %s, which goes by the name of before',
    (field, mine, theirs) => {
      const others = [{ id: 'B' }, { id: 'C' }];
      const { nodes, conflicts } = merge(
        [a, ...others],
        [{ ...a, ...mine }, ...others],
        [{ ...a, ...theirs }, ...others],
      );
      expect(conflicts).toEqual([
        { name: 'A', field, mine: Object.values(mine)[0], theirs: Object.values(theirs)[0] },
      ]);
      expect(nodes[0]).toEqual(node({ ...a, ...mine }));
    },
  );

  it('stay when either of them added them', () => {
    expect(merge([], [{ id: 'new 0.1', name: 'Mine' }], [{ id: 'T' }])).toEqual({
      nodes: [node({ id: 'T' }), node({ id: 'new 0.1', name: 'Mine' })],
      conflicts: [],
    });
  });

  it('are as I have them when both added them under the same uuid', () => {
    expect(merge([a], [a, { id: 'N', name: 'Mine', parent: 'A' }], [a, { id: 'N', name: 'Theirs' }])).toEqual(
      {
        nodes: [node(a), node({ id: 'N', name: 'Mine', parent: 'A' })],
        conflicts: [],
      },
    );
  });

  it('go when one deleted them and the other left them alone, or when both deleted them', () => {
    const gone = { nodes: [], conflicts: [] };
    expect([merge([a], [], [a]), merge([a], [a], []), merge([a], [], [])]).toEqual([gone, gone, gone]);
  });

  it.each([{ name: 'Other' }, { type: 5 }, { domain_type: 2 }, { parent: 'B' }])(
    'are a conflict when one deleted what the other changed to %j',
    change => {
      const b = { id: 'B' };
      const changed = { ...a, ...change };
      const mineGone = merge([a, b], [b], [changed, b]);
      expect(mineGone.conflicts).toEqual([
        { name: 'A', field: 'existence', mine: 'deleted', theirs: 'changed' },
      ]);
      expect(mineGone.nodes).toContainEqual(node(changed));
      const theirsGone = merge([a, b], [changed, b], [b]);
      expect(theirsGone.conflicts).toEqual([
        { name: 'A', field: 'existence', mine: 'changed', theirs: 'deleted' },
      ]);
      expect(theirsGone.nodes).toContainEqual(node(changed));
    },
  );
});

describe('nodes that would hang on nothing', () => {
  it('name what was deleted above them, once', () => {
    const added = [
      { id: 'N', parent: 'A' },
      { id: 'M', parent: 'N' },
    ];
    expect(merge([a], [], [a, ...added]).conflicts).toEqual([
      { name: 'A', field: 'existence', mine: 'deleted', theirs: 'N' },
    ]);
    expect(merge([a], [a, ...added], []).conflicts).toEqual([
      { name: 'A', field: 'existence', mine: 'N', theirs: 'deleted' },
    ]);
  });

  it('name everything that was deleted above them', () => {
    const b = { id: 'B' };
    const below = { id: 'N', parent: 'A' };
    const theirs = [a, b, below, { id: 'M', parent: 'N' }, { id: 'O', parent: 'B' }];
    expect(merge([a, b], [], theirs).conflicts.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  it('are named by themselves when nobody knows what was above them', () => {
    expect(merge([], [{ id: 'N', parent: 'nowhere' }], []).conflicts).toEqual([
      { name: 'N', field: 'existence', mine: 'N', theirs: 'deleted' },
    ]);
  });

  it('are a conflict when each was moved below the other', () => {
    const b = { id: 'B' };
    expect(merge([a, b], [{ ...a, parent: 'B' }, b], [a, { ...b, parent: 'A' }]).conflicts).toEqual([
      { name: 'B', field: 'existence', mine: 'deleted', theirs: 'A' },
    ]);
  });
});

describe('a node that both added', () => {
  const mine = { id: 'new 0.1', name: 'N' };
  const theirs = { id: 'U', name: 'N' };

  it('is one node when name, kinds and place are the same, with all that hangs on it', () => {
    const edited = treeOf(
      [
        mine,
        { id: 'new 1.1', name: 'Below', parent: mine.id },
        { id: 'new 1.2', name: 'Own', parent: mine.id },
      ],
      [point('aa', mine.id)],
    );
    const current = treeOf([theirs, { id: 'V', name: 'Below', parent: 'U' }]);
    const { desired, conflicts } = mergeTrees(treeOf([]), edited, current);
    expect(conflicts).toEqual([]);
    expect([...desired.nodes.values()]).toEqual([
      node({ id: 'top' }),
      node(theirs),
      node({ id: 'V', name: 'Below', parent: 'U' }),
      node({ id: 'new 1.2', name: 'Own', parent: 'U' }),
    ]);
    expect([...desired.points.values()]).toEqual([point('aa', 'U')]);
  });

  it.each([
    ['another name', { name: 'Other' }],
    ['another kind', { type: 5 }],
    ['another kind of domain', { domain_type: 2 }],
    ['another place', { parent: 'A' }],
  ])('is two nodes with %s', (_what, change) => {
    expect(merge([a], [a, mine], [a, { ...theirs, ...change }]).nodes).toHaveLength(3);
  });

  it('is one of theirs for each of mine', () => {
    const two = [mine, { id: 'new 0.2', name: 'N' }];
    expect(merge([], two, [theirs]).nodes.map(({ id }) => id)).toEqual(['U', 'new 0.2']);
    expect(merge([], two, [theirs, { id: 'V', name: 'N' }]).nodes.map(({ id }) => id)).toEqual(['U', 'V']);
  });

  it('is not what was there before, nor what I have besides, nor one to which I gave a uuid', () => {
    expect(merge([theirs], [mine], [theirs]).nodes.map(({ id }) => id)).toEqual(['new 0.1']);
    expect(merge([], [mine, theirs], [theirs]).nodes.map(({ id }) => id)).toEqual(['U', 'new 0.1']);
    expect(merge([], [{ id: 'X', name: 'N' }], [theirs]).nodes.map(({ id }) => id)).toEqual(['U', 'X']);
  });
});

describe('the access points of two edits of one tree', () => {
  const at = (owner: string, fields: object = { name: 'P' }) => [point('AA', owner, { ...fields })];

  it('get what either of them changed', () => {
    const mine = at('A', { name: 'P', status: 1 });
    const theirs = at('A', { name: 'P', description: 'x' });
    expect(mergePoints(at('A'), mine, theirs)).toEqual({
      points: at('A', { name: 'P', status: 1, description: 'x' }),
      conflicts: [],
    });
    expect(mergePoints(at('A'), at('B'), theirs).points).toEqual(at('B', { name: 'P', description: 'x' }));
    expect(mergePoints(at('A'), mine, at('B')).points).toEqual(at('B', { name: 'P', status: 1 }));
  });

  it('keep the fields that the edit leaves out, which an overwrite cannot empty', () => {
    expect(
      mergePoints(at('A', { name: 'P', status: 1 }), at('A'), at('A', { name: 'P', status: 1 })).points,
    ).toEqual(at('A', { name: 'P', status: 1 }));
  });

  it('are a conflict where both changed a field or moved them', () => {
    expect(mergePoints(at('A'), at('A', { name: 'Mine' }), at('A', { name: 'Theirs' })).conflicts).toEqual([
      { name: 'Theirs', field: 'name', mine: 'Mine', theirs: 'Theirs' },
    ]);
    expect(mergePoints(at('top', {}), at('A', {}), at('B', {}))).toEqual({
      points: at('A', {}),
      conflicts: [{ name: 'AA', field: 'parent', mine: 'A', theirs: 'B' }],
    });
  });

  it('stay when the edit does not list them, and when either of them added them', () => {
    expect(mergePoints(at('A'), [], at('A'))).toEqual({ points: at('A'), conflicts: [] });
    expect(mergePoints([], at('A'), [])).toEqual({ points: at('A'), conflicts: [] });
    expect(mergePoints([], [], at('A'))).toEqual({ points: at('A'), conflicts: [] });
  });

  it('are as I have them when both added them', () => {
    expect(mergePoints([], at('A', { name: 'Mine' }), at('B', { name: 'Theirs', status: 1 }))).toEqual({
      points: at('A', { name: 'Mine', status: 1 }),
      conflicts: [],
    });
  });

  it('go when the manager has them no more, unless I changed or moved them', () => {
    expect(mergePoints(at('A'), at('A'), [])).toEqual({ points: [], conflicts: [] });
    const conflicts = [{ name: 'P', field: 'existence', mine: 'changed', theirs: 'deleted' }];
    for (const mine of [at('A', { name: 'Mine' }), at('B')]) {
      expect(mergePoints(at('A'), mine, [])).toEqual({ points: mine, conflicts });
    }
  });
});

describe('the access points of a node that is deleted', () => {
  const at = (owner: string, name = 'P') => [point('AA', owner, { name })];
  const deleteA = (base: FlatPoint[], mine: FlatPoint[], theirs: FlatPoint[]) => {
    const others = [{ id: 'B' }];
    const current = treeOf([{ id: 'A' }, ...others], theirs);
    const { desired, conflicts } = mergeTrees(
      treeOf([{ id: 'A' }, ...others], base),
      treeOf(others, mine),
      current,
    );
    return { points: [...desired.points.values()], conflicts };
  };

  it('go with it when nobody touched them, and stay where they were moved to', () => {
    expect(deleteA(at('A'), [], at('A'))).toEqual({ points: [], conflicts: [] });
    expect(deleteA(at('A'), at('A'), at('A'))).toEqual({ points: [], conflicts: [] });
    expect(deleteA(at('A'), at('B'), at('A'))).toEqual({ points: at('B'), conflicts: [] });
  });

  it('are a conflict when somebody changed, moved or added them', () => {
    const conflict = (name: string, mine?: string) => ({
      points: [],
      conflicts: [{ name, field: 'existence', mine, theirs: 'A' }],
    });
    expect(deleteA(at('A'), [], at('A', 'Theirs'))).toEqual(conflict('Theirs'));
    expect(deleteA(at('A'), at('A', 'Mine'), at('A'))).toEqual(conflict('Mine', 'A'));
    expect(deleteA(at('B'), [], at('A'))).toEqual(conflict('P'));
    expect(deleteA([], [], at('A'))).toEqual(conflict('P'));
    expect(deleteA([], at('A', 'New'), [])).toMatchObject({ conflicts: [{ name: 'New', mine: 'A' }] });
  });
});
