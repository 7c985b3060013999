import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asUser, flatten, wholeTree, type Login } from './asUser.js';
import { startTestManager, type Json, type TestManager } from './testManager.js';

/** Statuses of these users, in this order. */
const logins: readonly Login[] = [
  ...(['admin', 'operations', 'auditor', 'hotels.manager', 'hotels.reception', 'former'] as const),
];
type Statuses = readonly [number, number, number, number, number, number];
const anyone: Statuses = [200, 200, 200, 200, 200, 401];
const managers: Statuses = [200, 200, 401, 200, 401, 401];
const inHotels = { read: anyone, manage: managers } as const;
const elsewhere = { read: [200, 200, 200, 401, 401, 401], manage: [200, 200, 401, 401, 401, 401] } as const;
const administrators: Statuses = [200, 401, 401, 401, 401, 401];

/** Objects of a test; a request that deletes them is followed by new ones. */
interface Target {
  /** Uuid of a new domain that holds the others. */
  readonly domain: string;
  readonly flow: string;
  readonly vendor: string;
  readonly mse: string;
  readonly accessPoint: Json;
  readonly flowId: number;
}

type Request = readonly [method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown];

const sensors = '/api/v1/sensors';

/** What needs which right on the domain of its target. */
const operations: Readonly<Record<string, readonly ['read' | 'manage', (target: Target) => Request]>> = {
  'sensor tree': ['read', ({ domain }) => ['GET', `${sensors}/${domain}/tree`]],
  'list MSE sensors': ['read', ({ domain }) => ['GET', `${sensors}/${domain}/mse`]],
  'create domain': [
    'manage',
    ({ domain }) => ['POST', `${sensors}/domain`, { name: 'x', parent_uuid: domain }],
  ],
  'create flow sensor': [
    'manage',
    ({ domain }) => ['POST', `${sensors}/flow`, { name: 'x', ip: '10.0.0.1', parent_uuid: domain }],
  ],
  'create vendor sensor': [
    'manage',
    ({ domain }) => ['POST', `${sensors}/vendor`, { name: 'x', ip: 'a.example', parent_uuid: domain }],
  ],
  'create MSE sensor': [
    'manage',
    ({ domain }) => ['POST', `${sensors}/mse`, { name: 'x', stream: 's', parent_uuid: domain }],
  ],
  'modify domain': ['manage', ({ domain }) => ['PATCH', `${sensors}/${domain}`, { name: 'y' }]],
  'modify flow sensor': [
    'manage',
    ({ flow }) => ['PATCH', `${sensors}/${flow}/flow`, { name: 'y', ip: '10.0.0.2' }],
  ],
  'modify vendor sensor': [
    'manage',
    ({ vendor }) => ['PATCH', `${sensors}/${vendor}/vendor`, { name: 'y', ip: 'b' }],
  ],
  'modify MSE sensor': [
    'manage',
    ({ mse }) => ['PATCH', `${sensors}/${mse}/mse`, { name: 'y', stream: 't' }],
  ],
  'delete domain': ['manage', ({ domain }) => ['DELETE', `${sensors}/${domain}`]],
  'overwrite tree': [
    'manage',
    ({ domain }) => ['POST', `${sensors}/${domain}/override_all`, { sensor: { name: 'y' } }],
  ],
  'create access point': [
    'manage',
    ({ domain }) => [
      'POST',
      '/api/v1/access_points',
      { name: 'x', mac_address: newMac(), sensor_uuid: domain },
    ],
  ],
  'modify access point by id': [
    'manage',
    ({ accessPoint }) => ['PATCH', `/api/v1/access_points/${accessPoint.id}`, { description: 'y' }],
  ],
  'modify access point by MAC': [
    'manage',
    ({ accessPoint }) => ['PUT', `/api/v1/access_points/${accessPoint.mac_address}`, { description: 'y' }],
  ],
  'delete all access points of a domain': [
    'manage',
    ({ domain }) => ['DELETE', `${sensors}/${domain}/access_points`],
  ],
  "override a domain's access points": [
    'manage',
    ({ domain }) => ['POST', `${sensors}/${domain}/access_point/override`, { access_points: [] }],
  ],
};

