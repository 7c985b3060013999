import { describe, expect, it } from 'vitest';
import type { ChartColumn } from '../../../../src/model/charts/chartResult.js';
import type { ResultValue } from '../../../../src/model/query/queryResult.js';
import { rowOrder } from '../../../../src/model/charts/rowOrder.js';

const shown = (kind: ChartColumn['kind'], values: readonly ResultValue[]): ChartColumn => ({
  name: 'x',
  kind,
  values: [...values],
  isNumeric: kind === 'value',
});
const passing = (...filters: { column: ChartColumn; text: string }[]) => [
  ...rowOrder({
    count: filters[0]!.column.values.length,
    filters: filters.map(({ column, text }) => ({ columns: [column], text })),
  })!,
];
const sorted = (column: ChartColumn, isDescending = false) => [
  ...rowOrder({ count: column.values.length, filters: [], sorts: [{ column, isDescending }] })!,
];

const hosts = shown('dimension', ['Web', 'web-2', 'db', null]);
const places = shown('dimension', ['Cafe\u0301 Tun\u0303a', 'Café Tuña', 'Straße']);
const bytes = shown('value', [2, 10, null, -3, 'Infinity']);

describe('the rows that pass a filter', () => {
  it.each<[string, ChartColumn, number[]]>([
    ['<2', bytes, [3]],
    ['<=2', bytes, [0, 3]],
    ['>2', bytes, [1, 4]],
    ['>= 2', bytes, [0, 1, 4]],
    ['<-2.5', bytes, [3]],
    ['>1e1', bytes, [4]],
    ['web', hosts, [0, 1]],
    ['  WEB ', hosts, [0, 1]],
    ['=WEB', hosts, [0]],
    ['!web', hosts, [2, 3]],
    ['!null', hosts, [0, 1, 2]],
    ['tuna', places, [0, 1]],
    ['=CAFÉ TUÑA', places, [0, 1]],
    ['!strasse', places, [0, 1]],
    ['>2', hosts, []],
    ['=2', hosts, []],
    ['=', hosts, [3]],
    ['!=', hosts, [0, 1, 2]],
    ['=', bytes, [2]],
    ['!=', bytes, [0, 1, 3, 4]],
    ['=web|DB', hosts, [0, 2]],
    ['!= web | db', hosts, [1, 3]],
    ['=10|-3', bytes, [1, 3]],
    ['web|db', hosts, []],
    ['=a|b', shown('dimension', ['a|b', 'a', '', 'c']), [0, 1]],
    ['=', shown('dimension', ['', 'null', null]), [0, 2]],
    ['!=null', shown('dimension', ['', 'null', null]), [0]],
  ])('%s are the same at every edge', (text, column, rows) => {
    expect(passing({ column, text })).toEqual(rows);
  });

  const sent = shown('time', ['2026-11-25T10:30:00.000Z', '2026-11-25T23:30:00.000Z', null]);
  const long = shown('value', [1234567, 1234, null]);
  it.each<[string, ChartColumn, number[]]>([
    ['2026-11-25 11', sent, [0]],
    ['T10', sent, [0]],
    ['2026-11-26', sent, [1]],
    ['!2026-11-26', sent, [0, 2]],
    ['=2026-11-25 11:30:00 +01:00', sent, [0]],
    ['1,234', long, [0, 1]],
    ['=1,234', long, [1]],
    ['1234', long, [0, 1]],
    ['!1,234', long, [2]],
  ])('%s is found in what is shown and in what was sent', (text, column, rows) => {
    const filters = [{ columns: [column], text }];
    expect([...rowOrder({ count: 3, zone: 'Europe/Madrid', filters })!]).toEqual(rows);
  });

  it('pass all that are set', () => {
    const column = shown('value', [2, 10, 3, 4]);
    expect(passing({ column: hosts, text: 'web' }, { column, text: '>2' })).toEqual([1]);
    expect(passing({ column: hosts, text: 'web' }, { column, text: '  ' })).toEqual([0, 1]);
  });

  it.each<[string, number[]]>([
    ['web', [0, 1]],
    ['1', [1]],
    ['>9', [1, 4]],
    ['=db', [2]],
    ['!web', [2, 3, 4]],
    ['!=2', [1, 3, 4]],
    ['!null', [0, 1, 4]],
  ])('%s in any of several columns', (text, rows) => {
    const columns = [shown('dimension', ['Web', 'web-2', 'db', null, 'x']), bytes];
    expect([...rowOrder({ count: 5, filters: [{ columns, text }] })!]).toEqual(rows);
  });
});

describe('the order of rows', () => {
  it('counts the digits in texts, compares times as moments, and keeps equal rows as they came', () => {
    expect(sorted(shown('dimension', ['eth10', 'eth2', null, 'eth1']))).toEqual([3, 1, 0, 2]);
    const times = ['2026-11-20T09:00:00+01:00', '2026-11-20T08:30:00Z', '2026-11-20T07:30:00Z'];
    expect(sorted(shown('time', times))).toEqual([2, 0, 1]);
    expect(sorted(shown('dimension', ['b', 'a', 'b', 'a']), true)).toEqual([0, 2, 1, 3]);
  });

  it('goes by further columns where the first ones are equal', () => {
    const roles = shown('dimension', ['core', 'edge', 'core', null, 'core', null]);
    const heights = shown('value', [42, 47, 47, 10, null, 20]);
    const sorts = [
      { column: roles, isDescending: false },
      { column: heights, isDescending: true },
    ];
    expect([...rowOrder({ count: 6, filters: [], sorts })!]).toEqual([2, 0, 4, 1, 5, 3]);
  });
});
