import { afterAll, beforeAll, describe, expect } from 'vitest';
import { asUser, wholeTree } from '../asUser.js';
import { startTestManager, type Json, type TestManager } from '../testManager.js';
import { endpoint, refusal } from './endpoint.js';

const path = '/api/v1/access_points';

describe('access points (contract 001, Access points)', () => {
  let manager: TestManager;
  let tree: Json[];
  let organization: Json;
  beforeAll(async () => {
    manager = await startTestManager();
    tree = await wholeTree(manager);
    organization = tree.filter(record => record.domain_type === 2).at(-1);
  });
  afterAll(() => manager.stop());

  let made = 0;
  const given = (fields: object = {}) => {
    made += 1;
    const mac = `0c:00:00:00:00:${made.toString(16).padStart(2, '0')}`;
    return { mac_address: mac, name: `Contract ${made}`, sensor_uuid: organization.uuid, ...fields };
  };
  const created = async (): Promise<Json> => (await manager.send('POST', path, given())).json().ap;
  const listed = async (query = ''): Promise<Json[]> =>
    (await manager.get(`${path}.json?${query}`)).json().access_points;
  const asText = { query: 'true' };

  endpoint('List access points as JSON', 'answers rows that the filters choose', async () => {
    const rows = await listed('status=0');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(row => row.status === 0)).toBe(true);
    expect((await listed('status=1')).length + rows.length).toBe((await listed()).length);
  });
  refusal('List access points as JSON', 'answers 422 for a status other than 0 and 1', async () => {
    expect((await manager.get(`${path}.json?status=2`)).status).toBe(422);
  });

  endpoint('List access points as CSV', 'answers a line for each row of the JSON list', async () => {
    const answer = await manager.get(`${path}.csv`);
    expect(answer.text.trimEnd().split('\n').length).toBe((await listed()).length + 1);
  });
  refusal('List access points as CSV', 'answers 401 to a disabled user', async () => {
    expect((await asUser(manager, 'former').get(`${path}.csv`)).status).toBe(401);
  });

  endpoint('Create access point', 'answers the record, which the list shows from then on', async () => {
    const body = given({ status: 1 });
    const answer = await manager.send('POST', path, body);
    expect(answer.json()).toMatchObject({ query: true, ap: body });
    expect(await listed(`mac_address=${body.mac_address}`)).toMatchObject([{ name: body.name, status: 1 }]);
  });
  refusal('Create access point', 'answers 422 without name or MAC address, with the reason', async () => {
    const noName = await manager.send('POST', path, given({ name: undefined }));
    expect([noName.status, noName.json().error]).toEqual([422, "Name can't be blank"]);
    const noMac = await manager.send('POST', path, given({ mac_address: undefined }));
    expect([noMac.status, noMac.json().error]).toEqual([422, "Mac address can't be blank"]);
  });
  refusal('Create access point', 'answers 404 without a sensor_uuid', async () => {
    expect((await manager.send('POST', path, given({ sensor_uuid: undefined }))).status).toBe(404);
  });
  refusal('Create access point', 'answers 401 under a domain that the caller cannot manage', async () => {
    expect((await asUser(manager, 'hotels.manager').send('POST', path, given())).status).toBe(401);
  });

  for (const method of ['PATCH', 'PUT'] as const) {
    endpoint(`Modify access point, ${method} by id`, 'answers the changed record', async () => {
      const point = await created();
      const answer = await manager.send(method, `${path}/${point.id}`, { name: 'Changed' });
      expect(answer.json()).toMatchObject({ query: true, ap: { id: point.id, name: 'Changed' } });
    });
    refusal(`Modify access point, ${method} by id`, 'answers 404 for an unknown id', async () => {
      expect((await manager.send(method, `${path}/2000000000`, { name: 'Changed' })).status).toBe(404);
    });
    endpoint(`Modify access point, ${method} by MAC`, 'answers the changed record', async () => {
      const point = await created();
      const answer = await manager.send(method, `${path}/${point.mac_address}`, { description: 'Changed' });
      expect(answer.json()).toMatchObject({ query: true, ap: { id: point.id, description: 'Changed' } });
    });
    refusal(
      `Modify access point, ${method} by MAC`,
      'answers 401 to a manager of another domain',
      async () => {
        const point = await created();
        const { send } = asUser(manager, 'hotels.manager');
        expect((await send(method, `${path}/${point.mac_address}`, { name: 'Changed' })).status).toBe(401);
      },
    );
  }

  endpoint('Delete a list of access points', 'deletes those that the caller may manage', async () => {
    const one = await created();
    const two = await created();
    const body = { access_points: [{ mac_address: one.mac_address }, { id: two.id }] };
    expect((await asUser(manager, 'hotels.manager').send('DELETE', path, body)).json()).toEqual(asText);
    expect(await listed(`mac_address=${one.mac_address}`)).toHaveLength(1);
    expect((await manager.send('DELETE', path, body)).json()).toEqual(asText);
    expect(await listed(`mac_address=${one.mac_address}`)).toEqual([]);
  });
  refusal('Delete a list of access points', 'answers 404 for an unknown one', async () => {
    const body = { access_points: [{ mac_address: 'ff:ff:ff:ff:ff:fe' }] };
    expect((await manager.send('DELETE', path, body)).status).toBe(404);
  });

  endpoint("Override a domain's access points", 'leaves those of the body', async () => {
    const { sensor_uuid: _parent, ...body } = given({ deployment_name: 'Contract' });
    const url = `/api/v1/sensors/${organization.uuid}/access_point/override`;
    expect((await manager.send('POST', url, { access_points: [body] })).json()).toEqual(asText);
    const own = await listed(`mac_address=${body.mac_address}`);
    expect(own).toMatchObject([{ organization_uuid: organization.uuid, deployment: 'Contract' }]);
    expect((await listed()).filter(row => row.organization_uuid === organization.uuid)).toEqual(own);
  });
  refusal("Override a domain's access points", 'answers 404 for an unknown domain', async () => {
    const answer = await manager.send('POST', '/api/v1/sensors/1/access_point/override', {
      access_points: [],
    });
    expect(answer.status).toBe(404);
  });

  endpoint('Delete all access points in a domain', 'deletes those of its subdomains too', async () => {
    const url = `/api/v1/sensors/${organization.uuid}/access_points`;
    await created();
    expect((await manager.send('DELETE', url)).json()).toEqual(asText);
    expect((await listed()).filter(row => row.organization_uuid === organization.uuid)).toEqual([]);
  });
  refusal('Delete all access points in a domain', 'answers 401 to a manager of another domain', async () => {
    const url = `/api/v1/sensors/${organization.uuid}/access_points`;
    expect((await asUser(manager, 'hotels.manager').send('DELETE', url)).status).toBe(401);
  });
});
