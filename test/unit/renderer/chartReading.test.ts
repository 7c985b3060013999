import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ViewSettings } from '../../../src/model/results/viewSettings.js';
import { BarList } from '../../../src/renderer/charts/barList.js';
import { weekData } from '../../../src/model/charts/weekHeat.js';
import { project } from '../../../src/model/charts/world/worldPlaces.js';
import { HeatMap } from '../../../src/renderer/charts/heatMap.js';
import { WorldMap } from '../../../src/renderer/charts/worldMap.js';
import { chartFile } from '../../../src/renderer/charts/chartPicture.js';
import { exactNumber } from '../../../src/model/charts/quantity.js';
import { seriesData } from '../../../src/model/charts/time/seriesData.js';
import { bucketTimes, timeLabels, wholeBuckets } from '../../../src/model/charts/time/timeAxis.js';
import { Session } from '../../../src/renderer/session.js';
import { strings } from '../../../src/renderer/strings.js';
import { formatTime, timeText } from '../../../src/model/text/timeText.js';
import { chosenMeasure, chosenView, possibleViews } from '../../../src/model/charts/viewChoice.js';
import { noEvents, sessionsWith, titled } from './sessionsWith.js';
import { column } from './useRenderer.js';

const measures = [
  { name: 'bytes', unit: 'bytes', isSum: true },
  { name: 'most_bytes', unit: 'bytes', isSum: false },
  { name: 'pkts', unit: 'packets', isSum: true },
] as const;
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const;

const session = sessionsWith(measures, () => undefined);

const hosts = (count: number, measure = 'bytes') => [
  column('timestamp', 'time', ...Array.from({ length: count }, () => times[0])),
  column('host', 'dimension', ...Array.from({ length: count }, (_, row) => `host ${row}`)),
  column(measure, 'value', ...Array.from({ length: count }, (_, row) => count - row)),
];

// jsdom paints nothing.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('lines over time', () => {
  it('leave out what is beyond the tenth where it cannot be added up', () => {
    const { series } = seriesData(session(hosts(12, 'most_bytes')));
    expect(series.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, row) => `host ${row}`));
  });

  it('add up rows of one name and time, and tell the empty name from none', () => {
    const rows = [
      column('timestamp', 'time', times[0], times[0], times[0], times[1]),
      column('host', 'dimension', '', null, '', ''),
      column('bytes', 'value', 1, 2, 4, 8),
    ];
    expect(seriesData(session(rows)).series.map(({ name, values }) => [name, values])).toEqual([
      ['""', [5, 8]],
      [strings.noValue, [2, null]],
    ]);
  });

  it('are the values of one unit when nothing is grouped, in any order of the rows', () => {
    const rows = [
      column('timestamp', 'time', times[1], times[0]),
      column('pkts', 'value', 1, 2),
      column('bytes', 'value', 3, 4),
      column('most_bytes', 'value', 5, 6),
    ];
    const lines = (settings?: ViewSettings) =>
      seriesData(session(rows, settings)).series.map(({ name, values }) => [name, ...values]);
    expect(lines()).toEqual([
      ['bytes', 4, 3],
      ['most_bytes', 6, 5],
    ]);
    expect(lines({ measure: 'pkts' })).toEqual([['pkts', 2, 1]]);
    expect(chosenMeasure(session(rows, { measure: 'gone' }))?.name).toBe('bytes');
  });

  it('are offered for a query over several times before its other rows have come', () => {
    const shown = session(
      [column('timestamp', 'time', times[0]), column('bytes', 'value', 1)],
      {},
      'timeseries',
    );
    expect(chosenView(shown)).toBe('number');
    const { output } = shown;
    const host = { post: () => undefined, recall: () => undefined, remember: () => undefined };
    const part = new Session({ ...output, totalRows: 2 }, host);
    expect([chosenView(part), possibleViews(part).includes('stacked')]).toEqual(['line', false]);
    const hourly = [
      column('timestamp', 'time', ...times),
      column('host', 'dimension', 'a', 'b'),
      column('bytes', 'value', 1, 2),
    ];
    expect(chosenView(session(hourly, {}, 'timeseries'))).toBe('stacked');
  });
});

