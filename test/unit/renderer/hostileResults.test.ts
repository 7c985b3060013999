import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResultTable, ResultValue } from '../../../src/model/query/queryResult.js';
import { viewNames } from '../../../src/model/results/viewSettings.js';
import { strings } from '../../../src/renderer/strings.js';
import { column, table, useRenderer } from './useRenderer.js';

const renderer = useRenderer();
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
const measures = [{ name: 'bytes', unit: 'bytes', isSum: true }];
const output = (result: ResultTable, view?: string) => ({
  ...result,
  id: 'result',
  facts: { queryType: 'groupBy', dimensions: ['host', '__proto__'], inTree: [], isBucketed: true, measures },
  settings: view === undefined ? {} : { view },
});
const result = (hosts: ResultValue[], bytes: ResultValue[], name = 'host') =>
  table(
    column('timestamp', 'time', ...times.slice(0, hosts.length)),
    column(name, 'dimension', ...hosts),
    column('bytes', 'value', ...bytes),
  );
const markup = '<img src=x onerror="globalThis.hacked=1">';

const hostile: Readonly<Record<string, ResultTable>> = {
  'one row': result(['a'], [1]),
  'only nulls': result([null, null, null], [null, null, null]),
  'numbers that are not finite': result(['a', 'b', 'c'], ['Infinity', '-Infinity', 'NaN']),
  'one number among those that are not finite': result(['a', 'b', 'c'], ['Infinity', 5, 'NaN']),
  'negative numbers': result(['a', 'b', 'c'], [-5, -1, 0]),
  'integers beyond 2^53': result(['a', 'b', 'c'], ['9223372036854775807', '-9223372036854775808', 1]),
  'a text of a megabyte': result(['x'.repeat(1_000_000), 'b', 'c'], [1, 2, 3]),
  'markup in values and names': result([markup, markup, '</style>'], [1, 2, 3], markup),
  'a column called __proto__': result(['a', '__proto__', 'constructor'], [1, 2, 3], '__proto__'),
  'text from right to left': result(['שלום', '\u202egnp.exe', 'مرحبا'], [1, 2, 3]),
  'times that are none': table(
    column('timestamp', 'time', 'yesterday', '', null),
    column('bytes', 'value', 1, 2, 3),
  ),
  'the same name three times': table(
    column('timestamp', 'time', ...times),
    column('timestamp', 'dimension', 'a', 'b', 'c'),
    column('bytes', 'value', 1, 2, 3),
    column('bytes', 'value', 4, 5, 6),
  ),
  '200 columns': table(
    column('timestamp', 'time', ...times),
    ...Array.from({ length: 199 }, (_, index) => column(`value ${index}`, 'value', 1, 2, 3)),
  ),
};

describe('a result', { timeout: 20_000 }, () => {
  // jsdom paints nothing.
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.stubGlobal('matchMedia', () => new EventTarget());
  });

  it('without rows is a sentence', () => {
    expect(renderer.draw(output(table(column('timestamp', 'time')))).caption).toBe(strings.noRows);
  });

  describe.each(Object.entries(hostile))('with %s', (_name, shown) => {
    it('is a table that shows every value', () => {
      const drawn = renderer.draw(output(shown, 'table'));
      expect(drawn.cells.length).toBe(shown.columns.length * shown.rowCount);
      expect(drawn.root.querySelector('img, script')).toBeNull();
      drawn.press('End', { ctrlKey: true });
      drawn.press('F10', { shiftKey: true });
      expect(drawn.texts('menuitem')).toContain(strings.copy);
    });

    it('is drawn in each view that is offered, the numbers in words', async () => {
      const offered = renderer.draw(output(shown)).texts('radio');
      // A plot needs a canvas.
      for (const view of viewNames.filter(name => ['list', 'heat', 'map'].includes(name))) {
        const drawn = renderer.draw(output(shown, view));
        if (!offered.includes(strings.views[view])) continue;
        await vi.waitFor(() => expect(drawn.root.querySelector('.bars, .heat, .world')).not.toBeNull());
        expect(drawn.root.querySelector('img, script')).toBeNull();
        expect(drawn.root.querySelector('.main')?.textContent).toMatch(/\S/);
        expect(drawn.root.querySelector('.main')?.textContent).not.toMatch(/NaN [kMGB]|undefined|∞/);
      }
    });
  });
});
