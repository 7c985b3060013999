import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStores } from '../src/managerStore.js';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { present, startTestManager, type Json, type TestManager } from './testManager.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netsensor-own-'));
});
afterAll(() => rm(folder, { recursive: true }));

const save = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  const isWritten = typeof content === 'string' || Buffer.isBuffer(content);
  await writeFile(path, isWritten ? content : JSON.stringify(content));
  return path;
};
const treeOf = async (manager: TestManager): Promise<Json> =>
  (await manager.get('/api/v1/sensors/tree')).json().sensor;
const countsOf = async (manager: TestManager): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      dataSourceNames.map(async source => [
        source,
        (await manager.sql(`SELECT count(*)::INTEGER AS n FROM ${source}`))[0].n,
      ]),
    ),
  );

/** Nothing is loaded into it: each test shows that a wrong file leaves it as it was. */
let untouched: TestManager;
beforeAll(async () => {
  untouched = await startTestManager();
});
afterAll(() => untouched.stop());

describe('a sensor tree of one’s own', () => {
  const body = {
    sensor: {
      name: 'Plant',
      uuid: '77',
      children: [
        { name: 'Edge', type: 5, ip: '10.0.0.1', snmp_community: 'public' },
        {
          name: 'Hall',
          id: 1,
          domain_type: 101,
          uuid: 'hall-1',
          access_points: [
            { name: 'Roof', mac_address: '0A:00:00:00:00:01', id: 500, enrichment: { floor_uuid: 'hall-1' } },
          ],
        },
        { name: 'Guard', type: 2 },
      ],
    },
  };

  it('takes an overwrite body, keeps what it names and makes the rest', async () => {
    const tree = await save('tree.json', body);
    const manager = await startTestManager({ tree, history: 10 });
    const sensor = await treeOf(manager);
    expect(sensor).toMatchObject({ name: 'Plant', uuid: '77', type: 1, domain_type: 1 });
    expect(sensor.children.map((child: Json) => [child.name, child.type]).sort()).toEqual([
      ['Edge', 5],
      ['Guard', 2],
      ['Hall', 1],
    ]);
    const hall = sensor.children.find((child: Json) => child.name === 'Hall');
    expect(hall).toMatchObject({ id: 1, uuid: 'hall-1' });
    expect(hall.access_points).toMatchObject([{ id: 500, name: 'Roof', sensor_id: 1 }]);
    expect(
      await manager.sql(
        'SELECT DISTINCT floor, floor_uuid, sensor_name FROM rb_flow WHERE wireless_station IS NOT NULL',
      ),
    ).toEqual([{ floor: 'Hall', floor_uuid: 'hall-1', sensor_name: 'Edge' }]);
    expect(await manager.sql('SELECT DISTINCT sensor_name FROM rb_event')).toEqual([
      { sensor_name: 'Guard' },
    ]);
    const created = await manager.send('POST', '/api/v1/sensors/domain', { name: 'Next' });
    expect(created.json().sensor.id).toBeGreaterThan(
      Math.max(sensor.id, ...sensor.children.map((child: Json) => child.id)),
    );
    await manager.stop();
  });

  it('takes what GET /sensors/tree answers, and gives the same back', async () => {
    const first = await startTestManager();
    const text = (await first.get('/api/v1/sensors/tree')).text;
    await first.stop();
    for (const content of [text, JSON.stringify(JSON.parse(text).sensor)]) {
      const second = await startTestManager({ tree: await save('answer.json', content) });
      expect(await treeOf(second)).toEqual(JSON.parse(text).sensor);
      await second.stop();
    }
  });

  it.each([
    ['one node', { name: 'Alone' }, []],
    [
      'no access points',
      {
        name: 'r',
        children: [
          { name: 'f', type: 5 },
          { name: 'i', type: 2 },
        ],
      },
      ['rb_flow', 'rb_event'],
    ],
    [
      'no flow sensor and no IPS',
      { name: 'r', access_points: [{ name: 'a', mac_address: '0a:00:00:00:00:01' }] },
      ['rb_flow', 'rb_state'],
    ],
    ['only an IPS', { name: 'r', children: [{ name: 'i', type: 2 }] }, ['rb_event']],
  ])('makes the traffic of a tree with %s', async (name, sensor, talking) => {
    const tree = await save(`${name}.json`, { sensor });
    const manager = await startTestManager({ tree, history: 20 });
    const counts = await countsOf(manager);
    const found = dataSourceNames.filter(source => (counts[source] ?? 0) > 0);
    expect(found.sort()).toEqual(['rb_monitor', ...talking].sort());
    await manager.stop();
  });

  it('replaces the tree of a folder, its traffic and the users’ domains, but not what was loaded', async () => {
    const file = await save('own.csv', 'ts,msg\n2026-01-01,kept\n');
    const manager = await startTestManager({
      history: 10,
      loads: [{ source: 'rb_event', file, timeColumn: undefined }],
    });
    const tree = await save('tree.json', body);
    await createStores(manager.database, { now: () => present, history: 10, tree });
    expect(await manager.sql('SELECT DISTINCT namespace_uuid FROM rb_flow')).toEqual([
      { namespace_uuid: '77' },
    ]);
    expect(await manager.sql('SELECT msg FROM rb_event')).toEqual([{ msg: 'kept' }]);
    expect(
      await manager.sql(
        'SELECT count(*)::INTEGER AS n FROM users u LEFT JOIN sensors s ON s.id = u.sensor_id WHERE s.id IS NULL',
      ),
    ).toEqual([{ n: 0 }]);
    const [row] = await manager.sql('SELECT authentication_token AS key FROM users WHERE admin');
    expect(row.key).toBe(manager.key);
    await manager.stop();
  });

  const point = (mac: string, name = 'a') => ({ name, mac_address: mac });
  it.each([
    ['no JSON', '{"sensor":', /this is not JSON/],
    ['a list', [], /holds no sensor/],
    [
      'a nameless child',
      { sensor: { name: 'r', children: [{ name: 'a' }, {}] } },
      /sensor\.children\[1\]\.name can't be blank/,
    ],
    [
      'a uuid twice',
      { name: 'r', uuid: '1', children: [{ name: 'a', uuid: '1' }] },
      /sensor\.children\[0\]\.uuid is that of sensor too/,
    ],
    [
      'a type that is none',
      { name: 'r', children: [{ name: 'a', type: 99 }] },
      /sensor\.children\[0\]\.type is not included/,
    ],
    [
      'a domain under a sensor',
      { name: 'r', children: [{ name: 'a', type: 5, children: [{ name: 'b' }] }] },
      /sensor\.children\[0\]\.children\[0\]\.type cannot stand/,
    ],
    ['a sensor as root', { name: 'r', type: 5 }, /sensor\.type must be 1/],
    [
      'a MAC address twice',
      { name: 'r', access_points: [point('0a:00:00:00:00:01'), point('0A:00:00:00:00:01')] },
      /sensor\.access_points\[1\]\.mac_address is that of sensor\.access_points\[0\] too/,
    ],
    [
      'an access point without a name',
      { name: 'r', access_points: [point('0a:00:00:00:00:01', '')] },
      /sensor\.access_points\[0\]\.name can't be blank/,
    ],
  ])('names what is wrong with %s and keeps the old tree', async (_name, content, sentence) => {
    const tree = await save('wrong.json', content);
    const before = (await untouched.get('/api/v1/sensors/tree')).text;
    const failed = createStores(untouched.database, { now: () => present, tree }).catch(
      (error: Error) => error.message,
    );
    expect(await failed).toMatch(sentence);
    expect(await failed).toContain(`--tree ${tree}: `);
    expect((await untouched.get('/api/v1/sensors/tree')).text).toBe(before);
  });
});