/** What does not depend on a domain. */
const others: Readonly<Record<string, readonly [Statuses, Request]>> = {
  'own tree': [anyone, ['GET', `${sensors}/tree`]],
  'list access points': [anyone, ['GET', '/api/v1/access_points.json']],
  'list access points as CSV': [anyone, ['GET', '/api/v1/access_points.csv']],
  'delete access points by list': [anyone, ['DELETE', '/api/v1/access_points', { access_points: [] }]],
  'overwrite own tree': [managers, ['POST', `${sensors}/override_all`, { sensor: {} }]],
  'list racks': [anyone, ['GET', '/api/v1/inventory/racks']],
  'get a contact group': [anyone, ['GET', '/api/v1/inventory/contact_groups/1']],
  'create rack role': [managers, ['POST', '/api/v1/inventory/rack_roles', { rack_role: { name: 'x' } }]],
  'update contact group': [managers, ['PATCH', '/api/v1/inventory/contact_groups/1', { contact_group: {} }]],
  'list users': [administrators, ['GET', '/api/v1/users.json']],
  'list users as CSV': [administrators, ['GET', '/api/v1/users.csv']],
};

describe('permissions on analytics', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager({ history: 20 });
  });
  afterAll(() => manager.stop());

  const query = (dataSource: string, more: object = {}) => ({
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    intervals: ['2000-01-01/2100-01-01'],
    aggregations: [{ type: 'count', name: 'rows' }],
    ...more,
  });
  const count = async (login: Login, body: object): Promise<number> =>
    (await asUser(manager, login).send('POST', '/api/data', body)).json()[0]?.result.rows ?? 0;
  const stored = async (condition: string): Promise<number> =>
    (await manager.sql(`SELECT count(*)::INTEGER AS n FROM ${condition}`))[0].n;

  it.each(['rb_flow', 'rb_event', 'rb_monitor', 'rb_state'])(
    'count only the rows of the own tree in %s, whatever the query says',
    async source => {
      const { user } = asUser(manager, 'hotels.manager');
      const [top] = await manager.sql(`SELECT uuid FROM sensors WHERE id = ${user.sensor_id}`);
      const own = await stored(`${source} WHERE organization_uuid = '${top.uuid}'`);
      const all = await stored(source);
      expect(own).toBeGreaterThan(0);
      expect(own).toBeLessThan(all);
      const everything = { type: 'or', fields: [{ type: 'regex', dimension: 'organization', pattern: '' }] };
      expect(await count('hotels.manager', query(source))).toBe(own);
      expect(await count('hotels.manager', query(source, { filter: everything }))).toBe(own);
      expect(await count('auditor', query(source))).toBe(all);
    },
  );
});

