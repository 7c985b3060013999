import { describe, expect, it } from 'vitest';
import { queryCost } from '../src/dataQuery/queryQueue.js';
import { eras } from '../src/dataQuery/eras.js';
import { readQuery } from '../src/dataQuery/readQuery.js';
import { addNewest, lengthOf, splitAt } from '../src/feed/minutes.js';

describe('stretches of minutes that are still to be filled', () => {
  const stretches = [
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ];

  it.each([
    [5, [], stretches],
    [10, [], stretches],
    [15, [{ from: 10, to: 15 }], [{ from: 15, to: 20 }, stretches[1]]],
    [20, [stretches[0]], [stretches[1]]],
    [30, [stretches[0]], [stretches[1]]],
    [31, [stretches[0], { from: 30, to: 31 }], [{ from: 31, to: 40 }]],
    [40, stretches, []],
  ])('are cut in two at %i, and none is lost', (minute, before, after) => {
    const cut = splitAt(stretches, minute);
    expect(cut).toEqual({ before, after });
    expect(lengthOf(cut.before) + lengthOf(cut.after)).toBe(lengthOf(stretches));
  });

  it('get a newest one, which joins the last where they touch', () => {
    expect(addNewest([], { from: 1, to: 2 })).toEqual([{ from: 1, to: 2 }]);
    expect(addNewest(stretches, { from: 40, to: 41 })).toEqual([stretches[0], { from: 30, to: 41 }]);
    expect(addNewest(stretches, { from: 41, to: 42 })).toEqual([...stretches, { from: 41, to: 42 }]);
    expect(addNewest(stretches, { from: 40, to: 40 })).toBe(stretches);
    expect(lengthOf(stretches)).toBe(20);
  });
});

describe('the work of a query', () => {
  const hour = 3_600_000;
  const hours = [0, 1, 2].map(at => ({ hour: at * hour, first: at * hour, last: at * hour, rows: 10 ** at }));
  const query = (filter?: object) =>
    readQuery(
      {
        dataSource: 'rb_flow',
        queryType: 'timeseries',
        granularity: 'all',
        intervals: ['2026/2027'],
        aggregations: [{ type: 'count', name: 'n' }],
        ...(filter && { filter }),
      },
      eras['0.8'],
    );
  const regex = { type: 'regex', dimension: 'src', pattern: 'x+' };

  it.each([
    [0, hour, 1],
    [hour - 1, hour + 1, 11],
    [hour, 2 * hour, 10],
    [0, 3 * hour, 111],
    [3 * hour, 4 * hour, 0],
  ])('is that of the hours that it touches, from %i to %i', (start, end, rows) => {
    expect(queryCost(query(), [{ start, end }], hours)).toBe(rows);
  });

  it('is more for each pattern that it looks for, wherever that stands', () => {
    const all = [{ start: 0, end: 3 * hour }];
    expect(queryCost(query(regex), all, hours)).toBe(6 * 111);
    const nested = { type: 'not', field: { type: 'or', fields: [regex, { ...regex, dimension: 'dst' }] } };
    expect(queryCost(query(nested), all, hours)).toBe(11 * 111);
  });
});
