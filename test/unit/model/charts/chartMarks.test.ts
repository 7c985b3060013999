import { describe, expect, it } from 'vitest';
import { markShapes } from '../../../../src/model/charts/time/placedMarks.js';

/** What is drawn for marks at these pixels: the left and the width of each bar, and the numbers. */
function drawn(...places: number[]) {
  const marks = places.map(at => ({ at, time: at * 1000, text: '', count: 1 }));
  const shapes = markShapes(marks, { x: at => at, box: { x: 0, y: 0, width: 100, height: 100 } });
  return {
    bars: shapes.flatMap(shape =>
      shape.kind === 'box' && shape.opacity === 0.75 ? [[shape.x, shape.width]] : [],
    ),
    numbers: shapes.flatMap(shape => (shape.kind === 'text' ? [Number(shape.text)] : [])),
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
