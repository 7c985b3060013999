import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryPath, startTestManager, type TestManager } from './testManager.js';

/** A full and valid record of each type, and a change to it. */
const examples: Record<InventoryType, { full: Record<string, unknown>; change: Record<string, unknown> }> = {
  racks: { full: { name: 'A1', u_height: 42, width: 19 }, change: { u_height: 47 } },
  rack_roles: { full: { name: 'Edge', color: 'aa1409', description: 'Outer' }, change: { color: '00bcd4' } },
  rack_types: { full: { model: 'R-1', manufacturer_id: 3, u_height: 24, width: 23 }, change: { width: 10 } },
  rack_reservations: { full: { rack_id: 20, units: '1, 2,3', description: 'Kept' }, change: { units: '4' } },
  contacts: {
    full: { name: 'Eva', email: 'eva@example.com', phone: '+1', company: 'X', job_title: 'Y' },
    change: { email: null },
  },
  contact_groups: { full: { name: 'Team', description: 'D', parent_id: 1 }, change: { parent_id: null } },
  contact_roles: { full: { name: 'Spokesman', description: 'S' }, change: { description: '' } },
  power_panels: { full: { name: 'P9', description: 'Cellar' }, change: { name: 'P10' } },
  power_feeds: {
    full: {
      name: 'F9',
      power_panel_id: 1,
      voltage: 230,
      amperage: 16,
      max_utilization: 0,
      power_feed_status_id: 1,
      power_feed_type_id: 1,
      power_feed_supply_id: 1,
      power_feed_phase_id: 2,
    },
    change: { max_utilization: 100 },
  },
  tags: {
    full: { name: 'vip', color: 'ffffff', weight: 5, allowed_object_types: ['DcimRack'] },
    change: { allowed_object_types: [] },
  },
  table_configs: {
    full: {
      name: 'Mine',
      inventory_type: 'DcimRack',
      column_order: 'name;width',
      enabled: false,
      shared: true,
    },
    change: { enabled: true },
  },
  account_keys: {
    full: { name: 'K', username: 'u', key_type: 'ssh_key', password: 's3cret', description: 'D' },
    change: { password: 'other' },
  },
  wireless_lans: {
    full: {
      ssid: 'Lobby',
      wireless_lan_group_id: 1,
      description: 'D',
      wireless_status_id: 1,
      wireless_auth_type_id: 4,
      vlan_id: 100,
    },
    change: { ssid: 'Lobby 2' },
  },
  wireless_lan_groups: { full: { name: 'New', description: 'D', parent_id: 1 }, change: { name: 'Newer' } },
};

