import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ResultColumn, ResultValue } from '../../../src/model/query/queryResult.js';
import { BarList } from '../../../src/renderer/charts/barList.js';
import { BigNumber } from '../../../src/renderer/charts/bigNumber.js';
import { chartFile } from '../../../src/renderer/charts/chartPicture.js';
import { weekData } from '../../../src/model/charts/weekHeat.js';
import { mapSize, project } from '../../../src/model/charts/world/worldPlaces.js';
import { HeatMap } from '../../../src/renderer/charts/heatMap.js';
import { worldOutlines } from '../../../src/model/pictures/maps/worldAtlas.js';
import { WorldMap } from '../../../src/renderer/charts/worldMap.js';
import { axisSteps, shortNumber } from '../../../src/model/charts/quantity.js';
import { seriesData, stack } from '../../../src/model/charts/time/seriesData.js';
import { bucketTimes, timeLabels, wholeBuckets } from '../../../src/model/charts/time/timeAxis.js';
import { totals } from '../../../src/model/charts/group.js';
import { Session } from '../../../src/renderer/session.js';
import { strings } from '../../../src/renderer/strings.js';
import { formatTime } from '../../../src/model/text/timeText.js';
import { chosenView, possibleViews } from '../../../src/model/charts/viewChoice.js';
import { noEvents, sessionsWith, titled } from './sessionsWith.js';
import { column } from './useRenderer.js';

const bytes = { name: 'bytes', unit: 'bytes', isSum: true } as const;
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'] as const;

const session = sessionsWith([bytes]);

const grouped = () => [
  column('timestamp', 'time', times[1], times[0], times[1], times[2]),
  column('host', 'dimension', 'a', 'b', 'b', null),
  column('bytes', 'value', 10, 20, 30, 5),
];

describe('lines over time', () => {
  it('are one per group, over all times in order, the largest first', () => {
    const { times: seconds, series } = seriesData(session(grouped()));
    expect(seconds).toEqual(times.map(time => Date.parse(time) / 1000));
    expect(series).toMatchObject([
      { name: 'b', values: [20, 30, null], parts: [{ column: 'host', value: 'b' }] },
      { name: 'a', values: [null, 10, null], parts: [{ column: 'host', value: 'a' }] },
      { name: strings.noValue, values: [null, null, 5], parts: [{ column: 'host', value: null }] },
    ]);
  });

  it('add up what is beyond the tenth', () => {
    const groups = Array.from({ length: 30 }, (_, group) => `host ${group}`);
    const data = seriesData(
      session([
        column('timestamp', 'time', ...groups.map(() => times[0])),
        column('host', 'dimension', ...groups),
        column('bytes', 'value', ...groups.map((_, group) => 30 - group)),
      ]),
    );
    expect(data.series.length).toBe(10);
    expect(data.series.at(-1)).toMatchObject({ name: '21 others', values: [(21 * 22) / 2] });
  });

  it('stand on each other, and one that is switched off takes no room', () => {
    const { series } = seriesData(session(grouped()));
    expect(stack(series, () => true)).toEqual([
      [20, 30, null],
      [null, 40, null],
      [null, null, 5],
    ]);
    expect(stack(series, name => name !== 'b')[1]).toEqual([null, 10, null]);
  });

  it('take integers beyond 2^53 and leave gaps for what is no number', () => {
    const values = ['9223372036854775807', 'Infinity', null];
    const shown = session([column('timestamp', 'time', ...times), column('bytes', 'value', ...values)]);
    expect(seriesData(shown).series[0]?.values).toEqual([2 ** 63, null, null]);
  });
});

describe('one number', () => {
  const one = (value: ResultValue, ...dimensions: ResultColumn[]) =>
    session([column('timestamp', 'time', times[0]), ...dimensions, column('bytes', 'value', value)]);
  const read = (shown: Session) =>
    [...new BigNumber(shown).element.children].map(({ textContent }) => textContent);

  it('is what a result of one value is shown as, with its unit and all of its digits', () => {
    const shown = one(4_123_456_789);
    expect(chosenView(shown)).toBe('number');
    expect(read(shown)).toEqual(['4.12 GB', '4,123,456,789 B']);
    expect(read(one(7))).toEqual(['7 B']);
    expect(read(one(2 ** 60))).toEqual(['1.15 EB']);
    expect(read(one('9223372036854775807'))).toEqual(['9.22 EB', '9,223,372,036,854,775,807 B']);
    shown.change({ prefixes: 'binary' });
    expect(read(shown)[0]).toBe('3.84 GiB');
  });

  it('may be shown of a group, and is not of several rows, or where there is none', () => {
    const shown = one(1500, column('host', 'dimension', 'a'));
    expect([chosenView(shown), possibleViews(shown).slice(0, 2)]).toEqual(['table', ['table', 'number']]);
    expect(read(shown)).toEqual(['1.5 kB', '1,500 B', 'a']);
    expect(possibleViews(session(grouped()))).not.toContain('number');
    expect(possibleViews(one(null))).toEqual(['table']);
    expect(read(one('Infinity'))).toEqual(['Infinity']);
  });

  it('is in its picture', () => {
    const hostile = '<script>';
    const number = new BigNumber(one(1500, column('host', 'dimension', hostile)));
    const svg = chartFile(number.element, number.picture(), titled('bytes'));
    const file = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const texts = [...file.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['1.5 kB', '1,500 B', hostile, 'bytes']);
  });
});

