import { describe, expect, it } from 'vitest';
import { TreeFilter } from '../../../../src/explorer/sensors/treeFilter.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const index = new SensorIndex({
  uuid: '1',
  name: 'Top',
  type: 1,
  children: [
    {
      uuid: '2',
      name: 'North',
      type: 1,
      children: [
        { uuid: '3', name: 'Café', type: 1 },
        { uuid: '4', name: 'Cellar', type: 1 },
      ],
    },
    { uuid: '5', name: 'South', type: 1, access_points: [{ name: 'AP café', mac_address: 'aa:01' }] },
  ],
});

/** The names of what a filter shows, from top to bottom; undefined without a filter. */
function shownNames(filter: TreeFilter, tree = index) {
  const isShown = filter.shown(tree);
  const all = Array.from({ length: tree.size }, (_, number) => number);
  return isShown && all.filter(isShown).map(number => tree.label(number));
}

const names = (filter: TreeFilter) => filter.matches(index).map(number => index.label(number));

describe('the filter of the tree', () => {
  it('shows what matches with everything above it, and counts only what matches', async () => {
    const filter = new TreeFilter();
    filter.set(' cafe ');
    await filter.prepare(index);
    expect(filter.text).toBe('cafe');
    expect(names(filter).toSorted()).toEqual(['AP café', 'Café']);
    expect(shownNames(filter)?.toSorted()).toEqual(['AP café', 'Café', 'North', 'South', 'Top']);
  });

  it('shows nothing below what matches that does not match itself', async () => {
    const filter = new TreeFilter();
    filter.set('north');
    await filter.prepare(index);
    expect(shownNames(filter)).toEqual(['Top', 'North']);
  });

  it('shows nothing at all where nothing matches', async () => {
    const filter = new TreeFilter();
    filter.set('nowhere');
    await filter.prepare(index);
    expect(shownNames(filter)).toEqual([]);
  });

  it('lets everything through where its words are empty or nobody knows yet what they let through', async () => {
    const filter = new TreeFilter();
    await filter.prepare(index);
    expect(filter.shown(index)).toBeUndefined();
    filter.set('cafe');
    expect(filter.shown(index)).toBeUndefined();
    await filter.prepare(index);
    filter.set('  ');
    expect([filter.text, filter.shown(index), filter.matches(index)]).toEqual(['', undefined, []]);
  });

  it('takes other words in the place of those before', async () => {
    const filter = new TreeFilter();
    filter.set('cafe');
    await filter.prepare(index);
    filter.set('cellar');
    await filter.prepare(index);
    expect(names(filter)).toEqual(['Cellar']);
  });

  it('tells that its words changed, and once more when it is known what they let through', async () => {
    const filter = new TreeFilter();
    const told: number[] = [];
    filter.onDidChange(() => told.push(filter.matches(index).length));
    filter.set('cafe');
    await filter.prepare(index);
    await filter.prepare(index);
    expect(told).toEqual([0, 2]);
  });

  it('does not come back when it was taken away while a tree was looked through', async () => {
    const filter = new TreeFilter();
    filter.set('cafe');
    const preparing = filter.prepare(index);
    filter.set('');
    await preparing;
    expect(filter.shown(index)).toBeUndefined();
  });

  it('makes the search over a tree once', () => {
    const filter = new TreeFilter();
    expect(filter.search(index)).toBe(filter.search(index));
  });
});
