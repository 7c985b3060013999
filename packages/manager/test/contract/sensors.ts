import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestManager, type Json, type TestManager } from '../testManager.js';
import { endpoint, refusal } from './endpoint.js';

const rootUuid = '2584761509592299795';
const unknown = '1111111111111111111';

/** A body with every required field of a kind, and where its answer's keys stand (field notes §1.1). */
const kinds = {
  flow: { body: { name: 'test_flow', ip: '10.0.2.10' }, keys: ['id', 'uuid', 'name', 'ip'] },
  vendor: {
    body: { name: 'test_vendor', ip: 'cloud.example.net', vendor_validator: 'phrase' },
    keys: ['id', 'uuid', 'name', 'ip', 'vendor_validator', 'secret'],
  },
  mse: {
    body: { name: 'test_mse', stream: 'StreamB', mse_version: 8 },
    keys: ['id', 'uuid', 'name', 'stream', 'mse_version'],
  },
};
const names = { flow: 'flow', vendor: 'vendor', mse: 'MSE' } as const;

describe('sensors and domains (contract 001, Sensors and domains)', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const sensors = '/api/v1/sensors';
  const post = (path: string, body: unknown) => manager.send('POST', `${sensors}${path}`, body);
  const patch = (path: string, body: unknown) => manager.send('PATCH', `${sensors}${path}`, body);
  const tree = async (uuid: string): Promise<Json> =>
    (await manager.get(`${sensors}/${uuid}/tree`)).json().sensor;
  const newDomain = async (body: object = {}): Promise<Json> =>
    (await post('/domain', { name: 'Test domain', ...body })).json().sensor;

  endpoint('Sensor tree of one sensor', 'answers the record with nested children', async () => {
    const parent = await newDomain();
    const child = await newDomain({ parent_uuid: parent.uuid, name: 'Child' });
    const answer = await manager.get(`${sensors}/${parent.uuid}/tree`);
    expect(answer.json()).toMatchObject({
      query: true,
      sensor: { ...parent, children: [{ ...child, children: [] }] },
    });
  });
  refusal('Sensor tree of one sensor', 'answers 404 for an unknown uuid', async () => {
    expect((await manager.get(`${sensors}/${unknown}/tree`)).status).toBe(404);
  });

  endpoint(
    "Sensor tree of the caller's top domain",
    'answers the tree of the root to the administrator',
    async () => {
      const own = await manager.get(`${sensors}/tree`);
      expect(own.text).toBe((await manager.get(`${sensors}/${rootUuid}/tree`)).text);
    },
  );
  refusal("Sensor tree of the caller's top domain", 'answers 401 without a key', async () => {
    expect((await manager.raw({ method: 'GET', url: `${sensors}/tree` })).status).toBe(401);
  });

  endpoint('Create domain', 'answers the published keys and stands below its parent', async () => {
    const answer = await post('/domain', { name: 'new_domain', domain_type: '2', parent_uuid: rootUuid });
    const { query, sensor } = answer.json();
    expect([answer.status, query]).toEqual([200, true]);
    expect(Object.keys(sensor)).toEqual(['id', 'name', 'type', 'domain_type', 'uuid']);
    expect(sensor).toMatchObject({ name: 'new_domain', type: 1, domain_type: 2 });
    expect(sensor.uuid).toMatch(/^\d{19}$/);
    expect((await tree(rootUuid)).children.at(-1)).toMatchObject({ ...sensor, children: [] });
  });
  refusal('Create domain', 'answers 422 without a name and changes nothing', async () => {
    const before = await manager.get(`${sensors}/tree`);
    const answer = await post('/domain', { name: '  ', domain_type: 1 });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ query: false, error: "Name can't be blank" });
    expect((await manager.get(`${sensors}/tree`)).text).toBe(before.text);
  });

  for (const kind of ['flow', 'vendor', 'mse'] as const) {
    const { body, keys } = kinds[kind];

    endpoint(
      `Create ${names[kind]} sensor`,
      'answers the published keys and stands below the root',
      async () => {
        const answer = await post(`/${kind}`, body);
        const { sensor } = answer.json();
        expect(answer.status).toBe(200);
        expect(Object.keys(sensor)).toEqual(keys);
        expect(sensor).toMatchObject({ ...body, ...('mse_version' in body && { mse_version: '8' }) });
        const record = (await tree(rootUuid)).children.find((each: Json) => each.uuid === sensor.uuid);
        expect(record).toMatchObject({ id: sensor.id, name: sensor.name, children: [] });
      },
    );
    refusal(`Create ${names[kind]} sensor`, 'answers 422 that names every missing field', async () => {
      const answer = await post(`/${kind}`, {});
      expect(answer.status).toBe(422);
      const [required] = Object.keys(body).filter(name => name === 'ip' || name === 'stream') as [string];
      expect(Object.keys(answer.json().errors).sort()).toEqual([required, 'name'].sort());
    });

    endpoint(`Modify ${names[kind]} sensor`, 'answers the sensor as it is afterwards', async () => {
      const { secret: _secret, ...sensor } = (await post(`/${kind}`, body)).json().sensor;
      const answer = await patch(`/${sensor.uuid}/${kind}`, { ...body, name: 'Renamed' });
      expect(answer.json()).toEqual({ query: true, sensor: { ...sensor, name: 'Renamed' } });
      expect(await tree(sensor.uuid)).toMatchObject({ id: sensor.id, name: 'Renamed' });
    });
    refusal(`Modify ${names[kind]} sensor`, 'answers 404 for a domain', async () => {
      expect((await patch(`/${rootUuid}/${kind}`, body)).status).toBe(404);
    });
  }

  endpoint('List MSE sensors of a domain', 'lists those at any depth, without children', async () => {
    const top = await newDomain();
    const inner = await newDomain({ parent_uuid: top.uuid });
    const made = (await post('/mse', { ...kinds.mse.body, parent_uuid: inner.uuid })).json().sensor;
    await post('/flow', { ...kinds.flow.body, parent_uuid: inner.uuid });
    const { mse } = (await manager.get(`${sensors}/${top.uuid}/mse`)).json();
    expect(mse).toHaveLength(1);
    expect(mse[0]).toMatchObject({ id: made.id, type: 8, domain_type: 1, ip: '0.0.0.0' });
    expect(mse[0]).not.toHaveProperty('children');
  });
  refusal('List MSE sensors of a domain', 'answers 404 for an unknown uuid', async () => {
    expect((await manager.get(`${sensors}/${unknown}/mse`)).status).toBe(404);
  });

  endpoint('Delete sensor and all its subordinate sensors', 'removes everything below it', async () => {
    const top = await newDomain();
    const inner = await newDomain({ parent_uuid: top.uuid });
    expect((await manager.send('DELETE', `${sensors}/${top.uuid}`)).json()).toEqual({ query: true });
    expect((await manager.get(`${sensors}/${inner.uuid}/tree`)).status).toBe(404);
  });
  refusal('Delete sensor and all its subordinate sensors', 'answers 422 for the root', async () => {
    expect((await manager.send('DELETE', `${sensors}/${rootUuid}`)).status).toBe(422);
    expect((await manager.get(`${sensors}/tree`)).status).toBe(200);
  });

  endpoint('Modify domain', 'changes name, domain type and uuid', async () => {
    const domain = await newDomain();
    const change = { name: 'Other', domain_type: 4, uuid: '4242424242424242' };
    const answer = await patch(`/${domain.uuid}`, change);
    expect(answer.json()).toEqual({ query: true, sensor: { ...domain, ...change } });
    expect((await manager.get(`${sensors}/${domain.uuid}/tree`)).status).toBe(404);
    expect(await tree(change.uuid)).toMatchObject(change);
  });
  refusal('Modify domain', 'answers 422 for a uuid that another domain has', async () => {
    const domain = await newDomain();
    const answer = await patch(`/${domain.uuid}`, { uuid: rootUuid });
    expect(answer.status).toBe(422);
    expect(answer.json().error).toBe('Uuid has already been taken');
  });

  const override = (path: string, sensor: unknown) => post(`${path}/override_all`, { sensor });

  endpoint(
    'Overwrite domain tree',
    'answers "true" as text and makes the tree what the body says',
    async () => {
      const domain = await newDomain();
      const body = { name: 'Main', children: [{ name: 'A', children: [{ name: 'B' }] }] };
      const answer = await override(`/${domain.uuid}`, body);
      expect(answer.json()).toEqual({ query: 'true' });
      expect(await tree(domain.uuid)).toMatchObject(body);
    },
  );
  refusal('Overwrite domain tree', 'answers 422 that names the place', async () => {
    const domain = await newDomain();
    const answer = await override(`/${domain.uuid}`, { children: [{ name: 'A' }, { domain_type: 2 }] });
    expect(answer.status).toBe(422);
    expect(answer.json().error).toBe("sensor.children[1].name can't be blank");
  });

  endpoint(
    "Overwrite the tree of the caller's top domain",
    'changes the top domain of the caller',
    async () => {
      expect((await override('', { name: 'New root name' })).json()).toEqual({ query: 'true' });
      expect(await tree(rootUuid)).toMatchObject({ id: 1, name: 'New root name' });
      await override('', { name: 'root' });
    },
  );
  refusal("Overwrite the tree of the caller's top domain", 'answers 422 for another uuid', async () => {
    const answer = await override('', { uuid: '1' });
    expect([answer.status, answer.json().error]).toEqual([422, 'sensor.uuid cannot be changed']);
  });
});
