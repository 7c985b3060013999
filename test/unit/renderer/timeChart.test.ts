import { describe, expect, it } from 'vitest';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import type { RendererMessage } from '../../../src/model/results/pageQuestions.js';
import { chartFile } from '../../../src/renderer/charts/chartPicture.js';
import { drawnValues, seriesData, type DrawnSeries } from '../../../src/model/charts/time/seriesData.js';
import { heightEdge } from '../../../src/renderer/charts/time/heightEdge.js';
import { markList } from '../../../src/renderer/charts/time/marks.js';
import { pointedSeries } from '../../../src/renderer/charts/time/timeCursor.js';
import { optionBar } from '../../../src/renderer/optionBar.js';
import type { Session } from '../../../src/renderer/session.js';
import { strings } from '../../../src/renderer/strings.js';
import { drawTimeChart } from './drawTimeChart.js';
import { sessionsWith, titled } from './sessionsWith.js';
import { useCanvas } from './useCanvas.js';
import { column, settle, table } from './useRenderer.js';

const sessionOf = sessionsWith([{ name: 'bytes', unit: 'bytes', isSum: true }]);
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'] as const;
const rows: readonly ResultColumn[] = [
  column('timestamp', 'time', times[0], times[1], times[1], times[2]),
  column('host', 'dimension', 'a', 'a', 'b', 'null'),
  column('bytes', 'value', 30, 40, 20, 5),
];

const canvas = useCanvas();

/** A result beside which the day before is to be drawn. */
function comparing(post: (message: RendererMessage) => void = () => undefined): Session {
  const session = sessionsWith([{ name: 'bytes', unit: 'bytes', isSum: true }], post)(rows, {
    compare: 'day',
  });
  Object.assign(session.facts, { stretches: [{ start: 0, end: 1 }], bucketLength: 3_600_000 });
  return session;
}

