import { describe, expect, it } from 'vitest';
import {
  breakdown,
  excluding,
  valueFilter,
  withFilter,
  withIntervals,
  withLimit,
  withoutIntervals,
} from '../../../../src/model/query/queryEdit.js';
import { parseQueryText } from '../../../../src/model/query/queryText.js';

const selector = (dimension: string, value: string | null) => ({ type: 'selector', dimension, value });
const read = (text: string | undefined) => {
  const parsed = parseQueryText(text ?? '');
  return 'query' in parsed ? (parsed.query as Record<string, unknown>) : undefined;
};

describe('changing the text of a query', () => {
  const text = '{\n  "queryType": "topN", // the largest\n  "dimension": "src",\n}';

  it('sets the interval and keeps comments', () => {
    const range = '2026-11-20T08:00:00Z/2026-11-20T09:00:00Z';
    const changed = withIntervals(text, [range]);
    expect(changed).toContain('// the largest');
    expect(read(changed)?.['intervals']).toEqual([range]);
  });

  it('takes the interval out again and leaves the rest as it is written', () => {
    expect(withoutIntervals(withIntervals(text, ['last hour'])!)).toBe(text.replace('"src",', '"src"'));
    expect(withoutIntervals(text)).toBe(text);
  });

  it('changes the limit where it stands, and takes away that of a groupBy', () => {
    expect(read(withLimit('{ "queryType": "topN", "threshold": 5 }', 100))).toHaveProperty('threshold', 100);
    for (const name of ['orderBy', 'limitSpec']) {
      const groupBy = `{ "${name}": { "type": "default", "limit": 25, "columns": ["bytes"] } } // ranked`;
      expect(withLimit(groupBy, 1000)).toBe(groupBy.replace('25', '1000'));
      expect(read(withLimit(groupBy, undefined))?.[name]).toEqual({ type: 'default', columns: ['bytes'] });
    }
  });

  it('leaves a limit alone that is a variable, or not there any more', () => {
    expect(withLimit('{ "queryType": "topN", "threshold": "${n}" }', 100)).toBeUndefined();
    expect(withLimit('{ "queryType": "timeseries", "granularity": "hour" }', 100)).toBeUndefined();
    expect(withLimit('{ "queryType": "groupBy", "threshold": 5 }', 100)).toBeUndefined();
  });

  it('adds a filter to none, to one and to several, and never twice', () => {
    const [one, two] = ['a', 'b'].map(value => valueFilter({ dimension: 'src', value }));
    const three = valueFilter({ dimension: 'dst', value: null });
    const first = withFilter(text, one!);
    expect(read(first)?.['filter']).toEqual(selector('src', 'a'));
    expect(withFilter(first!, one!)).toBe(first);
    const second = withFilter(first!, excluding(two!));
    const third = withFilter(second!, three);
    const fields = [
      selector('src', 'a'),
      { type: 'or', fields: [{ type: 'not', field: selector('src', 'b') }, selector('src', null)] },
      selector('dst', null),
    ];
    expect(read(third)?.['filter']).toEqual({ type: 'and', fields });
    expect(read(withFilter(third!, three))?.['filter']).toEqual({ type: 'and', fields });
  });

  it('lets another value of a dimension pass beside the one that is named, as no row has both', () => {
    const one = '{ "filter": { "type": "selector", "dimension": "id", "value": 9007199254740993 } } // why';
    const two = withFilter(one, selector('id', 'b'));
    expect(two).toBe(
      '{ "filter": { "type": "in", "dimension": "id", "values": [9007199254740993, "b"] } } // why',
    );
    expect(withFilter(two!, selector('id', 'b'))).toBe(two);
    const beside = withFilter(withFilter(two!, selector('src', 'a'))!, selector('id', null));
    expect(read(beside)?.['filter']).toEqual({
      type: 'and',
      fields: [{ type: 'in', dimension: 'id', values: [9007199254740993n, 'b', null] }, selector('src', 'a')],
    });
  });

  it('keeps what a filter says already, with its comments and every digit', () => {
    const long =
      '{\n  "filter": { "type": "selector", "dimension": "id", "value": 9007199254740993 /* why */ }\n}';
    const first = withFilter(long, selector('src', 'a'));
    const second = withFilter(first!, selector('dst', 'b'));
    expect(second).toContain('"value": 9007199254740993 /* why */');
    expect(read(second)?.['filter']).toEqual({
      type: 'and',
      fields: [
        { type: 'selector', dimension: 'id', value: 9007199254740993n },
        selector('src', 'a'),
        selector('dst', 'b'),
      ],
    });
    expect(second?.split('\n').slice(0, 4)).toEqual([
      '{',
      '  "filter": {',
      '    "type": "and",',
      '    "fields": [',
    ]);
  });

  it('reformats nothing but what it puts in', () => {
    const written = [
      '{"queryType":   "topN",  "dataSource": "rb_flow",  // odd',
      '   "intervals":["2020/2021"], /* which year */',
      '     "aggregations": [{"type":"longSum","name":"bytes"}] // the only one',
      '}',
    ];
    const [first, , last] = written;
    const filtered = withFilter(written.join('\n'), selector('src', 'a'))!.split('\n');
    expect(filtered).toEqual([
      ...written.slice(0, 2),
      '     "aggregations": [{"type":"longSum","name":"bytes"}], // the only one',
      '     "filter": { "type": "selector", "dimension": "src", "value": "a" }',
      '}',
    ]);
    const inRange = withIntervals(written.join('\n'), ['1970-01-01/PT1H'])!.split('\n');
    expect(inRange).toEqual([first, '   "intervals":["1970-01-01/PT1H"], /* which year */', last, '}']);
  });

  it.each([
    ['{}', '{ "intervals": [I] }'],
    ['{"a":1}', '{"a":1, "intervals": [I]}'],
    ['{"a":1,}', '{"a":1, "intervals": [I]}'],
    ['{\n  "a": 1, // x\n}', '{\n  "a": 1, // x\n  "intervals": [I]\n}'],
    ['{\n\t"a": 1 /* , */\n}', '{\n\t"a": 1, /* , */\n\t"intervals": [I]\n}'],
    ['{\n  // nothing yet\n}', '{ "intervals": [I] \n  // nothing yet\n}'],
  ])('puts a field into %j', (text, expected) => {
    const changed = withIntervals(text, ['today']);
    expect(changed).toBe(expected.replace('I', '"today"'));
    expect(read(changed)).toHaveProperty('intervals');
  });

  it('adds to several filters in the line or in the lines in which they stand', () => {
    const inLine = '{"filter": {"type": "and", "fields": [{"type":"true"}]}}';
    const added = '{ "type": "selector", "dimension": "src", "value": "a" }';
    expect(withFilter(inLine, selector('src', 'a'))).toBe(
      `{"filter": {"type": "and", "fields": [{"type":"true"}, ${added}]}}`,
    );
    const short = '{ "filter": {"type":"true"} }';
    expect(withFilter(short, { type: 'false' })).toBe(
      '{ "filter": { "type": "and", "fields": [{"type":"true"}, { "type": "false" }] } }',
    );
    const inLines = '{\n  "filter": {\n    "type": "true"\n  }\n}';
    expect(withFilter(inLines, selector('src', 'a'))!.split('\n')).toEqual([
      '{',
      '  "filter": {',
      '    "type": "and",',
      '    "fields": [',
      '      {',
      '        "type": "true"',
      '      },',
      `      ${added}`,
      '    ]',
      '  }',
      '}',
    ]);
  });

  it.each(['', '[1]', '"text"', 'nothing'])('leaves %j alone', broken => {
    expect(withFilter(broken, selector('a', 'b'))).toBeUndefined();
    expect(breakdown(read(broken), { filter: {}, dimension: 'a', metric: 'b' })).toBeUndefined();
  });
});

