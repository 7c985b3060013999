import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../../src/model/text/csvText.js';
import {
  dimensionOf,
  requestedDimensions,
  toResultTable,
  resultCsv,
  resultJson,
} from '../../../../src/model/results/queryResult.js';
import { queryFacts } from '../../../../src/model/results/queryFacts.js';
import { readViewSettings } from '../../../../src/model/results/viewSettings.js';

const time = '2026-11-20T08:00:00.000Z';
const tableOf = (...events: object[]) =>
  toResultTable(
    events.map(event => ({ timestamp: time, values: event as Record<string, unknown> })),
    ['host'],
    100,
  );

describe('an exported result', () => {
  it('is CSV that no spreadsheet runs', () => {
    const hosts = ['=HYPERLINK("x")', '+1+1', '@SUM(A1)', '-2+3', 'a,"b"\nc', '', null];
    const rows = parseCsv(resultCsv(tableOf(...hosts.map((host, bytes) => ({ host, bytes: -bytes })))));
    expect(rows.map(({ cells }) => cells[1])).toEqual([
      'host',
      `'=HYPERLINK("x")`,
      `'+1+1`,
      `'@SUM(A1)`,
      `'-2+3`,
      'a,"b"\nc',
      '',
      '',
    ]);
    expect(rows.slice(1, 4).map(({ cells }) => cells[2])).toEqual(['0', '-1', '-2']);
  });

  it('is JSON with every digit and every kind of value', () => {
    const text = resultJson(
      tableOf({ host: '9223372036854775807', bytes: 9223372036854775807n, ratio: 'Infinity', none: null }),
    );
    expect(text).toBe(
      `[\n  { "timestamp": "${time}", "host": "9223372036854775807", "bytes": 9223372036854775807, "ratio": "Infinity", "none": null }\n]\n`,
    );
    expect(JSON.parse(resultJson(tableOf()))).toEqual([]);
  });
});

describe('what a drawing knows of a query', () => {
  const query = {
    queryType: 'groupBy',
    granularity: 'hour',
    dimensions: ['sensor_name', { type: 'default', dimension: 'wan_ip', outputName: 'remote' }],
    aggregations: [
      { type: 'longSum', name: 'traffic', fieldName: 'sum_bytes' },
      { type: 'filtered', aggregator: { type: 'max', name: 'most', fieldName: 'sum_pkts' } },
      { type: 'count', name: 'rows' },
      'nonsense',
    ],
  };

  it('is units, sums, dimensions and whether there are times', () => {
    expect(queryFacts(query)).toMatchObject({
      queryType: 'groupBy',
      dimensions: ['sensor_name', 'remote'],
      inTree: ['sensor_name'],
      isBucketed: true,
      bucketLength: 3_600_000,
      measures: [
        { name: 'traffic', unit: 'bytes', isSum: true },
        { name: 'most', unit: 'packets', isSum: false },
        { name: 'rows', unit: 'number', isSum: true },
      ],
    });
    expect(queryFacts({ granularity: 'all' }).isBucketed).toBe(false);
    expect(queryFacts(null).measures).toEqual([]);
  });

  it('finds the dimension behind a column', () => {
    expect(requestedDimensions(query)).toEqual(['sensor_name', 'remote']);
    expect(dimensionOf(query, 'remote')).toBe('wan_ip');
    expect(dimensionOf(query, 'traffic')).toBeUndefined();
  });
});

describe('the settings of a view', () => {
  it('are read when they are right and left out when they are not', () => {
    const settings = { view: 'map', off: ['a'], columns: [{ name: '__proto__', width: 80 }] };
    expect(readViewSettings(settings)).toEqual(settings);
    for (const wrong of [null, 'map', { view: 'pie' }, { columns: [{}] }])
      expect(readViewSettings(wrong)).toEqual({});
  });
});
