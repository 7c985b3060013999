import { describe, expect, it } from 'vitest';
import {
  excluding,
  valueFilter,
  withDimension,
  withFilter,
  withInterval,
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
    const range = { start: new Date('2026-11-20T08:00:00Z'), end: new Date('2026-11-20T09:00:00Z') };
    const changed = withInterval(text, range);
    expect(changed).toContain('// the largest');
    expect(read(changed)?.['intervals']).toEqual(['2026-11-20T08:00:00.000Z/2026-11-20T09:00:00.000Z']);
  });

  it('adds a filter to none, to one and to several, and never twice', () => {
    const [one, two, three] = ['a', 'b', null].map(value => valueFilter({ dimension: 'src', value }));
    const first = withFilter(text, one!);
    expect(read(first)?.['filter']).toEqual(selector('src', 'a'));
    expect(withFilter(first!, one!)).toBe(first);
    const second = withFilter(first!, excluding(two!));
    const third = withFilter(second!, three!);
    const fields = [
      selector('src', 'a'),
      { type: 'not', field: selector('src', 'b') },
      selector('src', null),
    ];
    expect(read(third)?.['filter']).toEqual({ type: 'and', fields });
    expect(read(withFilter(third!, three!))?.['filter']).toEqual({ type: 'and', fields });
  });

  it('keeps what a filter says already, with its comments and every digit', () => {
    const long =
      '{\n  "filter": { "type": "selector", "dimension": "id", "value": 9007199254740993 /* why */ }\n}';
    const first = withFilter(long, selector('src', 'a'));
    const second = withFilter(first!, selector('src', 'b'));
    expect(second).toContain('"value": 9007199254740993 /* why */');
    expect(read(second)?.['filter']).toEqual({
      type: 'and',
      fields: [
        { type: 'selector', dimension: 'id', value: 9007199254740993n },
        selector('src', 'a'),
        selector('src', 'b'),
      ],
    });
    expect(second?.split('\n').slice(0, 4)).toEqual([
      '{',
      '  "filter": {',
      '    "type": "and",',
      '    "fields": [',
    ]);
  });

  it('breaks down by another dimension, whichever way the query names it', () => {
    expect(read(withDimension(text, 'dst'))).toMatchObject({ dimension: 'dst' });
    expect(read(withDimension('{"dimensions": ["a", "b"]}', 'dst'))).toEqual({ dimensions: ['dst'] });
  });

  it.each(['', '[1]', '"text"', 'nothing'])('leaves %j alone', broken => {
    expect(withFilter(broken, selector('a', 'b'))).toBeUndefined();
    expect(withDimension(broken, 'a')).toBeUndefined();
  });
});
