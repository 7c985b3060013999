import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeReader } from '../../../src/renderer/timeReader.js';

const offsets = ['Z', '+00:00', '+01:00', '-05:30', ''];
const times = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const written = fc.oneof(
  times.map(time => time.toISOString()),
  fc
    .tuple(times, fc.constantFrom(...offsets), fc.constantFrom(10, 16, 19, 20, 21, 23))
    .map(([time, offset, length]) => `${time.toISOString().slice(0, length)}${offset}`),
  fc.constantFrom('2026-01-01T24:00:00.000Z', '2026-01-01T25:00:00.000Z', '2026-13-01T00:00:00.000Z'),
  fc.constantFrom('2026-01-01T00:60:00.000Z', '2026-01-01T00:00:60.000Z', '', 'Infinity', 'null'),
  fc.string({ minLength: 24, maxLength: 24 }),
);

describe('a reader of times', () => {
  it('reads what Date.parse reads, in any order', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 30 }), list => {
        const read = timeReader();
        expect(list.map(read)).toEqual(list.map(sent => Date.parse(sent)));
      }),
    );
  });
});
