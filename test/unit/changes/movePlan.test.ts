import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { planMove, readMoved } from '../../../src/changes/movePlan.js';
import type { NodeTarget } from '../../../src/model/sensors/nodeTarget.js';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { NothingToDoError } from '../../../src/words/sentenceErrors.js';

const domain = (uuid: string, domainType: number, ...children: RawRecord[]): RawRecord => ({
  uuid,
  name: `The ${uuid}`,
  type: 1,
  domain_type: domainType,
  children,
  access_points: [
    { mac_address: `00:00:00:00:00:${uuid}`, name: `AP ${uuid}`, enrichment: { floor_uuid: uuid } },
  ],
});
const index = new SensorIndex(
  domain(
    'top',
    1,
    domain(
      'campus',
      4,
      domain('building', 5, domain('floor', 101, domain('corner', 1)), domain('floor 2', 101)),
    ),
    domain('other campus', 4),
  ),
);

const target = (uuid: string, parentUuid: string): NodeTarget => {
  const number = index.find({ connectionId: '', uuid }) ?? -1;
  const domainType = Number(index.record(number).domain_type);
  return {
    kind: 'sensor',
    connectionId: 'one',
    name: `The ${uuid}`,
    path: [],
    uuid,
    sensorKind: 'domain',
    type: 1,
    domainType,
    parentUuid,
  };
};
const point = (floor: string): NodeTarget => ({
  kind: 'accessPoint',
  connectionId: 'one',
  name: `AP ${floor}`,
  path: [],
  id: undefined,
  macAddress: `00:00:00:00:00:${floor}`,
  sensorUuid: floor,
});
const plan = (uuid: string, ...nodes: NodeTarget[]) => planMove(index, { connectionId: 'one', nodes, uuid });

describe('the plan of a move', () => {
  it.each([
    [
      'a campus on a floor',
      'floor',
      target('other campus', 'top'),
      /^The other campus \(campus\) cannot stand in The floor \(floor\)\. Nothing was sent\./,
    ],
    [
      'a campus in a corner of a floor',
      'corner',
      target('other campus', 'top'),
      /cannot stand in The floor \(floor\)/,
    ],
    [
      'a campus in a building',
      'building',
      target('other campus', 'top'),
      /cannot stand in The building \(building\)/,
    ],
    [
      'a building below itself',
      'floor',
      target('building', 'campus'),
      /^The building cannot stand below itself\.$/,
    ],
    ['what is there already', 'campus', target('building', 'campus'), /is there already/],
    [
      'anything in a domain that is gone',
      'gone',
      target('building', 'campus'),
      /does not have this domain any more/,
    ],
  ])('refuses %s', (_, uuid, node, sentence) => {
    expect(() => plan(uuid, node)).toThrow(sentence);
  });

  it.each([
    ['a floor in another building', 'other campus', target('floor', 'building')],
    ['a campus in a campus, of which the contract says nothing', 'campus', target('other campus', 'top')],
    ['a domain of no kind anywhere', 'floor 2', target('corner', 'floor')],
  ])('takes %s', (_, uuid, node) => {
    expect(plan(uuid, node)).toEqual({
      domain: index.find({ connectionId: '', uuid }),
      moved: [node],
      notes: [],
    });
  });

  it('says which places the enrichment of access points goes on naming', () => {
    expect(plan('floor 2', point('floor')).notes).toEqual([
      'The enrichment of AP floor still names The floor; the API cannot change it.',
    ]);
    expect(plan('corner', point('floor')).notes).toEqual([]);
    expect(plan('other campus', point('floor'), point('floor 2')).notes).toEqual([
      'The enrichment of AP floor, AP floor 2 still names The floor, The floor 2; the API cannot change it.',
    ]);
  });

  it('says so of access points below what is moved', () => {
    const named = { building_uuid: 'building' };
    const points = ['a', 'b', 'c', 'd'].map(name => ({ name, mac_address: name, enrichment: named }));
    const hall = { ...domain('hall', 101), access_points: points };
    const tree = new SensorIndex(domain('top', 1, domain('building', 5, hall), domain('annex', 5)));
    const node = { ...target('floor', 'building'), uuid: 'hall', name: 'The hall' };
    const request = { connectionId: 'one', nodes: [node], uuid: 'annex' };
    expect(planMove(tree, request).notes).toEqual([
      'The enrichment of 4 access points still names The building; the API cannot change it.',
    ]);
  });

  it('refuses nodes of another manager than that of the domain, even where it has the same uuids', () => {
    const elsewhere = { ...target('floor', 'building'), connectionId: 'another' };
    expect(() => plan('other campus', elsewhere)).toThrow(/within one manager only\. Nothing was sent/);
    expect(() => plan('other campus', target('floor 2', 'building'), elsewhere)).toThrow(/one manager/);
  });

  it('refuses what has no uuid of its own: its document would be that of another node', () => {
    const twin = { ...target('floor', 'building'), isTwin: true };
    expect(() => plan('other campus', twin)).toThrow(/^The floor has no uuid of its own/);
  });

  it('leaves out what goes along with what it stands below', () => {
    const building = target('building', 'campus');
    const gone = { ...target('floor 2', 'building'), uuid: 'gone' };
    const nodes = [point('floor'), target('floor', 'building'), building, gone];
    expect(plan('other campus', ...nodes).moved).toEqual([building, gone]);
  });

  it('takes it for no failure when all is there already, as after a drag that went nowhere', () => {
    expect(() => plan('campus', target('building', 'campus'))).toThrow(NothingToDoError);
    expect(() => plan('floor', target('building', 'campus'))).not.toThrow(NothingToDoError);
  });

  it('leaves out what stands there already', () => {
    expect(plan('campus', target('building', 'campus'), target('floor', 'building')).moved).toHaveLength(1);
  });
});

