import fc from 'fast-check';
import { aggregationTriples, dataSourceNames, dimensions } from 'netsensor-contract/query/dataSources';

/** The first value most of the time; undefined leaves a field out. */
const mostly = (usual: unknown, ...others: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 30 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );

/** Queries of every type and source (contract 002) as JSON; about half of them have something wrong with them. */
export const anyQuery: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(fc.constantFrom('groupBy', 'topN', 'timeseries'), fc.constantFrom(...dataSourceNames))
  .chain(([queryType, dataSource]) => fc.record(fieldsOf(queryType, dataSource)))
  .map(query => JSON.parse(JSON.stringify(query)) as Record<string, unknown>);

function fieldsOf(queryType: string, dataSource: (typeof dataSourceNames)[number]) {
  const [first = '', second = ''] = dimensions[dataSource];
  const filter = fc.letrec(tie => ({
    leaf: fc.oneof(
      mostly(
        { type: 'selector', dimension: first, value: 'x' },
        { type: 'selector', dimension: 'nowhere', value: 'x' },
        { type: 'selector', value: 'x' },
        { type: 'selector', dimension: first, value: ['x'] },
        { type: 'sélector', dimension: first },
        {},
        'x',
      ),
      mostly(
        { type: 'regex', dimension: second, pattern: '(?i)^a.*$' },
        { type: 'regex', dimension: second },
        { type: 'regex', pattern: 'a' },
      ),
      mostly(
        { type: 'in', dimension: first, values: ['a', null, 7] },
        { type: 'in', dimension: first },
        { type: 'bound', dimension: first, lower: 'a', alphaNumeric: true },
        { type: 'bound', lower: 'a' },
        { type: 'like', dimension: first, pattern: '%a_' },
        { type: 'like', dimension: first },
        { type: 'search', dimension: first, query: { type: 'contains', value: 'a' } },
        { type: 'search', dimension: first, query: { type: 'has' } },
      ),
    ),
    combined: fc.record({
      type: fc.constantFrom('and', 'or'),
      fields: fc.oneof(
        { arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }), weight: 20 },
        { arbitrary: fc.constantFrom<unknown>([], undefined), weight: 1 },
      ),
    }),
    negated: fc.record({ type: fc.constant('not'), field: tie('filter') }),
    filter: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('combined'), tie('negated')),
  })).filter;
  const triples = aggregationTriples[dataSource];
  const count = { type: 'count', name: 'n' };
  const own = (type: string, ...values: [unknown, ...unknown[]]) =>
    queryType === type ? mostly(...values) : mostly(undefined, values[0]);
  const order = (column: unknown, rest: object = {}) => ({
    type: 'default',
    limit: 5,
    columns: [column],
    ...rest,
  });
  return {
    queryType: mostly(queryType, 'scan', undefined),
    dataSource: fc.constant(dataSource),
    granularity: fc.oneof(
      mostly('all', 'never', undefined, 7),
      mostly('hour', 'week'),
      mostly(
        { type: 'period', period: 'pt5m', timeZone: 'Europe/Berlin', origin: '2026-11-18T00:00Z' },
        { type: 'period', period: 'PT0S' },
        { type: 'period', period: 'P' },
        { type: 'period' },
        { type: 'period', period: 'P1D', timeZone: 'Mars/Olympus' },
        { type: 'period', period: 'P1D', origin: 'long ago' },
        { type: 'duration', duration: 60_000 },
        { type: 'duration', duration: 'long' },
        { type: 'duration', duration: 0 },
      ),
    ),
    intervals: mostly(
      ['2026-11-18T00:00Z/PT12H'],
      ['2026-11-18/2026-11-19', 'P1D/2026-11-18'],
      ['2026-11-19/2026-11-18'],
      ['2026-11-18/2026-11-18'],
      ['2026-11-18'],
      ['yesterday/tomorrow'],
      [],
      [7],
    ),
    aggregations: mostly(
      [...triples, count],
      [count, count],
      [count, { type: 'cardinality', name: 'c', fieldNames: [second] }],
      [
        count,
        {
          type: 'filtered',
          filter: { type: 'selector', dimension: first, value: '' },
          aggregator: { ...count, name: 'f' },
        },
      ],
      [count, { type: 'longSum', name: 'odd', fieldName: 'nothing' }],
      [count, { type: 'longSum', name: 'x' }],
      [count, { type: 'longSum', fieldName: 'events' }],
      [{ type: 'cardinality', name: 'n', fieldNames: ['nowhere'] }],
      [{ type: 'sum', name: 'n', fieldName: 'events' }],
      [],
      undefined,
    ),
    dimension: own('topN', first, 'nowhere', 7, undefined, {
      type: 'default',
      dimension: first,
      outputName: 'd',
    }),
    metric: own(
      'topN',
      'n',
      'm',
      undefined,
      { type: 'inverted', metric: 'n' },
      { type: 'inverted', metric: 'm' },
      { type: 'alphaNumeric' },
      { type: 'best' },
    ),
    threshold: own('topN', 5, 0, -1, undefined, 1.5),
    dimensions:
      queryType === 'topN'
        ? mostly(undefined, [])
        : mostly([second], [], undefined, ['nowhere'], [first, second], 'x'),
    orderBy:
      queryType === 'groupBy'
        ? mostly(
            order({ dimension: 'n', direction: 'DESCENDING' }),
            undefined,
            order('n'),
            order('m'),
            order({ dimension: 'm' }),
            order({ dimension: 'n', direction: 'DOWN' }),
            order('n', { limit: 0 }),
            { limit: 1, columns: [] },
          )
        : mostly(undefined, order('n')),
    descending: own('timeseries', true, 'yes', undefined),
    filter: fc.option(filter, { nil: undefined, freq: 3 }),
    extra: mostly(undefined, 1),
  };
}
