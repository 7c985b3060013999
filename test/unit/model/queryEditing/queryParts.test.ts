import { describe, expect, it } from 'vitest';
import { dataSourceNames, dimensions } from 'netsensor-contract/query/dataSources';
import { dataQuery } from 'netsensor-contract/query/query';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { parseQueryText } from '../../../../src/model/query/queryText.js';
import {
  queryOf,
  sourceMetrics,
  withPart,
  withPartAt,
  type QueryPart,
} from '../../../../src/model/queryEditing/queryParts.js';

const dataSource = 'rb_flow';
const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const metric = (name: string): QueryPart => ({
  kind: 'metric',
  dataSource,
  metric: sourceMetrics(dataSource).find(each => each.name === name)!,
});
const dimension = (name: string): QueryPart => ({ kind: 'dimension', dataSource, dimension: name });
const filter = (name: string, value: string | null): QueryPart => ({
  kind: 'filter',
  dataSource,
  dimension: name,
  value,
});

const top = `{
  "queryType": "topN", // the largest
  "dataSource": "rb_flow",
  "granularity": "all",
  "dimension": "lan_ip",
  "aggregations": [{ "type": "longSum", "name": "bytes", "fieldName": "sum_bytes" }],
  "metric": "bytes",
  "threshold": 10
}`;
const overTime = top.replace('"all"', '"hour"');
const line = `{ "queryType": "timeseries", "dataSource": "rb_flow", "granularity": "hour", "descending": true, "aggregations": [] }`;

const added = (text: string, ...parts: readonly QueryPart[]) =>
  parts.reduce((changed, part) => {
    const edit = withPart(changed, part);
    expect(edit).toHaveProperty('text');
    return 'text' in edit ? edit.text : '';
  }, text);
const read = (text: string) => {
  const parsed = parseQueryText(text);
  return 'query' in parsed ? (parsed.query as Record<string, unknown>) : undefined;
};

