import { describe, expect, it } from 'vitest';
import { filtersOf } from '../../../../src/model/sensors/accessPoints.js';

describe('words that filter the access point list', () => {
  it.each([
    ['', {}],
    ['  ', {}],
    ['aa:bb:cc:00:11:22', { mac_address: 'aa:bb:cc:00:11:22' }],
    ['AA-BB-CC-00-11-22', { mac_address: 'AA:BB:CC:00:11:22' }],
    ['aa:bb:cc:dd:ee', { mac_address: 'aa:bb:cc:dd:ee' }],
    ['10.0.0.1', { ip_address: '10.0.0.1' }],
    ['2001:db8::1', { ip_address: '2001:db8::1' }],
    ['Up', { status: '1' }],
    ['down', { status: '0' }],
    ['Lobby 10.0', { name: 'Lobby 10.0' }],
    ['upstairs', { name: 'upstairs' }],
  ])('%s', (words, filters) => expect(filtersOf(words)).toEqual(filters));
});
