import { describe, expect, it } from 'vitest';
import {
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
      ...{ queryType: 'groupBy', dataSource: 'rb_flow', granularity: 'all' },
      dimensions: ['campus_uuid', 'floor_uuid', 'namespace_uuid', 'sensor_uuid'],
      intervals: ['2026-01-01T00:00:00Z/2026-01-01T01:00:00Z'],
      aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    });
  });

  it('is kept to its domain', () => {
    const scope = { uuid: '7', domainType: 4 };
    expect(pointTrafficQuery({ scope, stretch })).toMatchObject({
      dimensions: ['wireless_station'],
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
    ];
    expect([...pointTraffic(stations)]).toEqual([['aa:bb', 9]]);
  });
});
