import { describe, expect, it } from 'vitest';
import {
  accessPointState,
  mayBeVendor,
  recordIp,
  sensorState,
  unreadIn,
} from '../../src/sensors/nodeRecord.js';

describe('what a record of the tree says of itself', () => {
  it.each([
    [{ is_deleted: 1, applying: true, need_apply: true }, 'deleted'],
    [{ applying: '1', need_apply: true, unassigned: true }, 'applying'],
    [{ need_apply: true, unassigned: true }, 'needs apply'],
    [{ need_reputation_apply: true }, 'needs apply'],
    [{ unassigned: true }, 'unassigned'],
    [{ is_deleted: false, applying: 0, need_apply: null }, undefined],
  ])('is its most urgent state: %j is %s', (record, state) => {
    expect(sensorState(record)).toBe(state);
  });

  it.each([
    [1, 'up'],
    ['0', 'down'],
    [2, 'unknown'],
    [null, 'unknown'],
  ])('is whether an access point is up: %j is %s', (status, state) => {
    expect(accessPointState({ status })).toBe(state);
  });

  it.each([
    ['an IPS', { type: 2 }, false],
    ['an IPS by its other number', { type: '32' }, false],
    ['a domain', { type: 1 }, false],
    ['a sensor of a number that nobody documents', { type: 9 }, true],
    ['a sensor without a number', { type: null }, true],
  ])('is whether it may turn out to be a vendor sensor: %s', (_, record, may) => {
    expect(mayBeVendor(record)).toBe(may);
  });

  it('is what it holds besides records', () => {
    const record = { children: [null, {}, 'x'], access_points: { a: 1 } };
    expect(unreadIn(record).map(({ position, raw }) => [position, raw])).toEqual([
      [1, null],
      [3, 'x'],
      [1, { a: 1 }],
    ]);
    expect([{}, { children: null, access_points: [{}] }].flatMap(unreadIn)).toEqual([]);
  });

  it('is its address, of a sensor or of an access point', () => {
    expect(
      [{ ip: '10.0.0.1', ip_address: '10.0.0.2' }, { ip: '', ip_address: '10.0.0.2' }, {}].map(recordIp),
    ).toEqual(['10.0.0.1', '10.0.0.2', undefined]);
  });
});