describe('parts of queries', () => {
  it('begin a query that the contract knows, each of every source, and are in it then', () => {
    const parts = dataSourceNames.flatMap((source): QueryPart[] => [
      ...sourceMetrics(source).map(each => ({ kind: 'metric' as const, dataSource: source, metric: each })),
      ...dimensions[source].slice(0, 2).map(name => ({
        kind: 'dimension' as const,
        dataSource: source,
        dimension: name,
      })),
      { kind: 'filter', dataSource: source, dimension: 'campus', value: null },
    ]);
    for (const part of parts) {
      const sent = { ...queryOf(part), granularity: 'all', intervals: ['2026-11-20/P1D'] };
      expect(dataQuery.safeParse(sent).error).toBeUndefined();
      const text = printCompactJson(queryOf(part));
      expect(withPart(text, part)).toEqual({ refused: 'present' });
      expect(withPart('', part)).toEqual({ text });
      expect(read(added('{}', part))).toEqual(queryOf(part));
    }
    expect(withPart('// the largest\n\n', dimension('host'))).toEqual({
      text: `// the largest\n${printCompactJson(queryOf(dimension('host')))}`,
    });
  });

  it('become one metric more, under a name of its own', () => {
    expect(read(added(top, metric('pkts'), metric('rows')))?.['aggregations']).toEqual([
      bytes,
      { type: 'longSum', name: 'pkts', fieldName: 'sum_pkts' },
      { type: 'count', name: 'rows' },
    ]);
    const named = top.replace('"fieldName": "sum_bytes"', '"fieldName": "sum_pkts"');
    expect(read(added(named, metric('bytes')))?.['aggregations']).toEqual([
      { ...bytes, fieldName: 'sum_pkts' },
      { ...bytes, name: 'bytes_2' },
    ]);
    const unranked = '{ "queryType": "topN", "dataSource": "rb_flow", "dimension": "host", "metric": "" }';
    expect(read(added(unranked, metric('bytes')))).toMatchObject({ aggregations: [bytes], metric: 'bytes' });
  });

  it('make a groupBy of a topN with another dimension, in its order, with its limit, and with what is said in it', () => {
    expect(added(top, dimension('wan_ip'))).toBe(`{
  "queryType": "groupBy", // the largest
  "dataSource": "rb_flow",
  "granularity": "all",
  "dimensions": ["lan_ip", "wan_ip"],
  "aggregations": [{ "type": "longSum", "name": "bytes", "fieldName": "sum_bytes" }],
  "orderBy": {
    "type": "default",
    "limit": 10,
    "columns": [{ "dimension": "bytes", "direction": "DESCENDING" }]
  }
}`);
    const fewest = top.replace(
      '"bytes",\n  "threshold"',
      '{ "type": "inverted", "metric": "bytes" },\n  "threshold"',
    );
    expect(read(added(fewest, dimension('wan_ip')))?.['orderBy']).toHaveProperty('columns', [
      { dimension: 'bytes', direction: 'ASCENDING' },
    ]);
    const byName = top.replace('"bytes",\n  "threshold"', '{ "type": "lexicographic" },\n  "threshold"');
    for (const text of [overTime, byName]) {
      const grouped = read(added(text, dimension('wan_ip')))!;
      expect(Object.keys(grouped)).toEqual(
        'queryType dataSource granularity dimensions aggregations'.split(' '),
      );
    }
  });

  it('make the ranking of a dimension of a metric, then of two, never more rows than one can look at', () => {
    const clicked = added('', metric('pkts'), dimension('host'));
    expect(read(clicked)).toEqual({
      queryType: 'topN',
      dataSource,
      granularity: 'all',
      aggregations: [{ type: 'longSum', name: 'pkts', fieldName: 'sum_pkts' }],
      dimension: 'host',
      metric: 'pkts',
      threshold: 10,
    });
    expect(withPart(clicked, dimension('host'))).toEqual({ refused: 'present' });
    expect(read(added(clicked, dimension('url')))).toMatchObject({
      queryType: 'groupBy',
      dimensions: ['host', 'url'],
      orderBy: { limit: 10, columns: [{ dimension: 'pkts', direction: 'DESCENDING' }] },
    });
    expect(read(added('', filter('url', 'a'), dimension('host')))).toMatchObject({
      queryType: 'topN',
      filter: { value: 'a' },
      metric: 'bytes',
    });
    expect(read(added(line.replace('"hour"', '"all"'), dimension('host')))?.['queryType']).toBe('groupBy');
  });

  it('make a groupBy of a timeseries in buckets that somebody chose, and are one dimension more in a groupBy', () => {
    const grouped = added(line, dimension('host'));
    expect(read(grouped)).toEqual({
      queryType: 'groupBy',
      dataSource,
      granularity: 'hour',
      aggregations: [],
      dimensions: ['host'],
    });
    expect(read(added(grouped, dimension('url')))?.['dimensions']).toEqual(['host', 'url']);
    expect(withPart(grouped, dimension('host'))).toEqual({ refused: 'present' });
    const ignored = line.replace('"aggregations"', '"dimensions": ["host"], "aggregations"');
    expect(read(added(ignored, dimension('host')))?.['dimensions']).toEqual(['host']);
    const nameless = top.replace('"lan_ip"', '""');
    expect(read(added(nameless, dimension('host')))).toMatchObject({ queryType: 'topN', dimension: 'host' });
  });

  it('become one filter more, also for rows without a value', () => {
    const one = { type: 'selector', dimension: 'host', value: 'a"b' };
    const other = { type: 'selector', dimension: 'url', value: null };
    const filtered = added(top, filter('host', 'a"b'), filter('url', null));
    expect(read(filtered)?.['filter']).toEqual({ type: 'and', fields: [one, other] });
    expect(withPart(filtered, filter('url', null))).toEqual({ refused: 'present' });
  });

  it('are not put into what is no query, or a query of another source', () => {
    for (const part of [dimension('host'), metric('bytes'), filter('host', 'a')]) {
      expect(withPart('{ "queryType": ', part)).toEqual({ refused: 'noQuery' });
      expect(withPart('[1]', part)).toEqual({ refused: 'noQuery' });
      expect(withPart(top.replace('rb_flow', 'rb_event'), part)).toEqual({ refused: 'otherSource' });
    }
    const unknown = top.replace('topN', 'scan');
    expect(withPart(unknown, dimension('host'))).toEqual({ refused: 'noQuery' });
  });

  it('take the place of the dimension of a topN that they are dropped on', () => {
    const on = top.indexOf('lan_ip');
    expect(withPartAt(top, dimension('host'), on)).toEqual({ text: top.replace('lan_ip', 'host') });
    expect(withPartAt(top, dimension('lan_ip'), on)).toEqual({ refused: 'present' });
    expect(withPartAt(top, dimension('host'), 0)).toEqual(withPart(top, dimension('host')));
    expect(withPartAt(top, metric('pkts'), on)).toEqual(withPart(top, metric('pkts')));
    const event = top.replace('rb_flow', 'rb_event');
    expect(withPartAt(event, dimension('host'), on)).toEqual({ refused: 'otherSource' });
  });
});
