import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import {
  mostKept,
  nameIn,
  readRecents,
  recentKey,
  withoutRecent,
  withRecent,
  withRecentsBack,
  type Recent,
} from '../../../../src/model/pins/recents.js';

const rack = (id: number, name = `Rack ${id}`): Recent => ({
  connectionId: 'lab',
  path: `/inventory/racks/${name}.${id}.json`,
});

describe('what was used lately', () => {
  it('has the latest first, each once, under the name that it has now', () => {
    const list = [rack(1), rack(2), rack(1, 'Renamed')].reduce(withRecent, [] as readonly Recent[]);
    assert.deepEqual(list, [rack(1, 'Renamed'), rack(2)]);
    assert.deepEqual(withoutRecent(list, recentKey(rack(1))), [rack(2)]);
  });

  it('has back what was taken out, where it stood, and nothing else', () => {
    const before = [rack(1), rack(2), rack(3)];
    const back = (list: readonly Recent[], ...taken: readonly Recent[]) =>
      withRecentsBack(list, { before, taken });
    assert.deepEqual(back([rack(4), rack(3)], before[0]!), [rack(4), rack(1), rack(3)]);
    assert.deepEqual(back([rack(1)], before[2]!), [rack(1), rack(3)]);
    assert.deepEqual(back([rack(4)], ...before), [rack(4), ...before]);
    assert.deepEqual(back([rack(2, 'Renamed'), rack(3)], before[1]!), [rack(2, 'Renamed'), rack(3)]);
  });

  it('keeps so many and no more', () => {
    const list = Array.from({ length: 99 }, (_, id) => rack(id)).reduce(withRecent, [] as readonly Recent[]);
    assert.equal(list.length, mostKept);
    assert.deepEqual(list[0], rack(98));
  });

  it('reads back what it kept, and nothing else', () => {
    const kept = [rack(1), { notebook: 'file:///a.dqnb' }];
    const odd = [null, 7, {}, { connectionId: 'lab' }, { connectionId: 'lab', path: '/new/racks/x.json' }];
    assert.deepEqual(readRecents(structuredClone([...odd, ...kept])), kept);
    assert.deepEqual(readRecents('x'), []);
  });

  it('is called as its address says until it is read', () => {
    assert.equal(nameIn('/inventory/racks/Rack A.12.5.json'), 'Rack A.12');
    assert.equal(nameIn('/lists/racks/Racks.json'), 'Racks');
  });
});
