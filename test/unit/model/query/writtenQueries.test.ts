import { expect, it } from 'vitest';
import { bytesByMinute } from '../../../../src/model/query/writtenQueries.js';

it('draws a line through the whole hour, also where only one of its minutes had traffic', () => {
  const stretch = { start: Date.parse('2026-11-20T08:00:30Z'), end: Date.parse('2026-11-20T09:00:30Z') };
  const rows = [
    { timestamp: '2026-11-20T08:10:00.000Z', values: { bytes: 700 } },
    { timestamp: null, values: { bytes: 700 } },
  ];
  const { times, bytes } = bytesByMinute(rows, stretch);
  expect(times).toHaveLength(61);
  expect(times[0]).toBe(Date.parse('2026-11-20T08:00:00Z') / 1000);
  expect(bytes.slice(9, 12)).toEqual([0, 700, 0]);
  expect(bytes.filter(Boolean)).toEqual([700]);
});
