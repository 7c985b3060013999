import { describe, expect, it } from 'vitest';
import {
  completionPlace,
  namespaces,
  separatorBefore,
  treeValues,
} from '../../../../src/model/queryEditing/queryCompletion.js';
import { aggregationTriples } from 'netsensor-contract/query/dataSources';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const head =
  '"queryType": "topN", "dataSource": "rb_flow", "aggregations": [{ "name": "bytes" }, { "name": "n" }]';
/** Looks at the place marked by `|`. */
const lookAt = (text: string) => completionPlace(text.replace('|', ''), text.indexOf('|'));
/** What an item replaces there. */
const replacedAt = (text: string) => {
  const place = lookAt(text);
  return place && text.replace('|', '').slice(place.offset, place.offset + place.length);
};

describe('a place in a query', () => {
  it.each([
    ['metric', `{ ${head}, "metric": "|" }`],
    ['metric before anything is typed', `{ ${head}, "metric": | }`],
    ['metric of an inverted one', `{ ${head}, "metric": { "type": "inverted", "metric": "b|" } }`],
  ])('takes the names of the outputs as %s', (_name, text) => {
    expect(lookAt(text)).toMatchObject({ kind: 'names', names: ['bytes', 'n'] });
  });

  it('takes outputs and dimensions as columns of an order', () => {
    const query = (columns: string) =>
      `{ ${head.replace('topN', 'groupBy')}, "dimensions": ["host"], "orderBy": { "columns": [${columns}] } }`;
    for (const columns of ['|', '"|"', '{ "dimension": "|" }']) {
      expect(lookAt(query(columns))).toMatchObject({ kind: 'names', names: ['bytes', 'n', 'host'] });
    }
  });

  it.each([
    ['"filter": { "type": "selector", "dimension": "host", "value": "|" }', 'host'],
    ['"filter": { "dimension": "host", "type": "in", "values": ["a", |] }', 'host'],
    ['"filter": { "type": "not", "field": { "dimension": "url", "value": | } }', 'url'],
    ['"filter": { "type": "or", "fields": [{ "dimension": "url", "value": "y|o" }] }', 'url'],
  ])('takes values of a dimension in %s', (filter, dimension) => {
    expect(lookAt(`{ ${head}, ${filter} }`)).toMatchObject({
      kind: 'values',
      dataSource: 'rb_flow',
      dimension,
    });
  });

  it('takes time zones', () => {
    const place = lookAt(`{ ${head}, "granularity": { "type": "period", "timeZone": "|" } }`);
    expect(place).toMatchObject({ kind: 'names', names: expect.arrayContaining(['UTC', 'Europe/Berlin']) });
  });

  it.each([
    ['"${auto|}"', '"${auto'],
    ['"${autoh|}"', '"${auto'],
    ['"${auto}|"', '"${auto}'],
    ['"${hour|}"', '"${'],
    ['"${|}"', '"${'],
    ['"${auto}"|', '"${auto}"'],
    ['"${|', '"${'],
  ])(
    'takes bucket sizes in place of %s, chosen by what is typed behind what is left of ${auto}',
    (value, kept) => {
      const text = `{ ${head}, "granularity": ${value}`;
      expect(lookAt(text)).toMatchObject({ kind: 'buckets', names: granularityNames.contract, kept });
      expect(replacedAt(text)).toBe(value.replace('|', ''));
    },
  );

  it('takes namespaces', () => {
    expect(lookAt(`{ ${head}, "namespace_uuids": ["|"] }`)).toMatchObject({ kind: 'namespaces' });
  });

  it.each([
    '"filter": |',
    '"filter": sel|',
    '"filter": { "type": "not", "field": | }',
    '"filter": { "type": "or", "fields": [{ "type": "and", "fields": [] }, |] }',
    '"filter": { "type": "or", "fields": [|{ "type": "and", "fields": [] }] }',
  ])('takes a filter in %s, a selector first', filter => {
    const place = lookAt(`{ ${head}, ${filter} }`);
    expect(place?.kind === 'parts' && place.snippets.map(({ label }) => label.split(':')[0])).toEqual([
      'selector',
      'regex',
      'and',
      'or',
      'not',
      'not',
    ]);
  });

  it('takes an aggregation in a list of them, the documented ones of its data source first', () => {
    const place = lookAt('{ "dataSource": "rb_monitor", "aggregations": [|] }');
    const labels = place?.kind === 'parts' ? place.snippets.map(({ label }) => label) : [];
    const documented = aggregationTriples.rb_monitor.map(({ name }) => name);
    expect(labels.map(label => label.split(':')[0])).toEqual([...documented, 'count', 'cardinality']);
  });

  it('needs a comma in front of what follows it', () => {
    expect(['"a": 1 }', ' // why\n { }]', ' }', ', 1', ''].map(separatorBefore)).toEqual([
      ',',
      ',',
      '',
      '',
      '',
    ]);
  });

  it.each([
    `{ ${head}, "filter": { "type": "and", "fields": [] }| }`,
    `{ | }`,
    `{ "|": 1 }`,
    `{ ${head}, "threshold": | }`,
    `{ ${head}, "granularity": "|\${auto}" }`,
    `{ ${head}, "granularity": "ho|" }`,
    `{ ${head}, "filter": { "type": "|" } }`,
    '[|]',
    '1|',
    '"|"',
  ])('leaves %s to the schema', text => {
    expect(lookAt(text)).toBeUndefined();
  });

  it.each(['|', ' \n|', '// why\n|', '/* why */ top|'])('takes whole queries in %j', text => {
    expect(lookAt(text)).toMatchObject({ kind: 'query' });
  });

  it('knows the text that an item replaces, finished or not', () => {
    expect(replacedAt(`{ ${head}, "metric": "by|te" }`)).toBe('"byte"');
    expect(replacedAt(`{ ${head}, "metric": | }`)).toBe('');
    expect(replacedAt(`{ ${head}, "metric": "by|`)).toBe('"by');
    expect(replacedAt('// why\nto|p')).toBe('top');
    expect(replacedAt(`{ ${head}, "metric": by| }`)).toBe('by');
    expect(replacedAt(`{ ${head}, "metric":by|te}`)).toBe('byte');
  });
});

describe('values from the tree', () => {
  const tree = new SensorIndex({
    name: 'root',
    uuid: '1',
    type: 1,
    domain_type: 1,
    children: [
      { name: 'North', uuid: '2', type: 1, domain_type: 4, children: [{ name: 'edge', uuid: '3', type: 5 }] },
      { name: 'North', uuid: '4', type: 1, domain_type: 4 },
    ],
  });

  it('are uuids with names, and names once each', () => {
    expect(namespaces(tree).map(({ value }) => value)).toEqual(['1', '2', '4']);
    expect(treeValues(tree, 'campus_uuid')).toEqual([
      { value: '2', name: 'North' },
      { value: '4', name: 'North' },
    ]);
    expect(treeValues(tree, 'campus')?.map(({ value }) => value)).toEqual(['North']);
    expect(treeValues(tree, 'sensor_uuid')).toEqual([{ value: '3', name: 'edge' }]);
    expect(treeValues(tree, 'sensor_name')).toEqual([{ value: 'edge', name: 'root / North' }]);
    expect(treeValues(tree, 'host')).toBeUndefined();
  });
});
