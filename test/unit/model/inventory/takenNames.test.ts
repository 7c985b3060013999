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
    { at: 0, field: 'name', by: [] },
    { at: 2, field: 'name', by: [1] },
    { at: 4, field: 'name', by: [9] },
  ]);
  expect(takenNames('racks', [{ name: 'A' }, { name: 'A' }])).toEqual([]);
});
