import { describe, expect, it } from 'vitest';
import {
  namespaceQuestions,
  namespaceRows,
  placeTraffic,
  placeTrafficQuery,
  pointTraffic,
  pointTrafficQuery,
} from '../../../../src/model/query/topologyQuery.js';

const stretch = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 1, 1) };
const row = (values: object) => ({ timestamp: 'a', values: { ...values } });

describe('what a topology asks for', () => {
  it('is the bytes of each chain of domains and each sensor, for those kinds that there are', () => {
    expect(placeTrafficQuery({ scope: undefined, stretch }, [1, 4, 101])).toEqual({
      queryType: 'groupBy',
      dataSource: 'rb_flow',
      granularity: 'all',
      dimensions: ['campus_uuid', 'floor_uuid', 'namespace_uuid', 'sensor_uuid'],
      intervals: ['2026-01-01T00:00:00Z/2026-01-01T01:00:00Z'],
      aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    });
  });

  it('is kept to its domain', () => {
    const scope = { dimension: 'campus_uuid', values: ['7'] };
    expect(pointTrafficQuery({ scope, stretch })).toMatchObject({
      dimensions: ['wireless_station', 'namespace_uuid'],
      filter: { type: 'selector', dimension: 'campus_uuid', value: '7' },
    });
  });

  it('is read by uuid and by MAC address, whatever stands between the rows', () => {
    const rows = [
      row({ campus_uuid: '1', floor_uuid: null, sensor_uuid: '2', bytes: 5n }),
      row({ campus_uuid: '1', namespace_uuid: '1', bytes: '7' }),
      row({ campus_uuid: '3', bytes: 'NaN' }),
    ];
    expect(placeTraffic(rows)).toEqual([
      { uuids: ['1', '2'], bytes: 5 },
      { uuids: ['1'], bytes: 7 },
    ]);
    const stations = [
      row({ wireless_station: 'AA:BB', bytes: 9 }),
      row({ wireless_station: null, bytes: 3 }),
      row({ wireless_station: 'cc', bytes: -1 }),
      row({ wireless_station: 'aa:bb', namespace_uuid: '1', bytes: 1 }),
    ];
    expect([...pointTraffic(stations)]).toEqual([['aa:bb', 10]]);
  });

  it('is asked of the sources that namespaces may have of their own too', () => {
    const query = pointTrafficQuery({ scope: undefined, stretch });
    expect(namespaceQuestions(query, [])).toEqual([query]);
    expect(namespaceQuestions(query, ['5', '6'])).toEqual([query, { ...query, namespace_uuids: ['5', '6'] }]);
    const own = pointTrafficQuery({ scope: { dimension: 'namespace_uuid', values: ['5', '6'] }, stretch });
    const selector = (value: string) => ({ type: 'selector', dimension: 'namespace_uuid', value });
    expect(own).toMatchObject({ filter: { type: 'or', fields: [selector('5'), selector('6')] } });
    expect(namespaceQuestions(own, ['5', '6'])).toEqual([own, { ...own, namespace_uuids: ['5', '6'] }]);
  });

  it('counts the flows of a namespace once, in whichever source a manager keeps them', () => {
    const plain = row({ namespace_uuid: null, bytes: 1 });
    const north = row({ namespace_uuid: 'north', bytes: 2 });
    const south = row({ namespace_uuid: 'south', bytes: 3 });
    expect(namespaceRows([[plain]])).toEqual([plain]);
    expect(namespaceRows([[plain], [north, south]])).toEqual([plain, north, south]);
    // Kept in one source, or in both.
    expect(namespaceRows([[plain, north], [north]])).toEqual([plain, north]);
    expect(
      namespaceRows([
        [plain, north],
        [plain, north, south],
      ]),
    ).toEqual([plain, north, south]);
  });
});
