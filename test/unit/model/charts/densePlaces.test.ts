import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densePlaces } from '../../../../src/model/charts/time/densePlaces.js';

const count = 10_000;
const columns = 100;
const times = Array.from({ length: count }, (_, second) => second);
const whole = { from: 0, to: count - 1 };
const places = (...lines: (number | null)[][]) => densePlaces({ times, lines, range: whole, columns })!;

describe('the values that a dense line is drawn with', () => {
  it('are all of them while there are at most four for a column of pixels', () => {
    const few = { times: times.slice(0, 400), lines: [times.slice(0, 400)], range: { from: 0, to: 399 } };
    expect(densePlaces({ ...few, columns })).toBeUndefined();
    expect(densePlaces({ ...few, columns: 99 })).toBeDefined();
  });

  it('hide no peak of any line, wherever it is', () => {
    fc.assert(
      fc.property(
        fc.nat(count - 1),
        fc.nat(count - 1),
        fc.integer({ min: -5, max: 5 }),
        (one, other, base) => {
          const [high, low] = [times.map(() => base), times.map(() => base)] as [number[], number[]];
          high[one] = 10;
          low[other] = -10;
          const kept = places(high, low);
          expect(kept).toContain(one);
          expect(kept).toContain(other);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are few, in order, and keep both ends of each column of pixels', () => {
    const wave = times.map(at => Math.sin(at) * at);
    const kept = places(wave);
    expect(kept.length).toBeLessThanOrEqual(4 * (columns + 1));
    expect(kept).toEqual([...new Set(kept)].sort((one, other) => one - other));
    const width = (count - 1) / columns;
    for (let column = 0; column < columns; column += 1) {
      expect(kept).toContain(Math.ceil(column * width));
      expect(kept).toContain(Math.ceil((column + 1) * width) - 1);
    }
  });

  it('leave a gap where a whole column has none, and none where only part of it has', () => {
    const wide = times.map(at => (at >= 2000 && at < 2500 ? null : at));
    expect(places(wide).filter(at => wide[at] === null).length).toBeGreaterThanOrEqual(4);
    const narrow = times.map(at => (at % 3 === 0 && at > 0 ? null : at));
    expect(places(narrow).filter(at => narrow[at] === null && at < count - 1)).toEqual([]);
  });

  it('are more of a part that is zoomed into, with those beside it and the ends of all', () => {
    const range = { from: 5000, to: 5600 };
    const kept = densePlaces({ times, lines: [times], range, columns: 10 })!;
    expect(kept.filter(at => at > 0 && at < count - 1 && (at < 4999 || at > 5601))).toEqual([]);
    expect([0, 4999, 5000, 5600, 5601, count - 1].filter(at => !kept.includes(at))).toEqual([]);
  });
});