describe('the view that is shown', () => {
  it('suits the query, and is the chosen one when that is possible', () => {
    const ungrouped = [column('timestamp', 'time', ...times), column('bytes', 'value', 1, 2, 3)];
    expect(chosenView(session(ungrouped, {}, 'timeseries'))).toBe('line');
    expect(chosenView(session(grouped(), {}, 'topN'))).toBe('stacked');
    expect(chosenView(session(grouped()))).toBe('line');
    expect(chosenView(session(grouped(), {}, 'unknown'))).toBe('table');
    const { output } = session(grouped());
    const host = { post: () => undefined, recall: () => undefined, remember: () => undefined };
    expect(chosenView(new Session({ ...output, totalRows: 10_001 }, host))).toBe('table');
    expect(chosenView(session(grouped(), { view: 'heat' }))).toBe('heat');
    expect(chosenView(session(ungrouped, { view: 'map' }))).toBe('line');
  });

  it('is a list for a topN over one bucket, and a map where there are countries or coordinates', () => {
    const one = (name: string, ...values: string[]) =>
      session(
        [
          column('timestamp', 'time', ...values.map(() => times[0])),
          column(name, 'dimension', ...values),
          column('bytes', 'value', ...values.map((_, index) => index)),
        ],
        {},
        'topN',
      );
    expect(chosenView(one('host', 'a', 'b'))).toBe('list');
    expect(possibleViews(one('wan_ip_country_code', 'ES', 'US'))).toContain('map');
    expect(possibleViews(one('client_latlong', '37.89,26.39'))).toContain('map');
    expect(possibleViews(one('src_map', '10.0.0.1'))).not.toContain('map');
  });
});

describe('quantities', () => {
  it.each([
    [0, 'bytes', 'si', '0 B'],
    [999.9, 'bytes', 'si', '1 kB'],
    [1_234_567, 'bytes', 'si', '1.23 MB'],
    [999_999, 'bytes', 'si', '1 MB'],
    [1024, 'bytes', 'binary', '1 KiB'],
    [1_023_900_000, 'bytes', 'binary', '976 MiB'],
    [1500, 'packets', 'binary', '1.5 kpkts'],
    [-2_500_000, 'number', 'si', '−2.5 M'],
    [0.25, 'number', 'si', '0.25'],
  ] as const)('%d %s (%s) is %s', (value, unit, prefixes, text) => {
    expect(shortNumber(value, { unit, prefixes })).toBe(text);
  });

  it.each([1e-300, 1e42, 1e230])('have round steps however large they are: %s', largest => {
    const steps = axisSteps({ unit: 'bytes', prefixes: 'si' });
    const step = steps.find(size => largest / size <= 5) ?? Number.NaN;
    expect(largest / step).toBeGreaterThan(1);
    const said = [0, 1, 2, 3, 4, 5].map(times =>
      shortNumber(times * step, { unit: 'bytes', prefixes: 'si' }),
    );
    expect(said.every(({ length }) => length < 14)).toBe(true);
  });

  it('have steps of 1,024 where they are counted so', () => {
    const steps = axisSteps({ unit: 'bytes', prefixes: 'binary' });
    expect(steps.find(size => (3 * 1024 ** 2) / size <= 5)).toBe(1024 ** 2);
  });
});

