import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeReader, timeText } from '../../../../src/model/text/timeText.js';

const offsets = ['Z', '+00:00', '+01:00', '-05:30', ''] as const;
const times = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const written = fc.oneof(
  times.map(time => time.toISOString()),
  fc
    .tuple(times, fc.constantFrom(...offsets), fc.constantFrom(16, 19, 21, 23))
    .map(([time, offset, length]) => `${time.toISOString().slice(0, length)}${offset}`),
  fc.constantFrom('2026-01-01T24:00:00.000Z', '2026-01-01T25:00:00.000Z', '2026-13-01T00:00:00.000Z'),
  fc.constantFrom(
    '2026-01-01T00:60:00.000Z',
    '2026-01-01T00:00:60.000Z',
    '2026-01-01',
    '2026-01',
    '',
    'null',
  ),
);

describe('a reader of times', () => {
  it.each([
    'yesterday 0',
    'week 12',
    '5',
    'May 1',
    '2026-01-01Z',
    '1/2/2026',
    'rb_flow 2026-11-20 09:00 xyz',
  ])('makes no time of what is none: %s', sent => {
    expect(timeReader()(sent)).toBeNaN();
    expect(timeText(sent, 'UTC')).toBe(sent);
  });

  it('reads what Date.parse reads of ISO times, in any order', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 30 }), list => {
        const read = timeReader();
        expect(list.map(read)).toEqual(list.map(sent => Date.parse(sent)));
      }),
    );
  });
});
