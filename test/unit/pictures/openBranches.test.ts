import { beforeEach, describe, expect, it } from 'vitest';
import { foundNodes } from '../../../src/model/pictures/topology/foundNodes.js';
import { topologyMessage, wantedTopology } from '../../../src/model/pictures/topology/topologyMessages.js';
import { NodeSearch } from '../../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { OpenBranches } from '../../../src/pictures/topology/openBranches.js';

const domain = (name: string, children: readonly object[] = [], points: readonly object[] = []) => ({
  name,
  uuid: name,
  type: 1,
  domain_type: 4,
  children,
  access_points: points,
});

describe('what is open of a topology', () => {
  const tree = new SensorIndex(
    domain('root', [domain('A', [domain('A1', [], [{ id: 7, name: 'AP' }])]), domain('B', [domain('B1')])]),
  );
  let open: OpenBranches;
  const shown = () =>
    open.grow(tree, 0).branches.map(({ box }) => (typeof box === 'number' ? tree.label(box) : 'fold'));

  beforeEach(() => {
    open = new OpenBranches('a');
  });

  it('is what one sees at a glance until somebody closes something, and again when that is wanted', () => {
    expect(shown()).toEqual(['root', 'A', 'A1', 'B', 'B1']);
    expect(open.kept).toBeUndefined();
    open.change({ kind: 'turn', key: 'sensor A', isOpen: false });
    expect(shown()).toEqual(['root', 'A', 'B', 'B1']);
    expect(open.kept).toEqual(['sensor root', 'sensor B']);
    open.change({ kind: 'usual' });
    expect(shown()).toHaveLength(5);
    expect(open.kept).toBeUndefined();
  });

  it('is opened one level further at once', () => {
    shown();
    open.change({ kind: 'more' });
    expect(shown()).toEqual(['root', 'A', 'A1', 'AP', 'B', 'B1']);
  });

  it('is the same after a reload', () => {
    open.begin({ open: ['sensor root'] });
    expect(shown()).toEqual(['root', 'A', 'B']);
  });

  it('is the way to what is looked for, once, besides what is open', () => {
    open.begin({ open: ['sensor root'] });
    open.show({ type: 'accessPoint', key: '7' });
    expect(shown()).toEqual(['root', 'A', 'A1', 'AP', 'B']);
    open.change({ kind: 'turn', key: 'sensor A', isOpen: false });
    expect(shown()).toEqual(['root', 'A', 'B']);
    open.show({ type: 'sensor', key: 'nobody' });
    expect(shown()).toEqual(['root', 'A', 'B']);
  });

  it('is what leads to what is looked for, where branches close and open too, and then what it was before', () => {
    open.begin({ open: ['sensor root'] });
    const search = new NodeSearch(tree);
    for (const _ of search.prepare());
    const found = () => {
      const { branches } = open.grow(tree, 0, foundNodes(search, 0, open.words));
      return branches.map(({ box }) => tree.label(box as number));
    };
    open.change({ kind: 'filter', words: ' access point ' });
    expect(open.words).toBe('access point');
    expect(found()).toEqual(['root', 'A', 'A1', 'AP']);
    open.change({ kind: 'turn', key: 'sensor A', isOpen: false });
    expect(found()).toEqual(['root', 'A']);
    open.change({ kind: 'filter', words: 'B' });
    expect(found()).toEqual(['root', 'B', 'B1']);
    expect(open.kept).toEqual(['sensor root']);
    open.change({ kind: 'filter', words: '' });
    expect(shown()).toEqual(['root', 'A', 'B']);
    open.change({ kind: 'filter', words: 'B1' });
    open.show({ type: 'accessPoint', key: '7' });
    expect([open.words, ...shown()]).toEqual(['', 'root', 'A', 'A1', 'AP', 'B']);
    open.change({ kind: 'filter', words: 'B1' });
    open.change({ kind: 'usual' });
    expect([open.words, ...shown()]).toEqual(['', 'root', 'A', 'A1', 'B', 'B1']);
  });
});

it('takes from a page whatever a manager made of a uuid, and however much is open', () => {
  const open = Array.from({ length: 20_000 }, (_, index) => `sensor ${'x'.repeat(2_000)}${index}`);
  expect(wantedTopology.safeParse({ open, view: 'tree' }).success).toBe(true);
  const change = { kind: 'turn', key: open[0], isOpen: true };
  expect(topologyMessage.safeParse({ type: 'topology', change }).success).toBe(true);
});
