import { describe, expect, it } from 'vitest';
import { otherDimensions } from '../../../../src/model/query/queryEdit.js';
import { nodeHint, queryFacts } from '../../../../src/model/results/queryFacts.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import { rememberedTreeValues, withCounts } from '../../../../src/model/queryEditing/queryCompletion.js';
import { frequentValues, valueQuery } from '../../../../src/model/query/writtenQueries.js';

describe('the query for the values of a dimension', () => {
  const wanted = { dataSource: 'rb_event', dimension: 'src', range: 'today', most: 100 } as const;

  it('ask for those that contain a text, whatever its case and characters', () => {
    const asked = (search: string) =>
      (valueQuery({ ...wanted, search, now: 0, zone: 'UTC' }) as { filter?: { pattern: string } }).filter;
    expect(asked('')).toBeUndefined();
    expect(asked('A.b')).toEqual({
      type: 'regex',
      dimension: wanted.dimension,
      pattern: String.raw`(?i)A\.b`,
    });
    for (const text of ['a_b c-d', '10.0.0.1/8', '^[\\d]+$', '{x}|(y)', '“é” 😀']) {
      const pattern = asked(text)?.pattern.replace('(?i)', '') ?? '';
      expect(new RegExp(pattern).exec(`x${text}x`)?.[0]).toBe(text);
    }
  });

  it('is a small topN over the range of the notebook, by the clock of its zone', () => {
    expect(valueQuery({ ...wanted, now: Date.UTC(2026, 10, 20, 8), zone: 'Asia/Tokyo' })).toEqual({
      queryType: 'topN',
      dataSource: 'rb_event',
      granularity: 'all',
      dimension: 'src',
      aggregations: [{ type: 'count', name: 'rows' }],
      metric: 'rows',
      threshold: 100,
      intervals: ['2026-11-19T15:00:00Z/2026-11-20T15:00:00Z'],
    });
  });

  it('answers with each value once, the most frequent first, and none that is empty', () => {
    const timestamp = '2026-11-20T08:00:00Z';
    const values = [
      { src: 'b', rows: 7 },
      { src: null, rows: 5 },
      { src: 'a', rows: 3 },
      { src: '', rows: 2 },
      { src: 'b', rows: 1 },
      { src: 6 },
    ];
    const rows = values.map(each => ({ timestamp, values: each }));
    expect(frequentValues(rows, 'src')).toEqual([
      { value: 'b', rows: 7 },
      { value: 'a', rows: 3 },
      { value: '6', rows: undefined },
    ]);
    expect(frequentValues([], 'src')).toEqual([]);
  });
});

describe('what a value can be broken down by', () => {
  it('is every dimension of the source that the query does not show', () => {
    const shown = otherDimensions({ dataSource: 'rb_state', dimensions: ['status', { dimension: 'type' }] });
    expect(shown).toContain('wireless_mode');
    expect(shown).not.toContain('status');
    expect(shown).not.toContain('type');
    for (const query of [null, 'text', { dataSource: '__proto__' }, { dataSource: 7 }])
      expect(otherDimensions(query)).toContain('wan_ip');
  });
});

describe('the node that a value is about', () => {
  const hint = (dimension: string, value = '7') => nodeHint({ connectionId: 'office', dimension, value });

  it.each<[string, object | undefined]>([
    ['sensor_uuid', { uuid: '7' }],
    ['campus_uuid', { uuid: '7' }],
    ['incident_uuid', undefined],
    ['wireless_station', { macAddress: '7' }],
    ['wireless_station_name', { name: '7' }],
    ['sensor_name', { name: '7' }],
    ['zone', { name: '7' }],
    ['host', undefined],
  ])('is found by %s', (dimension, expected) => {
    expect(hint(dimension)).toEqual(expected && { connectionId: 'office', ...expected });
  });

  it('is none for an empty value', () => expect(hint('sensor_name', '')).toBeUndefined());
});

describe('what a number of a query is', () => {
  it('is told by its column as well as by its name, and adds up only if it is a sum', () => {
    const aggregations = [
      { type: 'doubleSum', name: 'in', fieldName: 'octets' },
      { type: 'longMax', name: 'top_packets', fieldName: 'x' },
      { type: 'cardinality', name: 'users', fieldNames: ['host'] },
      {
        type: 'filtered',
        name: 'web',
        aggregator: { type: 'longSum', name: 'other', fieldName: 'sum_bytes' },
      },
    ];
    const { measures, isBucketed } = queryFacts({ aggregations, postAggregations: [{ name: 'ratio' }] });
    expect(measures).toEqual([
      { name: 'in', unit: 'bytes', isSum: true },
      { name: 'top_packets', unit: 'packets', isSum: false },
      { name: 'users', unit: 'number', isSum: false },
      { name: 'web', unit: 'bytes', isSum: true },
      { name: 'ratio', unit: 'number', isSum: false },
    ]);
    expect(isBucketed).toBe(false);
  });
});

describe('values that are remembered of a tree', () => {
  it('are those of the dimension and of the tree as it is now', () => {
    const tree = (floor: string) =>
      new SensorIndex({
        name: 'root',
        uuid: '1',
        type: 1,
        domain_type: 1,
        children: [{ name: floor, uuid: '2', type: 1, domain_type: 101 }],
      });
    const before = tree('First');
    const after = tree('Second');
    const values = rememberedTreeValues();
    expect(values(before, 'floor')).toEqual([{ value: 'First', name: 'root' }]);
    expect(values(before, 'floor_uuid')).toEqual([{ value: '2', name: 'First' }]);
    expect(values(after, 'floor')).toEqual([{ value: 'Second', name: 'root' }]);
    expect(values(before, 'namespace_uuid')?.map(({ name }) => name)).toEqual(['root', 'First']);
    expect([values(before, 'host'), values(before, 'campus')]).toEqual([undefined, []]);
  });

  it('stand behind those that the data has, with the names of the tree', () => {
    const fromTree = [
      { value: '1', name: 'First' },
      { value: '2', name: 'Second' },
    ];
    expect(withCounts([], fromTree)).toEqual(fromTree);
    const found = [
      { value: '2', rows: 9 },
      { value: '3', rows: 1 },
    ];
    expect(withCounts(found, fromTree)).toEqual([
      { value: '2', rows: 9, name: 'Second' },
      { value: '3', rows: 1 },
      { value: '1', name: 'First' },
    ]);
  });
});
