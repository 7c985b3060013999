import { applyEdits } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { nearestNames, queryFixes } from '../../../../src/model/queryEditing/queryFixes.js';
import { queryProblems } from '../../../../src/model/queryEditing/queryProblems.js';
import { parseQueryText } from '../../../../src/model/query/queryText.js';
import { markedPlace, readQueryTree } from '../../../../src/model/queryEditing/queryTree.js';

const clock = { now: Date.UTC(2026, 10, 18, 12), zone: 'UTC' };
const sum = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const base = { queryType: 'groupBy', dataSource: 'rb_flow', granularity: 'all', aggregations: [sum] };
const topN = { ...base, queryType: 'topN', dimension: 'host', metric: 'bytes', threshold: 5 };
const order = (dimension: string) => ({
  type: 'default',
  limit: 7,
  columns: [{ dimension, direction: 'DESCENDING' }],
});

const filter = { type: 'selector', dimension: 'host', value: 'a' };

const print = (query: unknown) => `// first\n${JSON.stringify(query, null, 2)}`;

function look(text: string) {
  const tree = readQueryTree(text)!;
  const problems = queryProblems(tree, clock);
  return { problems, fixes: queryFixes(text, tree, problems) };
}

/** What a query says after its first fix of a kind. */
function fixed(query: unknown, kind: string): unknown {
  const text = print(query);
  const fix = look(text).fixes.find(({ what }) => what.kind === kind);
  const result = fix && applyEdits(text, [...fix.edits]);
  expect(result?.startsWith('// first\n')).toBe(true);
  return (parseQueryText(result ?? '') as { query: unknown }).query;
}

const codes = (query: unknown) => look(print(query)).problems.map(({ code }) => code);

