import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import type { ManagerClient } from '../../../src/api/managerClient.js';
import type { NodeIdentity } from 'netsensor-contract/sensors/nodeRecord';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import type { NodeKind } from '../../../src/model/sensors/nodeDocument.js';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { createdNode, isDescribed, readCreated } from '../../../src/changes/records/nodeCreation.js';
import { WriteOnlyFields } from '../../../src/records/kinds/writeOnlyFields.js';
import { NodeReader } from '../../../src/changes/nodeReader.js';

const points = [
  { name: 'AP', id: 7, mac_address: 'AA:0b' },
  { name: 'Dashes', mac_address: '00-1E-BD-4A-60-01' },
];
const tree = {
  uuid: '1',
  name: 'root',
  type: 1,
  children: [
    {
      uuid: '2',
      name: 'A',
      type: 1,
      access_points: points,
      children: [{ uuid: '3', name: 'B', type: 1 }],
    },
  ],
};

/** A reader, and what it asks for; reading the part below `2` fails as given. */
function readerOf(reason?: ApiError['reason']) {
  const asked: string[] = [];
  const rawTree = (uuid?: string) => {
    asked.push(uuid ?? 'all');
    if (uuid === '2' && reason) return Promise.reject(new ApiError({ reason, method: 'GET', path: '/' }));
    return Promise.resolve(uuid === '2' ? tree.children[0] : tree);
  };
  const client = { sensors: { rawTree } } as unknown as ManagerClient;
  const reader = new NodeReader(() => undefined);
  const read = (identity: NodeIdentity, connectionId = 'c') =>
    reader.read(client, { connectionId, ...identity });
  return { reader, read, asked };
}

describe('the reader of single nodes', () => {
  it.each(['00:1e:bd:4a:60:01', '001E.BD4A.6001', '0:1e:bd:4a:60:1'])(
    'finds an access point that was opened as %s and that the manager writes otherwise',
    async macAddress => {
      const { read, asked } = readerOf();
      const expected = { raw: { name: 'Dashes' }, parentUuid: '2' };
      expect(await read({ macAddress })).toMatchObject(expected);
      expect(await read({ macAddress })).toMatchObject(expected);
      expect(asked).toEqual(['all', '2']);
    },
  );

  it('looks through the whole tree once, and from then on below the parent only', async () => {
    const { read, asked } = readerOf();
    const expected = { raw: { name: 'B' }, parentUuid: '2' };
    expect(await read({ uuid: '3' })).toMatchObject(expected);
    expect(await read({ uuid: '3' })).toMatchObject(expected);
    for (const ref of [{ accessPointId: 7 }, { macAddress: 'aA:0B' }])
      expect(await read(ref)).toMatchObject({
        raw: { name: 'AP' },
        parentUuid: '2',
      });
    expect(await read({ uuid: '1' })).toMatchObject({
      raw: { name: 'root' },
      parentUuid: undefined,
    });
    expect(asked).toEqual(['all', '2', 'all', 'all', 'all']);
    await expect(read({ uuid: '9' })).rejects.toMatchObject({ reason: 'notFound' });
  });

  it('goes by where a node was seen last, until that is not known any more', async () => {
    const { reader, read, asked } = readerOf();
    reader.note({ connectionId: 'c', uuid: '3' }, '2');
    await read({ uuid: '3' });
    reader.note({ connectionId: 'c', uuid: '3' }, undefined);
    await read({ uuid: '3' });
    await read({ uuid: '3' }, 'other');
    expect(asked).toEqual(['2', 'all', 'all']);
  });

  it.each([
    ['notFound', true],
    ['unauthorized', true],
    ['forbidden', true],
    ['unreachable', false],
    ['timeout', false],
  ] as const)('takes the parent for gone when reading it ends in %s: %s', async (reason, isGone) => {
    const { reader, read } = readerOf(reason);
    reader.note({ connectionId: 'c', uuid: '3' }, '2');
    const reading = read({ uuid: '3' });
    await (isGone
      ? expect(reading).resolves.toMatchObject({ raw: { name: 'B' } })
      : expect(reading).rejects.toMatchObject({ reason }));
  });
});

describe('what a draft has become', () => {
  it('has its place, and the secret of a vendor sensor alone', () => {
    const record = { uuid: '9', name: 'V', secret: 'once' };
    const made = (kind: 'vendor' | 'domain', parent: string) =>
      createdNode('c', { kind, record }, { parent_uuid: parent });
    expect(made('vendor', '2')).toMatchObject({ ref: { uuid: '9' }, parentUuid: '2', secret: 'once' });
    expect(made('domain', '')).toMatchObject({ parentUuid: undefined, secret: undefined });
  });

  it('is an access point by its id, and by the address that the manager gave it where it tells no id', () => {
    const fields = { name: 'AP', mac_address: 'AA-0B', sensor_uuid: '2' };
    const made = (record: AccessPoint) => createdNode('c', { kind: 'accessPoint', record }, fields);
    expect(made({ id: 7, name: 'AP 7' })).toMatchObject({
      name: 'AP 7',
      parentUuid: '2',
      ref: { connectionId: 'c', accessPointId: 7 },
    });
    expect(made({ mac_address: 'aa:0b' })).toMatchObject({
      name: 'AP',
      ref: { connectionId: 'c', macAddress: 'aa:0b' },
    });
  });
});