describe('a chart over time', () => {
  it('is read aloud with no value where there is none', () => {
    const { said, press } = drawTimeChart(sessionOf(rows));
    for (const key of ['Home', 'End']) press(key);
    expect(said).toEqual([
      `2026-11-20 08:00:00 Z: a 30 B, b ${strings.noValue}, null ${strings.noValue}`,
      `2026-11-20 10:00:00 Z: a ${strings.noValue}, b ${strings.noValue}, null 5 B`,
    ]);
  });

  it('is read beside the pointer: the time, and what has a value there, the largest first', async () => {
    const { tip, press, plot } = drawTimeChart(sessionOf(rows));
    await settle();
    expect(tip()).toBeUndefined();
    press('Home');
    expect(tip()).toEqual(['2026-11-20 08:00:00 Z', 'a30 B']);
    press('ArrowRight');
    expect(tip()).toEqual(['2026-11-20 09:00:00 Z', 'a40 B', 'b20 B']);
    plot?.dispatchEvent(new FocusEvent('blur'));
    expect(tip()).toBeUndefined();
  });

  it('names ten of many series beside the pointer, and says how many there are more', () => {
    const hosts = Array.from({ length: 14 }, (_, at) => `host ${at}`);
    const { tip, press } = drawTimeChart(
      sessionOf(
        [
          column('timestamp', 'time', ...hosts.map(() => times[0])),
          column('host', 'dimension', ...hosts),
          column('bytes', 'value', ...hosts.map((_, at) => 100 - at)),
        ],
        { hasAll: true },
      ),
    );
    press('Home');
    expect(tip()).toHaveLength(12);
    expect([tip()?.[1], tip()?.[10], tip()?.[11]]).toEqual(['host 0100 B', 'host 991 B', strings.others(4)]);
  });

  it('has the same lines of a day before beside its own once they have come, with those in the order of now', () => {
    const posted: RendererMessage[] = [];
    const session = comparing(message => void posted.push(message));
    const names = () => drawTimeChart(session).entries();
    expect(names()).toEqual(['a', 'b', 'null']);
    names();
    expect(posted).toEqual([{ type: 'before', shift: 'day', result: 'result' }]);
    const before = [
      column('timestamp', 'time', times[0], times[0], times[1]),
      column('host', 'dimension', 'c', 'b', 'a'),
      column('bytes', 'value', 900, 70, 10),
    ];
    session.receive({ type: 'before', shift: 'day', result: 'result', ...table(...before) });
    expect(names()).toEqual(['a', 'b', 'null', 'b, 1 day before', 'a, 1 day before']);
    const { said, press } = drawTimeChart(session);
    press('Home');
    expect(said[0]).toMatch(
      /: a 30 B, b no value, null no value, b, 1 day before 70 B, a, 1 day before no value$/,
    );
    session.change({ compare: 'week' });
    expect(names()).toEqual(['a', 'b', 'null']);
  });

  it('shows with a series alone its line of the day before, and no other', () => {
    const session = comparing();
    drawTimeChart(session);
    session.receive({ type: 'before', shift: 'day', result: 'result', ...table(...rows) });
    const { entries, pressed, pressEntry, choose } = drawTimeChart(session);
    const shown = () => entries().filter((_, at) => pressed()[at] === 'true');
    pressEntry(1);
    expect(shown()).toEqual(['b', 'b, 1 day before']);
    choose(0, strings.onlyThis);
    expect(shown()).toEqual(['a', 'a, 1 day before']);
    pressEntry(0);
    expect(shown()).toEqual(entries());
  });

  it('has a day before per second, also at times that had not come when it was answered', () => {
    const session = comparing();
    session.change({ rate: 'second' });
    const [start, end] = [times[0], '2026-11-20T11:00:00Z'].map(time => Date.parse(time));
    Object.assign(session.facts, { stretches: [{ start, end }], answeredAt: Date.parse(times[1]) });
    drawTimeChart(session);
    const bytes = [column('host', 'dimension', 'a', 'a', 'a'), column('bytes', 'value', 3600, 7200, 10800)];
    const before = table(column('timestamp', 'time', ...times), ...bytes);
    session.receive({ type: 'before', shift: 'day', result: 'result', ...before });
    const { said, press } = drawTimeChart(session);
    press('End');
    expect(said[0]).toMatch(/, null no value, a, 1 day before 3 B\/s$/);
  });

  it('keeps what is zoomed into while rows of a day before come', async () => {
    const session = comparing();
    const first = drawTimeChart(session);
    await settle();
    for (const key of ['End', '+']) first.press(key);
    await settle();
    const zoomed = session.zoomed;
    expect(zoomed).toBeDefined();
    session.receive({ type: 'before', shift: 'day', result: 'result', ...table(...rows) });
    const again = drawTimeChart(session);
    await settle();
    expect(again.entries()).toContain('a, 1 day before');
    expect([session.zoomed, again.buttons()]).toEqual([zoomed, [strings.useInterval, strings.resetZoom]]);
    again.press('0');
    await settle();
    expect(session.zoomed).toBeUndefined();
  });

  it('says that a day before was not read, and asks for it once more when somebody wants that', () => {
    const posted: RendererMessage[] = [];
    const session = comparing(message => void posted.push(message));
    const asked = { type: 'before', shift: 'day', result: 'result' };
    const bar = () => drawTimeChart(session).root.querySelector<HTMLElement>('.largest');
    expect(bar()).toBeNull();
    session.receive({ type: 'noBefore', shift: 'week', result: 'result' });
    expect(bar()).toBeNull();
    session.receive({ type: 'noBefore', shift: 'day', result: 'result' });
    expect(bar()?.textContent).toBe(`${strings.notRead(strings.before.day)}${strings.tryAgain}`);
    expect(posted).toEqual([asked]);
    bar()?.querySelector('button')?.click();
    expect(bar()).toBeNull();
    expect(posted).toEqual([asked, asked]);
  });

  it('has what happened marked over it: read at the pointer, aloud, in a list and in its picture', async () => {
    const posted: RendererMessage[] = [];
    const session = comparing(message => void posted.push(message));
    session.change({ compare: undefined, marks: 'rb_event' });
    const { chart } = drawTimeChart(session);
    expect(posted.at(-1)).toEqual({ type: 'marks', source: 'rb_event', result: 'result' });
    expect(chartFile(chart.element, chart.picture(), titled())).not.toContain('fill-opacity="0.75"');
    const at = (time: string, text: string, count = 1) => ({ time: Date.parse(time), text, count });
    const marks = [
      at('2026-11-20T07:59:00Z', 'too early'),
      at(times[0], 'scan', 4),
      at(times[0], 'login'),
      at('2026-11-20T08:10:00Z', 'login'),
      at('2026-11-20T08:30:00Z', ''),
      at('2026-11-20T10:59:00Z', 'in the last bucket', 500),
    ];
    session.receive({ type: 'marks', source: 'other', result: 'result', marks: [], more: 0 });
    session.receive({ type: 'marks', source: 'rb_event', result: 'result', marks, more: 0 });
    const { tip, press, said, chart: marked } = drawTimeChart(session);
    await settle();
    press('Home');
    expect(tip()).toEqual(['2026-11-20 08:00:00 Z', 'a30 B', '08:00:00 scan (4 times)', '08:00:00 login']);
    expect(said[0]).toMatch(/ null no value\. 08:00:00 scan \(4 times\)\. login \(2 times\)\. 08:30:00$/);
    press('End');
    expect(said[1]).toContain('10:59:00 in the last bucket');
    const picture = new DOMParser().parseFromString(
      chartFile(marked.element, marked.picture(), titled()),
      'image/svg+xml',
    );
    const ticks = [...picture.querySelectorAll('rect[fill-opacity="0.75"]')];
    expect(ticks.map(tick => ['x', 'height'].map(name => tick.getAttribute(name)))).toEqual([
      ['43.5', '4.2'],
      ['50.5', '3.54'],
      ['63.5', '3.54'],
      ['162.5', '15'],
    ]);
    const listed = markList(session)[0]?.querySelectorAll('li');
    expect(listed).toHaveLength(6);
    expect(listed?.[1]?.textContent).toBe('2026-11-20 08:00:00 Z scan (4 times)');
  });

  it('offers what can be marked, and says when it was not read', () => {
    const session = comparing();
    Object.assign(session.output, { markSources: ['${attacks}'] });
    const choices = () =>
      [
        ...optionBar(session, 'bars', () => undefined).querySelectorAll(
          `select[aria-label="${strings.marks}"] option`,
        ),
      ].map(({ textContent }) => textContent);
    expect(choices()).toEqual([strings.noMarks, 'Events of the manager', 'Rows of attacks']);
    session.change({ compare: undefined, marks: '${attacks}' });
    const bar = () => drawTimeChart(session).root.querySelector<HTMLElement>('.largest')?.textContent;
    expect(bar()).toBeUndefined();
    session.receive({ type: 'noMarks', source: '${attacks}', result: 'result' });
    expect(bar()).toBe(`${strings.notRead('Rows of attacks')}${strings.tryAgain}`);
    Object.assign(session.output, { isStored: true });
    expect([choices(), bar()]).toEqual([[], undefined]);
  });

  it('asks for nothing before of what comes from a file', () => {
    const posted: RendererMessage[] = [];
    const session = sessionsWith([], message => void posted.push(message))(rows, { compare: 'day' });
    Object.assign(session.facts, { stretches: [{ start: 0, end: 1 }], bucketLength: 3_600_000 });
    Object.assign(session.output, { isStored: true });
    drawTimeChart(session);
    expect(posted).toEqual([]);
    expect(optionBar(session, 'line', () => undefined).textContent).not.toContain(strings.noCompare);
    Object.assign(session.output, { isStored: false });
    expect(optionBar(session, 'line', () => undefined).textContent).toContain(strings.noCompare);
    expect(optionBar(session, 'bars', () => undefined).textContent).not.toContain(strings.noCompare);
    Object.assign(session.facts, { bucketLength: 7 * 86_400_000 });
    expect(session.shifts).toEqual(['week']);
    Object.assign(session.facts, { bucketLength: 31 * 86_400_000 });
    expect(session.shifts).toEqual([]);
  });

  it('says of a bucket that is there in part only that it is', () => {
    const session = sessionOf(rows);
    Object.assign(session.facts, { partialBuckets: [Date.parse(times[2])] });
    const { said, press } = drawTimeChart(session);
    press('End');
    expect(said[0]).toContain(strings.partialBucket('2026-11-20 10:00:00 Z'));
  });

  it('shows the peak of more points than it has pixels, also after a look at a part without it', async () => {
    const count = 20_000;
    const bytes = Array.from({ length: count }, (_, at) => (at === 17_777 ? 9e9 : 1000));
    const seconds = bytes.map((_, at) => new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString());
    const many = [column('timestamp', 'time', ...seconds), column('bytes', 'value', ...bytes)];
    const { press } = drawTimeChart(sessionOf(many, {}, 'timeseries'));
    const shown = async (...keys: string[]) => {
      canvas.written.length = 0;
      for (const key of keys) press(key);
      await settle();
      return canvas.written;
    };
    expect(await shown()).toContain('8 GB');
    const zoomed = await shown('Home', '+', '+', '+', '+');
    expect(zoomed.at(-1)).toMatch(/^[\d.]+ k?B$/);
    expect(await shown('0')).toContain('8 GB');
  });

  it('offers the way back to the range before, until a part of it is looked at', async () => {
    const posted: unknown[] = [];
    const session = sessionsWith([{ name: 'bytes', unit: 'bytes', isSum: true }], message =>
      posted.push(message),
    )(rows);
    Object.assign(session.output, { earlierRange: 'last 24 hours' });
    const { press, buttons } = drawTimeChart(session);
    await settle();
    expect(buttons()).toEqual([strings.backTo('last 24 hours')]);
    for (const key of ['End', '+']) press(key);
    await settle();
    expect(buttons()).toEqual([strings.useInterval, strings.resetZoom]);
    press('0');
    await settle();
    buttons(0);
    expect(posted).toEqual([{ type: 'back', result: 'result' }]);
  });

  it('means the series at the pointer and its bucket', () => {
    const posted: unknown[] = [];
    const session = sessionsWith([{ name: 'bytes', unit: 'bytes', isSum: true }], message =>
      posted.push(message),
    )(rows);
    const { press, menuAt } = drawTimeChart(session);
    for (const key of ['Home', 'ArrowRight']) press(key);
    menuAt(0, strings.drillDown);
    expect(posted).toEqual([
      { type: 'value', action: 'drillDown', column: 'host', value: 'a', time: times[1], result: 'result' },
    ]);
  });
});

describe('the lower edge of a chart', () => {
  it('says how high the chart is once that is known', () => {
    const place = document.body.appendChild(document.createElement('div'));
    const [edge] = heightEdge(sessionOf(rows), place, () => undefined);
    const said = () => edge?.getAttribute('aria-valuenow');
    expect(said()).toBeNull();
    place.style.minHeight = '240px';
    edge?.dispatchEvent(new FocusEvent('focus'));
    expect(said()).toBe('240');
  });
});

describe('the series that a pointer means', () => {
  const data = seriesData(sessionOf(rows));
  const drawn = { data, looks: [], zone: 'UTC', isDrawn: () => true } as unknown as DrawnSeries;
  const at = (kind: 'line' | 'stacked', y: number) => {
    const shown = { ...drawn, kind };
    const topOf = (value: number) => 100 - value;
    return pointedSeries(shown, drawnValues(shown), { at: 1, y, topOf })?.name;
  };

  it('is the nearest line, or the one in whose pile it is', () => {
    expect([at('line', 61), at('line', 75)]).toEqual(['a', 'b']);
    expect([at('stacked', 61), at('stacked', 45), at('stacked', 20)]).toEqual(['a', 'b', undefined]);
  });
});
