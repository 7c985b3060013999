import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hatchings } from '../../../src/model/pictures/drawing.js';
import { seriesLook } from '../../../src/model/charts/seriesLook.js';
import { screenLook, themeColors } from '../../../src/renderer/charts/look.js';
import { swatch } from '../../../src/renderer/charts/time/legend.js';

/** As many as a chart has at most. */
const ten = Array.from({ length: 10 }, (_, index) => index);
const names = ['blue', 'orange', 'green', 'purple', 'red', 'yellow'];
const distinct = (values: readonly unknown[]) => new Set(values.map(value => JSON.stringify(value))).size;

describe('the looks of ten series', () => {
  // jsdom paints nothing.
  beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
  afterEach(() => {
    vi.restoreAllMocks();
    document.documentElement.removeAttribute('style');
  });

  const looks = () => {
    const colors = themeColors(document.documentElement);
    return ten.map(index => screenLook(seriesLook(index), colors));
  };

  it('take the colours of the theme', () => {
    names.forEach((name, index) =>
      document.documentElement.style.setProperty(`--vscode-charts-${name}`, `#00000${index}`),
    );
    const first = looks().slice(0, names.length);
    expect(first.map(({ color }) => color)).toEqual(names.map((_, index) => `#00000${index}`));
  });

  it('differ without any colour: each has dashes and a hatching of its own', () => {
    expect(distinct(looks().map(({ dash }) => dash))).toBe(ten.length);
    expect(distinct(looks().map(({ hatching }) => hatching && hatchings[hatching]))).toBe(ten.length);
  });

  it.each([true, false])('are those of the legend (filled: %s)', isFilled => {
    const drawn = looks().map(
      look => swatch({ ...look, color: '#000', paint: 'series0' }, isFilled).outerHTML,
    );
    expect(distinct(drawn)).toBe(ten.length);
  });
});
