import { describe, expect, it } from 'vitest';
import { marksPicture } from '../../../src/renderer/charts/time/marks.js';

/** What is drawn for marks at these pixels: the left and the width of each bar, and the numbers. */
function drawn(...places: number[]) {
  const marks = places.map(at => ({ at, time: at * 1000, text: '', count: 1 }));
  const svg = marksPicture(marks, { x: at => at, top: 0, height: 100, color: 'red' }).join('');
  const bars = [...svg.matchAll(/<rect x="(-?[\d.]+)" y="0" width="(\d+)"[^>]*fill-opacity="0.75"/g)];
  return {
    bars: bars.map(([, left, width]) => [Number(left), Number(width)]),
    numbers: [...svg.matchAll(/<text [^>]*>(\d+)</g)].map(([, number]) => Number(number)),
  };
}

describe('marks over a chart', () => {
  it('are told apart where there is room between them', () => {
    expect(drawn(10, 20, 24)).toEqual({
      bars: [
        [9.5, 1],
        [19.5, 1],
        [23.5, 1],
      ],
      numbers: [],
    });
  });

  it('are one with their number where they would lie on each other', () => {
    expect(drawn(10, 11, 13, 40, 60, 60)).toEqual({
      bars: [
        [10.5, 2],
        [39.5, 1],
        [59.5, 1],
      ],
      numbers: [3, 2],
    });
  });

  it('are several with their numbers, no band, where there is one at each pixel', () => {
    const { bars, numbers } = drawn(...Array.from({ length: 72 }, (_none, at) => at));
    expect(bars).toEqual([
      [0.5, 22],
      [24.5, 22],
      [48.5, 22],
    ]);
    expect(numbers).toEqual([24, 24, 24]);
  });
});