describe('times', () => {
  it('carry the offset, also where the clock goes back', () => {
    const autumn = Date.parse('2026-10-25T00:30:00Z');
    expect(formatTime(autumn, 'Europe/Madrid')).toBe('2026-10-25 02:30:00 +02:00');
    expect(formatTime(autumn + 3_600_000, 'Europe/Madrid')).toBe('2026-10-25 02:30:00 +01:00');
    expect(formatTime(autumn + 7, 'UTC')).toBe('2026-10-25 00:30:00.007 Z');
    expect(formatTime(autumn, 'Nowhere/Else')).toBe('2026-10-25 00:30:00 Z');
  });

  it('name the day where it begins', () => {
    const seconds = ['2026-11-20T22:00:00Z', '2026-11-21T00:00:00Z', '2026-11-21T02:00:00Z'].map(
      text => Date.parse(text) / 1000,
    );
    expect(timeLabels(seconds, 7200, 'UTC')).toEqual(['22:00\n2026-11-20', '00:00\n2026-11-21', '02:00']);
    expect(timeLabels(seconds, 86_400, 'UTC')[0]).toBe('11-20');
  });

  it('make a range of whole buckets', () => {
    const hours = bucketTimes([0, 3600, 7200, 10_800], {});
    expect(wholeBuckets(hours, { from: 100, to: 7300 })).toEqual({ start: 3600, end: 10_800 });
    expect(wholeBuckets(hours, { from: 7200, to: 20_000 })).toEqual({ start: 7200, end: 14_400 });
    expect(wholeBuckets(hours, { from: 100, to: 200 })).toBeUndefined();
  });
});

describe('hours of the week', () => {
  it('are means per hour on the clock of the zone', () => {
    const data = weekData(
      session(
        [
          column('timestamp', 'time', '2026-11-20T23:00:00Z', '2026-11-20T23:30:00Z', '2026-11-27T23:00:00Z'),
          column('bytes', 'value', 10, 20, 50),
        ],
        { zone: 'Europe/Madrid' },
      ),
    );
    // Saturday, midnight: 30 in one week, 50 in the other.
    expect(data[5]?.[0]).toBe(40);
    expect(data.flat().filter(value => value !== undefined)).toEqual([40]);
  });
});

describe('totals', () => {
  it('add up sums and take the largest of everything else', () => {
    const shown = session(grouped());
    const [, host, measure] = shown.columns;
    expect(totals(shown, measure!, [host!]).map(({ name, value }) => [name, value])).toEqual([
      ['b', 50],
      ['a', 10],
      [strings.noValue, 5],
    ]);
    const peak = { ...measure!, name: 'peak' };
    expect(totals(shown, peak, [host!])[0]?.value).toBe(30);
  });
});

describe('heat maps, maps and lists', () => {
  afterEach(() => vi.restoreAllMocks());

  const drawn = () =>
    session([
      column('timestamp', 'time', ...times),
      column('ip_country_code', 'dimension', 'ES', 'US', 'AQ'),
      column('bytes', 'value', 1_000_000, 2_500_000, 5),
    ]);

  it.each([HeatMap, WorldMap, BarList])('say how much they show, also as a file: %o', Chart => {
    // jsdom paints nothing.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const chart = new Chart(drawn(), noEvents);
    expect(chart.element.textContent).toContain('2.5 MB');
    const file = new DOMParser().parseFromString(
      chartFile(chart.element, chart.picture(), titled('A title')),
      'image/svg+xml',
    );
    expect(file.querySelector('parsererror')).toBeNull();
    expect(file.documentElement.textContent).toContain('2.5 MB');
  });
});

describe('the map', () => {
  it('has every country within its frame, in one piece on each side of the date line', () => {
    const outlines = worldOutlines();
    expect(outlines.length).toBeGreaterThan(220);
    // Antarctica is drawn as a point at the lower edge.
    for (const { code, rings } of outlines.filter(({ code }) => code !== 'AQ'))
      for (const ring of rings)
        ring.forEach(([longitude, latitude], index) => {
          const [x, y] = project(longitude, latitude);
          expect([code, x >= 0 && x <= mapSize.width, y >= 0 && y <= mapSize.height]).toEqual([
            code,
            true,
            true,
          ]);
          expect(Math.abs(longitude - (ring[index - 1]?.[0] ?? longitude)) < 180).toBe(true);
        });
  });

  it('has Spain where Spain is', () => {
    const ring = worldOutlines().find(({ code }) => code === 'ES')?.rings[0] ?? [];
    expect(ring.length).toBeGreaterThan(5);
    for (const [longitude, latitude] of ring) {
      expect(longitude).toBeGreaterThan(-10);
      expect(longitude).toBeLessThan(5);
      expect(latitude).toBeGreaterThan(35);
      expect(latitude).toBeLessThan(45);
    }
  });
});
