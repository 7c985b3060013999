import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestManager, type Answer, type Json, type TestManager } from './testManager.js';

const sensors = '/api/v1/sensors';
const rootUuid = '2584761509592299795';
const everyField = {
  flow: {
    name: 'Router',
    ip: '2001:db8::1',
    snmp_community: 'public',
    snmp_version: '2c',
    spanport: 1,
    nmsp: 0,
    nmsp_wireless_health: 1,
    nmsp_client_stats: 0,
    dns_ptr_client: 1,
    dns_ptr_target: 0,
    homenets: [{ name: 'lan', value: '10.0.0.0/8' }],
    router_macs: [{ name: 'a', value: 'aa:bb:cc:dd:ee:ff' }],
  },
  vendor: {
    name: 'Cloud',
    ip: 'cloud.example.net',
    vendor_validator: 'v',
    snmp_community: 'c',
    snmp_version: '1',
  },
  mse: {
    name: 'Engine',
    stream: 'StreamB',
    mse_version: '8',
    snmp_community: 'c',
    snmp_version: '1',
    homenets: [{ name: 'lan', value: '2001:db8::/32' }],
  },
};

describe('domains and sensors', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const post = (path: string, body: unknown) => manager.send('POST', `${sensors}${path}`, body);
  const patch = (path: string, body: unknown) => manager.send('PATCH', `${sensors}${path}`, body);
  const made = async (path: string, body: unknown): Promise<Json> => {
    const answer = await post(path, body);
    expect([answer.status, answer.json().query]).toEqual([200, true]);
    return answer.json().sensor;
  };
  const domain = (body: object = {}) => made('/domain', { name: 'Domain', ...body });
  const tree = async (uuid: string): Promise<Json> =>
    (await manager.get(`${sensors}/${uuid}/tree`)).json().sensor;
  const settings = async (uuid: string): Promise<Json> => {
    const [row] = await manager.sql(`SELECT settings FROM sensors WHERE uuid = '${uuid}'`);
    return JSON.parse(row.settings);
  };
  const refused = (answer: Answer, error: string) => {
    expect([answer.status, answer.json().query]).toEqual([422, false]);
    expect(answer.json().error).toBe(error);
  };

  it.each(['flow', 'vendor', 'mse'] as const)('keeps every documented field of a %s sensor', async kind => {
    const { name, ip, ...rest } = { ip: '0.0.0.0', ...everyField[kind] };
    const sensor = await made(`/${kind}`, { ...everyField[kind], unknown: 1 });
    const { secret, ...stored } = await settings(sensor.uuid);
    expect(stored).toEqual(rest);
    expect(secret).toBe(sensor.secret);
    expect(await tree(sensor.uuid)).toMatchObject({ name, ip });
  });

  it('takes numbers as text, switches as true and false, and the other spellings', async () => {
    const flow = await made('/flow', { name: 7, ip: '10.0.0.1', nmsp: '1', spanport: '0', snmp_version: 1 });
    expect(flow.name).toBe('7');
    expect(await settings(flow.uuid)).toEqual({ nmsp: 1, spanport: 0, snmp_version: '1' });
    const provider = await domain({ domain_type: '6', mac_hashing_salt: 'salt' });
    expect(await settings(provider.uuid)).toEqual({ mac_hasing_salt: 'salt' });
    const mse = await made('/mse', { name: 'm', stream: 's', version_mse: 10 });
    expect(mse.mse_version).toBe('10');
  });

  it('uses the salt only on service providers and the limits only on organizations', async () => {
    const all = { mac_hasing_salt: 's', visualization_range: 30, megabytes_limit: '1.5' };
    const stored = async (type?: number) =>
      settings((await domain({ ...all, ...(type !== undefined && { domain_type: type }) })).uuid);
    expect(await stored()).toEqual({});
    expect(await stored(4)).toEqual({});
    expect(await stored(6)).toEqual({ mac_hasing_salt: 's' });
    expect(await stored(2)).toEqual({ visualization_range: 30, megabytes_limit: 1.5 });
  });

  it('gives a vendor sensor a secret that is answered once and listed nowhere', async () => {
    const { secret, ...sensor } = await made('/vendor', everyField.vendor);
    expect(secret).toMatch(/^[0-9a-f]{40}$/);
    const changed = await patch(`/${sensor.uuid}/vendor`, { name: 'x', ip: 'y' });
    expect(changed.json().sensor).toEqual({ ...sensor, name: 'x', ip: 'y', vendor_validator: null });
    expect(await settings(sensor.uuid)).toEqual({ secret });
    for (const path of [`${sensors}/tree`, `${sensors}/${rootUuid}/mse`]) {
      expect((await manager.get(path)).text).not.toContain(secret);
    }
  });

  it.each<[string, string, object, string]>([
    ['no name', '/domain', {}, "Name can't be blank"],
    [
      'a name of 256 characters',
      '/domain',
      { name: 'x'.repeat(256) },
      'Name is too long (maximum is 255 characters)',
    ],
    [
      'an unknown domain type',
      '/domain',
      { name: 'x', domain_type: 77 },
      'Domain type is not included in the list',
    ],
    [
      'a domain type that is no number',
      '/domain',
      { name: 'x', domain_type: 'a' },
      'Domain type is not a number',
    ],
    ['a used uuid', '/domain', { name: 'x', uuid: rootUuid }, 'Uuid has already been taken'],
    ['a uuid with other characters', '/domain', { name: 'x', uuid: 'a/b' }, 'Uuid is invalid'],
    ['no address', '/flow', { name: 'x' }, "Ip can't be blank"],
    ['a bad address', '/flow', { name: 'x', ip: '10.0.0.300' }, 'Ip is invalid'],
    ['a bad switch', '/flow', { name: 'x', ip: '10.0.0.1', nmsp: 2 }, 'Nmsp is not included in the list'],
    [
      'a bad SNMP version',
      '/flow',
      { name: 'x', ip: '10.0.0.1', snmp_version: '3' },
      'Snmp version is not included in the list',
    ],
    ['no stream', '/mse', { name: 'x' }, "Stream can't be blank"],
    ['a host name with spaces', '/vendor', { name: 'x', ip: 'a b' }, 'Ip is invalid'],
  ])('answers 422 for %s', async (_what, path, body, error) => {
    refused(await post(path, body), error);
  });

  it.each([
    [
      'homenets',
      [
        { name: 'a', value: '10.0.0.0/8' },
        { name: 'b', value: '10.0.0.0/99' },
      ],
    ],
    ['homenets', [{ value: '10.0.0.0/8' }]],
    ['homenets', '10.0.0.0/8'],
    ['router_macs', [{ name: 'a', value: 'aa:bb:cc' }]],
  ])('answers 422 for wrong %s', async (field, value) => {
    const answer = await post('/flow', { name: 'x', ip: '10.0.0.1', [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('puts nothing below a sensor', async () => {
    const flow = await made('/flow', everyField.flow);
    refused(await post('/domain', { name: 'x', parent_uuid: flow.uuid }), 'Parent uuid must be a domain');
    refused(
      await post('/mse', { ...everyField.mse, parent_uuid: flow.uuid }),
      'Parent uuid must be a domain',
    );
    const inner = await domain();
    refused(await patch(`/${inner.uuid}`, { parent_uuid: flow.uuid }), 'Parent uuid must be a domain');
  });

  it.each(['flow', 'vendor', 'mse'] as const)('overwrites all properties of a %s sensor', async kind => {
    const parent = await domain();
    const sensor = await made(`/${kind}`, { ...everyField[kind], parent_uuid: parent.uuid });
    const { name, ip, stream } = everyField[kind] as Record<string, unknown>;
    const required = { name, ...(ip !== undefined && { ip }), ...(stream !== undefined && { stream }) };
    expect((await patch(`/${sensor.uuid}/${kind}`, required)).status).toBe(200);
    const { secret: _secret, stream: _stream, ...rest } = await settings(sensor.uuid);
    expect(rest).toEqual({});
    expect((await tree(parent.uuid)).children.map(({ uuid }: Json) => uuid)).toEqual([sensor.uuid]);
    expect((await patch(`/${sensor.uuid}/${kind}`, { snmp_version: '1' })).status).toBe(422);
  });

  it('answers 404 for a kind that the sensor is not, and for an unknown one', async () => {
    const flow = await made('/flow', everyField.flow);
    expect((await patch(`/${flow.uuid}/mse`, everyField.mse)).status).toBe(404);
    expect((await patch(`/${flow.uuid}/ips`, everyField.flow)).status).toBe(404);
    expect((await patch(`/${flow.uuid}`, { name: 'x' })).status).toBe(404);
  });

  it('changes only the given fields of a domain', async () => {
    const one = await domain({ domain_type: 2, visualization_range: 7, megabytes_limit: 9 });
    await patch(`/${one.uuid}`, { megabytes_limit: null });
    expect(await settings(one.uuid)).toEqual({ visualization_range: 7 });
    const answer = await patch(`/${one.uuid}`, { name: 'Renamed' });
    expect(answer.json().sensor).toEqual({ ...one, name: 'Renamed' });
    expect(await settings(one.uuid)).toEqual({ visualization_range: 7 });
    await patch(`/${one.uuid}`, { domain_type: 4 });
    expect(await settings(one.uuid)).toEqual({});
    refused(await patch(`/${one.uuid}`, { name: '' }), "Name can't be blank");
  });

  it('moves a domain with what is below it, but not below itself', async () => {
    const from = await domain();
    const to = await domain();
    const moved = await domain({ parent_uuid: from.uuid });
    const inner = await domain({ parent_uuid: moved.uuid });
    const below = 'Parent uuid cannot be the domain itself or one below it';
    refused(await patch(`/${moved.uuid}`, { parent_uuid: moved.uuid }), below);
    refused(await patch(`/${moved.uuid}`, { parent_uuid: inner.uuid }), below);
    refused(await patch(`/${rootUuid}`, { parent_uuid: to.uuid }), below);
    await patch(`/${moved.uuid}`, { parent_uuid: to.uuid });
    expect((await tree(from.uuid)).children).toEqual([]);
    expect((await tree(to.uuid)).children[0].children[0]).toMatchObject({ uuid: inner.uuid });
    expect((await patch(`/${moved.uuid}`, { parent_uuid: '1' })).status).toBe(404);
  });

  it('keeps the enrichment of access points in step with a new uuid and a new place', async () => {
    const markets = [await domain({ domain_type: 3 }), await domain({ domain_type: 3 })];
    const floor = await domain({ domain_type: 101, parent_uuid: markets[0].uuid });
    const enrichment = { market_uuid: markets[0].uuid, floor_uuid: floor.uuid, building_uuid: 'free' };
    const point = { name: 'x', mac_address: 'aa:bb:cc:00:00:01', sensor_uuid: floor.uuid, enrichment };
    await manager.send('POST', '/api/v1/access_points', point);
    const elsewhere = { ...point, mac_address: 'aa:bb:cc:00:00:03', sensor_uuid: markets[1].uuid };
    await manager.send('POST', '/api/v1/access_points', elsewhere);
    const shown = async (uuid: string) => (await tree(uuid)).access_points[0].enrichment;
    await patch(`/${floor.uuid}`, { uuid: '31337' });
    expect(await shown('31337')).toEqual({ ...enrichment, floor_uuid: '31337' });
    expect(await shown(markets[1].uuid)).toEqual({ ...enrichment, floor_uuid: '31337' });
    await patch('/31337', { parent_uuid: markets[1].uuid });
    expect(await shown('31337')).toEqual({
      ...enrichment,
      floor_uuid: '31337',
      market_uuid: markets[1].uuid,
    });
  });

  it('deletes access points with their domain', async () => {
    const top = await domain();
    const floor = await domain({ domain_type: 101, parent_uuid: top.uuid });
    const point = { name: 'x', mac_address: 'aa:bb:cc:00:00:02', sensor_uuid: floor.uuid };
    await manager.send('POST', '/api/v1/access_points', point);
    expect((await manager.send('DELETE', `${sensors}/${top.uuid}`)).status).toBe(200);
    expect(
      await manager.sql(`SELECT * FROM access_points WHERE mac_address = '${point.mac_address}'`),
    ).toEqual([]);
    const list = await manager.get(`/api/v1/access_points?mac_address=${point.mac_address}`);
    expect(list.json().access_points).toEqual([]);
  });

  it('keeps the top domains of users: neither deleted, nor with what holds them, nor turned into sensors', async () => {
    const [row] = await manager.sql(
      `SELECT s.uuid, p.uuid AS above FROM users u JOIN sensors s ON s.id = u.sensor_id
      JOIN sensors p ON p.id = s.parent_id LIMIT 1`,
    );
    for (const uuid of [row.uuid, row.above]) {
      refused(
        await manager.send('DELETE', `${sensors}/${uuid}`),
        'Cannot delete: it is or holds the top domain of a user',
      );
    }
    expect((await patch(`/${row.uuid}`, { type: 5 })).status).toBe(422);
    expect((await tree(row.above)).children.map(({ uuid }: Json) => uuid)).toContain(row.uuid);
  });

  it('turns an empty domain into a sensor, and no other', async () => {
    const empty = await domain();
    expect((await patch(`/${empty.uuid}`, { type: 5 })).json().sensor).toMatchObject({ type: 5 });
    const full = await domain();
    await domain({ parent_uuid: full.uuid });
    refused(
      await patch(`/${full.uuid}`, { type: 5 }),
      'Type cannot be changed: sensors stand below the domain',
    );
    const floor = await domain();
    const point = { name: 'x', mac_address: 'aa:bb:cc:00:00:04', sensor_uuid: floor.uuid };
    await manager.send('POST', '/api/v1/access_points', point);
    refused(
      await patch(`/${floor.uuid}`, { type: 8 }),
      'Type cannot be changed: the domain has access points',
    );
    expect((await patch(`/${floor.uuid}`, { type: 5 })).json().sensor).toMatchObject({ type: 5 });
    refused(await patch(`/${full.uuid}`, { type: 77 }), 'Type is not included in the list');
  });

  it.each(['[]', '"x"', '7', 'null'])('answers a clear error for the body %s', async payload => {
    for (const path of ['/domain', '/flow', `/${rootUuid}/override_all`]) {
      const url = `${sensors}${path}?auth_token=${manager.key}`;
      const headers = { 'content-type': 'application/json' };
      const answer = await manager.raw({ method: 'POST', url, headers, payload });
      expect([400, 422]).toContain(answer.status);
      expect(answer.json().query).toBe(false);
    }
  });

  it('gives ids that were never used before', async () => {
    const first = await domain();
    await manager.send('DELETE', `${sensors}/${first.uuid}`);
    expect((await domain()).id).toBeGreaterThan(first.id);
  });
});
