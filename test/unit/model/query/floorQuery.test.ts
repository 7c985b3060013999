import { describe, expect, it } from 'vitest';
import { floorFrames, floorQuery, replayGranularity } from '../../../../src/model/query/floorQuery.js';

const stretch = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 2) };
const hours = (count: number) => ({ start: 0, end: count * 3_600_000 });

describe('what a floor asks for', () => {
  it('is about its own flows, as the contract names the kind of domain', () => {
    const asked = { uuid: '7', layer: 'clients', stretch, granularity: 'all' } as const;
    expect(floorQuery({ ...asked, domainType: 101 })).toMatchObject({
      filter: { type: 'selector', dimension: 'floor_uuid', value: '7' },
      intervals: ['2026-01-01T00:00:00Z/2026-01-02T00:00:00Z'],
    });
    expect(floorQuery({ ...asked, domainType: 1 })).toMatchObject({ namespace_uuids: ['7'] });
  });

  it('comes in at most sixty parts', () => {
    expect([1, 6, 24, 24 * 7].map(count => replayGranularity(hours(count)))).toEqual([
      'minute',
      'fifteen_minute',
      'hour',
      'day',
    ]);
  });

  it('is told apart by time and access point, the mean of signals in dBm', () => {
    const rows = [
      { timestamp: 'a', values: { wireless_station: '00:AA', rssi: -140n, events: 2n } },
      { timestamp: 'a', values: { wireless_station: '00:bb', rssi: 0, events: 5 } },
      { timestamp: 'b', values: { wireless_station: null, rssi: -90, events: 1 } },
      { timestamp: 'b', values: { wireless_station: '00:cc', rssi: 'x', events: 1 } },
    ];
    expect(floorFrames(rows, 'signal')).toEqual([{ start: 'a', values: new Map([['00:aa', -70]]) }]);
  });
});
