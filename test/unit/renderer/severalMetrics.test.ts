import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import type { ViewSettings } from '../../../src/model/results/viewSettings.js';
import { chartSubject } from '../../../src/model/charts/chartSubject.js';
import { themeColors } from '../../../src/renderer/charts/look.js';
import { plotOptions } from '../../../src/renderer/charts/time/plotOptions.js';
import { seriesBar } from '../../../src/renderer/charts/time/legend.js';
import {
  seriesData,
  seriesLooks,
  type SeriesData,
  type TimeChartKind,
} from '../../../src/model/charts/time/seriesData.js';
import { optionBar } from '../../../src/renderer/optionBar.js';
import { strings } from '../../../src/renderer/strings.js';
import { chosenView, possibleViews } from '../../../src/model/charts/viewChoice.js';
import { sessionsWith } from './sessionsWith.js';
import { column } from './useRenderer.js';

const session = sessionsWith([
  { name: 'bytes', unit: 'bytes', isSum: true },
  { name: 'pkts', unit: 'packets', isSum: true },
  { name: 'clients', unit: 'number', isSum: false },
]);
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const;
const total: readonly ResultColumn[] = [
  column('timestamp', 'time', ...times),
  column('bytes', 'value', 4_000_000, 8_000_000),
  column('pkts', 'value', 10, 20),
  column('clients', 'value', 1, 2),
];
const byHost = (hosts: number): ResultColumn[] => {
  const numbers = Array.from({ length: hosts }, (_, host) => host);
  return [
    column('timestamp', 'time', ...numbers.flatMap(() => times)),
    column('host', 'dimension', ...numbers.flatMap(host => [`host ${host}`, `host ${host}`])),
    column('bytes', 'value', ...numbers.flatMap(host => [100 - host, 100 - host])),
    column('pkts', 'value', ...numbers.flatMap(host => [host, host])),
    column('clients', 'value', ...numbers.flatMap(host => [host, host])),
  ];
};
const shown = ({ series, axes }: SeriesData) =>
  series.map(({ name, axis }) => [name, axes[axis]?.unit ?? 'none']);
const inPkts: ViewSettings = { second: 'pkts' };

beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
afterEach(() => void vi.restoreAllMocks());

/** What a picture and a plot are made of. */
const partsOf = (data: SeriesData, kind: TimeChartKind = 'line') => {
  const colors = themeColors(document.body);
  return { data, kind, colors, looks: seriesLooks(data), zone: 'UTC', isDrawn: () => true };
};

describe('a second value', () => {
  it('has an axis of its own where its unit differs', () => {
    expect(shown(seriesData(session(total, inPkts)))).toEqual([
      ['bytes', 'bytes'],
      [strings.rightAxis('pkts'), 'packets'],
    ]);
    expect(seriesData(session(total)).axes).toHaveLength(1);
  });

  it('is drawn for the largest groups of the first one, and for the others added up', () => {
    const { series, count } = seriesData(session(byHost(60), inPkts));
    const hosts = ['host 0', 'host 1', 'host 2', 'host 3', strings.others(56)];
    expect(series.map(({ name }) => name)).toEqual([
      ...hosts.map(host => `${host} · bytes`),
      ...hosts.map(host => strings.rightAxis(`${host} · pkts`)),
    ]);
    expect(new Set(series.map(({ id }) => id)).size).toBe(10);
    expect(count).toEqual({ drawn: 4, all: 60, usual: 5, by: 'sum', addsOthers: true });
    const said = (settings: ViewSettings) => {
      const drawn = session(byHost(8), settings);
      return seriesBar(drawn, seriesData(drawn), () => undefined).map(({ textContent }) => textContent);
    };
    expect(said({})).toEqual([]);
    expect(said(inPkts)).toEqual([`${strings.seriesWithOthers(4, 8)}${strings.showAll}`]);
    expect(said({ ...inPkts, hasAll: true })).toEqual([`${strings.allSeries(8)}${strings.showLargest}`]);
    expect(series[6]?.values).toEqual([1, 1]);
  });

  it('leaves the others out where it cannot be added up, and the chart does not say that they were', () => {
    const drawn = session(byHost(60), { second: 'clients' });
    const data = seriesData(drawn);
    expect(data.series.map(({ axis }) => axis)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    const [said] = seriesBar(drawn, data, () => undefined);
    expect(said?.textContent).toBe(`5 of 60 series, by sum${strings.showAll}`);
  });

  it('is never piled on the first one', () => {
    for (const kind of ['stacked', 'bars'] as const)
      expect(shown(seriesData(session(byHost(2), inPkts), kind))).toEqual([
        ['host 0', 'bytes'],
        ['host 1', 'bytes'],
      ]);
  });

  it('is chosen beside the first one, among what is not drawn yet, and taken back', () => {
    const drawn = session(total);
    const box = () =>
      optionBar(drawn, 'line', () => undefined).querySelector<HTMLSelectElement>(
        `[aria-label="${strings.second}"]`,
      );
    expect([...(box()?.options ?? [])].map(({ text }) => text)).toEqual([
      strings.noSecond,
      'pkts',
      'clients',
    ]);
    const pick = (value: string) => {
      const select = box()!;
      select.value = value;
      select.dispatchEvent(new Event('change'));
      return [drawn.settings.second, box()?.value];
    };
    expect([pick('pkts'), pick('')]).toEqual([
      ['pkts', 'pkts'],
      [undefined, ''],
    ]);
    expect(optionBar(drawn, 'stacked', () => undefined).textContent).not.toContain(strings.noSecond);
  });

  it('is in the title', () => {
    expect(chartSubject(session(total, inPkts), 'line')).toBe('bytes, pkts');
    expect(chartSubject(session(byHost(2), inPkts), 'area')).toBe('bytes, pkts by host');
    expect(chartSubject(session(byHost(2), inPkts), 'stacked')).toBe('bytes by host');
  });

  it('is drawn against the right axis', () => {
    const data = seriesData(session(total, inPkts));
    const nothing = () => undefined;
    const size = {
      width: 600,
      height: 200,
      onCursor: nothing,
      onRange: nothing,
      values: data.series.map(({ values }) => values),
    };
    const options = plotOptions({ ...partsOf(data), ...size });
    expect(options.series.map(({ scale }) => scale)).toEqual([undefined, 'y', 'right']);
    expect(options.axes?.map(({ scale, side }) => [scale, side])).toEqual([
      [undefined, undefined],
      ['y', 3],
      ['right', 1],
    ]);
  });
});

describe('values that cannot be added up', () => {
  it('are never piled up, not even by what a cell keeps', () => {
    const clients = byHost(2).filter(({ name }) => name !== 'bytes' && name !== 'pkts');
    const piles = (columns: readonly ResultColumn[]) =>
      possibleViews(session(columns)).filter(view => view === 'stacked' || view === 'bars');
    expect([piles(clients), piles(total), piles(byHost(2))]).toEqual([[], ['bars'], ['stacked', 'bars']]);
    expect(chosenView(session(clients, { view: 'stacked' }, 'topN'))).toBe('line');
    expect(chosenView(session(byHost(2), {}, 'topN'))).toBe('stacked');
    const inPile = session(byHost(2), { measure: 'clients' });
    const [value] = optionBar(inPile, 'stacked', () => undefined).children;
    expect([...(value?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['bytes', 'pkts']);
    expect(seriesData(inPile, 'stacked').axes).toEqual([{ unit: 'bytes', prefixes: 'si' }]);
    expect(seriesData(inPile, 'line').axes).toEqual([{ unit: 'number', prefixes: 'si' }]);
  });
});
