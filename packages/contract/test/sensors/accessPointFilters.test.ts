import { describe, expect, it } from 'vitest';
import { filtersInTurn, filtersOf } from '../../src/sensors/accessPoints.js';

describe('words that filter the access point list', () => {
  it.each([
    ['', {}],
    ['  ', {}],
    ['aa:bb:cc:00:11:22', { mac_address: 'aa:bb:cc:00:11:22' }],
    ['AA-BB-CC-00-11-22', { mac_address: 'aa:bb:cc:00:11:22' }],
    ['aabb.cc00.1122', { mac_address: 'aa:bb:cc:00:11:22' }],
    ['AABBCC-001122', { mac_address: 'aa:bb:cc:00:11:22' }],
    ['aa:bb:cc:0:11:22\u200b', { mac_address: 'aa:bb:cc:00:11:22' }],
    ['2026-11-27', { name: '2026-11-27' }],
    ['aa:bb:cc:dd:ee', { mac_address: 'aa:bb:cc:dd:ee' }],
    ['10.0.0.1', { ip_address: '10.0.0.1' }],
    ['2001:db8::1', { ip_address: '2001:db8::1' }],
    ['Up', { status: '1' }],
    ['down', { status: '0' }],
    ['Lobby 10.0', { name: 'Lobby 10.0' }],
    ['upstairs', { name: 'upstairs' }],
  ])('%s', (words, filters) => expect(filtersOf(words)).toEqual(filters));
});

it('a MAC address is asked for in the ways in which a manager may store it, anything else once', () => {
  const asked = filtersInTurn(' AABB.CC00.1122 ').map(({ mac_address: mac }) => mac);
  expect(asked).toEqual(['aa:bb:cc:00:11:22', 'AA:BB:CC:00:11:22', 'AABB.CC00.1122']);
  expect([filtersInTurn('Lobby'), filtersInTurn('')]).toEqual([[{ name: 'Lobby' }], [{}]]);
});
