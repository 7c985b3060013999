import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.js';
import { notebookOf, queryOfView, runNotebook, useTraffic } from './resultNotebook.js';
import { useKeptWorkbench } from '../useWorkbench.js';

/** The last one is what the window was opened with. */
const themes = ['Dark Modern', 'Dark High Contrast', 'Light High Contrast', 'Light Modern'] as const;
const colorNames = ['blue', 'orange', 'green', 'purple', 'red', 'yellow'] as const;

describe('the looks of a result', function () {
  this.timeout(120_000);
  useTraffic();
  const window = useKeptWorkbench(() => ({ 'top.dqnb': notebookOf(queryOfView.stacked(), 'line') }));
  const outputs = () => window().notebookOutputs;
  const distinct = (values: readonly unknown[]) => new Set(values).size;
  /** How each series is drawn in the legend, and the colours of the theme. */
  const legend = () =>
    outputs()
      .locator('.legend')
      .evaluate((place, names) => {
        const { body, defaultView } = place.ownerDocument;
        const style = defaultView!.getComputedStyle(place);
        const lines = [...place.querySelectorAll('.swatch path')];
        const read = (name: string) => lines.map(line => line.getAttribute(name) ?? '');
        return {
          theme: body.dataset['vscodeThemeId'] ?? '',
          charts: names.map(name => style.getPropertyValue(`--vscode-charts-${name}`).trim()),
          colors: read('stroke'),
          dashes: read('stroke-dasharray'),
        };
      }, colorNames);

  // The side bar keeps its 300 pixels, of which a window that is opened with 800 gives it 200.
  before('make the window narrow', () => window().page.setViewportSize({ width: 900, height: 900 }));
  before('run the query', () => runNotebook(window(), 'top.dqnb'));

  it('tell ten series apart by colours of the theme, and by dashes, in light, dark and high contrast', async () => {
    const seen = new Set<string>();
    for (const theme of themes) {
      await window().chooseTheme(theme);
      await eventually(async () => {
        const { theme: id, charts, colors, dashes } = await legend();
        assert.ok(!seen.has(id), `${theme} is not there yet`);
        assert.deepEqual([colors.length, distinct(colors), distinct(dashes)], [10, 10, 10], theme);
        // A theme may have chart colours that cannot be seen; others stand in for those.
        const ofTheme = charts.filter((color, index) => color === colors[index]);
        assert.ok(ofTheme.length >= 4, `${theme}: ${colors.join()} instead of ${charts.join()}`);
        seen.add(id);
      });
    }
  });

  it('show the interval and the rows below a cell also in a narrow window', async () => {
    const summary = window().page.locator('.cell-status-item').filter({ hasText: '288 rows' });
    const text = await summary.evaluate(item => {
      // Where the item is cut off.
      const end = item.getBoundingClientRect().right;
      const words = item.lastChild!;
      const range = item.ownerDocument.createRange();
      range.selectNodeContents(words);
      for (let last = words.nodeValue?.length ?? 0; last > 0; last -= 1) {
        range.setEnd(words, last);
        if (range.getBoundingClientRect().right <= end) break;
      }
      return range.toString();
    });
    // Midnights are said as days alone.
    assert.match(text, /^\s*\d\d-\d\d( \d\d:00)? – \d\d-\d\d( \d\d:00)? · 288 rows/);
  });
});