describe('a time axis', () => {
  it('takes whole buckets with both edges in, and the shortest distance for the length of one', () => {
    const hours = bucketTimes([0, 3600, 7200, 14_400], {});
    expect(wholeBuckets(hours, { from: 3600, to: 7200 })).toEqual({ start: 3600, end: 14_400 });
    expect(wholeBuckets(hours, { from: 14_400, to: 14_400 })).toEqual({ start: 14_400, end: 18_000 });
    expect([hours.bucketLength, hours.end]).toEqual([3600, 18_000]);
  });

  it('ends where the last bucket does, as far as that is known', () => {
    const day = 86_400;
    const ofDay = (times: readonly number[], longest: number, bucketsEnd?: number) =>
      bucketTimes(times, { bucketLength: longest * 1000, bucketsEnd: bucketsEnd && bucketsEnd * 1000 }).end;
    expect(ofDay([0], day)).toBe(day);
    // A day of 25 hours in a zone, where days have 26 at most.
    expect(ofDay([0, day], 26 * 3600, 2 * day + 3600)).toBe(2 * day + 3600);
    // The buckets after it have no rows.
    expect(ofDay([0, day], 26 * 3600, 9 * day)).toBe(2 * day);
  });

  it('has labels with seconds only where they are told apart by them', () => {
    expect(timeLabels([1_763_625_630], 30, 'UTC')).toEqual(['08:00:30\n2025-11-20']);
    expect(timeLabels([1_763_625_630], 60, 'UTC')).toEqual(['08:00\n2025-11-20']);
  });

  it('leaves out rows whose time is none', () => {
    const lines = (...times: (string | null)[]) =>
      seriesData(
        session([
          column('timestamp', 'time', ...times),
          column('bytes', 'value', ...times.map((_, row) => row)),
        ]),
      );
    const eight = '2026-11-20T08:00:00Z';
    const nine = '2026-11-20T09:00:00Z';
    expect(lines(null, nine, 'soon', eight).series[0]?.values).toEqual([3, 1]);
    expect(lines(null).times).toEqual([]);
  });

  it('shows what is no time as it was sent, and times before 1970', () => {
    expect(timeText('yesterday', 'UTC')).toBe('yesterday');
    expect(formatTime(-1, 'UTC')).toBe('1969-12-31 23:59:59.999 Z');
  });
});

describe('hours of the week', () => {
  const night = ['2026-11-22T23:00:00Z', '2026-11-22T23:30:00Z', '2026-11-22T23:30:00Z'];

  it('end with Sunday, and are plain means of what cannot be added up', () => {
    const mean = (measure: string) =>
      weekData(
        session([column('timestamp', 'time', ...night), column(measure, 'value', 10, 20, 60)]),
      )[6]?.[23];
    expect([mean('bytes'), mean('most_bytes')]).toEqual([90, 30]);
  });

  it('are read cell by cell with the keyboard', () => {
    const rows = [column('timestamp', 'time', ...night), column('bytes', 'value', 1000, 200, 34.4)];
    const { element } = new HeatMap(session(rows));
    document.body.append(element);
    const cells = [...element.querySelectorAll<HTMLElement>('[role=gridcell]')];
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    cells[0]?.focus();
    const tip = element.querySelector<HTMLElement>('.tip');
    const read = () => {
      expect(tip?.textContent).toBe(element.querySelector('.below > .note')?.textContent);
      return tip?.textContent;
    };
    expect(read()).toBe('Mon 00:00 – no data');
    for (const key of ['End', 'PageDown']) press(key);
    expect(read()).toBe('Sun 23:00 – 1,234 B');
    press('ArrowUp');
    expect(read()).toBe('Sat 23:00 – no data');
    expect(cells.map(({ tabIndex }) => tabIndex).indexOf(0)).toBe(5 * 24 + 23);
    expect(cells.filter(({ className }) => className === 'none').length).toBe(7 * 24 - 1);
    expect(cells[0]?.style.getPropertyValue('--strength')).toBe('0%');
    expect(cells.at(-1)?.style.getPropertyValue('--strength')).toBe('100%');
    expect(tip?.hidden).toBe(false);
    (document.activeElement as HTMLElement).blur();
    expect(tip?.hidden).toBe(true);
  });
});