describe('the meaning of a query', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', { ...base, dimensions: ['host', 'url'], orderBy: order('bytes') }, []],
    ['a metric that no aggregation has', { ...topN, metric: 'pkts' }, ['metricUnknown']],
    ['one deep in an object', { ...topN, metric: { type: 'inverted', metric: 'x' } }, ['metricUnknown']],
    ['an order by a column that is not there', { ...base, orderBy: order('pkts') }, ['orderUnknown']],
    ['an output named twice', { ...base, aggregations: [sum, sum] }, ['nameTwice']],
    [
      'an output named like a dimension',
      { ...base, dimensions: [{ type: 'default', dimension: 'host', outputName: 'bytes' }] },
      ['nameIsDimension'],
    ],
    [
      'a column that no source has',
      { ...base, aggregations: [{ ...sum, fieldName: 'sum_byte' }] },
      ['columnUnknown'],
    ],
    [
      'nothing to combine',
      { ...base, filter: { type: 'not', field: { type: 'or', fields: [] } } },
      ['fieldsEmpty'],
    ],
    ['a range that ends before it starts', { ...base, intervals: ['now/today-1d'] }, ['rangeReversed']],
    ['a range that nobody can read', { ...base, intervals: ['last fortnight'] }, ['rangeUnreadable']],
    [
      'buckets without a length',
      { ...base, granularity: { type: 'period', period: 'PT0S' } },
      ['periodUnusable'],
    ],
    [
      'a zone that does not exist',
      { ...base, granularity: { type: 'period', period: 'P1D', timeZone: 'X/Y' } },
      ['zoneUnknown'],
    ],
    [
      'a groupBy that a topN does faster',
      { ...base, dimensions: ['host'], orderBy: order('bytes') },
      ['couldBeTopN'],
    ],
    ['nothing wrong with a metric by its text', { ...topN, metric: { type: 'alphaNumeric' } }, []],
    ['a metric of no known form', { ...topN, metric: { type: 'largest', metric: 'bytes' } }, ['metricForm']],
    [
      'the order that counts where there are two',
      { ...base, orderBy: order('bytes'), limitSpec: order('pkts') },
      ['orderUnknown'],
    ],
    [
      'nothing wrong with an order by a later step, a filtered output, and a renamed dimension',
      {
        ...base,
        aggregations: [sum, { type: 'filtered', filter, aggregator: { ...sum, name: 'some' } }],
        postAggregations: [{ name: 'half' }],
        dimensions: [{ type: 'default', dimension: 'host', outputName: 'server' }],
        orderBy: { type: 'default', columns: ['half', 'some', 'server'] },
      },
      [],
    ],
    [
      'a column that no source has, deep in a filtered aggregation, and nothing to combine beside it',
      {
        ...base,
        aggregations: [
          {
            type: 'filtered',
            aggregator: { ...sum, fieldName: 'sum_byte' },
            filter: { type: 'and', fields: [] },
          },
        ],
      },
      ['columnUnknown', 'fieldsEmpty'],
    ],
    [
      'nothing to compute, and no time',
      { ...base, aggregations: [], intervals: [] },
      ['listEmpty', 'listEmpty'],
    ],
    ['a field that no query has', { ...base, dimentions: ['host'] }, ['fieldUnknown']],
    [
      'dimensions of another source, deep in a filter and where values are counted',
      {
        ...base,
        dimensions: ['msg', '${any}'],
        filter: { type: 'not', field: { type: 'or', fields: [{ ...filter, dimension: 'msg' }, filter] } },
        aggregations: [sum, { type: 'cardinality', name: 'n', fieldNames: ['sum_bytes', 'host'] }],
      },
      ['dimensionUnknown', 'dimensionUnknown', 'dimensionUnknown'],
    ],
    ['a range of no length', { ...base, intervals: ['now/now'] }, ['rangeEmpty']],
    [
      'buckets of no length, from no time',
      { ...base, granularity: { type: 'duration', duration: '0', origin: 'noon' } },
      ['originUnreadable', 'lengthUnusable'],
    ],
  ])('finds %s', (_name, query, expected) => {
    expect(codes(query)).toEqual(expected);
  });

  it.each<[string, unknown, string, string[]]>([
    ['a query', { ...topN, metric: undefined, threshold: undefined }, '"topN"', ['metric', 'threshold']],
    ['a query without a type', { ...base, queryType: undefined }, '{', ['queryType']],
    ['a filter', { ...base, filter: { type: 'regex', dimension: 'host' } }, '"regex"', ['pattern']],
    ['a filter without a type', { ...base, filter: { type: 'not', field: {} } }, '{', ['type']],
    ['an aggregation', { ...base, aggregations: [{ type: 'min', name: 'x' }] }, '"min"', ['fieldName']],
    ['a granularity', { ...base, granularity: { type: 'period' } }, '"period"', ['period']],
    ['an order', { ...base, orderBy: { type: 'default', columns: [{}] } }, '{', ['dimension']],
  ])('says at one word what %s lacks', (_name, query, marked, names) => {
    const text = print(query);
    const [found, ...others] = look(text).problems.filter(({ code }) => code === 'fieldMissing');
    const { offset, length } = markedPlace(found!.node);
    expect([text.slice(offset, offset + length), found?.choices, others]).toEqual([marked, names, []]);
  });

  it('misses no field whose value is still to be written', () => {
    const text =
      '{ "queryType": "topN", "dataSource": "rb_flow", "granularity": , "aggregations": [], "metric": }';
    const missing = look(text).problems.filter(({ code }) => code === 'fieldMissing');
    expect(missing.map(({ choices }) => choices)).toEqual([['dimension', 'threshold']]);
  });

  it('offers a fix where the problem is shown', () => {
    const text = print({ ...topN, granularity: undefined, metric: undefined });
    const place = { offset: text.indexOf('"topN"'), length: '"topN"'.length };
    const { fixes } = look(text);
    expect(fixes.map(({ what }) => what)).toEqual([
      { kind: 'add', name: 'granularity' },
      { kind: 'add', name: 'metric' },
    ]);
    for (const fix of fixes) expect(fix).toMatchObject(place);
  });

  it('proposes a topN only where it has the same rows', () => {
    const top = { ...base, dimensions: ['host'], orderBy: order('bytes') };
    const column = { dimension: 'bytes', direction: 'DESCENDING' };
    const { limit: _limit, ...unlimited } = top.orderBy;
    const others = [
      { ...top, dimensions: ['host', 'url'] },
      { ...top, granularity: 'hour' },
      { ...top, having: {} },
      { ...top, orderBy: unlimited },
      { ...top, orderBy: { ...top.orderBy, columns: [{ ...column, direction: 'ASCENDING' }] } },
      { ...top, orderBy: { ...top.orderBy, columns: [column, column] } },
      { ...top, orderBy: order('host') },
    ];
    expect(others.map(codes)).toEqual(others.map(() => []));
  });

  it('refuses nothing that a manager answers', () => {
    const severities = (query: unknown) => look(print(query)).problems.map(({ severity }) => severity);
    expect(
      severities({ ...base, dimensions: [{ type: 'default', dimension: 'host', outputName: 'bytes' }] }),
    ).toEqual(['warning']);
    expect(severities({ ...base, intervals: ['now/now', 'now/today-1d'] })).toEqual(['warning', 'error']);
    expect(severities({ ...base, dimensions: ['host'], orderBy: order('bytes') })).toEqual(['hint']);
  });

  it('says nothing of what a variable fills in', () => {
    expect(codes({ ...topN, metric: '${metric}', intervals: ['${range}'] })).toEqual([]);
  });
});