describe('inventory', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const create = (type: InventoryType, fields: object) =>
    manager.send('POST', inventoryPath(type), { [inventoryType(type).key]: fields });
  const update = (type: InventoryType, id: number, fields: object) =>
    manager.send('PATCH', inventoryPath(type, id), { [inventoryType(type).key]: fields });

  it.each(inventoryTypeNames)('lists, creates, reads, updates and deletes %s', async type => {
    const { key } = inventoryType(type);
    const { full, change } = examples[type];
    const before = (await manager.get(inventoryPath(type))).json()[type] as { id: number }[];
    expect(before.length).toBeGreaterThan(3);

    const created = await create(type, full);
    expect(created.status).toBe(200);
    expect(created.json().query).toBe(true);
    const record = created.json()[key];
    expect(record).toMatchObject(full);
    expect(Object.keys(record)).toEqual([
      'id',
      ...Object.keys(inventoryType(type).fields),
      'created_at',
      'updated_at',
    ]);
    expect(record.created_at).toMatch(/^2026-11-18T12:00:00\.000\+00:00$/);

    const updated = await update(type, record.id, change);
    expect(updated.status).toBe(200);
    expect(updated.json()[key]).toMatchObject({ ...full, ...change, id: record.id });
    const read = await manager.get(inventoryPath(type, record.id));
    expect(read.json()).toEqual({ query: true, [key]: updated.json()[key] });

    const list = (await manager.get(inventoryPath(type))).json()[type] as { id: number }[];
    expect(list.map(each => each.id)).toEqual([...before.map(each => each.id), record.id]);

    const deleted = await manager.send('DELETE', inventoryPath(type, record.id));
    expect([deleted.status, deleted.json()]).toEqual([200, { query: true }]);
    expect((await manager.get(inventoryPath(type, record.id))).status).toBe(404);
    expect((await manager.send('DELETE', inventoryPath(type, record.id))).status).toBe(404);
    expect((await update(type, record.id, change)).status).toBe(404);

    const again = (await create(type, full)).json()[key];
    expect(again.id).toBe(record.id + 1);
    await manager.send('DELETE', inventoryPath(type, again.id));
  });

  it.each(inventoryTypeNames)('names every required field that is missing from %s', async type => {
    const required = Object.entries(inventoryType(type).fields)
      .filter(([, field]) => !(field instanceof z.ZodOptional))
      .map(([name]) => name);
    const answer = await create(type, { unknown_field: 1 });
    expect(answer.status).toBe(422);
    expect(answer.json().query).toBe(false);
    expect(Object.keys(answer.json().errors).sort()).toEqual(required.sort());
    for (const name of required) expect(answer.json().errors[name]).toEqual(["can't be blank"]);
    for (const name of required) {
      const blank = await create(type, { ...examples[type].full, [name]: null });
      expect(blank.json().errors).toEqual({ [name]: ["can't be blank"] });
    }
  });

  it.each<[InventoryType, Record<string, unknown>, string]>([
    ['racks', { u_height: 0 }, 'u_height'],
    ['racks', { u_height: 101 }, 'u_height'],
    ['racks', { u_height: 'high' }, 'u_height'],
    ['racks', { u_height: 1.5 }, 'u_height'],
    ['racks', { width: 20 }, 'width'],
    ['racks', { name: 'n'.repeat(101) }, 'name'],
    ['rack_roles', { color: '#aa1409' }, 'color'],
    ['rack_reservations', { units: '1;2' }, 'units'],
    ['rack_reservations', { rack_id: 9999 }, 'rack_id'],
    ['contacts', { email: 'nobody' }, 'email'],
    ['contact_groups', { parent_id: 9999 }, 'parent_id'],
    ['power_feeds', { max_utilization: 101 }, 'max_utilization'],
    ['power_feeds', { max_utilization: -1 }, 'max_utilization'],
    ['power_feeds', { voltage: 0 }, 'voltage'],
    ['power_feeds', { amperage: 0 }, 'amperage'],
    ['power_feeds', { power_feed_status_id: 5 }, 'power_feed_status_id'],
    ['power_feeds', { power_panel_id: 9999 }, 'power_panel_id'],
    ['tags', { color: 'red' }, 'color'],
    ['tags', { allowed_object_types: 'DcimRack' }, 'allowed_object_types'],
    ['table_configs', { enabled: 'perhaps' }, 'enabled'],
    ['wireless_lans', { ssid: 'ü'.repeat(17) }, 'ssid'],
    ['wireless_lans', { wireless_lan_group_id: 9999 }, 'wireless_lan_group_id'],
  ])('refuses %s with %o and changes nothing', async (type, wrong, field) => {
    const before = (await manager.get(inventoryPath(type))).text;
    const answer = await create(type, { ...examples[type].full, ...wrong });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(typeof answer.json().error).toBe('string');
    expect((await update(type, 1, wrong)).status).toBe(422);
    expect((await manager.get(inventoryPath(type))).text).toBe(before);
  });

  it('casts numbers and switches that arrive as text', async () => {
    const rack = await create('racks', { name: 7, u_height: '42', width: ' 19 ' });
    expect(rack.json().rack).toMatchObject({ name: '7', u_height: 42, width: 19 });
    const config = await create('table_configs', {
      name: 'T',
      inventory_type: 'DcimRack',
      column_order: 'name',
      enabled: '0',
      shared: 1,
    });
    expect(config.json().table_config).toMatchObject({ enabled: false, shared: true });
  });

  it('fills in the documented defaults of a table config', async () => {
    const fields = { name: 'Defaults', inventory_type: 'DcimRack', column_order: 'name' };
    expect((await create('table_configs', fields)).json().table_config).toMatchObject({
      enabled: true,
      shared: false,
    });
  });

  it('refuses a name that is taken, but lets a record keep its own', async () => {
    const panel = { name: 'Only one', description: null };
    const { id } = (await create('power_panels', panel)).json().power_panel;
    expect((await create('power_panels', panel)).json().errors).toEqual({ name: ['has already been taken'] });
    expect((await update('power_panels', id, panel)).status).toBe(200);
    expect((await create('contact_groups', { name: 'Twin' })).status).toBe(200);
    expect((await create('contact_groups', { name: 'Twin' })).status).toBe(422);
    expect((await create('contact_groups', { name: 'Twin', parent_id: 1 })).status).toBe(200);
  });

  it('refuses reserved units and units that the rack does not have', async () => {
    const { id } = (await create('racks', { name: 'R', u_height: 10, width: 19 })).json().rack;
    expect(
      (await create('rack_reservations', { rack_id: id, units: '9,10,11,12' })).json().errors.units,
    ).toEqual(['Invalid unit(s) for 10U rack: 11, 12']);
    expect((await create('rack_reservations', { rack_id: id, units: '1,2' })).status).toBe(200);
    expect((await create('rack_reservations', { rack_id: id, units: '2,3' })).json().errors.units).toEqual([
      'The following units have already been reserved: 2',
    ]);
  });

  it('refuses a rack that is lower than its reserved units, and leaves it as it was', async () => {
    const { id } = (await create('racks', { name: 'R', u_height: 42, width: 19 })).json().rack;
    await create('rack_reservations', { rack_id: id, units: '3,12' });
    await create('rack_reservations', { rack_id: id, units: '1' });
    const refused = await update('racks', id, { u_height: 11 });
    expect([refused.status, refused.json().errors]).toEqual([
      422,
      { u_height: ['must be at least 12, because unit 12 is reserved'] },
    ]);
    expect((await manager.get(inventoryPath('racks', id))).json().rack.u_height).toBe(42);
    expect((await update('racks', id, { u_height: 12 })).json().rack.u_height).toBe(12);
  });

  it('refuses a group below itself', async () => {
    const { id } = (await create('contact_groups', { name: 'Top' })).json().contact_group;
    const below = (await create('contact_groups', { name: 'Below', parent_id: id })).json().contact_group;
    expect((await update('contact_groups', id, { parent_id: below.id })).status).toBe(422);
    expect((await update('contact_groups', id, { parent_id: id })).status).toBe(422);
  });

  it('deletes reservations with their rack, and keeps a panel that feeds need', async () => {
    const { id } = (await create('racks', { name: 'Gone', u_height: 10, width: 19 })).json().rack;
    const kept = (await create('rack_reservations', { rack_id: id, units: '1' })).json().rack_reservation;
    await manager.send('DELETE', inventoryPath('racks', id));
    expect((await manager.get(inventoryPath('rack_reservations', kept.id))).status).toBe(404);
    const refused = await manager.send('DELETE', inventoryPath('power_panels', 2));
    expect(refused.status).toBe(422);
    expect(refused.json().error).toMatch(/still used by 2 power feeds/);
  });

  it('moves updated_at only when a field changes', async () => {
    let time = Date.UTC(2027, 0, 1);
    const later = await startTestManager({ now: () => (time += 60_000) });
    const send = (fields: object) => later.send('PATCH', '/api/v1/inventory/racks/1', { rack: fields });
    const first = (await later.get('/api/v1/inventory/racks/1')).json().rack;
    expect((await send({ name: first.name })).json().rack).toEqual(first);
    const changed = (await send({ name: 'Another' })).json().rack;
    expect(changed.created_at).toBe(first.created_at);
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(first.updated_at));
    await later.stop();
  });

  it.each([
    [undefined, 400],
    [[], 400],
    [{}, 400],
    [{ rack: [] }, 400],
    [{ rack: 'x' }, 400],
    [{ racks: { name: 'x' } }, 400],
  ])('answers 400 for the body %j, which has no root key', async (body, status) => {
    const answer = await manager.send('POST', inventoryPath('racks'), body);
    expect([answer.status, answer.json().query]).toEqual([status, false]);
  });

  it.each(['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', '%27'])(
    'answers 404 for the id %s',
    async id => {
      expect((await manager.get(`/api/v1/inventory/racks/${id}`)).status).toBe(404);
    },
  );

  it('gives 50 racks created at once 50 ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        create('racks', { name: `R${index}`, u_height: 1, width: 19 }),
      ),
    );
    const ids = answers.map(answer => answer.json().rack.id as number);
    expect(new Set(ids).size).toBe(50);
  });
});
