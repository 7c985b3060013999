import { describe, expect, it } from 'vitest';
import type { ResultColumn, ResultTable } from '../../../../src/model/query/queryResult.js';
import { queryFacts } from '../../../../src/model/results/queryFacts.js';
import { resultCsv, resultJson } from '../../../../src/model/results/resultText.js';
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
