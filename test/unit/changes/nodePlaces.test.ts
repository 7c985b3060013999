import { describe, expect, it } from 'vitest';
import {
  movedNodes,
  nodesElsewhere,
  nodesOfSharedUuid,
  otherWithSameKey,
  placesIn,
} from '../../../src/changes/nodePlaces.js';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';
import { treeOf } from '../../../src/model/sensors/visitNodes.js';

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
const shared = async (tree: SensorRecord, ...tops: string[]) =>
  (await nodesOfSharedUuid(treeOf(tree), new Set(tops))).map(({ uuid }) => uuid);

describe('a call that names nodes by uuid', () => {
  const tree = domain('top', [domain('a', [domain('a1')]), domain('b', [domain('b1')])]);

  it('reaches one node each where every uuid stands once', async () => {
    expect(await shared(tree, 'a', 'b')).toEqual([]);
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
  ])('may reach another node when %s', async (_words, odd) => {
    expect(await shared(odd, 'a')).toHaveLength(2);
  });

  it('is not refused for a uuid that stands twice elsewhere', async () => {
    const odd = domain('top', [domain('a', [domain('a1')]), domain('b', [domain('x'), domain('x')])]);
    expect(await shared(odd, 'a')).toEqual([]);
    expect(await shared(odd, 'b')).toEqual(['x', 'x']);
  });
});

async function elsewhere(tree: SensorRecord, nodes: Parameters<typeof placesIn>[1]) {
  return nodesElsewhere(await placesIn(treeOf(tree), nodes), nodes);
}

describe('a node that was chosen in a tree', () => {
  const before = domain('top', [domain('a', [domain('a1')], [{ mac_address: 'AA:01' }]), domain('b')]);

  it('stands elsewhere when another node is above it', async () => {
    expect(await elsewhere(before, [sensor('a1', 'a'), point('aa:01', 'a'), sensor('b')])).toEqual([]);
    const chosen = [sensor('a1', 'b'), point('aa:01', 'b'), sensor('gone', 'b')];
    expect(await elsewhere(before, chosen)).toEqual(chosen.slice(0, 2));
  });

  it('was moved when anything above it is another node', async () => {
    const now = domain('top', [domain('b', [domain('a', [domain('a1')], [{ mac_address: 'aa:01' }])])]);
    const chosen = [sensor('a'), sensor('a1'), sensor('b'), sensor('gone'), point('AA:01', 'a')];
    const placesBefore = await placesIn(treeOf(before), chosen);
    expect(movedNodes(chosen, { before: placesBefore, now: await placesIn(treeOf(now), chosen) })).toEqual([
      chosen[0],
      chosen[1],
      chosen[4],
    ]);
    expect(movedNodes(chosen, { before: placesBefore, now: placesBefore })).toEqual([]);
  });

  it('stands where it was chosen when an access point is shown under several nodes', async () => {
    const twice = { id: 7, mac_address: 'aa:01' };
    const tree = domain('top', [domain('a', [], [twice]), domain('b', [], [{ ...twice }])]);
    expect(await elsewhere(tree, [point('aa:01', 'b')])).toEqual([]);
  });
});

describe('a delete list of access points', () => {
  const planned = { id: 7, mac_address: 'aa:01' };
  const treeWith = (other: Points[number]) =>
    treeOf(domain('top', [domain('a', [], [planned]), domain('b', [], [other])]));

  it.each([
    ['another one with the same MAC address', { id: 8, mac_address: 'AA:01' }],
    ['another one with the same MAC address and no id', { mac_address: 'aa:01' }],
  ])('may reach %s', async (_words, other) => {
    expect(await otherWithSameKey(treeWith(other), [planned])).toBe(other);
  });

  it('may reach another one with the same id where there is no MAC address', async () => {
    const bare = { id: 7 };
    const other = { id: 7, mac_address: 'aa:02' };
    expect(await otherWithSameKey(treeOf(domain('top', [], [bare, other])), [bare])).toBe(other);
  });

  it('reaches one access point that is shown under several nodes', async () => {
    expect(await otherWithSameKey(treeWith({ id: 7, mac_address: 'AA:01' }), [planned])).toBeUndefined();
    expect(await otherWithSameKey(treeWith({ id: 8, mac_address: 'aa:02' }), [planned])).toBeUndefined();
  });
});
