import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryFacts, queryTitle } from '../../../src/model/results/queryFacts.js';
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
  readonly name?: string;
  readonly notes?: readonly string[];
}
function sessionOf({ columns = hosts, changes = {}, settings = {}, answeredAt, name, notes }: Case) {
  const asked = { ...query, ...changes };
  const said = { name, asks: queryTitle(asked), manager: 'Lab', notes };
  return new Session(
    { ...table(...columns), ...said, id: 'result', facts: queryFacts(asked, answeredAt), settings },
    { post: undefined, recall: () => undefined, remember: () => undefined },
  );
}
const chart = (view: Exclude<ViewName, 'table'>, parts: Case = {}) =>
  makeChart(view, sessionOf(parts), noEvents);
const title = async (...parts: Parameters<typeof chart>) =>
  [...(await chart(...parts)).element.querySelectorAll('figcaption > *')].map(
    ({ textContent }) => textContent,
  );
const drawnOf = async (...parts: Parameters<typeof chart>) => (await title(...parts))[1]?.split(' · Lab')[0];
const note = async (...parts: Parameters<typeof chart>) =>
  [...(await chart(...parts)).element.children].find(({ className }) => className === 'note')?.textContent;

/** What a picture says below all else. */
const notesIn = (picture: string) => {
  const texts = [...new DOMParser().parseFromString(picture, 'image/svg+xml').querySelectorAll('text')];
  const subtitle = texts.findLastIndex(({ textContent }) => textContent.includes(' · Lab'));
  return texts.slice(subtitle + 1).map(({ textContent }) => textContent);
};

const manyHosts: readonly ResultColumn[] = [
  column('timestamp', 'time', ...Array.from({ length: 60 }, () => eight)),
  column('host', 'dimension', ...Array.from({ length: 60 }, (_, at) => `host ${at}`)),
  column('bytes', 'value', ...Array.from({ length: 60 }, (_, at) => 60 - at)),
];

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

