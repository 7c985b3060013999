import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import type { ViewSettings } from '../../../src/model/results/viewSettings.js';
import { BarList } from '../../../src/renderer/charts/barList.js';
import { seriesData } from '../../../src/model/charts/time/seriesData.js';
import { TimeChart } from '../../../src/renderer/charts/time/timeChart.js';
import { totals } from '../../../src/model/charts/group.js';
import type { Session } from '../../../src/renderer/session.js';
import { strings } from '../../../src/renderer/strings.js';
import { groups } from '../../../src/model/charts/viewChoice.js';
import { noEvents, sessionsWith } from './sessionsWith.js';
import { column } from './useRenderer.js';

const session = sessionsWith([
  { name: 'bytes', unit: 'bytes', isSum: true },
  { name: 'clients', unit: 'number', isSum: false },
]);
const [eight, nine] = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const;

/** Hosts with one large value each, the first one the largest, and a small one. */
const hosts = (count: number, measure: string): ResultColumn[] => {
  const numbers = Array.from({ length: count }, (_, host) => host);
  return [
    column('timestamp', 'time', ...numbers.map(() => eight), ...numbers.map(() => nine)),
    column('host', 'dimension', ...[...numbers, ...numbers].map(host => `host ${host}`)),
    column(measure, 'value', ...numbers.map(host => 1000 - host), ...numbers.map(host => host * 3)),
  ];
};

beforeEach(() => {
  // jsdom paints nothing, and lays nothing out.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const bar = ({ element }: { readonly element: HTMLElement }) => element.querySelector('.largest');
const lineChart = (columns: readonly ResultColumn[], settings?: ViewSettings) =>
  new TimeChart(session(columns, settings), 'line', noEvents);

describe('series that are too many', () => {
  it('are the ones with the largest maximum where sums make no sense, and the chart says so', () => {
    const shown = hosts(60, 'clients');
    const { series } = seriesData(session(shown));
    expect(series.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, host) => `host ${host}`));
    expect(bar(lineChart(shown))?.textContent).toBe(`10 of 60 series, by maximum${strings.showAll}`);
  });

  it('are added up where that makes sense, and the chart says so', () => {
    expect(bar(lineChart(hosts(60, 'bytes')))?.textContent).toBe(
      `9 of 60 series, by sum; the others are added up${strings.showAll}`,
    );
    expect(bar(lineChart(hosts(10, 'bytes')))).toBeNull();
  });

  it.each(['bytes', 'clients'])('are all drawn when that is chosen, until it is taken back: %s', measure => {
    const shown = session(hosts(60, measure), { view: 'line' });
    const onDidChoose = vi.fn();
    const press = () => {
      const chart = new TimeChart(shown, 'line', { ...noEvents, onDidChoose });
      const said = bar(chart)?.querySelector('span')?.textContent;
      bar(chart)?.querySelector('button')?.click();
      return [said, seriesData(shown).series.length];
    };
    const [cut] = press();
    expect([cut, seriesData(shown).series.length, onDidChoose.mock.calls.length]).toEqual([
      expect.stringContaining('of 60 series'),
      60,
      1,
    ]);
    expect(press()).toEqual(['All 60 series', 10]);
    expect(shown.settings).toEqual({ view: 'line', hasAll: false });
  });

  it('are all bars of a list when that is chosen', () => {
    const list = (settings?: ViewSettings) =>
      new BarList(session(hosts(60, 'clients'), settings), noEvents).element;
    expect(list().querySelectorAll('li').length).toBe(50);
    expect(list().querySelector('.largest')?.textContent).toBe(`50 of 60, by maximum${strings.showAll}`);
    expect(list({ hasAll: true }).querySelectorAll('li').length).toBe(60);
  });
});

describe('the next answer to the same question', () => {
  it('has its series in the places of those before, then new ones; those of another column are by size', () => {
    const answer = (...named: readonly (readonly [string, number])[]) => [
      column('timestamp', 'time', ...named.map(() => eight)),
      column('host', 'dimension', ...named.map(([name]) => name)),
      column('bytes', 'value', ...named.map(([, bytes]) => bytes)),
      column('clients', 'value', ...named.map(([, bytes]) => -bytes)),
    ];
    const names = (shown: Session) => {
      const { element } = new TimeChart(shown, 'line', noEvents);
      return / of (.*) from /.exec(element.querySelector('.plot')?.getAttribute('aria-label') ?? '')?.[1];
    };
    const first = session(answer(['a', 30], ['b', 20], ['c', 10]));
    expect(names(first)).toBe('a, b, c');
    const next = session(answer(['new', 40], ['c', 30], ['a', 20], ['b', 10]));
    Object.assign(next.look, first.look);
    expect(names(next)).toBe('a, b, c, new');
    next.change({ measure: 'clients' });
    expect(names(next)).toBe('b, a, c, new');
  });
});

describe('no value, the empty text, and texts that read like them', () => {
  const odd = [null, 'null', '', '""', strings.noValue, '[null]', 'a · b'] as const;
  const rows = [
    column('timestamp', 'time', ...odd.map(() => eight)),
    column('host', 'dimension', ...odd),
    column('bytes', 'value', ...odd.map((_, at) => 100 - at)),
  ];

  it('are different series, and words of ours are marked as such', () => {
    const { series } = seriesData(session(rows));
    expect(series.map(({ values }) => values[0])).toEqual([100, 99, 98, 97, 96, 95, 94]);
    expect(new Set(series.map(({ id }) => id)).size).toBe(odd.length);
    expect(series.map(({ isText }) => isText)).toEqual([false, true, false, true, true, true, true]);
  });

  it('are different bars, and a pair of values is not another pair that reads alike', () => {
    const shown = session([...rows, column('other', 'dimension', ...odd.toReversed())]);
    expect(
      totals(
        shown,
        shown.columns.find(({ name }) => name === 'bytes')!,
        groups(shown),
      ).length,
    ).toBe(odd.length);
    const { element } = new BarList(session(rows), noEvents);
    const marked = [...element.querySelectorAll('.name.null')].map(({ textContent }) => textContent);
    expect(marked).toEqual([strings.noValue, strings.empty]);
  });

  it('are switched off one by one, also by the names that older notebooks hold', () => {
    const { series } = seriesData(session(rows));
    const named = series.filter(({ id, name }) => id === name).map(({ name }) => name);
    expect(named).toEqual(['null', '""', strings.noValue, 'a · b']);
  });
});

describe('rows of one group and time', () => {
  it('are never added up where sums make no sense', () => {
    const twice = [
      column('timestamp', 'time', eight, eight),
      column('host', 'dimension', 'a', 'a'),
      column('clients', 'value', 5, 3),
    ];
    expect(seriesData(session(twice)).series[0]?.values).toEqual([5]);
  });
});

describe('bars without a finite number', () => {
  it('stand at the end of the list with what was sent instead', () => {
    const rows = [
      column('host', 'dimension', 'none', 'a', 'endless', 'b', 'b'),
      column('clients', 'value', null, 3, 'Infinity', 'NaN', 7),
    ];
    const { element } = new BarList(session(rows), noEvents);
    const bars = [...element.querySelectorAll('li')].map(item =>
      [...item.querySelectorAll('.name, .value')].map(({ textContent }) => textContent),
    );
    expect(bars).toEqual([
      ['b', `7 ${strings.alsoOdd(1)}`],
      ['a', '3'],
      ['none', strings.noValue],
      ['endless', 'Infinity'],
    ]);
  });
});