describe('permissions', () => {
  let manager: TestManager;
  let hotels: Json;
  let retail: Json;
  beforeAll(async () => {
    manager = await startTestManager();
    const all = await wholeTree(manager);
    const top = (login: Login) => all.find(({ id }) => id === asUser(manager, login).user.sensor_id);
    hotels = top('hotels.manager');
    retail = top('retail.manager');
  });
  afterAll(() => manager.stop());

  const make = async (kind: string, body: object): Promise<Json> =>
    (await manager.send('POST', `${sensors}/${kind}`, { name: 'x', ...body })).json().sensor;
  const target = async (parent: string): Promise<Target> => {
    const { uuid: domain } = await make('domain', { parent_uuid: parent });
    const flow = await make('flow', { ip: '10.0.0.1', parent_uuid: domain });
    const vendor = await make('vendor', { ip: 'a.example', parent_uuid: domain });
    const mse = await make('mse', { stream: 's', parent_uuid: domain });
    const point = { name: 'x', mac_address: newMac(), sensor_uuid: domain };
    const created = await manager.send('POST', '/api/v1/access_points', point);
    return {
      domain,
      flow: flow.uuid,
      vendor: vendor.uuid,
      mse: mse.uuid,
      accessPoint: created.json().ap,
      flowId: flow.id,
    };
  };
  const statusOf = async (login: Login, [method, path, body]: Request) =>
    (await asUser(manager, login).send(method, path, body)).status;

  /** What stands in a place, for all operations until one takes something of it away. */
  const standing = new Map<string, Target>();
  const takesAway = ([method, path]: Request) => method === 'DELETE' || path.includes('override');

  it.each(Object.keys(operations))('%s: by who asks and where', async name => {
    const [right, request] = operations[name] as (typeof operations)[string];
    for (const [place, expected] of [
      [hotels.uuid, inHotels[right]],
      [retail.uuid, elsewhere[right]],
    ] as const) {
      const statuses: number[] = [];
      for (const login of logins) {
        const there = standing.get(place) ?? (await target(place));
        standing.set(place, there);
        const sent = request(there);
        const status = await statusOf(login, sent);
        statuses.push(status);
        if (status === 200 && takesAway(sent)) standing.delete(place);
      }
      expect(statuses).toEqual(expected);
    }
  });

  it.each(Object.keys(others))('%s: by who asks', async name => {
    const [expected, request] = others[name] as (typeof others)[string];
    const statuses = [];
    for (const login of logins) statuses.push(await statusOf(login, request));
    expect(statuses).toEqual(expected);
  });

  it('lets everyone renew the own key, and super administrators every key', async () => {
    const path = (login: Login) => `/api/v1/users/${asUser(manager, login).user.id}/recreate_api_key`;
    const renew = (login: Login, of: Login) => statusOf(login, ['GET', path(of)]);
    expect(await renew('auditor', 'auditor')).toBe(200);
    expect(await renew('auditor', 'operations')).toBe(401);
    expect(await renew('operations', 'admin')).toBe(401);
    expect(await renew('admin', 'former')).toBe(200);
    expect(await renew('former', 'former')).toBe(401);
  });

  it('shows the tree of the own top domain and nothing beside it', async () => {
    const own = await asUser(manager, 'hotels.reception').get(`${sensors}/tree`);
    expect(own.text).toBe((await manager.get(`${sensors}/${hotels.uuid}/tree`)).text);
  });

  it('answers 404 before 401, and 401 before 422', async () => {
    const outside = await target(retail.uuid);
    const send = asUser(manager, 'hotels.manager').send;
    const unknown = { parent_uuid: '1' };
    expect((await send('POST', `${sensors}/flow`, unknown)).status).toBe(404);
    expect((await send('POST', `${sensors}/flow`, { parent_uuid: outside.domain })).status).toBe(401);
    expect((await send('PATCH', `${sensors}/${outside.domain}`, { domain_type: 'x' })).status).toBe(401);
    const inside = await target(hotels.uuid);
    expect((await send('POST', `${sensors}/flow`, { parent_uuid: inside.domain })).status).toBe(422);
  });

  it('puts a domain without parent into the own top domain, a sensor into the root', async () => {
    const send = asUser(manager, 'hotels.manager').send;
    const domain = (await send('POST', `${sensors}/domain`, { name: 'Own' })).json().sensor;
    const tree = (await manager.get(`${sensors}/${hotels.uuid}/tree`)).json().sensor;
    expect(tree.children.map(({ uuid }: Json) => uuid)).toContain(domain.uuid);
    expect((await send('POST', `${sensors}/flow`, { name: 'f', ip: '10.0.0.1' })).status).toBe(401);
  });

  it('moves a domain only to where the caller may manage', async () => {
    const { domain } = await target(hotels.uuid);
    const outside = await target(retail.uuid);
    const { send } = asUser(manager, 'hotels.manager');
    const move = (parent_uuid: string) => send('PATCH', `${sensors}/${domain}`, { parent_uuid });
    expect((await move(outside.domain)).status).toBe(401);
    expect((await move((await target(hotels.uuid)).domain)).status).toBe(200);
    const answer = await send('PATCH', `${sensors}/${hotels.uuid}`, { parent_uuid: retail.uuid });
    expect(answer.status).toBe(401);
  });

  it('does not let an overwrite take what stands outside of the own tree', async () => {
    const outside = await target(retail.uuid);
    const before = flatten((await manager.get(`${sensors}/${retail.uuid}/tree`)).json().sensor);
    const { send } = asUser(manager, 'hotels.manager');
    const overwrite = (child: object) =>
      send('POST', `${sensors}/override_all`, { sensor: { access_points: [child] } });
    const point = { name: 'x', mac_address: outside.accessPoint.mac_address };
    expect((await overwrite(point)).status).toBe(422);
    const body = { sensor: { children: [{ uuid: outside.domain }] } };
    expect((await send('POST', `${sensors}/override_all`, body)).status).toBe(422);
    expect(flatten((await manager.get(`${sensors}/${retail.uuid}/tree`)).json().sensor)).toEqual(before);
  });
});

let macs = 0;
/** A MAC address that no other access point has. */
const newMac = (): string => {
  macs += 1;
  return `0a:00:00:00:${(macs >> 8).toString(16).padStart(2, '0')}:${(macs & 255).toString(16).padStart(2, '0')}`;
};
