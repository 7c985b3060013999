import { describe, expect, it } from 'vitest';
import {
  movedNodes,
  nodesElsewhere,
  nodesOfSharedUuid,
  otherWithSameKey,
  placesIn,
} from '../../../src/changes/nodePlaces.js';
import type { SensorRecord } from '../../../src/model/sensors/sensors.js';

type Points = SensorRecord['access_points'];

const domain = (uuid: string, children: SensorRecord[] = [], points: Points = []): SensorRecord => ({
  uuid,
  name: `Domain ${uuid}`,
  type: 1,
  domain_type: 1,
  children,
  access_points: points,
});

const sensor = (uuid: string, parentUuid?: string) => ({ kind: 'sensor' as const, uuid, parentUuid });
const point = (macAddress: string, sensorUuid: string) => ({
  kind: 'accessPoint' as const,
  id: undefined,
  macAddress,
  sensorUuid,
});
const shared = (tree: SensorRecord, ...tops: string[]) =>
  nodesOfSharedUuid(tree, new Set(tops)).map(({ uuid }) => uuid);

describe('a call that names nodes by uuid', () => {
  const tree = domain('top', [domain('a', [domain('a1')]), domain('b', [domain('b1')])]);

  it('reaches one node each where every uuid stands once', () => {
    expect(shared(tree, 'a', 'b')).toEqual([]);
  });

  it.each([
    ['a descendant repeats the uuid of the top', domain('top', [domain('a', [domain('top')])])],
    [
      'a descendant repeats the uuid of a node above it',
      domain('top', [domain('a', [domain('x', [domain('a')])])]),
    ],
    ['the same node stands below two others', domain('top', [domain('a'), domain('b', [domain('a')])])],
    [
      'a node that goes with it stands elsewhere too',
      domain('top', [domain('a', [domain('x')]), domain('x')]),
    ],
  ])('may reach another node when %s', (_words, odd) => {
    expect(shared(odd, 'a')).toHaveLength(2);
  });

  it('is not refused for a uuid that stands twice elsewhere', () => {
    const odd = domain('top', [domain('a', [domain('a1')]), domain('b', [domain('x'), domain('x')])]);
    expect(shared(odd, 'a')).toEqual([]);
    expect(shared(odd, 'b')).toEqual(['x', 'x']);
  });
});

describe('a node that was chosen in a tree', () => {
  const before = domain('top', [domain('a', [domain('a1')], [{ mac_address: 'AA:01' }]), domain('b')]);

  it('stands elsewhere when another node is above it', () => {
    expect(nodesElsewhere(before, [sensor('a1', 'a'), point('aa:01', 'a'), sensor('b')])).toEqual([]);
    const chosen = [sensor('a1', 'b'), point('aa:01', 'b'), sensor('gone', 'b')];
    expect(nodesElsewhere(before, chosen)).toEqual(chosen.slice(0, 2));
  });

  it('was moved when anything above it is another node', () => {
    const now = domain('top', [domain('b', [domain('a', [domain('a1')], [{ mac_address: 'aa:01' }])])]);
    const chosen = [sensor('a'), sensor('a1'), sensor('b'), sensor('gone'), point('AA:01', 'a')];
    const placesBefore = placesIn(before, chosen);
    expect(movedNodes(chosen, { before: placesBefore, now: placesIn(now, chosen) })).toEqual([
      chosen[0],
      chosen[1],
      chosen[4],
    ]);
    expect(movedNodes(chosen, { before: placesBefore, now: placesBefore })).toEqual([]);
  });

  it('stands where it was chosen when an access point is shown under several nodes', () => {
    const twice = { id: 7, mac_address: 'aa:01' };
    const tree = domain('top', [domain('a', [], [twice]), domain('b', [], [{ ...twice }])]);
    expect(nodesElsewhere(tree, [point('aa:01', 'b')])).toEqual([]);
  });
});

describe('a delete list of access points', () => {
  const planned = { id: 7, mac_address: 'aa:01' };
  const treeWith = (other: Points[number]) =>
    domain('top', [domain('a', [], [planned]), domain('b', [], [other])]);

  it.each([
    ['another one with the same MAC address', { id: 8, mac_address: 'AA:01' }],
    ['another one with the same MAC address and no id', { mac_address: 'aa:01' }],
  ])('may reach %s', (_words, other) => {
    expect(otherWithSameKey(treeWith(other), [planned])).toBe(other);
  });

  it('may reach another one with the same id where there is no MAC address', () => {
    const bare = { id: 7 };
    const other = { id: 7, mac_address: 'aa:02' };
    expect(otherWithSameKey(domain('top', [], [bare, other]), [bare])).toBe(other);
  });

  it('reaches one access point that is shown under several nodes', () => {
    expect(otherWithSameKey(treeWith({ id: 7, mac_address: 'AA:01' }), [planned])).toBeUndefined();
    expect(otherWithSameKey(treeWith({ id: 8, mac_address: 'aa:02' }), [planned])).toBeUndefined();
  });
});
