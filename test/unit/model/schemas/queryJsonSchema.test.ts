import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregationTriples, dataSourceNames, dimensions } from 'netsensor-contract/query/dataSources';
import { dataQuery } from 'netsensor-contract/query/query';
import { editorSchema } from '../../../../src/model/schemas/editorSchema.js';
import { queryJsonSchema } from '../../../../src/model/schemas/queryJsonSchema.js';
import { querySnippets } from '../../../../src/model/queryEditing/querySnippets.js';
import { sampleNotebook } from '../../../../src/model/notebook/sampleNotebook.js';

const validate = new Ajv({ strict: false, allErrors: true }).compile(queryJsonSchema());

/** Where a query is wrong: JSON pointers, and for the whole object the field that is missing or odd. */
function problems(query: unknown): string[] {
  validate(query);
  const places = (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames')
    .map(({ instancePath, params, propertyName }) => {
      const missing = (params as { missingProperty?: string }).missingProperty;
      return `${instancePath}${missing ? ` without ${missing}` : ''}${propertyName ? ` with ${propertyName}` : ''}`;
    });
  return [...new Set(places)];
}

const groupBy = {
  queryType: 'groupBy',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-19T00:00Z/2026-11-20T00:00Z'],
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
};
const topN = { ...groupBy, queryType: 'topN', dimension: 'host', metric: 'bytes', threshold: 5 };

describe('the schema of a query cell', () => {
  it('accepts the sample queries', () => {
    const { cells } = sampleNotebook({ end: '2026-11-20T08:00:00Z' });
    const queries = cells.filter(({ kind }) => kind === 'query');
    expect(queries).toHaveLength(11);
    for (const { text } of queries) expect(problems(JSON.parse(text))).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['orderBy in a topN', { ...topN, orderBy: { type: 'default' } }, ['/orderBy']],
    ['dimensions in a topN', { ...topN, dimensions: [] }, ['/dimensions']],
    ['a topN without a threshold', { ...topN, threshold: undefined }, [' without threshold']],
    ['threshold in a groupBy', { ...groupBy, threshold: 5 }, ['/threshold']],
    ['a field that does not exist', { ...groupBy, dimentions: [] }, [' with dimentions']],
    ['a filter of an unknown type', { ...groupBy, filter: { type: 'regexp' } }, ['/filter/type']],
    [
      'a regex without a pattern',
      { ...groupBy, filter: { type: 'regex', dimension: 'host' } },
      ['/filter without pattern'],
    ],
    ['an interval without a slash', { ...groupBy, intervals: ['soon'] }, ['/intervals/0']],
    [
      'an aggregation of an unknown type',
      { ...groupBy, aggregations: [{ type: 'sum' }] },
      ['/aggregations/0/type'],
    ],
    [
      'distinct values of no dimension',
      { ...groupBy, aggregations: [{ type: 'cardinality', name: 'x', fieldNames: [] }] },
      ['/aggregations/0/fieldNames'],
    ],
  ])('finds %s', (_name, query, places) => {
    expect(problems(JSON.parse(JSON.stringify(query))).filter(place => place !== '/filter')).toEqual(places);
  });

  it('accepts variables in the place of dimensions, numbers and times, and no other text there', () => {
    const orderBy = { type: 'default', limit: '${most}', columns: [] };
    expect(problems({ ...topN, threshold: '${most}', dimension: '${by}', intervals: ['${range}'] })).toEqual([]);
    expect(problems({ ...groupBy, orderBy, intervals: ['${from}/now'] })).toEqual([]);
    for (const threshold of ['5', '${most} of them', '']) {
      expect(problems({ ...topN, threshold })).toEqual(['/threshold']);
    }
  });

  it('accepts buckets that the time decides, offers them first, and has a skeleton with them', () => {
    expect(problems({ ...groupBy, granularity: '${auto}' })).toEqual([]);
    expect(problems({ ...groupBy, granularity: '${automatic}' })).toEqual(['/granularity']);
    const { properties } = queryJsonSchema() as { properties: { granularity: { anyOf: [Names] } } };
    const [{ enum: names, enumDescriptions }] = properties.granularity.anyOf;
    expect(names.slice(0, 2)).toEqual(['${auto}', 'all']);
    expect(enumDescriptions).toHaveLength(names.length);
    const skeleton = querySnippets().find(({ label }) => label === 'timeseries in about 200 buckets');
    expect(JSON.parse(filledIn(skeleton?.text ?? ''))).toMatchObject({ granularity: '${auto}' });
  });

  it('has no limit in a skeleton but where it is of the whole time', () => {
    const limited = querySnippets()
      .slice(0, 5)
      .filter(({ text }) => text.includes('"limit"'));
    expect(limited.map(({ label }) => label)).toEqual(['groupBy ranking']);
    expect(JSON.parse(filledIn(limited[0]!.text))).toMatchObject({ granularity: 'all' });
  });

  it('accepts a query without intervals, and ranges that follow the clock', () => {
    const { intervals: _intervals, ...open } = groupBy;
    const ranges = ['last 24 hours', 'Today', 'previous month', 'now-7d/now', '2026-11-19/now'];
    expect([open, ...ranges.map(range => ({ ...open, intervals: [range] }))].map(problems)).toEqual(
      Array(6).fill([]),
    );
  });

  it('offers only snippets that it accepts, the published examples among them', () => {
    const snippets = querySnippets();
    expect(snippets).toHaveLength(5 + 11);
    for (const { text } of snippets) expect([text, problems(JSON.parse(filledIn(text)))]).toEqual([text, []]);
  });

  it('demands nothing of what VS Code would underline as a whole', () => {
    const written = JSON.stringify(editorSchema(queryJsonSchema()));
    // Conditions are left.
    expect(written.replaceAll(/"(?:if|not)":\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')).not.toMatch(/"required"/);
    expect(written).toMatch(/"if":\{[^]*"required":\["queryType"\]/);
  });

  it('puts the fields in the order in which one thinks of them, and what a list chooses as it is written', () => {
    const { properties } = editorSchema(queryJsonSchema()) as { properties: Record<string, { suggestSortText: string }> };
    const inOrder = Object.entries(properties)
      .sort(([, a], [, b]) => (a.suggestSortText < b.suggestSortText ? -1 : 1))
      .map(([name]) => name);
    expect(inOrder.slice(0, 5)).toEqual(['queryType', 'dataSource', 'intervals', 'granularity', 'aggregations']);
    expect(properties['granularity']).toMatchObject({
      anyOf: [{ enum: expect.arrayContaining(['all']), enumSortTexts: expect.arrayContaining(['00', '16']) }, {}],
    });
  });

  it('judges as the model does, but for names of dimensions', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyQuery, value => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        const isFine = problems(json).length === 0;
        if (isFine) accepted += 1;
        expect([value, isFine]).toEqual([value, dataQuery.safeParse(json).success]);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

interface Names {
  readonly enum: readonly string[];
  readonly enumDescriptions: readonly string[];
}

/** A whole query as it is when the first of each list is chosen. */
const filledIn = (snippet: string) =>
  snippet
    .replaceAll(/\$\{CURRENT_[A-Z_]+\}/g, '00')
    .replace('$0', '')
    .replaceAll(/\$\{\d:((?:\\.|[^\\}])*)\}/g, (_place, text: string) => text.replaceAll(/\\([$}])/g, '$1'))
    .replaceAll(/\$\{\d\|(\w+)[^}]*\}/g, '$1')
    .replace('\\${auto}', '${auto}')
    .replace(/"granularity": \$\d/, '"granularity": "all"')
    .replace(/"aggregations": \[\$\d\]/, `"aggregations": ${JSON.stringify(groupBy.aggregations)}`)
    .replace(/"dimensions": \[\$\d\]/, '"dimensions": ["host"]')
    .replaceAll(/"(dimension|metric)": \$\d/g, '"$1": "host"');

/** Mostly the first value; undefined leaves a field out. */
const mostly = (usual: unknown, ...others: unknown[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 12 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );

/** Queries of every type and source, most of them with nothing or one thing wrong. */
const anyQuery = fc
  .tuple(fc.constantFrom('groupBy', 'topN', 'timeseries'), fc.constantFrom(...dataSourceNames))
  .chain(([queryType, dataSource]) => {
    const [name, other] = dimensions[dataSource];
    const when = (type: string, ...values: unknown[]) =>
      queryType === type ? mostly(...(values as [unknown])) : mostly(undefined, values[0]);
    return fc.record({
      queryType: mostly(queryType, 'scan', undefined),
      dataSource: fc.constant(dataSource),
      granularity: mostly('all', { type: 'period', period: 'pt5m' }, 'never', { type: 'period' }, undefined),
      intervals: mostly(['a/b'], ['ab'], [], 'a/b'),
      aggregations: mostly(
        [{ type: 'count', name: 'n' }],
        aggregationTriples[dataSource],
        [],
        [{ type: 'count' }],
      ),
      dimension: when('topN', name, 7, undefined),
      metric: when('topN', 'n', { type: 'inverted', metric: 'n' }, 7, undefined),
      threshold: when('topN', 1, 0, '1', undefined),
      dimensions: queryType === 'topN' ? mostly(undefined, []) : mostly([other], [], undefined, 'x'),
      orderBy:
        queryType === 'topN'
          ? mostly(undefined, { type: 'default' })
          : mostly({ type: 'default' }, { type: 'default', limit: 0 }, {}),
      descending: when('timeseries', true, 'yes', undefined),
      filter: mostly(
        undefined,
        null,
        { type: 'not' },
        { type: 'and', fields: [] },
        { type: 'in', dimension: name, values: [1, null] },
      ),
      extra: mostly(undefined, 1),
    });
  });