describe('a list of bars', () => {
  it('ends after fifty and says how many there are', () => {
    const { element } = new BarList(session(hosts(60)), noEvents);
    expect(element.querySelectorAll('li').length).toBe(50);
    expect(element.querySelector('.largest span')?.textContent).toBe('50 of 60, by sum');
    const widths = [...element.querySelectorAll<HTMLElement>('.bar')].map(({ style }) => style.width);
    expect([widths[0], widths[30]]).toEqual(['100%', '50%']);
    expect(new BarList(session([]), noEvents).element.querySelector('.note')?.textContent).toBe(
      strings.noData,
    );
  });

  it('offers what can be done with each value that makes a group', () => {
    const rows = [
      column('a', 'dimension', 'x'),
      column('b', 'dimension', 'y'),
      column('bytes', 'value', 0.5),
    ];
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    root.append(new BarList(session(rows), noEvents).element);
    root.querySelector('li')?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
    const labels = [...root.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
    expect(labels).toHaveLength(8);
    expect(labels).toContain(`${strings.exclude}: b`);
    expect(root.querySelector<HTMLElement>('.value')?.title).toBe(
      exactNumber(0.5, { unit: 'bytes', prefixes: 'si' }),
    );
    expect(exactNumber(1234.5, { unit: 'packets', prefixes: 'si' })).toBe('1,234.5 pkts');
  });
});

describe('a map', () => {
  /** What has a value on it. */
  const spots = (map: Element) => [...map.querySelectorAll('[role=button]')];
  /** The part of it that is seen: from where, and how much. */
  const inSight = ({ look }: Session) => {
    const { middle, scale } = look.map!;
    const width = 720 / scale;
    const height = 318 / scale;
    return [middle.x - width / 2, middle.y - height / 2, width, height]
      .map(at => Number(at.toFixed(2)))
      .join(' ');
  };

  it('tells a place whose value is no number from one with the value 0', () => {
    const rows = [
      column('ip_country_code', 'dimension', 'ES', 'FR', 'MC'),
      column('most_bytes', 'value', 0, null, null),
    ];
    const { element } = new WorldMap(session(rows), noEvents);
    expect([spots(element).length, element.querySelectorAll('circle').length]).toEqual([1, 0]);
    const listed = [...element.querySelectorAll('.bars .value')].map(({ textContent }) => textContent);
    expect(listed).toEqual(['0 B', strings.noValue, strings.noValue]);
    const tip = element.querySelector<HTMLElement>('.tip');
    const point = (type: string) => spots(element)[0]?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    point('pointermove');
    expect([tip?.hidden, tip?.textContent]).toEqual([false, 'Spain (ES): 0 B']);
    element.querySelector('.map')?.dispatchEvent(new MouseEvent('pointerleave'));
    expect(tip?.hidden).toBe(true);
  });

  it('marks countries in any case, coordinates where they are, and the column that is chosen', () => {
    const rows = [
      column('ip_country_code', 'dimension', 'es', 'MC'),
      column('client_latlong', 'dimension', '37.89,-26.39', '10,20'),
      column('bytes', 'value', 4, 1),
    ];
    const countries = new WorldMap(session(rows), noEvents).element;
    const [spain, monaco] = spots(countries).map(({ firstElementChild }) => firstElementChild);
    expect([spain?.tagName, spain?.getAttribute('fill-opacity')]).toEqual(['path', '1']);
    // It is too small for an outline, and has a quarter of what Spain has.
    const weaker = ['r', 'fill-opacity'].map(name => monaco?.getAttribute(name));
    expect([monaco?.tagName, ...weaker]).toEqual(['circle', '4', '0.65']);
    const map = new WorldMap(session(rows, { dimension: 'client_latlong' }), noEvents).element;
    const at = spots(map).map(spot =>
      ['cx', 'cy', 'r'].map(name => Number(spot.firstElementChild?.getAttribute(name))),
    );
    expect(at).toEqual([
      [...project(-26.39, 37.89), 25],
      [...project(20, 10), 14],
    ]);
  });

  it('says in its colours what they mean: a ramp for countries, sizes for circles', () => {
    const rows = [
      column('ip_country_code', 'dimension', 'ES', 'FR', null),
      column('client_latlong', 'dimension', '40,-3', '48,2', null),
      column('bytes', 'value', 4000, 1000, 9000),
    ];
    const drawn = (dimension: string) => new WorldMap(session(rows, { dimension }), noEvents);
    const legend = (map: WorldMap) => [
      map.element.querySelectorAll('.ramp').length,
      ...[...map.element.querySelectorAll('svg text')].map(({ textContent }) => textContent),
    ];
    const countries = drawn('ip_country_code');
    expect(legend(countries)).toEqual([1]);
    // What has no place is larger, but not on the map.
    expect(countries.element.querySelector('.scale')?.textContent).toBe('bytes0 B4 kB');
    const circles = drawn('client_latlong');
    expect(legend(circles)).toEqual([0, '4 kB', '1 kB']);
    const file = new DOMParser().parseFromString(
      chartFile(circles.element, circles.picture(), titled('bytes')),
      'image/svg+xml',
    );
    expect(file.querySelector('linearGradient')).toBeNull();
    const paints = [...file.querySelectorAll('circle')].map(circle => circle.getAttribute('fill'));
    expect([paints.length, new Set(paints).size]).toEqual([4, 1]);
  });

  it('zooms with buttons, keys, the wheel and a double click, while its circles stay as large', () => {
    const rows = [column('client_latlong', 'dimension', '0,0'), column('bytes', 'value', 1)];
    const shown = session(rows);
    const { element } = new WorldMap(shown, noEvents);
    const frame = element.querySelector('.map')!;
    const view = () => inSight(shown);
    const radius = () => Number(spots(frame)[0]?.firstElementChild?.getAttribute('r'));
    const press = (key: string) =>
      frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const [closer, farther, reset] = element.querySelectorAll<HTMLButtonElement>('.map-zoom button');
    expect([view(), radius(), reset?.disabled]).toEqual(['0 0 720 318', 25, true]);
    closer?.click();
    expect([view(), radius(), reset?.disabled]).toEqual(['180 79.5 360 159', 25, false]);
    press('ArrowLeft');
    expect(view()).toBe('108 79.5 360 159');
    for (const _ of [1, 2, 3]) press('ArrowLeft');
    expect(view()).toBe('0 79.5 360 159');
    farther?.click();
    expect(view()).toBe('0 0 720 318');
    // jsdom lays nothing out: a pixel is a unit.
    const at = { clientX: 100, clientY: 50, bubbles: true, cancelable: true };
    frame.dispatchEvent(new MouseEvent('dblclick', at));
    expect(view()).toBe('50 25 360 159');
    press('0');
    const wheel = (more: WheelEventInit) => {
      const event = new WheelEvent('wheel', { ...at, deltaY: -1, ...more });
      frame.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([wheel({}), view()]).toEqual([false, '0 0 720 318']);
    expect([wheel({ ctrlKey: true }), view()]).toEqual([true, '20 10 576 254.4']);
    for (let times = 0; times < 30; times += 1) press('+');
    expect(view()?.split(' ')[2]).toBe('60');
    reset?.click();
    expect(view()).toBe('0 0 720 318');
  });

  it('moves with the mouse once it is zoomed, and has the wheel for itself in a tab', () => {
    const shown = session([column('client_latlong', 'dimension', '0,0'), column('bytes', 'value', 1)]);
    Object.assign(shown.output, { isInTab: true });
    const { element } = new WorldMap(shown, noEvents);
    const frame = element.querySelector('.map')!;
    const view = () => inSight(shown);
    const point = (target: EventTarget, type: string, x: number) =>
      target.dispatchEvent(new MouseEvent(type, { clientX: x, clientY: 100, bubbles: true }));
    const drag = (to: number, end = 'pointerup') => {
      point(frame, 'pointerdown', 100);
      point(frame, 'pointermove', to);
      point(window, end, to);
      point(frame, 'pointermove', 500);
    };
    drag(40);
    expect(view()).toBe('0 0 720 318');
    frame.dispatchEvent(new WheelEvent('wheel', { deltaY: -1, clientX: 0, clientY: 0 }));
    expect(view()).toBe('0 0 576 254.4');
    drag(98);
    expect(view()).toBe('0 0 576 254.4');
    drag(40);
    expect(view()).toBe('48 0 576 254.4');
    drag(100, 'pointercancel');
    expect(view()).toBe('48 0 576 254.4');
  });
});
