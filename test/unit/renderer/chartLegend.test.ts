import { describe, expect, it } from 'vitest';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import type { ViewSettings } from '../../../src/model/results/viewSettings.js';
import { seriesData } from '../../../src/model/charts/time/seriesData.js';
import { seriesRanges } from '../../../src/model/charts/time/seriesRanges.js';
import { timeOfBuckets } from '../../../src/model/charts/time/timeAxis.js';
import { strings } from '../../../src/renderer/strings.js';
import { drawTimeChart } from './drawTimeChart.js';
import { sessionsWith } from './sessionsWith.js';
import { useCanvas } from './useCanvas.js';
import { column, settle } from './useRenderer.js';

const sessionOf = sessionsWith([{ name: 'bytes', unit: 'bytes', isSum: true }]);
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'] as const;
const rows: readonly ResultColumn[] = [
  column('timestamp', 'time', times[0], times[1], times[1], times[2]),
  column('host', 'dimension', 'a', 'a', 'b', 'null'),
  column('bytes', 'value', 30, 40, 20, 5),
];

useCanvas();

describe('the legend of a chart over time', () => {
  it('shows the series that is pressed alone, with Ctrl or Cmd one more or one less, and every series again', () => {
    const session = sessionOf(rows);
    const { pressEntry, pressed } = drawTimeChart(session);
    const after = (...press: Parameters<typeof pressEntry>) => {
      pressEntry(...press);
      return pressed()
        .map(each => (each === 'true' ? '+' : '-'))
        .join('');
    };
    expect([after(1), after(0, { ctrlKey: true }), after(2, { metaKey: true })]).toEqual([
      '-+-',
      '++-',
      '+++',
    ]);
    expect([after(0, { ctrlKey: true }, 'Enter'), after(0, { ctrlKey: true }, ' ')]).toEqual(['-++', '+++']);
    expect([after(2), after(0), after(0)]).toEqual(['--+', '+--', '+++']);
    expect([session.settings.off, session.settings.only]).toEqual([undefined, undefined]);
  });

  it('reads the total of a pile beside what it is made of, and says it', async () => {
    const { tip, said, press, pressEntry } = drawTimeChart(sessionOf(rows), 'stacked');
    await settle();
    press('Home');
    expect(tip()).toEqual(['2026-11-20 08:00:00 Z', 'a30 B']);
    press('ArrowRight');
    expect(tip()).toEqual(['2026-11-20 09:00:00 Z', 'a40 B', 'b20 B', `${strings.total}60 B`]);
    expect(said.at(-1)).toContain(`, ${strings.total} 60 B`);
    pressEntry(0, { ctrlKey: true });
    await settle();
    press('Home');
    press('ArrowRight');
    expect(tip()).toEqual(['2026-11-20 09:00:00 Z', 'b20 B']);
  });

  it('says the last value that is not of a part of a bucket, where there is one', () => {
    const bytes = [column('timestamp', 'time', ...times), column('bytes', 'value', 30, 60, 5)];
    const said = (...partial: number[]) => {
      const data = { ...seriesData(sessionOf(bytes)), partial };
      const shown = { data, kind: 'line', looks: [], zone: 'UTC', isDrawn: () => true } as const;
      return [...seriesRanges(shown, timeOfBuckets(data)).values()];
    };
    const seconds = times.map(time => Date.parse(time) / 1000);
    expect(said()).toEqual([{ last: '5 B', maximum: '60 B' }]);
    expect(said(seconds[2]!)).toEqual([{ last: '60 B', maximum: '60 B' }]);
    expect(said(...seconds)).toEqual([{ last: '5 B', maximum: '60 B' }]);
  });

  it('says in its legend the last value and the maximum of what is in sight, when that is wanted', async () => {
    const session = sessionOf(rows);
    const { root, press } = drawTimeChart(session);
    const said = () => [...root.querySelectorAll('.legend .range')].map(({ textContent }) => textContent);
    expect(said()).toEqual([]);
    const toggle = () => root.querySelector<HTMLElement>('.legend .ranges');
    toggle()?.click();
    await settle();
    const both = (value: string) => ` ${strings.lastValue} ${value} ${strings.axis.max} ${value}`;
    expect([said(), session.settings.hasRanges]).toEqual([['40 B', '20 B', '5 B'].map(both), true]);
    press('Home');
    press('+');
    await settle();
    expect(said()).toEqual([both('30 B'), '', '']);
    toggle()?.click();
    expect([said(), toggle()?.getAttribute('aria-pressed')]).toEqual([[], 'false']);
  });

  it('shows a series alone in the next answer too, without those that are new there, until it is pressed again', () => {
    const session = sessionOf(rows);
    const first = drawTimeChart(session);
    first.pressEntry(0);
    first.pressEntry(1, { ctrlKey: true });
    const more = [
      column('timestamp', 'time', times[0], times[0], times[1]),
      column('host', 'dimension', 'new', 'a', 'b'),
      column('bytes', 'value', 90, 40, 20),
    ];
    const next = drawTimeChart(sessionOf(more, session.settings));
    expect([next.entries(), next.pressed()]).toEqual([
      ['new', 'a', 'b'],
      ['false', 'true', 'true'],
    ]);
    next.pressEntry(1, { ctrlKey: true });
    expect(next.pressed()).toEqual(['false', 'false', 'true']);
    next.pressEntry(2);
    expect(next.pressed()).toEqual(['true', 'true', 'true']);
  });

  it('shows every series where those that were hidden are all there are', () => {
    for (const settings of [{ off: ['a', 'b', 'null', 'gone'] }, { only: ['gone'] }, { only: [] }]) {
      const { pressed, pressEntry } = drawTimeChart(sessionOf(rows, settings));
      expect(pressed()).toEqual(['true', 'true', 'true']);
      pressEntry(0, { ctrlKey: true });
      expect(pressed()).toEqual(['false', 'true', 'true']);
    }
  });

  it('shows one series alone from its menu, and every series again', () => {
    const settings: ViewSettings = { off: ['a'] };
    const session = sessionOf(rows, settings);
    const { choose, pressed } = drawTimeChart(session);
    expect(pressed()).toEqual(['false', 'true', 'true']);
    choose(2, strings.onlyThis);
    expect([pressed(), session.settings.only]).toEqual([['false', 'false', 'true'], ['null']]);
    choose(0, strings.everySeries);
    expect([pressed(), session.settings.only]).toEqual([['true', 'true', 'true'], undefined]);
  });
});
