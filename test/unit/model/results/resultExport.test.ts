import { describe, expect, it } from 'vitest';
import { literalPattern } from 'netsensor-contract/text/plainText';
import { printRecordsCsv } from '../../../../src/model/inventory/recordsCsv.js';
import { parseCsv } from 'netsensor-contract/text/csvText';
import {
  dimensionOf,
  requestedDimensions,
  toResultTable,
  readQueryRows,
} from '../../../../src/model/query/queryResult.js';
import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { inColumnNames, queryFacts } from '../../../../src/model/results/queryFacts.js';
import {
  captionedCsv,
  captionedMarkdown,
  outputPlainText,
  resultCsv,
  resultJson,
  resultMarkdown,
} from '../../../../src/model/results/resultText.js';
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

  it.each([...'=+-@\t\r＝＋－＠'])('is CSV in which nothing begins with %j', start => {
    const text = `${start}x`;
    expect(resultCsv(tableOf({ host: text, [text]: 1 })).split(`'${text}`)).toHaveLength(3);
    expect(printRecordsCsv('contacts', [{ id: 1, name: text }])).toContain(`'${text}`);
    const tag = { id: 1, name: 'T', color: 'ff0000', allowed_object_types: [text] };
    expect(printRecordsCsv('tags', [tag])).not.toMatch(new RegExp(`(^|,)"?${literalPattern(text)}`, 'm'));
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

  it('has numbers that JavaScript does not hold as they were sent', () => {
    const { rows } = readQueryRows([
      parseExactJson(`{"timestamp":"${time}","event":{"host":"1e400","a":1e400,"b":-1.5E+400,"c":1e-400}}`),
    ]);
    const table = toResultTable(rows, ['host'], 100);
    expect(resultJson(table)).toContain('"host": "1e400", "a": 1e400, "b": -1.5E+400, "c": 1e-400 }');
    expect(resultCsv(table)).toContain(`${time},1e400,1e400,-1.5E+400,1e-400\n`);
    expect(resultMarkdown(table, 1)).toContain('| 1e400 | 1e400 | -1.5E+400 | 1e-400 |');
    expect(outputPlainText(table, 1)).toContain('1e400\t1e400\t-1.5E+400\t1e-400');
  });

  it('has its time and what a query calls like it, in every format', () => {
    const table = tableOf({ timestamp: 1764000000, host: 'a' });
    expect(JSON.parse(resultJson(table))).toEqual([{ timestamp: time, host: 'a', timestamp_2: 1764000000 }]);
    expect(resultCsv(table).split('\n')[0]).toBe('timestamp,host,timestamp_2');
    expect(resultMarkdown(table, 1)).toContain('| timestamp | host | timestamp_2 |');
  });
});

describe('what is said of an exported result', () => {
  const caption = {
    title: 'a_b *c*',
    subtitle: 'Lab, "North"; 2026-11-20\t=1+1',
    notes: ['Top 5 of "host", in each bucket\n=2+2'],
  };

  it('is a comment above its CSV, of which no spreadsheet makes cells', () => {
    const table = tableOf({ host: '=1', bytes: 2 });
    expect(captionedCsv(table, caption)).toBe(
      [
        "# a_b *c* · Lab · 'North' · 2026-11-20 · =1+1\n",
        "# Top 5 of 'host' · in each bucket · =2+2\n",
        resultCsv(table),
      ].join(''),
    );
  });

  it('stands above its Markdown, and below it what is not in it', () => {
    const table = tableOf({ host: 'a', bytes: 1 }, { host: 'b', bytes: 2 });
    const notes = [...caption.notes, '# \u202ex', '1. y'];
    expect(captionedMarkdown(table, { ...caption, notes }, 1).split('\n\n')).toEqual([
      '**a_b \\*c\\*** · Lab, "North"; 2026-11-20\t=1+1',
      resultMarkdown(table, 1),
      'Top 5 of "host", in each bucket =2+2',
      '\\# \ufffdx',
      '1\\. y',
    ]);
  });
});

describe('what a drawing knows of a query', () => {
  it('has the names of the columns, where a query calls something like the time', () => {
    const aggregations = [{ type: 'longSum', name: 'timestamp', fieldName: 'bytes' }];
    const asked = { queryType: 'topN', dimension: 'host', metric: 'timestamp', aggregations };
    const { columns } = tableOf({ timestamp: 7, host: 'a' });
    expect(inColumnNames(queryFacts(asked), columns)).toMatchObject({
      dimensions: ['host'],
      metric: 'timestamp_2',
      measures: [{ name: 'timestamp_2', unit: 'bytes', isSum: true }],
    });
  });

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
