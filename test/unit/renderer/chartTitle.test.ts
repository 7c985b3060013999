import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import type { ViewName, ViewSettings } from '../../../src/model/results/viewSettings.js';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import { makeChart } from '../../../src/renderer/charts/makeChart.js';
import { Session } from '../../../src/renderer/session.js';
import { strings } from '../../../src/renderer/strings.js';
import { noEvents } from './sessionsWith.js';
import { column, table } from './useRenderer.js';

const [eight, nine, ten] = [
  '2026-11-20T08:00:00.000Z',
  '2026-11-20T09:00:00.000Z',
  '2026-11-20T10:00:00.000Z',
] as const;
const query = {
  queryType: 'groupBy',
  granularity: 'hour',
  intervals: [`${eight}/PT3H`],
  aggregations: [
    { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' },
    { type: 'hyperUnique', name: 'clients', fieldName: 'clients' },
  ],
};
const hosts: readonly ResultColumn[] = [
  column('timestamp', 'time', eight, nine, ten),
  column('ip_country_code', 'dimension', 'ES', 'ES', null),
  column('clients', 'value', 3, 'Infinity', null),
  column('bytes', 'value', 5, 6, 7),
];

interface Case {
  readonly columns?: readonly ResultColumn[];
  readonly changes?: object;
  readonly settings?: ViewSettings;
  readonly answeredAt?: number;
}
const sessionOf = ({ columns = hosts, changes = {}, settings = {}, answeredAt }: Case) =>
  new Session(
    { ...table(...columns), id: 'result', facts: queryFacts({ ...query, ...changes }, answeredAt), settings },
    { post: undefined, recall: () => undefined, remember: () => undefined },
  );
const chart = (view: Exclude<ViewName, 'table'>, parts: Case = {}) =>
  makeChart(view, sessionOf(parts), noEvents);
const title = async (...parts: Parameters<typeof chart>) =>
  (await chart(...parts)).element.querySelector('figcaption')?.textContent;
const note = async (...parts: Parameters<typeof chart>) =>
  [...(await chart(...parts)).element.children].find(({ className }) => className === 'note')?.textContent;

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

describe('the title of a chart', () => {
  const hours = '2026-11-20 08:00:00 Z – 2026-11-20 11:00:00 Z';

  it('names the metric, the dimensions and the interval', async () => {
    expect(await title('line')).toBe(`bytes by ip_country_code, ${hours}`);
    expect(await title('list')).toBe(`bytes by ip_country_code, ${hours}`);
    expect(await title('heat')).toBe(`${strings.heatSummary('bytes')}, ${hours}`);
    const dimensions = [...hosts, column('host', 'dimension', 'a', 'b', 'c')];
    expect(await title('bars', { columns: dimensions })).toBe(`bytes by ip_country_code · host, ${hours}`);
    expect(await title('map', { columns: dimensions })).toBe(`bytes by ip_country_code, ${hours}`);
  });

  it('says when bars are the largest of several values, which cannot be added up', async () => {
    const settings = { measure: 'clients' };
    expect(await title('list', { settings })).toBe(`Maximum of clients by ip_country_code, ${hours}`);
    const once = [column('timestamp', 'time', eight, eight), column('clients', 'value', 3, 4)];
    const dimensions = [
      column('ip_country_code', 'dimension', 'ES', 'ES'),
      column('host', 'dimension', 'a', 'b'),
    ];
    const columns = [...once, ...dimensions];
    expect(await title('list', { columns })).toBe(`clients by ip_country_code · host, ${hours}`);
    expect(await title('map', { columns })).toBe(`Maximum of clients by ip_country_code, ${hours}`);
    expect(await title('stacked', { settings })).toBe(`clients by ip_country_code, ${hours}`);
  });

  it('has the interval in the zone that is chosen, and says when there are several', async () => {
    const inTokyo = { settings: { zone: 'Asia/Tokyo' } };
    expect(await title('line', inTokyo)).toContain('2026-11-20 17:00:00 +09:00 – 2026-11-20 20:00:00 +09:00');
    const intervals = [`${ten}/PT1H`, `${eight}/${nine}`];
    expect(await title('line', { changes: { intervals } })).toContain(`${hours} (2 intervals)`);
    // What touches is one.
    expect(await title('line', { changes: { intervals: [`${eight}/${nine}`, `${nine}/PT2H`] } })).toContain(
      hours,
    );
    expect(await title('line', { changes: { intervals: ['yesterday', 5] } })).toBe(
      'bytes by ip_country_code',
    );
  });

  it('is in the picture', async () => {
    for (const view of ['list', 'map'] as const) {
      const file = new DOMParser().parseFromString((await chart(view)).picture(), 'image/svg+xml');
      // Above all else: what hides the edges of a map would lie on it.
      expect(file.documentElement.lastElementChild?.textContent).toBe(`bytes by ip_country_code, ${hours}`);
    }
  });
});

describe('values that are no finite numbers', () => {
  it('are listed below a chart over time', async () => {
    const odd = (await chart('line', { settings: { measure: 'clients' } })).element.querySelector('details');
    expect(odd?.querySelector('summary')?.textContent).toBe(strings.oddRows(2));
    const listed = [...(odd?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
    expect(listed).toEqual([
      `${nine} · ES · clients: Infinity`,
      `${ten} · ${strings.noValue} · clients: ${strings.noValue}`,
    ]);
    expect((await chart('line')).element.querySelector('details')).toBeNull();
  });

  it('are counted beyond the first hundred', async () => {
    const nothing = Array.from({ length: 150 }, () => null);
    const columns = [
      column('timestamp', 'time', ...nothing.map(() => eight), nine),
      column('bytes', 'value', ...nothing, 1),
    ];
    const odd = (await chart('heat', { columns })).element.querySelector('details');
    expect(odd?.querySelector('summary')?.textContent).toBe(strings.oddRows(150));
    expect(odd?.querySelectorAll('li').length).toBe(101);
    expect(odd?.querySelector('li:last-child')?.textContent).toBe(strings.moreInTable(50));
  });
});

describe('partial buckets', () => {
  const cut = { changes: { intervals: ['2026-11-20T08:20Z/2026-11-20T10:30Z'] } };
  const times = ['2026-11-20 08:00:00 Z', '2026-11-20 10:00:00 Z'] as const;

  it('are named, where the interval begins or ends inside of them', async () => {
    expect(await note('line', cut)).toBe(strings.partialBuckets(times.join(', ')));
    expect(await note('heat', cut)).toBe(strings.partialBuckets(times.join(', ')));
    expect(await note('line')).toBeUndefined();
    expect(await note('list', cut)).toBeUndefined();
    const beyond = { changes: { intervals: [`${eight}/2026-11-20T13:30Z`] } };
    expect(await note('line', beyond)).toBeUndefined();
  });

  it('are named, where the bucket had not ended when the manager answered', async () => {
    expect(await note('line', { answeredAt: Date.parse('2026-11-20T10:10Z') })).toBe(
      strings.partialBuckets(times[1]),
    );
    expect(await note('line', { answeredAt: Date.parse('2026-11-20T11:00Z') })).toBeUndefined();
  });
});
