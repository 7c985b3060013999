import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptRights, type RightsOfCallers } from '../src/dataQuery/readableRows.js';
import type { StoredUser } from '../src/users/userStore.js';
import { runs } from '../../../test/support/depth.js';
import { sensorEndpoints } from './contract/endpointTable.js';
import { belongsTo, exchanges } from './contract/exchanges.js';
import { inventoryPath, startTestManager, type Answer, type Json, type TestManager } from './testManager.js';

const sensors = '/api/v1/sensors';
const points = '/api/v1/access_points';

describe('rights that are kept', { timeout: 60_000 }, () => {
  let manager: TestManager;
  let callers: StoredUser[];
  let kept: RightsOfCallers;
  let main: Json;
  beforeAll(async () => {
    manager = await startTestManager();
    kept = keptRights(manager.database);
    const users = manager.stores.users.all();
    const top = users.find(({ login }) => login === 'hotels.manager')!;
    const below = await manager.sql(`SELECT id FROM sensors WHERE parent_id = ${top.sensor_id} ORDER BY id`);
    const others = users.filter(({ login }) => ['admin', 'auditor', 'retail.manager'].includes(login));
    callers = [top, ...others, { ...top, sensor_id: below.at(-1).id }, { ...top, sensor_id: 4711 }];
    main = (await manager.sql(`SELECT * FROM sensors WHERE id = ${top.sensor_id}`))[0];
  });
  afterAll(() => manager.stop());

  /** What each caller may read, as it is kept or worked out anew. */
  const rightsOf = (rights: RightsOfCallers) =>
    Promise.all(callers.map(caller => rights(caller).catch(error => String(error))));
  const expectFresh = async (after: string) =>
    expect(await rightsOf(kept), after).toEqual(await rightsOf(keptRights(manager.database)));

  let made = 0;
  /** One of the nodes of a type, of everywhere in the tree. */
  const node = async (pick: number, where: string): Promise<Json> => {
    const found = await manager.sql(
      `SELECT * FROM sensors WHERE parent_id IS NOT NULL AND ${where} ORDER BY id`,
    );
    return found[pick % found.length];
  };
  const domain = (pick: number) => node(pick, 'type = 1');
  const other = (pick: number, type: number) => node(pick, `type = ${type}`);
  const newPoint = async (pick: number) => {
    made += 1;
    const mac_address = `0c:00:00:00:${(made >> 8).toString(16).padStart(2, '0')}:${(made & 255).toString(16).padStart(2, '0')}`;
    const { uuid } = await domain(pick);
    const body = { mac_address, name: `Point ${made}`, sensor_uuid: uuid };
    return (await manager.send('POST', points, body)).json().ap as Json;
  };
  const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body: object = {}) =>
    manager.send(method, path, body);
  const newName = () => `Node ${(made += 1)}`;
  const mse = { ip: '10.9.9.9', mse_version: 10, stream: 'alerts' };

  /** Each changes something, where the manager takes it. */
  const writes: Readonly<Record<string, (pick: number, to: number) => Promise<Answer>>> = {
    'a new domain': async pick =>
      send('POST', `${sensors}/domain`, {
        name: newName(),
        domain_type: 1 + (pick % 7),
        parent_uuid: (await domain(pick)).uuid,
      }),
    'a new flow sensor': async pick =>
      send('POST', `${sensors}/flow`, {
        name: newName(),
        ip: '10.9.8.7',
        parent_uuid: (await domain(pick)).uuid,
      }),
    'a new sensor with the name of another': async (pick, to) =>
      send('POST', `${sensors}/flow`, {
        name: (await other(to, 5)).name,
        ip: '10.9.8.6',
        parent_uuid: (await domain(pick)).uuid,
      }),
    'a new MSE sensor': async pick =>
      send('POST', `${sensors}/mse`, { name: newName(), ...mse, parent_uuid: (await domain(pick)).uuid }),
    'a new vendor sensor': async pick =>
      send('POST', `${sensors}/vendor`, {
        name: newName(),
        ip: '10.9.9.8',
        parent_uuid: (await domain(pick)).uuid,
      }),
    'another name': async pick =>
      send('PATCH', `${sensors}/${(await domain(pick)).uuid}`, { name: newName() }),
    'another uuid': async pick =>
      send('PATCH', `${sensors}/${(await domain(pick)).uuid}`, { uuid: `made-up-${(made += 1)}` }),
    'another kind': async (pick, to) =>
      send('PATCH', `${sensors}/${(await domain(pick)).uuid}`, { domain_type: 1 + (to % 7) }),
    'another place': async (pick, to) =>
      send('PATCH', `${sensors}/${(await domain(pick)).uuid}`, { parent_uuid: (await domain(to)).uuid }),
    'a flow sensor of another name': async pick =>
      send('PATCH', `${sensors}/${(await other(pick, 5)).uuid}/flow`, { name: newName(), ip: '10.9.8.5' }),
    'a flow sensor in another place': async (pick, to) =>
      send('PATCH', `${sensors}/${(await other(pick, 5)).uuid}/flow`, {
        name: newName(),
        ip: '10.9.8.4',
        parent_uuid: (await domain(to)).uuid,
      }),
    'another MSE sensor': async pick =>
      send('PATCH', `${sensors}/${(await other(pick, 8)).uuid}/mse`, { name: newName(), ...mse }),
    'another vendor sensor': async pick =>
      send('PATCH', `${sensors}/${(await other(pick, 9)).uuid}/vendor`, { name: newName(), ip: '10.9.9.7' }),
    'a deleted domain': async pick => send('DELETE', `${sensors}/${(await domain(pick)).uuid}`),
    'an overwritten domain': async pick =>
      send('POST', `${sensors}/${(await domain(pick)).uuid}/override_all`, {
        sensor: { children: [{ name: newName(), children: [{ name: newName(), type: 5 }] }] },
      }),
    'an overwritten top domain': async () => {
      const { children } = (await manager.get(`${sensors}/tree`)).json().sensor;
      const added = { name: newName(), domain_type: 2, children: [{ name: newName(), type: 5 }] };
      const kept = children.map(({ uuid, name, type, domain_type }: Json) => ({
        uuid,
        name,
        type,
        domain_type,
      }));
      return send('POST', `${sensors}/override_all`, { sensor: { children: [...kept, added] } });
    },
    'overridden access points': async pick =>
      send('POST', `${sensors}/${(await domain(pick)).uuid}/access_point/override`, {
        access_points: [
          {
            mac_address: (await newPoint(pick)).mac_address,
            name: newName(),
            organization: newName(),
            market: newName(),
          },
        ],
      }),
    'a new access point': async pick => {
      const { uuid } = await domain(pick);
      const mac_address = (await newPoint(pick)).mac_address.replace(/^0c/, '0d');
      return send('POST', points, { mac_address, name: newName(), sensor_uuid: uuid });
    },
    'another access point': async pick =>
      send('PATCH', `${points}/${(await newPoint(pick)).id}`, { name: newName() }),
    'another access point, by MAC': async pick =>
      send('PATCH', `${points}/${(await newPoint(pick)).mac_address}`, { name: newName() }),
    'a moved access point': async (pick, to) =>
      send('PUT', `${points}/${(await newPoint(pick)).id}`, { sensor_uuid: (await domain(to)).uuid }),
    'a moved access point, by MAC': async (pick, to) =>
      send('PUT', `${points}/${(await newPoint(pick)).mac_address}`, {
        sensor_uuid: (await domain(to)).uuid,
      }),
    'deleted access points': async pick =>
      send('DELETE', points, { access_points: [{ mac_address: (await newPoint(pick)).mac_address }] }),
    'the deleted access points of a domain': async pick =>
      send('DELETE', `${sensors}/${(await domain(pick)).uuid}/access_points`),
    'another key': async pick => {
      const users = manager.stores.users.all().filter(({ admin }) => !admin);
      return manager.get(`/api/v1/users/${users[pick % users.length]?.id}/recreate_api_key`);
    },
    'a record of the inventory': async () =>
      send('POST', inventoryPath('rack_roles'), { rack_role: { name: newName(), slug: newName() } }),
  };

  it('are those that would be worked out anew after each endpoint that changes something', async () => {
    await rightsOf(kept);
    const before = exchanges.length;
    const names = Object.keys(writes).filter(name => !/deleted domain|overwritten/.test(name));
    const last = Object.keys(writes).filter(name => /deleted domain|overwritten/.test(name));
    for (const [index, name] of [...names, ...last, ...last].entries()) {
      await writes[name]?.(3 * index + 1, 5 * index + 2);
      await expectFresh(name);
    }
    const done = exchanges.slice(before).filter(({ status }) => status === 200);
    const changing = (Object.keys(sensorEndpoints) as (keyof typeof sensorEndpoints)[]).filter(
      name => sensorEndpoints[name].method !== 'GET' || /recreate/.test(sensorEndpoints[name].path),
    );
    expect(changing.filter(name => !done.some(exchange => belongsTo(name, exchange)))).toEqual([]);
  });

  it('are those that would be worked out anew after random writes', async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(writes)), fc.nat(60), fc.nat(60));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
        for (const [name, pick, to] of steps) {
          await writes[name]?.(pick, to);
          await expectFresh(name);
        }
      }),
      { numRuns: runs({ broad: 3, deep: 20 }) },
    );
  });

  it('are gone with the top domain, and there again when a write fails', async () => {
    const [mine] = callers.filter(({ sensor_id }) => sensor_id === main.id);
    const write = (fails: boolean) =>
      manager.database.write(async session => {
        await session.run('DELETE FROM sensors WHERE id = $1', [main.id]);
        if (fails) throw new Error('given up');
      });
    await expect(write(true)).rejects.toThrow('given up');
    await expectFresh('a write that failed');
    await write(false);
    await expect(kept(mine!)).rejects.toMatchObject({ status: 401 });
  });

  it('stay while nothing but access points, the inventory or rows are written', async () => {
    const [mine] = callers.filter(({ login }) => login === 'retail.manager');
    const before = await kept(mine!);
    expect(before?.sensorUuids.length).toBeGreaterThan(0);
    await writes['a new access point']?.(1, 1);
    await writes['a record of the inventory']?.(1, 1);
    await manager.database.writeAnalytics(session => session.run('DELETE FROM rb_flow'));
    expect(await kept(mine!)).toBe(before);
  });
});
