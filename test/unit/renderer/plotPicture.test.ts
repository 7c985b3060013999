import { describe, expect, it } from 'vitest';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import { chartFile } from '../../../src/renderer/charts/chartPicture.js';
import type { TimeChartKind } from '../../../src/model/charts/time/seriesData.js';
import { TimeChart } from '../../../src/renderer/charts/time/timeChart.js';
import { Session } from '../../../src/renderer/session.js';
import { strings } from '../../../src/renderer/strings.js';
import { noEvents, sessionsWith, titled } from './sessionsWith.js';
import { useCanvas } from './useCanvas.js';
import { column, settle, table } from './useRenderer.js';

const kinds = ['line', 'area', 'stacked', 'bars'] as const;
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'] as const;
const canvas = useCanvas();

/** A chart as a file. */
function file(session: Session, kind: TimeChartKind, title = ''): XMLDocument {
  const chart = new TimeChart(session, kind, noEvents);
  const svg = chartFile(chart.element, chart.picture(), titled(title));
  return new DOMParser().parseFromString(svg, 'image/svg+xml');
}

const pathsOf = (drawn: XMLDocument, selector: string) =>
  [...drawn.querySelectorAll(`path${selector}`)].map(path => path.getAttribute('d') ?? '');

/** From its base up, over and down, for each time. */
const barsIn = (path: string) =>
  [...path.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)H([\d.]+)/g)].map(found => {
    const [, left, base, top, right] = found.map(Number);
    return { span: [left, right], base, height: base! - top! };
  });

const sessionOf = sessionsWith([
  { name: 'bytes', unit: 'bytes', isSum: true },
  { name: 'pkts', unit: 'packets', isSum: true },
]);

/** A session whose query says how long its buckets are, and what of them is asked for. */
const queried = (columns: readonly ResultColumn[], query: object, answeredAt?: number) =>
  new Session(
    {
      ...table(...columns),
      id: 'result',
      facts: queryFacts(
        {
          queryType: 'groupBy',
          aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
          ...query,
        },
        answeredAt,
      ),
      settings: {},
    },
    { post: undefined, recall: () => undefined, remember: () => undefined },
  );