describe('a breakdown of a value', () => {
  const filter = selector('src', 'a');
  const aggregations = [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }];
  const asked = { dataSource: 'rb_flow', intervals: ['last 24 hours'], aggregations };

  it('is the top ten of another dimension over the whole time of the query', () => {
    const rest = { granularity: 'hour', dimensions: ['src'], orderBy: { type: 'default' }, having: {} };
    const found = breakdown(
      { queryType: 'groupBy', ...asked, ...rest },
      { filter, dimension: 'dst', metric: 'bytes' },
    );
    const top = { queryType: 'topN', granularity: 'all', dimension: 'dst', metric: 'bytes', threshold: 10 };
    expect(found).toEqual({ ...top, ...asked, filter });
  });

  it('keeps the filter of the query, and names none twice', () => {
    const filterOf = (existing: object) => {
      const found = breakdown({ ...asked, filter: existing }, { filter, dimension: 'dst', metric: 'bytes' });
      return (found as { filter?: unknown } | undefined)?.filter;
    };
    const other = selector('dst', 'b');
    expect(filterOf(other)).toEqual({ type: 'and', fields: [other, filter] });
    expect(filterOf({ type: 'and', fields: [other] })).toEqual({ type: 'and', fields: [other, filter] });
    expect(filterOf(filter)).toEqual(filter);
  });
});
