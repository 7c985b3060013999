import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryPath, startTestManager, type Answer, type Json, type TestManager } from './testManager.js';

describe('the rules of the inventory', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const send = (method: 'POST' | 'PATCH', type: InventoryType, fields: object, id?: number) =>
    manager.send(method, inventoryPath(type, id), { [inventoryType(type).key]: fields });
  const create = (type: InventoryType, fields: object) => send('POST', type, fields);
  const stored = async (type: InventoryType, fields: object): Promise<Json> => {
    const answer = await create(type, fields);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json()[inventoryType(type).key];
  };
  const errors = (answer: Answer): unknown => [answer.status, answer.json().errors];
  const taken = ['has already been taken'];

  it('let names be used again where only a pair has to differ', async () => {
    const panel = await stored('power_panels', { name: 'Pair A' });
    const other = await stored('power_panels', { name: 'Pair B' });
    const feed = (id: number) => ({ name: 'Feed of a pair', power_panel_id: id });
    await stored('power_feeds', feed(panel.id));
    await stored('power_feeds', feed(other.id));
    expect(errors(await create('power_feeds', feed(other.id)))).toEqual([422, { name: taken }]);

    const rackType = { model: 'Pair', manufacturer_id: 7, u_height: 42, width: 19 };
    await stored('rack_types', rackType);
    await stored('rack_types', { ...rackType, manufacturer_id: 8 });
    await stored('rack_types', { ...rackType, model: 'Pair 2' });
    expect(errors(await create('rack_types', rackType))).toEqual([422, { model: taken }]);

    const group = await stored('wireless_lan_groups', { name: 'Only one' });
    const twin = { name: 'Only one', parent_id: group.id };
    expect(errors(await create('wireless_lan_groups', twin))).toEqual([422, { name: taken }]);
    await stored('racks', { name: 'Twin', u_height: 10, width: 19 });
    await stored('racks', { name: 'Twin', u_height: 10, width: 19 });
  });

  it('take the last entry of each list of choices, and none after it', async () => {
    const panel = await stored('power_panels', { name: 'Choices' });
    const group = await stored('wireless_lan_groups', { name: 'Choices' });
    const choices: [InventoryType, object, Record<string, number>][] = [
      [
        'power_feeds',
        { name: 'Choices', power_panel_id: panel.id },
        { power_feed_status_id: 4, power_feed_type_id: 2, power_feed_supply_id: 2, power_feed_phase_id: 2 },
      ],
      [
        'wireless_lans',
        { ssid: 'Choices', wireless_lan_group_id: group.id },
        { wireless_status_id: 4, wireless_auth_type_id: 4 },
      ],
    ];
    for (const [type, fields, lists] of choices) {
      const beyond = Object.fromEntries(Object.entries(lists).map(([name, last]) => [name, last + 1]));
      const wrong = Object.fromEntries(Object.keys(lists).map(name => [name, ['must exist']]));
      expect(errors(await create(type, { ...fields, ...beyond }))).toEqual([422, wrong]);
      expect(await stored(type, { ...fields, ...lists })).toMatchObject(lists);
    }
  });

  it('take what is just short enough, and a negative voltage of direct current alone', async () => {
    const panel = await stored('power_panels', { name: 'p'.repeat(100) });
    const feed = { name: 'f'.repeat(100), power_panel_id: panel.id, voltage: -48, amperage: 1 };
    expect(errors(await create('power_feeds', { ...feed, power_feed_supply_id: 1 }))).toEqual([
      422,
      { voltage: ['can be negative only for a DC supply'] },
    ]);
    expect(await stored('power_feeds', { ...feed, power_feed_supply_id: 2 })).toMatchObject({ voltage: -48 });
    await stored('wireless_lans', { ssid: 'ü'.repeat(16), wireless_lan_group_id: 1 });
    await stored('contacts', { name: 'n'.repeat(100), phone: '1'.repeat(50) });
    const long = await create('contacts', { name: 'n'.repeat(101), phone: '1'.repeat(51) });
    expect(errors(long)).toEqual([
      422,
      {
        name: ['is too long (maximum is 100 characters)'],
        phone: ['is too long (maximum is 50 characters)'],
      },
    ]);
    expect(long.json().error).toBe(
      'Name is too long (maximum is 100 characters), Phone is too long (maximum is 50 characters)',
    );
    await stored('racks', { name: 'Highest', u_height: 100, width: 23 });
  });

  it('keep what another record needs, and say what needs it', async () => {
    for (const [group, member] of [
      ['contact_groups', 'contact_groups'],
      ['wireless_lan_groups', 'wireless_lan_groups'],
      ['wireless_lan_groups', 'wireless_lans'],
    ] as const) {
      const { id } = await stored(group, { name: `Needed by ${member}` });
      const reference = member === 'wireless_lans' ? { wireless_lan_group_id: id } : { parent_id: id };
      const needing = await stored(member, { name: 'Needs', ssid: 'Needs', ...reference });
      const refused = await manager.send('DELETE', inventoryPath(group, id));
      const what = inventoryType(member).singular.toLowerCase();
      expect([refused.status, refused.json().error]).toEqual([422, `Cannot delete: still used by 1 ${what}`]);
      expect((await manager.get(inventoryPath(member, needing.id))).status).toBe(200);
      await manager.send('DELETE', inventoryPath(member, needing.id));
      expect((await manager.send('DELETE', inventoryPath(group, id))).status).toBe(200);
    }
  });

  it('let no group stand below itself however far down, and let a reservation keep its units', async () => {
    const top = await stored('wireless_lan_groups', { name: 'Loop 1' });
    const middle = await stored('wireless_lan_groups', { name: 'Loop 2', parent_id: top.id });
    const low = await stored('wireless_lan_groups', { name: 'Loop 3', parent_id: middle.id });
    const loop = await send('PATCH', 'wireless_lan_groups', { parent_id: low.id }, top.id);
    expect(errors(loop)).toEqual([422, { parent_id: ['cannot be the record itself or one below it'] }]);

    const rack = await stored('racks', { name: 'Kept', u_height: 10, width: 19 });
    const elsewhere = await stored('racks', { name: 'Elsewhere', u_height: 10, width: 19 });
    const { id } = await stored('rack_reservations', { rack_id: rack.id, units: '1,10' });
    await stored('rack_reservations', { rack_id: elsewhere.id, units: '1,10' });
    const changed = await send('PATCH', 'rack_reservations', { units: '1,2,10' }, id);
    expect(changed.json().rack_reservation).toMatchObject({ units: '1,2,10', rack_id: rack.id });
    const moved = await send('PATCH', 'rack_reservations', { rack_id: elsewhere.id }, id);
    expect(errors(moved)).toEqual([
      422,
      { units: ['The following units have already been reserved: 1, 10'] },
    ]);
  });
});
