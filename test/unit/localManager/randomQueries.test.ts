import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  referenceAnswer,
  type ReferenceFilter,
  type ReferenceQuery,
  type ReferenceRow,
} from './referenceEngine.js';
import { managerWithRows } from './smallTable.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const minute = 60_000;
/** 22 hours around the night in which clocks change in Madrid. */
const start = Date.parse('2026-03-28T12:00Z');
const values: Record<string, (string | null)[]> = {
  campus: ['Seville', 'Lisbon', null],
  direction: ['upstream', 'downstream', 'internal'],
  l4_proto: ['6', '17', '1', null],
};
const names = [...Object.keys(values), 'no_such_dimension'];

const rows: ReferenceRow[] = Array.from({ length: 400 }, (_, index) => {
  const random = (salt: number) => Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43758.5453) % 1;
  return {
    time: start + Math.floor(random(1) ** 2 * 22 * 60) * minute,
    values: Object.fromEntries(
      Object.entries(values).map(([name, list], salt) => [
        name,
        list[Math.floor(random(salt + 2) * list.length)] ?? null,
      ]),
    ),
    bytes: Math.floor(random(7) * 1000),
    events: 1 + Math.floor(random(8) * 3),
  };
});

const dimension = fc.constantFrom(...names);
const value = fc.constantFrom(
  '',
  ...Object.values(values)
    .flat()
    .filter(each => each !== null),
);

const filter: fc.Arbitrary<ReferenceFilter> = fc.letrec<{ filter: ReferenceFilter }>(tie => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: fc.constant('selector' as const), dimension, value }),
    fc.record({
      type: fc.constant('regex' as const),
      dimension,
      pattern: fc.constantFrom('e', '^up', 'am$', '[0-9]', '^$', '', '.', 'S|L'),
    }),
    fc.record({ type: fc.constant('in' as const), dimension, values: fc.array(value, { maxLength: 3 }) }),
    fc.record({ type: fc.constant('not' as const), field: tie('filter') }),
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      fields: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).filter;

const interval = fc
  .tuple(fc.integer({ min: -120, max: 24 * 60 }), fc.integer({ min: 1, max: 24 * 60 }))
  .map(([from, length]) => {
    const at = (minutes: number) => new Date(start + minutes * minute).toISOString();
    return `${at(from)}/${at(from + length)}`;
  });

const query: fc.Arbitrary<ReferenceQuery> = fc.record({
  queryType: fc.constantFrom('groupBy' as const, 'topN' as const, 'timeseries' as const),
  granularity: fc.constantFrom(
    'all',
    'minute',
    'fifteen_minute',
    'hour',
    'day',
    { type: 'period' as const, period: 'P1D' as const, timeZone: 'Europe/Madrid' },
    { type: 'period' as const, period: 'PT1H' as const, timeZone: 'Asia/Kolkata' },
  ),
  intervals: fc.array(interval, { minLength: 1, maxLength: 3 }),
  filter: fc.option(filter),
  dimensions: fc.uniqueArray(dimension, { minLength: 1, maxLength: 3 }),
  threshold: fc.integer({ min: 1, max: 5 }),
  limit: fc.integer({ min: 1, max: 30 }),
});

/** The query as it is sent: each type takes its own fields. */
function body({ queryType, dimensions, threshold, limit, ...rest }: ReferenceQuery): object {
  const common = {
    ...rest,
    queryType,
    aggregations: [
      { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' },
      { type: 'longSum', name: 'flows', fieldName: 'events' },
    ],
  };
  if (queryType === 'topN') return { ...common, dimension: dimensions[0], metric: 'bytes', threshold };
  const columns = [{ dimension: 'bytes', direction: 'DESCENDING' }];
  const orderBy = { type: 'default', limit, columns };
  return queryType === 'groupBy' ? { ...common, dimensions, orderBy } : common;
}

describe('random queries', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows(
      rows.map(row => ({
        at: new Date(row.time).toISOString(),
        ...row.values,
        sum_bytes: row.bytes,
        events: row.events,
      })),
    );
  });
  afterAll(() => manager.stop());

  it('give what plain loops over the rows give', async () => {
    await fc.assert(
      fc.asyncProperty(query, async asked => {
        const only =
          asked.queryType === 'topN' ? { ...asked, dimensions: asked.dimensions.slice(0, 1) } : asked;
        expect(await manager.ask(body(only))).toEqual(referenceAnswer(only, rows));
      }),
      { numRuns: 120, seed: 20261118 },
    );
  });
});
