import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { ManagerClient } from '../../../../src/api/managerClient.js';
import type { NodeIdentity } from '../../../../src/model/sensors/nodeRecord.js';
import type { AccessPoint } from '../../../../src/model/sensors/accessPoints.js';
import { createdNode } from '../../../../src/records/creation/createdNode.js';
import { WriteOnlyFields } from '../../../../src/records/kinds/writeOnlyFields.js';
import { NodeReader } from '../../../../src/records/kinds/nodeReader.js';

const tree = {
  ...{ uuid: '1', name: 'root', type: 1 },
  children: [
    {
      ...{ uuid: '2', name: 'A', type: 1, access_points: [{ name: 'AP', id: 7, mac_address: 'AA:0b' }] },
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
      ...{ name: 'AP 7', parentUuid: '2', ref: { connectionId: 'c', accessPointId: 7 } },
    });
    expect(made({ mac_address: 'aa:0b' })).toMatchObject({
      ...{ name: 'AP', ref: { connectionId: 'c', macAddress: 'aa:0b' } },
    });
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
