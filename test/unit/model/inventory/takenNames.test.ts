import { expect, it } from 'vitest';
import { takenNames } from '../../../../src/model/inventory/takenNames.js';

it('points out records that are called as others are, where a manager takes a name once', () => {
  const feeds = [
    { id: 1, power_panel_id: 1, name: 'A' },
    { id: 2, power_panel_id: 2, name: 'A' },
    { power_panel_id: 1, name: 'A' },
    { power_panel_id: null, name: 'A' },
    { power_panel_id: 3, name: 'B' },
  ];
  const others = [{ id: 9, power_panel_id: 3, name: 'B' }];
  expect(takenNames('power_feeds', feeds, others)).toEqual([
    { at: 0, field: 'name', by: [], count: 0 },
    { at: 2, field: 'name', by: [1], count: 1 },
    { at: 4, field: 'name', by: [9], count: 1 },
  ]);
  expect(takenNames('racks', [{ name: 'A' }, { name: 'A' }])).toEqual([]);
});

it('tells of thousands with one name the first few others, and how many there are', () => {
  const feeds = Array.from({ length: 5000 }, (_, id) => ({ id, power_panel_id: 1, name: 'A' }));
  const taken = takenNames('power_feeds', feeds);
  expect(taken).toHaveLength(5000);
  expect(taken[2]).toEqual({ at: 2, field: 'name', by: [0, 1, 3, 4], count: 4999 });
  expect(taken[4999]?.by).toEqual([0, 1, 2, 3]);
  expect(Math.max(...taken.map(({ by }) => by.length))).toBe(4);
});