describe('a fix of a query', () => {
  it('corrects a misspelt dimension, also deep in a filter', () => {
    const filter = (dimension: string) => ({
      type: 'not',
      field: { type: 'selector', dimension, value: '' },
    });
    expect(fixed({ ...base, filter: filter('appliction_id_name') }, 'replace')).toEqual({
      ...base,
      filter: filter('application_id_name'),
    });
  });

  const filtered = (aggregator: object, rows: object = filter) => ({
    aggregations: [{ type: 'filtered', filter: rows, aggregator }],
  });
  it.each<[string, string, (word: string) => object]>([
    ['huor', 'hour', granularity => ({ granularity })],
    ['peroid', 'period', type => ({ granularity: { type, period: 'PT1H' } })],
    [
      'Europe/Mardid',
      'Europe/Madrid',
      timeZone => ({ granularity: { type: 'period', period: 'P1D', timeZone } }),
    ],
    ['toppN', 'topN', queryType => ({ ...topN, queryType })],
    ['flow', 'rb_flow', dataSource => ({ dataSource })],
    ['longSums', 'longSum', type => ({ aggregations: [{ ...sum, type }] })],
    ['filterd', 'filtered', type => ({ aggregations: [{ type, filter, aggregator: sum }] })],
    ['longSim', 'longSum', type => filtered({ ...sum, type })],
    ['Selector', 'selector', type => ({ filter: { ...filter, type } })],
    ['selektor', 'selector', type => filtered(sum, { type: 'not', field: { ...filter, type } })],
    [
      'contain',
      'contains',
      type => ({ filter: { type: 'search', dimension: 'host', query: { type, value: 'a' } } }),
    ],
    [
      'DESC',
      'DESCENDING',
      direction => ({ orderBy: { type: 'default', columns: [{ dimension: 'bytes', direction }] } }),
    ],
    ['revers', 'numeric', type => ({ ...topN, metric: { type, metric: 'bytes' } })],
  ])('corrects %j where one of a closed list stands', (written, right, part) => {
    expect(fixed({ ...base, ...part(written) }, 'replace')).toEqual({ ...base, ...part(right) });
    const { fixes } = look(print({ ...base, ...part(right) }));
    expect(fixes.filter(({ what }) => what.kind === 'replace')).toEqual([]);
  });

  it('leaves a choice alone that a variable fills in, and one like no other', () => {
    expect(look(print({ ...base, granularity: '${size}' })).fixes).toEqual([]);
    expect(look(print({ ...base, granularity: 'zzzzz' })).fixes).toEqual([]);
  });

  it('corrects a misspelt dimension whose values are counted', () => {
    const counting = (dimension: string) => {
      const aggregator = { type: 'cardinality', name: 'n', fieldNames: [dimension] };
      return { ...base, aggregations: [{ type: 'filtered', aggregator }] };
    };
    expect(fixed(counting('hots'), 'replace')).toEqual(counting('host'));
  });

  it('corrects a misspelt field', () => {
    expect(fixed({ ...base, dimentions: ['host'] }, 'rename')).toEqual({ ...base, dimensions: ['host'] });
  });

  it('names an output that there is', () => {
    expect(fixed({ ...topN, metric: 'pkts' }, 'replace')).toEqual(topN);
    expect(fixed({ ...base, orderBy: order('x') }, 'replace')).toEqual({ ...base, orderBy: order('bytes') });
  });

  it('turns the groupBy into the topN with the same rows', () => {
    const { threshold: _threshold, ...rest } = topN;
    expect(fixed({ ...base, dimensions: ['host'], orderBy: order('bytes') }, 'toTopN')).toEqual({
      ...rest,
      threshold: 7,
    });
  });

  it('adds what is missing', () => {
    const { aggregations: _aggregations, ...without } = base;
    expect(fixed(without, 'add')).toEqual(base);
    expect(fixed({ ...base, aggregations: [] }, 'add')).toEqual(base);
    const { metric: _metric, ...noMetric } = topN;
    expect(fixed(noMetric, 'add')).toEqual(topN);
  });

  it('moves or removes a field of another query type', () => {
    expect(fixed({ ...base, dimension: 'host' }, 'move')).toEqual({ ...base, dimensions: ['host'] });
    const { dimension: _dimension, ...open } = topN;
    expect(fixed({ ...open, dimensions: ['host'] }, 'move')).toEqual(topN);
    expect(fixed({ ...topN, orderBy: order('bytes') }, 'remove')).toEqual(topN);
    const kinds = (query: unknown) => look(print(query)).fixes.map(({ what }) => what.kind);
    expect(kinds({ ...open, dimensions: ['host', 'url'] })).toEqual(['remove']);
    expect(kinds({ ...base, dimension: 'url', dimensions: ['host'] })).toEqual(['remove']);
  });
});

describe('the nearest names', () => {
  it('are those with the fewest wrong letters', () => {
    expect(nearestNames('cmapus', ['campus', 'campus_uuid', 'host'])).toEqual(['campus']);
    expect(nearestNames('wan_pi', ['lan_ip', 'wan_ip', 'tos'])[0]).toBe('wan_ip');
    expect(nearestNames('zzz', ['host'])).toEqual([]);
  });
});