describe('a node that a manager answered that it created', () => {
  const mac = 'aa:bb:cc:dd:ee:01';
  const children = [
    { uuid: '4', name: 'FLOOR 1', type: 1 },
    { uuid: '5', name: 'Floor 1', type: 5 },
    { uuid: '6', name: 'Cloud', type: 77 },
    { uuid: '7', name: 'Floor 1', type: 1, is_deleted: true },
    { uuid: '8', name: 'Floor 1', type: 1 },
  ];
  const points = [
    { id: 1, name: 'AABB', mac_address: 'AA-BB-CC-DD-EE-01' },
    { id: 2, name: 'Lobby', mac_address: '00:00:00:00:00:02' },
    { id: 3, name: 'Other', mac_address: '00:00:00:00:00:03' },
    { id: 4, name: 'LOBBY' },
  ];
  const below: RawRecord = { uuid: '2', name: 'A', type: 1, children, access_points: points };
  const client = {
    sensors: {
      rawTree: async (uuid?: string) => (uuid ? { uuid, name: 'empty' } : { ...tree, children: [below] }),
    },
  } as unknown as ManagerClient;
  /** What is shown of what was answered, and whether that is what was sent. */
  async function shownOf(kind: NodeKind, fields: object, record: Record<string, unknown>) {
    const given = {
      name: 'Floor 1',
      parent_uuid: '2',
      sensor_uuid: '2',
      mac_address: mac,
      ...fields,
    };
    const answered = createdNode('c', { kind, record } as Parameters<typeof createdNode>[1], given);
    const seen = await readCreated(new NodeReader(() => undefined), client, {
      kind,
      fields: given,
      answered,
    });
    return { ...seen, isMeant: isDescribed(kind, given, seen.placed) };
  }

  it.each([
    ['in another spelling', 'domain', {}, { uuid: '4', name: 'Floor 1' }, 'FLOOR 1', true],
    ['as a sensor of another kind', 'domain', {}, { uuid: '5', name: 'Floor 1' }, 'Floor 1', false],
    ['under a number that another has', 'domain', {}, { uuid: '3', name: 'Floor 1' }, 'B', false],
    [
      'as a type that nobody publishes',
      'vendor',
      { name: 'Cloud' },
      { uuid: '6', name: 'Cloud' },
      'Cloud',
      true,
    ],
    ['by another name', 'accessPoint', {}, { id: 1, name: 'Floor 1' }, 'AABB', true],
    ['by another address', 'accessPoint', { name: 'Lobby' }, { id: 2 }, 'Lobby', false],
    ['without an address', 'accessPoint', { name: 'Lobby' }, { id: 4 }, 'LOBBY', true],
    ['without an address, by another name', 'accessPoint', {}, { id: 4 }, 'LOBBY', false],
    ['by both', 'accessPoint', {}, { id: 3 }, 'Other', false],
    ['without a number', 'accessPoint', {}, {}, 'AABB', true],
    ['below another domain', 'accessPoint', { sensor_uuid: '3' }, { id: 1 }, 'AABB', false],
    ['in another domain', 'domain', { parent_uuid: '3' }, { uuid: '8', name: 'Floor 1' }, 'Floor 1', false],
    [
      'wherever, without a parent',
      'domain',
      { parent_uuid: '' },
      { uuid: '8', name: 'Floor 1' },
      'Floor 1',
      true,
    ],
  ] as const)('is read back where it stands: %s', async (_, kind, fields, record, name, isMeant) => {
    const inTree = tree.children[0]?.children ?? [];
    Object.assign(below, { children: [...children, ...inTree] });
    expect(await shownOf(kind, fields, record)).toMatchObject({ name, isMeant, parentUuid: '2' });
  });

  it.each([
    ['where it is not there', { uuid: '9', name: 'Floor 1' }],
    ['where it counts as gone', { uuid: '7', name: 'Floor 1' }],
  ])('is not found %s', async (_, record) => {
    await expect(shownOf('domain', {}, record)).rejects.toMatchObject({ reason: 'notFound' });
  });

  it('keeps the secret of a vendor sensor, which is answered once', async () => {
    const seen = await shownOf('vendor', { name: 'Cloud' }, { uuid: '6', name: 'Cloud', secret: 'once' });
    expect(seen.secret).toBe('once');
  });
});

describe('fields that were given in this window', () => {
  it('are kept beside each other, until a whole record takes their place', () => {
    const given = new WriteOnlyFields();
    given.add('a', { homenets: [1] });
    given.add('a', { stream: 'S' });
    expect([given.of('a'), given.of('b')]).toEqual([{ homenets: [1], stream: 'S' }, {}]);
    given.replace('a', { stream: 'T' });
    expect(given.of('a')).toEqual({ stream: 'T' });
  });

  it('may be emptied where the user agreed to each of them', () => {
    const given = new WriteOnlyFields();
    given.agreeToEmpty('a', ['x']);
    given.agreeToEmpty('a', ['y']);
    const may = (document: string, ...fields: string[]) => given.mayEmpty(document, fields);
    expect([may('a', 'x', 'y'), may('a', 'x', 'z'), may('b', 'x')]).toEqual([true, false, false]);
    given.agreeToEmpty('b', ['x']);
    given.askAgain('a');
    expect([may('a', 'x'), may('b', 'x')]).toEqual([false, true]);
  });
});
