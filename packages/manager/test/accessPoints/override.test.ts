import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '../../../../test/support/depth.js';
import type { SqlSession } from '../../src/store/database.js';
import { asUser, flatten, recordTables, wholeTree } from '../asUser.js';
import { rememberRecords } from '../rememberRecords.js';
import { startTestManager, type Json, type TestManager } from '../testManager.js';

/** More than the database takes in one piece. */
const many = runs({ broad: 3_000, deep: 10_000 });

const done = [200, '{"query":"true"}'];
const mac = (index: number) =>
  `02:00:00:${[index >> 16, index >> 8, index].map(part => (part & 255).toString(16).padStart(2, '0')).join(':')}`;

describe("override of a domain's access points", () => {
  let manager: TestManager;
  let restore: () => Promise<void>;
  let tree: Json[];
  let organization: Json;
  let campus: Json;
  beforeAll(async () => {
    manager = await startTestManager();
    restore = await rememberRecords(manager);
  });
  beforeEach(async () => {
    await restore();
    tree = await wholeTree(manager);
    organization = tree.find(record => record.domain_type === 2);
    campus = flatten(organization).find(record => record.domain_type === 4);
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => manager.stop());

  const pointsOf = (record: Json): Json[] => flatten(record).flatMap(each => each.access_points ?? []);
  const override = (elements: unknown, domain = organization, send = manager.send) =>
    send('POST', `/api/v1/sensors/${domain.uuid}/access_point/override`, { access_points: elements });
  const element = (index: number, more: object = {}) => ({
    mac_address: mac(index),
    name: `AP ${index}`,
    ...more,
  });
  const after = async (uuid = organization.uuid): Promise<Json> =>
    (await wholeTree(manager)).find(record => record.uuid === uuid);
  const childNamed = (record: Json, name: string): Json =>
    record.children.find((each: Json) => each.name === name);
  const rowOf = async (address: string): Promise<Json> =>
    (await manager.get(`/api/v1/access_points?mac_address=${address}`)).json().access_points[0];
  const refused = async (elements: unknown, path: string, message: string, domain = organization) => {
    const before = await recordTables(manager);
    const answer = await override(elements, domain);
    expect([answer.status, answer.json().query]).toEqual([422, false]);
    expect(answer.json().errors).toMatchObject({ [path]: [message] });
    expect(answer.json().error).toContain(`${path} ${message}`);
    expect(await recordTables(manager)).toBe(before);
  };

  it('replaces the access points of the domain and of its subdomains, and no others', async () => {
    const outside = pointsOf(tree[0]).filter(
      point => !pointsOf(organization).some(each => each.id === point.id),
    );
    const full = {
      status: '1',
      ip_address: '10.0.0.9',
      latitude: 1.5,
      x: 3,
      description: 'D',
      enrichment: { zone: 'a' },
    };
    const answer = await override([element(1, full), element(2)]);
    expect([answer.status, answer.text]).toEqual(done);
    const now = await after();
    expect(pointsOf(now)).toEqual(now.access_points);
    expect(now.access_points).toMatchObject([
      { name: 'AP 1', mac_address: mac(1), ...full, status: 1, sensor_uuid: organization.uuid },
      { name: 'AP 2', mac_address: mac(2), status: 0, enrichment: {}, sensor_uuid: organization.uuid },
    ]);
    const all = pointsOf((await wholeTree(manager))[0]);
    expect(all.filter(point => point.sensor_id !== organization.id)).toEqual(outside);
  });

  it('keeps the MAC addresses of the replaced ones free for the body, with new ids', async () => {
    const old = pointsOf(organization);
    await override(old.map(point => ({ name: point.name, mac_address: point.mac_address })));
    const now = pointsOf(await after());
    expect(now.map(point => point.mac_address)).toEqual(old.map(point => point.mac_address));
    expect(Math.min(...now.map(point => point.id))).toBeGreaterThan(
      Math.max(...pointsOf(tree[0]).map(each => each.id)),
    );
  });

  it('empties a domain for an empty list, also at the plural address', async () => {
    const url = `/api/v1/sensors/${campus.uuid}/access_points/override`;
    const answer = await manager.send('POST', url, { access_points: [] });
    expect([answer.status, answer.text]).toEqual(done);
    expect(pointsOf(await after(campus.uuid))).toEqual([]);
  });

  it('creates the containers that do not exist, inside each other, and uses them for later elements', async () => {
    const containers = {
      deployment_name: 'New deployment',
      organization_uuid: '77',
      namespace_name: 'Space',
    };
    await override(
      [element(1, containers), element(2, { organization_uuid: '77' }), element(3, { namespace_uuid: '78' })],
      campus,
    );
    const now = await after(campus.uuid);
    const deployment = childNamed(now, 'New deployment');
    expect(deployment).toMatchObject({ type: 1, domain_type: 7, uuid: expect.stringMatching(/^\d{15,19}$/) });
    const inner = childNamed(deployment, 'organization_77');
    expect(inner).toMatchObject({ uuid: '77', domain_type: 2 });
    expect(inner.access_points).toMatchObject([{ name: 'AP 2' }]);
    expect(childNamed(inner, 'Space')).toMatchObject({ domain_type: 1, access_points: [{ name: 'AP 1' }] });
    expect(childNamed(now, 'namespace_78').access_points).toMatchObject([{ name: 'AP 3' }]);
    expect((await wholeTree(manager)).length).toBe(tree.length + 4);
  });

  it.each([
    ['service_provider', 6],
    ['organization', 2],
    ['deployment', 7],
    ['namespace', 1],
  ])('creates a %s with its name and uuid', async (level, domainType) => {
    await override([element(1, { [`${level}_uuid`]: '55', [`${level}_name`]: 'Named' })], campus);
    expect(childNamed(await after(campus.uuid), 'Named')).toMatchObject({
      uuid: '55',
      type: 1,
      domain_type: domainType,
      access_points: [{ mac_address: mac(1) }],
    });
  });

  it('finds a container by name and gives it the uuid of the body', async () => {
    await override([element(1, { deployment_name: 'D', deployment_uuid: '5' })], campus);
    const made = childNamed(await after(campus.uuid), 'D');
    await override(
      [element(1, { deployment_name: 'D' }), element(2, { deployment_name: 'D', deployment_uuid: 6 })],
      campus,
    );
    const now = childNamed(await after(campus.uuid), 'D');
    expect(now).toMatchObject({
      id: made.id,
      uuid: '6',
      access_points: [{ name: 'AP 1' }, { name: 'AP 2' }],
    });
  });

  it('keeps an access point in the domain when the container is the domain itself or holds it', async () => {
    const provider = tree.find(record => record.domain_type === 6);
    const named = { service_provider_uuid: provider.uuid, organization_name: organization.name };
    await override([element(1, named)]);
    expect((await after()).access_points).toMatchObject([{ name: 'AP 1' }]);
    expect((await wholeTree(manager)).length).toBe(tree.length);
  });

  it('does not leave an inner container for one that holds it', async () => {
    const make = async (name: string, domain_type: number, parent_uuid: string): Promise<string> =>
      (await manager.send('POST', '/api/v1/sensors/domain', { name, domain_type, parent_uuid })).json().sensor
        .uuid;
    const outer = await make('O', 2, campus.uuid);
    await make('D', 7, outer);
    const named = { deployment_name: 'D', organization_name: 'O' };
    await override([element(1, named), element(2, { ...named, organization_uuid: outer })], campus);
    const inner = childNamed(childNamed(await after(campus.uuid), 'O'), 'D');
    expect(inner.access_points).toMatchObject([{ name: 'AP 1' }, { name: 'AP 2' }]);
    expect((await wholeTree(manager)).length).toBe(tree.length + 2);
  });

  it('makes the market and the building that an enrichment names, and shows them in the list', async () => {
    const enrichment = { market_uuid: '3189234848665445691', building_name: 'NewBuilding', zone: 'x' };
    await override(
      [element(1, { enrichment }), element(2, { enrichment: { building_name: 'NewBuilding' } })],
      campus,
    );
    const now = await after(campus.uuid);
    const market = childNamed(now, 'market_3189234848665445691');
    expect(market).toMatchObject({ domain_type: 3, uuid: '3189234848665445691' });
    const building = childNamed(market, 'NewBuilding');
    expect(building).toMatchObject({ domain_type: 5, uuid: expect.stringMatching(/^\d+$/) });
    for (const address of [mac(1), mac(2)]) {
      expect(await rowOf(address)).toMatchObject({ building: 'NewBuilding', building_uuid: building.uuid });
    }
    expect(await rowOf(mac(1))).toMatchObject({
      market: 'market_3189234848665445691',
      enrichment: { ...enrichment, building_uuid: building.uuid },
    });
    expect(now.access_points).toHaveLength(2);
  });

  it('takes its own list rows back', async () => {
    const list = async (): Promise<Json[]> => {
      const rows: Json[] = (await manager.get('/api/v1/access_points')).json().access_points;
      return rows.map(({ last_check_in: _seen, ...row }) => row);
    };
    const before = await list();
    const domains = tree.length;
    expect((await override(before, tree[0])).text).toBe('{"query":"true"}');
    expect((await wholeTree(manager)).length).toBe(domains);
    expect(await list()).toEqual(before);
  });

  it.each([
    [{ mac_address: undefined }, 'mac_address', "can't be blank"],
    [{ mac_address: 'x' }, 'mac_address', 'is invalid: Hex pairs separated by colons'],
    [{ name: '' }, 'name', "can't be blank"],
    [{ status: 5 }, 'status', 'is not included in the list'],
    [{ mac_address: mac(1).toUpperCase() }, 'mac_address', 'has already been taken'],
    [{ deployment_uuid: {} }, 'deployment_uuid', 'is invalid'],
    [{ enrichment: 7 }, 'enrichment', 'is invalid'],
  ])('names the element and the field for %o', async (wrong, field, message) => {
    const elements = [element(1), element(2), { ...element(3), ...wrong }];
    await refused(elements, `access_points[2].${field}`, message);
  });

  it('refuses a MAC address of an access point outside the domain', async () => {
    const outside = pointsOf(tree[0]).find(
      point => !pointsOf(organization).some(each => each.id === point.id),
    );
    const taken = { name: 'X', mac_address: outside.mac_address.toUpperCase() };
    await refused([element(1), taken], 'access_points[1].mac_address', 'has already been taken');
  });

  it('refuses containers and flow sensors that are something else or somewhere else', async () => {
    const flow = tree.find(record => record.type === 5);
    const other = tree.filter(record => record.domain_type === 2).at(-1);
    const at = (key: string) => `access_points[0].${key}`;
    await refused([element(1, { deployment_uuid: flow.uuid })], at('deployment_uuid'), 'is not a deployment');
    await refused(
      [element(1, { deployment_uuid: campus.uuid })],
      at('deployment_uuid'),
      'is not a deployment',
    );
    const outside = 'is outside the domain that is overridden';
    await refused([element(1, { organization_uuid: other.uuid })], at('organization_uuid'), outside);
    await refused([element(1, { flow_uuid: campus.uuid })], at('flow_uuid'), 'must be a flow sensor');
    expect((await override([element(1, { flow_uuid: '1' })])).status).toBe(404);
    const accepted = await override([element(1, { flow_uuid: flow.uuid })]);
    expect(accepted.status).toBe(200);
  });

  it(`refuses everything for a fault in the last of ${many}, and says which one`, async () => {
    const elements = Array.from({ length: many }, (_, index) =>
      element(index, { deployment_name: `D${index % 50}` }),
    );
    const last = `access_points[${many - 1}].mac_address`;
    await refused([...elements.slice(0, -1), element(0)], last, 'has already been taken');
    await refused([...elements.slice(0, -1), { name: 'X' }], last, "can't be blank");
  });

  it(`leaves everything as it was when the database fails after ${many}`, async () => {
    const before = await recordTables(manager);
    const write = manager.database.write.bind(manager.database);
    vi.spyOn(manager.database, 'write').mockImplementationOnce(work =>
      write(session =>
        work({
          ...session,
          append: async (...call: Parameters<SqlSession['append']>) => {
            await session.append(...call);
            if (call[0] === 'access_points') throw new Error('The disk is full.');
          },
        }),
      ),
    );
    const elements = Array.from({ length: many }, (_, index) => element(index, { deployment_name: 'D' }));
    const answer = await override(elements);
    expect([answer.status, answer.json().error]).toEqual([500, 'Internal server error']);
    expect(manager.failures).toHaveLength(1);
    expect(await recordTables(manager)).toBe(before);
    expect((await override(elements)).text).toBe('{"query":"true"}');
    expect(childNamed(await after(), 'D').access_points).toHaveLength(many);
  });

  it.each([
    [undefined, 400],
    [{}, 400],
    [[], 400],
    [{ access_points: 'x' }, 422],
    [{ access_points: [1] }, 422],
    [{ access_points: [null] }, 422],
  ])('refuses the body %j', async (body, status) => {
    const answer = await manager.send('POST', `/api/v1/sensors/${campus.uuid}/access_point/override`, body);
    expect([answer.status, answer.json().query]).toEqual([status, false]);
  });

  it('answers 404 for an unknown domain, 422 for one that is a sensor, 401 to those who may not manage it', async () => {
    const before = await recordTables(manager);
    expect((await override([], { uuid: '1' })).status).toBe(404);
    expect(
      (
        await override(
          [],
          tree.find(record => record.type === 5),
        )
      ).status,
    ).toBe(422);
    const other = tree.filter(record => record.domain_type === 2).at(-1);
    for (const login of ['hotels.manager', 'auditor', 'former'] as const) {
      expect((await override([], other, asUser(manager, login).send)).status).toBe(401);
    }
    expect(await recordTables(manager)).toBe(before);
    expect((await override([], organization, asUser(manager, 'hotels.manager').send)).text).toBe(
      '{"query":"true"}',
    );
  });

  it('lets nobody give a new uuid to a domain above the own one', async () => {
    const before = await recordTables(manager);
    const { send, user } = asUser(manager, 'hotels.manager');
    const top = tree.find(record => record.id === user.sensor_id);
    const provider = tree.find(record => record.domain_type === 6);
    const stolen = element(1, { service_provider_name: provider.name, service_provider_uuid: '9' });
    expect((await override([stolen], top, send)).status).toBe(401);
    expect(await recordTables(manager)).toBe(before);
  });
});