describe('what a move names, read again before it is sent', () => {
  const corner = target('corner', 'floor');
  const tree = (campus: RawRecord[], ...others: RawRecord[]) =>
    domain('top', 1, domain('campus', 4, ...campus), domain('other campus', 4), ...others);
  const building = (...floors: RawRecord[]) => domain('building', 5, ...floors);
  const floor = (...children: RawRecord[]) => domain('floor', 101, ...children);
  /** Reads a tree as a manager has it now; tells which part was asked for. */
  async function readNow(now: RawRecord, uuid: string, ...nodes: NodeTarget[]) {
    const asked: (string | undefined)[] = [];
    const rawTree = (top?: string) => {
      asked.push(top);
      const all = new SensorIndex(now);
      return Promise.resolve(
        all.record(top === undefined ? 0 : (all.find({ connectionId: '', uuid: top }) ?? -1)),
      );
    };
    const { signal } = new AbortController();
    const client = { sensors: { rawTree } } as unknown as Parameters<typeof readMoved>[0];
    await readMoved(client, index, { connectionId: 'one', nodes, uuid, signal });
    return asked;
  }

  it('is the part of the tree that holds both ends', async () => {
    const now = tree([building(floor(domain('corner', 1)), domain('floor 2', 101))]);
    expect(await readNow(now, 'floor 2', corner)).toEqual(['building']);
    expect(await readNow(now, 'floor 2', corner, point('floor 2'))).toEqual(['building']);
    expect(await readNow(now, 'floor', target('floor 2', 'building'))).toEqual(['building']);
    expect(await readNow(now, 'other campus', corner, point('floor'))).toEqual([undefined]);
  });

  it.each([
    [
      'a node that stands elsewhere',
      tree([building(floor(), domain('floor 2', 101, domain('corner', 1)))]),
      'The corner',
    ],
    ['a node that is gone', tree([building(floor(), domain('floor 2', 101))]), 'The corner'],
    ['a domain that is gone', tree([building(floor(domain('corner', 1)))]), 'The floor 2'],
    [
      'a domain that stands elsewhere',
      tree([building(floor(domain('corner', 1), domain('floor 2', 101)))]),
      'The floor 2',
    ],
    [
      'both, where what was above them is gone',
      tree([floor(domain('corner', 1)), domain('floor 2', 101)]),
      'The corner, The floor 2',
    ],
  ])('refuses %s', async (_, now, names) => {
    await expect(readNow(now, 'floor 2', corner)).rejects.toThrow(
      `Somebody moved or deleted ${names} since the tree was read. Nothing was sent.`,
    );
  });

  it.each([
    ['no uuid', undefined],
    ['the uuid of another one', 'other campus'],
  ])('is read from higher up where what holds both ends, or one of them, has %s', async (_, uuid) => {
    const odd = { ...domain('odd', 4, building(floor(), domain('floor 2', 101)), domain('annex', 5)), uuid };
    const planned = new SensorIndex(domain('top', 1, domain('other campus', 4), odd));
    const read = async (nodes: NodeTarget[], to: string, now = planned) => {
      const asked: (string | undefined)[] = [];
      const rawTree = (top?: string) => Promise.resolve(asked.push(top)).then(() => now.record(0));
      const client = { sensors: { rawTree } } as unknown as Parameters<typeof readMoved>[0];
      const { signal } = new AbortController();
      await readMoved(client, planned, { connectionId: 'one', nodes, uuid: to, signal });
      return asked;
    };
    expect(await read([point('floor')], 'annex')).toEqual([undefined]);
    // What stands right below it can leave it, and is missed there when it did.
    const below = { ...point('odd'), sensorUuid: uuid ?? '' };
    expect(await read([below], 'floor')).toEqual([undefined]);
    const gone = new SensorIndex(domain('top', 1, domain('other campus', 4), { ...odd, access_points: [] }));
    await expect(read([below], 'floor', gone)).rejects.toThrow(/^Somebody moved or deleted AP odd since/);
  });

  it('is looked for in all of the tree where the manager does not give the part that holds both ends', async () => {
    const readAll = async (now: RawRecord, reason: 'notFound' | 'unauthorized') => {
      const refused = new ApiError({ reason, method: 'GET', path: '/api/v1/sensors/building/tree' });
      const rawTree = (top?: string) => (top === undefined ? Promise.resolve(now) : Promise.reject(refused));
      const client = { sensors: { rawTree } } as unknown as Parameters<typeof readMoved>[0];
      const { signal } = new AbortController();
      const request = { connectionId: 'one', nodes: [corner], uuid: 'floor 2', signal };
      return (await readMoved(client, index, request)).size;
    };
    const now = tree([building(floor(domain('corner', 1)), domain('floor 2', 101))]);
    expect(await readAll(now, 'unauthorized')).toBe(index.size);
    await expect(readAll(tree([]), 'notFound')).rejects.toThrow(
      /^Somebody moved or deleted The corner, The floor 2/,
    );
  });

  it('takes an access point that is shown below more than one domain', async () => {
    const shared = { ...domain('floor 2', 101), access_points: floor().access_points };
    const now = tree([building(shared, floor(domain('corner', 1)))]);
    expect(await readNow(now, 'corner', point('floor'))).toEqual(['floor']);
    await expect(readNow(tree([building(shared)]), 'floor 2', point('floor'))).rejects.toThrow(/AP floor/);
  });
});
