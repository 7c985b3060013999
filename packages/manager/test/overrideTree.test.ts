import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/depth.js';
import { startTestManager, type Json, type TestManager } from './testManager.js';

const sensors = '/api/v1/sensors';
const tables = ['sensors', 'access_points', 'last_ids', 'users'];

describe('overwrite tree (contract 001, Overwrite request)', { timeout: 60_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const newDomain = async (body: object = {}): Promise<Json> =>
    (await manager.send('POST', `${sensors}/domain`, { name: 'Main', ...body })).json().sensor;
  const tree = async (uuid: string): Promise<Json> =>
    (await manager.get(`${sensors}/${uuid}/tree`)).json().sensor;
  const override = (uuid: string, sensor: unknown) =>
    manager.send('POST', `${sensors}/${uuid}/override_all`, { sensor });
  const overridden = async (uuid: string, sensor: unknown): Promise<Json> => {
    const answer = await override(uuid, sensor);
    expect([answer.text, answer.status]).toEqual(['{"query":"true"}', 200]);
    return tree(uuid);
  };
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async table => [table, await manager.sql(`SELECT * FROM ${table} ORDER BY ALL`)] as const),
      ),
    );
  /** Names by place: `Main/Child/Grandchild`. */
  const outline = (record: Json, above = ''): string[] => [
    `${above}${record.name}`,
    ...record.children.flatMap((child: Json) => outline(child, `${above}${record.name}/`)),
  ];

  it('creates, with defaults, what the tree does not have', async () => {
    const main = await newDomain();
    const after = await overridden(main.uuid, {
      name: 'Renamed',
      children: [
        { name: 'A', domain_type: '4', children: [{ name: 'AA', type: 5 }] },
        { name: 'B', uuid: '777' },
      ],
    });
    expect(outline(after)).toEqual(['Renamed', 'Renamed/A', 'Renamed/A/AA', 'Renamed/B']);
    const [a, b] = after.children;
    expect(a).toMatchObject({ type: 1, domain_type: 4 });
    expect(a.children[0]).toMatchObject({ type: 5, domain_type: 1 });
    expect(b).toMatchObject({ type: 1, domain_type: 1, uuid: '777' });
  });

  it('matches a child without uuid by name, domain type and type, and changes nothing the second time', async () => {
    const main = await newDomain();
    const body = {
      children: [{ name: 'A' }, { name: 'A', domain_type: 2 }, { name: 'A' }, { name: 'F', type: 5 }],
    };
    const first = await overridden(main.uuid, body);
    const before = await everything();
    expect(await overridden(main.uuid, body)).toEqual(first);
    expect(await everything()).toEqual(before);
  });

  it('moves a node with a uuid from elsewhere in the tree, with what is below it', async () => {
    const main = await newDomain();
    const before = await overridden(main.uuid, {
      children: [{ name: 'A', children: [{ name: 'X', children: [{ name: 'Y' }] }] }, { name: 'B' }],
    });
    const [x] = before.children[0].children;
    const after = await overridden(main.uuid, {
      children: [
        { name: 'A', children: [] },
        { name: 'B', children: [{ uuid: x.uuid, name: 'X2' }] },
      ],
    });
    expect(outline(after)).toEqual(['Main', 'Main/A', 'Main/B', 'Main/B/X2', 'Main/B/X2/Y']);
    expect(after.children[1].children[0]).toMatchObject({ id: x.id, uuid: x.uuid });
  });

  it('turns a chain upside down', async () => {
    const main = await newDomain();
    const before = await overridden(main.uuid, { children: [{ name: 'X', children: [{ name: 'Z' }] }] });
    const [x] = before.children;
    const after = await overridden(main.uuid, {
      children: [{ uuid: x.children[0].uuid, children: [{ uuid: x.uuid }] }],
    });
    expect(outline(after)).toEqual(['Main', 'Main/Z', 'Main/Z/X']);
  });

  it('deletes children that a given list leaves out, and keeps them where no list is given', async () => {
    const main = await newDomain();
    const before = await overridden(main.uuid, {
      children: [
        { name: 'Kept', children: [{ name: 'Inner' }] },
        { name: 'Gone', children: [{ name: 'Lost' }] },
      ],
    });
    const after = await overridden(main.uuid, { children: [{ name: 'Kept' }] });
    expect(outline(after)).toEqual(['Main', 'Main/Kept', 'Main/Kept/Inner']);
    expect((await manager.get(`${sensors}/${before.children[1].uuid}/tree`)).status).toBe(404);
    expect(outline(await overridden(main.uuid, { name: 'Main' }))).toEqual(outline(after));
  });

  it('moves and updates access points by MAC address, adds others and keeps those of the node', async () => {
    const main = await newDomain();
    await overridden(main.uuid, {
      children: [
        {
          name: 'A',
          domain_type: 101,
          access_points: [ap('0a', { description: 'old', clients: 9 }), ap('0b')],
        },
        { name: 'B', domain_type: 101, access_points: [ap('0c')] },
      ],
    });
    const after = await overridden(main.uuid, {
      children: [
        { name: 'A', domain_type: 101 },
        {
          name: 'B',
          domain_type: 101,
          access_points: [
            { mac_address: 'AA:BB:CC:DD:EE:0A', ip_address: '10.0.0.1', sensor_name: 'x', sensor_uuid: 'y' },
            ap('0d'),
          ],
        },
      ],
    });
    const names = (record: Json) => record.access_points.map((point: Json) => point.name).sort();
    expect(names(after.children[0])).toEqual(['ap 0b']);
    expect(names(after.children[1])).toEqual(['ap 0a', 'ap 0c', 'ap 0d']);
    const moved = after.children[1].access_points.find((point: Json) => point.name === 'ap 0a');
    expect(moved).toMatchObject({ ip_address: '10.0.0.1', description: 'old', sensor_name: 'B' });
  });

  it('honours access points on flow sensors and ignores them on other sensors', async () => {
    const main = await newDomain();
    await overridden(main.uuid, {
      children: [
        { name: 'F', type: 5, access_points: [ap('1a')] },
        { name: 'M', type: 8, access_points: [ap('1b'), 'nonsense'] },
      ],
    });
    const rows = await manager.sql(
      `SELECT s.name FROM access_points p JOIN sensors s ON s.id = p.sensor_id
      WHERE p.mac_address IN ('aa:bb:cc:dd:ee:1a', 'aa:bb:cc:dd:ee:1b')`,
    );
    expect(rows).toEqual([{ name: 'F' }]);
  });

  it('keeps an access point that moves out of a domain that is deleted, with its enrichment in step', async () => {
    const main = await newDomain();
    const before = await overridden(main.uuid, {
      children: [{ name: 'Market', domain_type: 3, children: [{ name: 'Floor', domain_type: 101 }] }],
    });
    const market = before.children[0];
    const floor = market.children[0];
    await manager.send('POST', '/api/v1/access_points', {
      ...ap('2a'),
      sensor_uuid: floor.uuid,
      enrichment: { market_uuid: market.uuid, building_uuid: '1' },
    });
    const after = await overridden(main.uuid, {
      children: [
        { name: 'Other market', domain_type: 3, children: [{ uuid: floor.uuid }] },
        { name: 'Flow', type: 5 },
      ],
    });
    const [point] = after.children[0].children[0].access_points;
    expect(point.enrichment).toEqual({ market_uuid: after.children[0].uuid, building_uuid: '1' });
  });

  it.each<[string, object, string]>([
    ['a blank name', { children: [{ name: 'A' }, { name: ' ' }] }, "sensor.children[1].name can't be blank"],
    ['a name that is missing', { children: [{}] }, "sensor.children[0].name can't be blank"],
    ['a new uuid without a name', { children: [{ uuid: '99' }] }, "sensor.children[0].name can't be blank"],
    ['another main uuid', { uuid: '5' }, 'sensor.uuid cannot be changed'],
    [
      'a uuid from outside',
      { children: [{ uuid: '2584761509592299795' }] },
      'sensor.children[0].uuid is used outside',
    ],
    [
      'the same uuid twice',
      {
        children: [
          { name: 'a', uuid: '9' },
          { name: 'b', uuid: '9' },
        ],
      },
      'sensor.children[1].uuid is used twice',
    ],
    [
      'a parent id',
      { children: [{ name: 'a', parent_id: 1 }] },
      'sensor.children[0].parent_id is not allowed',
    ],
    [
      'a sensor id',
      { access_points: [{ ...ap('3a'), sensor_id: 1 }] },
      'sensor.access_points[0].sensor_id is not allowed',
    ],
    [
      'a switch id',
      { access_points: [{ ...ap('3a'), switch_id: 1 }] },
      'sensor.access_points[0].switch_id is not allowed',
    ],
    [
      'the same MAC twice',
      { access_points: [ap('3a')], children: [{ name: 'a', access_points: [ap('3A')] }] },
      'sensor.children[0].access_points[0].mac_address is used twice',
    ],
    ['no MAC', { access_points: [{ name: 'x' }] }, "sensor.access_points[0].mac_address can't be blank"],
    [
      'a child below a flow sensor',
      { children: [{ name: 'f', type: 5, children: [{ name: 'a' }] }] },
      'sensor.children[0].children[0].type cannot stand below',
    ],
    ['an unknown type', { children: [{ name: 'f', type: 77 }] }, 'sensor.children[0].type is not included'],
    [
      'an unknown domain type',
      { children: [{ name: 'f', domain_type: 'x' }] },
      'sensor.children[0].domain_type is not included',
    ],
    ['children that are no array', { children: { name: 'f' } }, 'sensor.children must be an array'],
    ['a child that is no object', { children: ['x'] }, 'sensor.children[0] must be an object'],
    [
      'a uuid as a number that lost digits',
      { children: [{ name: 'a', uuid: 2584761509592299795 }] },
      'sensor.children[0].uuid must be sent as text',
    ],
  ])('answers 422 for %s and changes nothing', async (_what, body, sentence) => {
    const main = await newDomain();
    const before = await everything();
    const answer = await override(main.uuid, body);
    expect(answer.status).toBe(422);
    expect(answer.json().error).toContain(sentence);
    expect(await everything()).toEqual(before);
  });

  it('refuses to take the top domain away from a user', async () => {
    const answer = await manager.send('POST', `${sensors}/override_all`, { sensor: { children: [] } });
    expect(answer.status).toBe(422);
    expect(answer.json().error).toContain('top domain');
  });

  it('answers 400 without the root key and 404 for what is no domain', async () => {
    const main = await newDomain();
    expect((await manager.send('POST', `${sensors}/${main.uuid}/override_all`, { name: 'x' })).status).toBe(
      400,
    );
    const flow = await manager.send('POST', `${sensors}/flow`, { name: 'f', ip: '10.0.0.1' });
    expect((await override(flow.json().sensor.uuid, {})).status).toBe(404);
  });

  it('takes a body of any depth', async () => {
    const main = await newDomain();
    const depth = 5000;
    const text = `{"sensor":${'{"name":"d","children":['.repeat(depth)}${']}'.repeat(depth)}}`;
    const url = `${sensors}/${main.uuid}/override_all?auth_token=${manager.key}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await manager.raw({ method: 'POST', url, headers, payload: text });
    expect(answer.status).toBe(200);
    const stored = await manager.sql(`SELECT count(*)::INTEGER AS n FROM sensors WHERE name = 'd'`);
    expect(stored[0].n).toBe(depth);
    expect((await manager.send('DELETE', `${sensors}/${main.uuid}`)).status).toBe(200);
  });

  /** More than the database takes in one piece. */
  const outers = runs({ broad: 30, deep: 100 });

  describe(`with ${100 * outers} nodes`, () => {
    const bigTree = (last: object) => ({
      children: Array.from({ length: outers }, (_, outer) => ({
        name: `outer ${outer}`,
        children: Array.from({ length: 99 }, (_, inner) => ({
          name: `inner ${inner}`,
          domain_type: 101,
          access_points: [ap(mac(outer * 99 + inner))],
          ...(outer === outers - 1 && inner === 98 && last),
        })),
      })),
    });

    it('changes nothing when the last node is wrong', async () => {
      const main = await newDomain();
      const before = await everything();
      const answer = await override(main.uuid, bigTree({ name: '' }));
      expect(answer.status).toBe(422);
      expect(answer.json().error).toBe(`sensor.children[${outers - 1}].children[98].name can't be blank`);
      expect(await everything()).toEqual(before);
    });

    it('changes nothing when SQL fails at the end of the write', async () => {
      const main = await newDomain();
      const before = await everything();
      const { database } = manager;
      const write = database.write.bind(database);
      database.write = (work, signal) =>
        write(async session => {
          const result = await work(session);
          const [counted] = await session.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM sensors');
          expect(counted?.n).toBeGreaterThan(100 * outers);
          await session.run("SELECT error('the disk is full')");
          return result;
        }, signal);
      try {
        expect((await override(main.uuid, bigTree({}))).status).toBe(500);
      } finally {
        database.write = write;
      }
      expect(manager.failures.splice(0)).toHaveLength(1);
      expect(await everything()).toEqual(before);
    });

    it('writes them all when nothing is wrong, and can be asked for them again', async () => {
      const main = await newDomain();
      const after = await overridden(main.uuid, bigTree({}));
      expect(outline(after)).toHaveLength(100 * outers + 1);
      expect(after.children[outers - 1].children[98].access_points).toHaveLength(1);
    });
  });
});

const ap = (end: string, more: object = {}) => ({
  mac_address: end.includes(':') ? end : `aa:bb:cc:dd:ee:${end}`,
  name: `ap ${end}`,
  ...more,
});

const mac = (number: number): string => {
  const digits = number.toString(16).padStart(6, '0');
  return `0e:00:00:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`;
};