describe('a chart over time as a file', () => {
  it.each(kinds)('has the numbers and times of the axes on the screen: %s', async kind => {
    const session = sessionOf([column('timestamp', 'time', ...times), column('bytes', 'value', 1, 2, 3000)]);
    new TimeChart(session, kind, noEvents).draw();
    await settle();
    const texts = [...file(session, kind, 'bytes').querySelectorAll('text')].map(
      ({ textContent }) => textContent,
    );
    const axes = [...new Set(canvas.written.flatMap(text => text.split('\n')))];
    expect(axes.length).toBeGreaterThan(3);
    expect(texts).toEqual(expect.arrayContaining(['bytes', ...axes]));
  });

  it.each(kinds)('has no name as markup: %s', kind => {
    const hostile = '<script>"&\u0000';
    const session = sessionOf([
      column('timestamp', 'time', ...times),
      column('host', 'dimension', hostile, hostile, hostile),
      column('bytes', 'value', 1, 2, 3),
    ]);
    const parsed = file(session, kind, hostile);
    expect(parsed.querySelector('parsererror, script')).toBeNull();
    const said = [...parsed.querySelectorAll('text')].filter(text => text.textContent === '<script>"&\ufffd');
    // Its title and its legend.
    expect(said.length).toBe(2);
  });

  it('breaks at missing buckets, and has a dot for a value alone', () => {
    const start = Date.parse('2026-11-20T00:00:00Z');
    const minutes = [0, 1, 1001, 2001, 2002];
    const session = queried(
      [
        column('timestamp', 'time', ...minutes.map(at => new Date(start + at * 60_000).toISOString())),
        column('bytes', 'value', ...minutes.map(() => 5)),
      ],
      { granularity: 'minute' },
    );
    const shape = (path: string | undefined) => path?.replace(/[^MLhZ]/g, '');
    expect(shape(pathsOf(file(session, 'line'), '[stroke-width="2"]').at(-1))).toBe('MLMhML');
    const area = file(session, 'area');
    expect(shape(pathsOf(area, '[fill-opacity]').at(-1))).toBe('MLLLZMhLLZMLLLZ');
    expect(shape(pathsOf(area, '[fill=none]').at(-1))).toBe('MLMhML');
  });

  it('has a line against each axis, and what its legend says', () => {
    const columns = [
      column('timestamp', 'time', times[0], times[1]),
      column('bytes', 'value', 4_000_000, 8_000_000),
      column('pkts', 'value', 10, 20),
    ];
    const drawn = file(sessionOf(columns, { second: 'pkts', hasRanges: true }), 'line');
    const texts = [...drawn.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(
      expect.arrayContaining([
        '8 MB',
        '20 pkts',
        `${strings.rightAxis('pkts')} ${strings.seriesRange('20 pkts', '20 pkts')}`,
      ]),
    );
    const lines = pathsOf(drawn, '[stroke-width="2"]');
    expect(lines.length).toBe(2);
    // Both have half of the height, and then all of it.
    expect(lines[0]).toBe(lines[1]);
  });

  it('has bars that stand on each other', () => {
    const columns = [
      column('timestamp', 'time', times[0], times[0], times[1], times[1]),
      column('host', 'dimension', 'a', 'b', 'a', 'b'),
      column('bytes', 'value', 30, 10, 40, 20),
    ];
    const drawn = file(sessionOf(columns), 'bars');
    const bars = pathsOf(drawn, '[stroke]').map(barsIn);
    const [upper = [], lower = []] = bars.filter(({ length }) => length > 0);
    expect(upper.map(({ span, base }) => [span, base])).toEqual(lower.map(({ span, base }) => [span, base]));
    const [first, second] = upper.map(({ height }) => height);
    expect(first! / second!).toBeCloseTo(40 / 60, 1);
    expect(lower[0]!.height / first!).toBeCloseTo(30 / 40, 1);
  });

  it('has the bars, and says the values, of those whose middle is in sight', () => {
    const session = sessionOf([column('timestamp', 'time', ...times), column('bytes', 'value', 70, 20, 90)], {
      hasRanges: true,
    });
    const [from, to] = ['08:15', '10:15'].map(time => Date.parse(`2026-11-20T${time}Z`) / 1000);
    session.zoomed = { from: from!, to: to! };
    const drawn = file(session, 'bars');
    const bars = barsIn(pathsOf(drawn, '[stroke][fill-opacity]').join(''));
    expect(bars.map(({ span: [left, right] }) => right! > left!)).toEqual([true, true]);
    expect(bars[1]!.height / bars[0]!.height).toBeCloseTo(20 / 70, 1);
    const texts = [...drawn.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toContain(`bytes ${strings.seriesRange('20 B', '70 B')}`);
  });

  it('marks buckets that are there in part only', () => {
    const cut = [column('timestamp', 'time', ...times), column('bytes', 'value', 1, 2, 3)];
    const intervals = ['2026-11-20T08:30:00Z/2026-11-20T10:30:00Z'];
    const session = queried(cut, { granularity: 'hour', intervals });
    const fill = 'rgba(128, 128, 128, 0.25)';
    const lines: number[] = [];
    const bands: number[] = [];
    for (const box of file(session, 'line').querySelectorAll(`rect[fill="${fill}"]`)) {
      const [width = 0, height = 0] = ['width', 'height'].map(name => Number(box.getAttribute(name)));
      (width === 1 || height === 1 ? lines : bands).push(width);
    }
    expect(lines.length).toBeGreaterThan(2);
    expect(bands.length).toBe(2);
    expect(bands[0]).toBe(bands[1]);
  });
});
