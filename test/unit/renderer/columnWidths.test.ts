import { describe, expect, it } from 'vitest';
import { columnWidths } from '../../../src/renderer/grid/columnWidths.js';

describe('the widths of columns', () => {
  const widths = (room: number, needed: readonly number[], chosen: readonly (number | undefined)[] = []) =>
    columnWidths(
      needed.map((_, at) => ({ width: chosen[at] })),
      needed,
      room,
    );

  it('are what they need, however wide the page is', () => {
    expect(widths(5000, [100, 360, 1200])).toEqual([100, 360, 1200]);
    expect(widths(9000, [100, 1e6])).toEqual([100, 2000]);
  });

  it('are cut where the room ends, the wide ones to the same but for those that need less', () => {
    expect(widths(100, [100, 700, 900])).toEqual([100, 240, 240]);
    expect(widths(1000, [100, 700, 900])).toEqual([100, 450, 450]);
    expect(widths(1000, [900, 400, 100])).toEqual([500, 400, 100]);
  });

  it('are what a person chose, and others take what that leaves', () => {
    expect(widths(1000, [900, 900], [400])).toEqual([400, 600]);
    expect(widths(1000, [900, 900], [1500])).toEqual([1500, 240]);
    expect(widths(1000, [900, 900], [undefined, 24])).toEqual([900, 24]);
  });
});