describe('what stands above a chart', () => {
  const hours = '2026-11-20 08:00 – 11:00 (UTC)';

  it('is what its query asks, and below it what is drawn, the manager, and the interval', async () => {
    expect(await title('line')).toEqual([
      'groupBy bytes, clients',
      `bytes by ip_country_code · Lab · ${hours}`,
    ]);
    expect(await title('heat')).toEqual([
      'groupBy bytes, clients',
      `${strings.heatSummary('bytes')} · Lab · ${hours}`,
    ]);
    const dimensions = [...hosts, column('host', 'dimension', 'a', 'b', 'c')];
    const drawn = async (view: 'bars' | 'map') => (await title(view, { columns: dimensions }))[1];
    expect(await drawn('bars')).toBe(`bytes by ip_country_code · host · Lab · ${hours}`);
    expect(await drawn('map')).toBe(`bytes by ip_country_code · Lab · ${hours}`);
  });

  it('says when bars are the largest of several values, which cannot be added up', async () => {
    const settings = { measure: 'clients' };
    expect(await drawnOf('list', { settings })).toBe('Maximum of clients by ip_country_code');
    const once = [column('timestamp', 'time', eight, eight), column('clients', 'value', 3, 4)];
    const dimensions = [
      column('ip_country_code', 'dimension', 'ES', 'ES'),
      column('host', 'dimension', 'a', 'b'),
    ];
    const columns = [...once, ...dimensions];
    expect(await drawnOf('list', { columns })).toBe('clients by ip_country_code · host');
    expect(await drawnOf('map', { columns })).toBe('Maximum of clients by ip_country_code');
    expect(await drawnOf('area', { settings })).toBe('clients by ip_country_code');
  });

  it('has the interval in the zone that is chosen', async () => {
    const [, below] = await title('line', { settings: { zone: 'Asia/Tokyo' } });
    expect(below).toContain('2026-11-20 17:00 – 20:00 (Asia/Tokyo)');
  });

  it('is in the picture, with what is not in it', async () => {
    const notes = ['The limit of 25 rows is reached.', 'The manager says: <slow>'];
    for (const view of ['list', 'heat'] as const) {
      const shown = await chart(view, { name: 'traffic', notes });
      const file = new DOMParser().parseFromString(shown.picture(), 'image/svg+xml');
      const lines = [...file.querySelectorAll('text')].slice(-4);
      const said = [...shown.element.querySelectorAll('figcaption > *')].map(
        ({ textContent }) => textContent,
      );
      expect(lines.map(({ textContent }) => textContent)).toEqual([...said, ...notes]);
      expect(said[0]).toBe('traffic');
      // Below all else.
      const places = [...file.querySelectorAll('text')].map(text => Number(text.getAttribute('y')));
      expect(places.at(-1)).toBe(Math.max(...places));
      expect(Number(file.documentElement.getAttribute('height'))).toBeGreaterThan(places.at(-1)!);
    }
  });

  it('is in the picture, with how much of the result that leaves out', async () => {
    const rows = Array.from({ length: 24 }, (_, at) => `host ${Math.floor(at / 2)}`);
    const columns = [
      column('timestamp', 'time', ...rows.map((_, at) => (at % 2 ? nine : eight))),
      column('host', 'dimension', ...rows),
      column('bytes', 'value', null, ...rows.slice(1).map((_, at) => 100 - at)),
    ];
    const left = async (view: Exclude<ViewName, 'table'>, parts: Case) =>
      notesIn((await chart(view, parts)).picture());
    const settings = { off: ['host 1', 'host 2'] };
    const changes = { intervals: ['2026-11-20T08:20Z/2026-11-20T10:00Z'] };
    expect(await left('line', { columns, changes, settings })).toEqual([
      strings.seriesWithOthers(9, 12),
      strings.seriesOff(2),
      strings.partialBuckets('2026-11-20 08:00:00 Z'),
      strings.oddRows(1),
    ]);
    const [many] = await left('list', { columns: manyHosts });
    expect(many).toBe(strings.groupsBySum(50, 60));
    expect(await left('map', {})).toEqual([strings.unplaced(1)]);
    expect(await left('line', {})).toEqual([]);
  });

  it('has the time in the picture that is zoomed into', async () => {
    const session = sessionOf({});
    session.zoomed = { from: Date.parse(eight) / 1000 + 0.3, to: Date.parse(nine) / 1000 };
    for (const [view, range] of [
      ['line', '2026-11-20 08:00 – 09:00 (UTC)'],
      ['list', hours],
    ] as const) {
      const shown = await makeChart(view, session, noEvents);
      expect(shown.element.querySelector('.subtitle')?.textContent).toContain(hours);
      expect(shown.picture()).toContain(range);
    }
  });

  it('makes a narrow picture wide enough', async () => {
    const name = 'a name of a cell that is longer than the number which it shows is wide, and a bit more';
    const columns = [column('timestamp', 'time', eight), column('bytes', 'value', 5)];
    const width = async (said: string) =>
      Number(/ width="(\d+)"/.exec((await chart('number', { columns, name: said })).picture())?.[1]);
    expect(await width('short')).toBe(480);
    expect(await width(name)).toBeGreaterThan(500);
    const picture = (await chart('number', { columns, name: name.repeat(9) })).picture();
    expect(picture).toMatch(/width="1100"[^]*…<\/text>/);
  });
});

describe('values that are no finite numbers', () => {
  it('are listed below a chart over time', async () => {
    const odd = (await chart('line', { settings: { measure: 'clients' } })).element.querySelector(
      '.odd-rows',
    );
    expect(odd?.querySelector('summary')?.textContent).toBe(strings.oddRows(2));
    const listed = [...(odd?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
    expect(listed).toEqual([
      `${nine} · ES · clients: Infinity`,
      `${ten} · ${strings.noValue} · clients: ${strings.noValue}`,
    ]);
    expect((await chart('line')).element.querySelector('.odd-rows')).toBeNull();
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
