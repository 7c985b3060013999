import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellOrder,
  fillIn,
  referencesIn,
  VariableError,
  type FilledValue,
} from '../../../../src/model/query/queryText.js';

const values: Record<string, FilledValue> = {
  site: 'Campus "A"',
  limit: 5,
  nothing: null,
  'hosts.wan_ip': ['10.0.0.1', '10.0.0.2'],
  'one.wan_ip': ['10.0.0.1'],
  'none.wan_ip': [],
};
const fill = (query: unknown) =>
  fillIn(query, ({ name, column }) => values[column === undefined ? name : `${name}.${column}`] ?? null);
const selector = (value: unknown) => ({ type: 'selector', dimension: 'wan_ip', value });

describe('variables in a query', () => {
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
  ])('refuse %j', (query, code) => {
    expect(() => fill(query)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('are found wherever they stand, each once', () => {
    const query = { a: ['${site}', { b: 'x ${hosts.wan_ip} ${site} $${no}' }] };
    expect(referencesIn(query)).toEqual([
      { name: 'site', column: undefined },
      { name: 'hosts', column: 'wan_ip' },
    ]);
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

describe('the order of cells', () => {
  const cell = (name: string, ...uses: string[]) => ({ cell: name, name, uses });
  const order = (wanted: string[], cells: ReturnType<typeof cell>[], results: string[] = []) =>
    cellOrder(wanted, cells, name => results.includes(name));

  it('is from top to bottom unless one uses the result of another', () => {
    expect(order(['a', 'b', 'c'], [cell('a', 'c'), cell('b'), cell('c')])).toEqual(['c', 'a', 'b']);
  });

  it('has the cells that are used and have no result yet', () => {
    const cells = [cell('a'), cell('b', 'a'), cell('c', 'b')];
    expect(order(['c'], cells)).toEqual(['a', 'b', 'c']);
    expect(order(['c'], cells, ['b'])).toEqual(['c']);
    expect(order(['c', 'b'], cells, ['a', 'b'])).toEqual(['b', 'c']);
  });

  it('leaves a name that no cell has to whoever fills it in', () => {
    expect(order(['a'], [cell('a', 'nobody')])).toEqual(['a']);
  });

  it.each([
    [[cell('a', 'b'), cell('b', 'a')], 'a → b → a'],
    [[cell('a', 'a')], 'a → a'],
  ])('names the cells that need each other', (cells, reference) => {
    expect(() => order(['a'], cells)).toThrow(expect.objectContaining({ code: 'cycle', reference }) as Error);
    expect(() => order(['a'], cells, ['a', 'b'])).toThrow(VariableError);
  });
});
