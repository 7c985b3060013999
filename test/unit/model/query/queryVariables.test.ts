import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  everyValue,
  fillIn,
  referencesIn,
  writtenReference,
  type FilledValue,
} from '../../../../src/model/query/queryVariables.js';

const values: Record<string, FilledValue> = {
  site: 'Campus "A"',
  limit: 5,
  nothing: null,
  'hosts.wan_ip': ['10.0.0.1', '10.0.0.2'],
  'one.wan_ip': ['10.0.0.1'],
  'none.wan_ip': [],
  sites: ['North', 'South'],
  every: everyValue,
};
const fill = (query: unknown) =>
  fillIn(query, ({ name, column }) => values[column === undefined ? name : `${name}.${column}`] ?? null);
const other = { type: 'regex', dimension: 'host', pattern: 'x' };
const selector = (value: unknown) => ({ type: 'selector', dimension: 'wan_ip', value });

describe('variables in a query', () => {
  it('are written so that they are found again, or not at all', () => {
    expect(writtenReference('site')).toBe('${site}');
    expect(writtenReference('hosts', 'größe/s')).toBe('${hosts.größe/s}');
    for (const [name, column] of [
      ['9'],
      ['a.b'],
      ['a', ''],
      ['a', 'two words'],
      ['a', 'x}'],
      ['a', '"x"'],
    ] as const)
      expect(writtenReference(name, column)).toBe(undefined);
  });

  it.each<[string, unknown, unknown]>([
    [
      'a whole text by the value itself',
      { threshold: '${limit}', a: '${nothing}' },
      { threshold: 5, a: null },
    ],
    [
      'part of a text by its words',
      ['(?i)^${site}.*$', '${limit}/${site}'],
      ['(?i)^Campus "A".*$', '5/Campus "A"'],
    ],
    ['nothing else', { a: '$${site} ${} ${9} $site {site}' }, { a: '${site} ${} ${9} $site {site}' }],
    [
      'an element of a list by all values',
      ['x', '${hosts.wan_ip}', '${none.wan_ip}'],
      ['x', '10.0.0.1', '10.0.0.2'],
    ],
    ['the value of a selector by one value', { f: selector('${one.wan_ip}') }, { f: selector('10.0.0.1') }],
    [
      'a selector by a selector for each value',
      { filter: { type: 'not', field: selector('${hosts.wan_ip}') } },
      {
        filter: { type: 'not', field: { type: 'or', fields: [selector('10.0.0.1'), selector('10.0.0.2')] } },
      },
    ],
  ])('replace %s', (_name, query, expected) => {
    expect(fill(query)).toEqual(expected);
  });

  it.each([
    [{ pattern: '${hosts.wan_ip}' }, 'manyValues'],
    [{ pattern: 'x${hosts.wan_ip}' }, 'manyValues'],
    [selector('${none.wan_ip}'), 'noRows'],
    [{ pattern: '${none.wan_ip}' }, 'noRows'],
    [{ threshold: '${every}' }, 'everyValue'],
    [{ dimensions: ['${every}'] }, 'everyValue'],
    [{ dataSource: 'rb_${every}' }, 'everyValue'],
    [{ type: 'regex', dimension: 'host', pattern: '(?i)^${every}$' }, 'everyValue'],
    [{ having: selector('${every}') }, 'everyValue'],
    [selector('${every}'), 'everyValue'],
    [{ filter: { type: 'not', field: selector('${every}') } }, 'noneLeft'],
  ])('refuse %j', (query, code) => {
    expect(() => fill(query)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it.each<[string, unknown, unknown]>([
    ['the only filter', { filter: selector('${every}'), a: 1 }, { a: 1 }],
    ['a pattern', { filter: { type: 'regex', dimension: 'host', pattern: '${every}' } }, {}],
    ['one of a list', { filter: { type: 'in', dimension: 'host', values: ['a', '${every}'] } }, {}],
    [
      'one of several filters',
      { filter: { type: 'and', fields: [selector('${every}'), other] } },
      { filter: { type: 'and', fields: [other] } },
    ],
    ['all of several filters', { filter: { type: 'and', fields: [selector('${every}')] } }, {}],
    ['one way to match', { filter: { type: 'or', fields: [selector('${every}'), other] } }, {}],
    [
      'the filter of an aggregation',
      {
        aggregations: [
          { type: 'filtered', filter: selector('${every}'), aggregator: { type: 'count', name: 'a' } },
        ],
      },
      { aggregations: [{ type: 'count', name: 'a' }] },
    ],
  ])('leave out %s by every value', (_name, query, expected) => {
    expect(fill(query)).toEqual(expected);
  });

  it('are found wherever they stand, each once', () => {
    const query = { a: ['${site}', { b: 'x ${hosts.wan_ip} ${site} $${no}' }] };
    expect(referencesIn(query)).toEqual([
      { name: 'site', column: undefined },
      { name: 'hosts', column: 'wan_ip' },
    ]);
  });

  it('do not include the granularity that the time decides, and do include its word elsewhere', () => {
    const query = { granularity: '${auto}', filter: { granularity: '${auto}', value: '${site}' } };
    expect(referencesIn(query).map(({ name }) => name)).toEqual(['auto', 'site']);
    expect(fill(query)).toEqual({
      granularity: '${auto}',
      filter: { granularity: null, value: 'Campus "A"' },
    });
    const { granularity } = query;
    expect(referencesIn({ granularity })).toEqual([]);
    for (const other of [{ granularity: { period: granularity } }, [granularity], { a: '${auto}' }])
      expect(referencesIn(other)).toHaveLength(1);
  });

  it('leave a query without any as it is', () => {
    const plain = fc.jsonValue().filter(value => !JSON.stringify(value).includes('${'));
    fc.assert(
      fc.property(plain, value => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(fill(json)).toEqual(json);
      }),
    );
  });
});
