import { describe, expect, it } from 'vitest';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import { treeWith } from '../../../../src/model/sensors/treeWith.js';

const domain = (uuid: string, fields: object = {}): RawRecord => ({ name: uuid, uuid, type: 1, ...fields });
const point = (mac: string, fields: object = {}): RawRecord => ({
  name: mac,
  mac_address: mac,
  status: 1,
  ...fields,
});

describe('a tree of which one node was read again', () => {
  const campus = domain('campus', {
    children: [domain('building', { access_points: [point('aa:01'), point('aa:02')] }), domain('other')],
  });
  const tree = new SensorIndex(domain('root', { children: [campus] }));
  const ref = (macAddress: string) => ({ connectionId: 'c', macAddress });
  const uuid = (id: string) => ({ connectionId: 'c', uuid: id });

  it('has the node as it is now, wherever one looks from, and all others as they were', () => {
    const raw = point('aa:02', { name: 'New', status: 0 });
    const now = treeWith(tree, { ref: ref('aa:02'), placed: { raw, parentUuid: 'building' } });
    expect(now?.label(now.find(ref('aa:02')) ?? -1)).toBe('New');
    expect(now?.counts(0)).toEqual({ ...tree.counts(0), down: 1 });
    expect(JSON.stringify(now?.record(0))).toBe(
      JSON.stringify(tree.record(0)).replace(JSON.stringify(point('aa:02')), JSON.stringify(raw)),
    );
    expect(now?.record(now.find(uuid('other')) ?? -1)).toBe(tree.record(tree.find(uuid('other')) ?? -1));
    expect(tree.label(tree.find(ref('aa:02')) ?? -1)).toBe('aa:02');
  });

  it('knows the node by its new uuid or MAC address', () => {
    const renamed = treeWith(tree, {
      ref: uuid('other'),
      placed: { raw: domain('renamed'), parentUuid: 'campus' },
    });
    expect([renamed?.find(uuid('other')), renamed?.path(renamed.find(uuid('renamed')) ?? -1)]).toEqual([
      undefined,
      ['root', 'campus', 'renamed'],
    ]);
  });

  it('takes the top domain itself', () => {
    const raw = domain('root', { name: 'Top', children: [] });
    const now = treeWith(tree, { ref: uuid('root'), placed: { raw, parentUuid: undefined } });
    expect([now?.label(0), now?.size]).toEqual(['Top', 1]);
  });

  it('has to be read as a whole when the node stands elsewhere, or is new', () => {
    const moved = { raw: point('aa:02'), parentUuid: 'other' };
    expect(treeWith(tree, { ref: ref('aa:02'), placed: moved })).toBeUndefined();
    expect(treeWith(tree, { ref: ref('aa:03'), placed: moved })).toBeUndefined();
  });
});
