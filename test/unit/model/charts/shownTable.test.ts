import { describe, expect, it } from 'vitest';
import type { ResultColumn, ResultTable } from '../../../../src/model/query/queryResult.js';
import { queryFacts } from '../../../../src/model/results/queryFacts.js';
import { resultCsv, resultJson } from '../../../../src/model/results/resultText.js';
import { drawnTable } from '../../../../src/model/charts/time/drawnTable.js';
import { chartWords } from '../../../../src/model/charts/chartWords.js';
import { shownTable } from '../../../../src/model/charts/shownTable.js';
import type { ViewSettings } from '../../../../src/model/results/viewSettings.js';

const facts = queryFacts({
  queryType: 'groupBy',
  granularity: 'hour',
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
});
const column = (name: string, kind: ResultColumn['kind'], ...values: ResultColumn['values'][number][]) => ({
  name,
  kind,
  values,
});
const tableOf = (...columns: ResultColumn[]): ResultTable => {
  const rowCount = columns[0]!.values.length;
  return { columns, rowCount, totalRows: rowCount };
};
const [eight, nine] = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const;
const hosts = tableOf(
  column('timestamp', 'time', eight, eight, nine, nine),
  column('host', 'dimension', 'web', '=db', 'web', null),
  column('bytes', 'value', 5, '9223372036854775807', 30, 7),
);
const seen = (settings: ViewSettings, { table = hosts, zone = 'sent' } = {}) =>
  shownTable(table, { facts, settings, zone });
const rowsOf = ({ columns, rowCount }: ResultTable) =>
  Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row]));

describe('a result as it is on the screen', () => {
  const settings: ViewSettings = {
    view: 'table',
    sort: { column: 'bytes', isDescending: true },
    search: '!null',
    columns: [
      { name: 'timestamp', isHidden: true },
      { name: 'bytes', filter: '>6' },
    ],
  };

  it('has the rows that pass the filters, in the order of the table, without hidden columns', () => {
    const shown = seen(settings);
    expect([shown.rowCount, shown.totalRows]).toEqual([2, 2]);
    expect(rowsOf(shown)).toEqual([
      ['=db', '9223372036854775807'],
      ['web', 30],
    ]);
    expect(resultCsv(shown)).toBe("host,bytes\n'=db,9223372036854775807\nweb,30\n");
    expect(resultJson(shown)).toContain('{ "host": "=db", "bytes": 9223372036854775807 }');
  });

  it('has its columns in the order of the table, those last that it does not know', () => {
    const names = (order: string[]) => seen({ view: 'table', order }).columns.map(({ name }) => name);
    expect(names(['bytes', 'gone', 'timestamp'])).toEqual(['bytes', 'timestamp', 'host']);
    expect(seen({ view: 'bars', order: ['bytes'] }).columns[0]?.name).toBe('timestamp');
  });

  it('has its times in the zone of the table, by which rows are found too', () => {
    const shown = seen(
      { view: 'table', columns: [{ name: 'timestamp', filter: '10:00' }] },
      { zone: 'Europe/Madrid' },
    );
    expect(rowsOf(shown).map(([time]) => time)).toEqual(Array(2).fill('2026-11-20 10:00:00 +01:00'));
    expect(resultJson(shown)).toContain('"timestamp": "2026-11-20T10:00:00+01:00"');
  });

  it('has a time that the screen says once in each row, unless somebody hides it', () => {
    const once = tableOf(
      column('timestamp', 'time', eight, eight),
      ...hosts.columns.slice(1).map(({ values, ...rest }) => ({ ...rest, values: values.slice(0, 2) })),
    );
    const names = (more: ViewSettings) =>
      seen({ view: 'table', ...more }, { table: once }).columns.map(({ name }) => name);
    expect(names({})).toEqual(['timestamp', 'host', 'bytes']);
    expect(names({ columns: [{ name: 'timestamp', isHidden: true }] })).toEqual(['host', 'bytes']);
  });

  it('is all of it while a chart is shown, which is drawn of all rows', () => {
    expect(seen({ ...settings, view: 'line' })).toEqual(hosts);
    const inUtc = seen({ ...settings, view: 'line' }, { zone: 'UTC' });
    expect(rowsOf(inUtc)[0]).toEqual(['2026-11-20 08:00:00 Z', 'web', 5]);
  });
});

describe('a chart over time as a table', () => {
  const copied = (settings: ViewSettings, table = hosts) => {
    const drawn = drawnTable(table, { facts, settings, zone: 'sent' });
    return { rows: rowsOf(drawn.table).map(row => row.slice(1)), notes: drawn.notes };
  };

  it('has the rows of the series that are on the screen, and says how many are switched off', () => {
    const web = [
      ['web', 5],
      ['web', 30],
    ];
    expect(copied({ view: 'line', only: ['web'] })).toEqual({ rows: web, notes: [chartWords.seriesOff(2)] });
    expect(copied({ view: 'stacked', off: ['=db'] })).toEqual({
      rows: [web[0], web[1], [null, 7]],
      notes: [chartWords.seriesOff(1)],
    });
    // Nothing is hidden, or nothing is drawn over time.
    const whole: readonly ViewSettings[] = [{ view: 'line' }, { view: 'list', only: ['web'] }];
    for (const settings of whole)
      expect(copied(settings)).toEqual({ rows: rowsOf(hosts).map(row => row.slice(1)), notes: [] });
  });

  it('has no rows of series without a line of their own until all are asked for', () => {
    const names = Array.from({ length: 24 }, (_, at) => `host ${at % 12}`);
    const many = tableOf(
      column('timestamp', 'time', ...names.map((_, at) => (at < 12 ? eight : nine))),
      column('host', 'dimension', ...names),
      column('bytes', 'value', ...names.map((_, at) => 100 - (at % 12))),
    );
    const { rows, notes } = copied({ view: 'line' }, many);
    expect([rows.length, notes]).toEqual([18, [chartWords.seriesBySum(9, 12)]]);
    expect(copied({ view: 'line', hasAll: true }, many)).toMatchObject({ rows: { length: 24 }, notes: [] });
  });

  it('has the columns that are on the screen where there are no groups', () => {
    const measures = tableOf(
      column('timestamp', 'time', eight, nine),
      column('up', 'value', 5, 6),
      column('down', 'value', 3, 4),
    );
    const { rows, notes } = copied({ view: 'line', off: ['down'] }, measures);
    expect([rows, notes]).toEqual([[[5], [6]], [chartWords.seriesOff(1)]]);
  });
});