describe('inventory records of one’s own', () => {
  const rack = (more: object = {}) => ({ name: 'R', u_height: 42, width: 19, ...more });
  const inventory = async (name: string, files: Record<string, unknown>) => {
    for (const [file, content] of Object.entries(files)) await save(join(name, file), content);
    return join(folder, name);
  };

  it.each(['utf16le', 'utf8'] as const)('reads records in %s with a byte order mark', async encoding => {
    const text = `\ufeff${JSON.stringify([{ name: 'Größe', color: 'aa1409', weight: 5 }])}`;
    const path = await inventory(`marked-${encoding}`, { 'tags.json': Buffer.from(text, encoding) });
    const manager = await startTestManager({ inventory: path });
    expect((await manager.get('/api/v1/inventory/tags')).json().tags).toMatchObject([{ name: 'Größe' }]);
    await manager.stop();
  });

  it('replaces the inventory with the records of files and folders, and keeps their ids', async () => {
    const path = await inventory('good', {
      'rack_reservations.json': { data: [{ rack_id: 9, units: '1,2', description: 'x' }] },
      'racks.json': {
        racks: [rack({ id: 9, created_at: '2020-01-02T03:04:05.678+00:00' }), rack({ name: 'S' })],
      },
      'tags/first.json': { tag: { name: 'one', color: 'aa1409', weight: 5 } },
      'tags/second.json': { name: 'two', color: '2196f3', weight: 6 },
      'readme.txt': 'not a record',
    });
    const manager = await startTestManager({ inventory: path });
    const list = async (type: string) => (await manager.get(`/api/v1/inventory/${type}`)).json()[type];
    expect(await list('racks')).toMatchObject([
      { id: 1, name: 'S' },
      { id: 9, name: 'R', u_height: 42, created_at: '2020-01-02T03:04:05.678+00:00' },
    ]);
    expect(await list('rack_reservations')).toMatchObject([{ id: 1, rack_id: 9, units: '1,2' }]);
    expect((await list('tags')).map((tag: Json) => tag.name)).toEqual(['one', 'two']);
    expect(await list('contacts')).toEqual([]);
    const created = await manager.send('POST', '/api/v1/inventory/racks', { rack: rack({ name: 'T' }) });
    expect(created.json().rack.id).toBe(10);
    await manager.stop();
  });

  it.each([
    [
      'a reference to nothing',
      { 'rack_reservations.json': [{ rack_id: 3, units: '1', description: 'x' }] },
      /rack_reservations\.json, record 1: Rack must exist/,
    ],
    ['a missing field', { 'racks.json': [rack(), { name: 'x' }] }, /racks\.json, record 2: .*can't be blank/],
    ['a name that is no type', { 'shelves.json': [] }, /shelves\.json is not called like an inventory type/],
    ['no array', { 'racks.json': { rack: rack() } }, /racks\.json holds no array of racks/],
    ['no object', { 'racks.json': [3] }, /racks\.json, record 1 is not an object/],
    ...['contact_groups', 'wireless_lan_groups'].flatMap(type =>
      [[3, 2, 3], [2, 3, 2], [1]].map((parents): [string, Record<string, unknown>, RegExp] => [
        `a ring of ${type}`,
        {
          [`${type}.json`]: parents.map((parent_id, at) => ({
            id: at + 1,
            name: `G${at}`,
            slug: `g${at}`,
            parent_id,
          })),
        },
        /_groups\.json, record \d: Parent cannot be the record itself or one below it/,
      ]),
    ),
    ['an empty file', { 'racks.json': '' }, /racks\.json: the file is empty/],
    [
      'latin letters',
      { 'racks.json': Buffer.from('[{"name":"\xe9"}]', 'latin1') },
      /racks\.json: .* save it as UTF-8/,
    ],
    ['no mark', { 'racks.json': Buffer.from('[]', 'utf16le') }, /racks\.json: .* save it as UTF-8/],
    ['no JSON', { 'racks/a.json': '{' }, /racks\/a\.json: this is not JSON/],
    ['nothing', { 'readme.txt': 'x' }, /it holds no records/],
  ])('names file and record for %s and keeps the old inventory', async (name, files, sentence) => {
    const path = await inventory(name, files);
    const before = (await untouched.get('/api/v1/inventory/racks')).text;
    await expect(createStores(untouched.database, { now: () => present, inventory: path })).rejects.toThrow(
      sentence,
    );
    expect((await untouched.get('/api/v1/inventory/racks')).text).toBe(before);
  });
});
