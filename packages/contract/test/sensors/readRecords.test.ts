import { describe, expect, it } from 'vitest';
import { uncertain } from '../../src/sensors/sensors.js';
import { readAccessPoint, readSensor, readSensorTree, readUser } from '../../src/sensors/readRecords.js';

describe('a sensor tree', () => {
  it('is read beside odd records, each of which keeps what it holds', () => {
    const tree = readSensorTree({
      uuid: '1',
      name: 'root',
      type: '1',
      latitude: 'NaN',
      domain_type: '2',
      children: [
        null,
        'text',
        { uuid: 258, name: null, type: 'x', id: '9007199254740993', children: { a: 1 }, access_points: 7 },
        { uuid: '3', name: 'Good', type: 5, access_points: [null, { id: '7', mac_address: 5, x: 'left' }] },
      ],
    });
    expect(tree).toEqual({
      uuid: '1',
      name: 'root',
      type: 1,
      latitude: 'NaN',
      domain_type: 2,
      access_points: [],
      children: [
        { uuid: '258', name: '', type: 0, id: null, children: [], access_points: [] },
        {
          uuid: '3',
          name: 'Good',
          type: 5,
          children: [],
          access_points: [{ id: 7, mac_address: '5', x: 'left' }],
        },
      ],
    });
  });

  it('knows what of it a call that carries the whole would delete or change', () => {
    const read = (given: object) => readSensor({ uuid: '1', name: 'A', type: 1, ...given })[uncertain];
    expect(read({ domain_type: null, children: [], access_points: [{ mac_address: 'aa' }] })).toEqual({
      nodes: false,
      accessPoints: false,
    });
    for (const odd of [{ type: 'x' }, { domain_type: {} }, { children: [null] }, { children: 'x' }])
      expect(read(odd)).toEqual({ nodes: true, accessPoints: false });
    for (const odd of [{ access_points: [null] }, { access_points: [{ mac_address: {} }] }])
      expect(read(odd)).toEqual({ nodes: false, accessPoints: true });
  });

  it('is read at any depth, children in their order', () => {
    let deep: Record<string, unknown> = { uuid: 'last', name: 'last', type: 1 };
    for (let depth = 0; depth < 50_000; depth += 1) deep = { uuid: `${depth}`, type: 1, children: [deep] };
    let node = readSensorTree({ type: 1, children: [{ uuid: 'a' }, { uuid: 'b' }, deep] });
    expect(node.children.map(({ uuid }) => uuid)).toEqual(['a', 'b', '49999']);
    for (let next = node.children.at(-1); next; next = next.children.at(-1)) node = next;
    expect(node.uuid).toBe('last');
  });

  it('tells fields that are missing from fields that cannot be read', () => {
    expect(readSensor({ uuid: 'u', name: 'n', type: 1 })).not.toHaveProperty('id');
    expect(readAccessPoint({ name: [], mac_address: null })).toEqual({ name: null, mac_address: null });
    const hostile = JSON.parse('{"__proto__":{"name":"x"},"uuid":"u"}') as Record<string, unknown>;
    expect(readSensor(hostile)).toMatchObject({ name: '', uuid: 'u' });
  });
});

it.each([
  [7, 7],
  ['7', 7],
  ['0643c1c1-ec74-40b1-95dc-8d7ef868acc3', '0643c1c1-ec74-40b1-95dc-8d7ef868acc3'],
  ['7106963634872672634', '7106963634872672634'],
  [7106963634872672634n, '7106963634872672634'],
  [null, null],
  [undefined, null],
  ['', null],
  [{}, null],
  [1.5, null],
])('a user whose id is %s goes by %s, never by 0', (id, known) => {
  expect(readUser({ id, login: 'ana', authentication_token: 'k' }, 'k')).toMatchObject({
    id: known,
    ownsKey: true,
  });
});

it('shows no key of a user, whatever the manager calls it', () => {
  const own = 'own-key-0123456789';
  const raw = {
    id: 7,
    login: 'ana',
    auth_token: own,
    api_key: 'a',
    access: own,
    profile: { apiKeys: [{ value: 'b' }], password_digest: 'c' },
    token: null,
    key_count: 2,
  };
  const word = '(secret, not shown)';
  expect(readUser(raw, own)).toEqual({
    id: 7,
    login: 'ana',
    auth_token: word,
    api_key: word,
    access: word,
    profile: { apiKeys: word, password_digest: word },
    token: null,
    key_count: 2,
    ownsKey: true,
  });
});
