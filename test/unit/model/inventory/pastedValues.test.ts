import { describe, expect, it } from 'vitest';
import { createSchema } from 'netsensor-contract/inventory/inventoryRecord';
import { readList, rightItems } from '../../../../src/model/inventory/listDocument.js';
import { withPastedRight } from '../../../../src/model/inventory/pastedValues.js';
import { inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import { nodeKinds, nodeRules } from '../../../../src/model/sensors/nodeDocument.js';

describe('what is pasted in another form than a manager takes', () => {
  it.each([
    ['tags', { color: '#ff8800' }, { color: 'ff8800' }],
    ['tags', { color: '#F80' }, { color: 'FF8800' }],
    ['tags', { color: '0xff8800' }, { color: 'ff8800' }],
    ['tags', { color: '\u200b＃ff8800' }, { color: 'ff8800' }],
    ['tags', { color: '123' }, { color: '123' }],
    ['tags', { color: 'f80' }, { color: 'f80' }],
    ['tags', { color: 112 }, { color: 112 }],
    ['tags', { color: '#ff88001' }, { color: '#ff88001' }],
    ['tags', { color: ' ff8800 ' }, { color: 'ff8800' }],
    ['tags', { color: 'FF8800' }, { color: 'FF8800' }],
    ['tags', { color: 'orange' }, { color: 'orange' }],
    ['tags', { weight: '42', name: ' Keeps its spaces ' }, { weight: 42, name: ' Keeps its spaces ' }],
    ['rack_reservations', { units: '8-11' }, { units: '8,9,10,11' }],
    ['rack_reservations', { units: 'U8 – U9' }, { units: '8,9' }],
    ['rack_reservations', { units: 'U8–U11' }, { units: '8,9,10,11' }],
    ['rack_reservations', { units: '8..11' }, { units: '8,9,10,11' }],
    ['rack_reservations', { units: [8, 9] }, { units: '8,9' }],
    ['rack_reservations', { units: 8 }, { units: '8' }],
    ['tags', { name: [8, 9] }, { name: [8, 9] }],
    ['tags', { weight: true }, { weight: true }],
    ['rack_reservations', { units: '8, 9' }, { units: '8, 9' }],
    ['rack_reservations', { rack_id: ' 7 ' }, { rack_id: 7 }],
    ['racks', { u_height: '42.5' }, { u_height: '42.5' }],
    ['racks', { u_height: '42U' }, { u_height: '42U' }],
    ['table_configs', { enabled: 'true' }, { enabled: true }],
  ] as const)('is put right in %s: %j', (type, written, right) => {
    expect(withPastedRight(createSchema(type).shape, written)).toEqual(right);
    expect(withPastedRight(inventoryRules(type).fields, written)).toEqual(right);
  });

  it('is put right in nodes, at any depth', () => {
    const right = (kind: keyof typeof nodeKinds, fields: object) =>
      withPastedRight(nodeRules(kind).fields, fields as Record<string, unknown>);
    expect(right('accessPoint', { mac_address: '001E.BD4A.6001', status: '1', latitude: '37.4' })).toEqual({
      mac_address: '00:1e:bd:4a:60:01',
      status: 1,
      latitude: 37.4,
    });
    expect(right('accessPoint', { mac_address: '00:1E:BD:4A:60:01' })).toEqual({
      mac_address: '00:1E:BD:4A:60:01',
    });
    const macs = [{ name: 'core', value: '001ebd-4a6001' }];
    expect(right('flow', { router_macs: macs, spanport: true })).toEqual({
      router_macs: [{ name: 'core', value: '00:1e:bd:4a:60:01' }],
      spanport: 1,
    });
  });

  it('stays where a number has lost digits: nobody knows which uuid was meant', () => {
    const uuid = { parent_uuid: 7106963634872672634 };
    expect(withPastedRight(nodeKinds.domain.create.shape, uuid)).toEqual(uuid);
  });

  it('stays where the manager has it so already', () => {
    const base = { color: '#ff8800', weight: '1' };
    const { fields } = inventoryRules('tags');
    expect(withPastedRight(fields, { ...base, weight: '2' }, base)).toEqual({ color: '#ff8800', weight: 2 });
  });

  it('is put right in the entries that were edited, and leaves the others of a list as the manager has them', () => {
    const { fields } = nodeRules('flow');
    const router = (name: string, value: string) => ({ name, value });
    const base = {
      router_macs: [router('a', '001e.bd4a.6001'), router('b', '001e.bd4a.6002'), router('c', '0')],
    };
    const edited = (...macs: object[]) => ({ router_macs: macs });
    expect(
      withPastedRight(
        fields,
        edited(router('c', '001EBD4A6009'), router('named', '001e.bd4a.6002'), base.router_macs[0]!),
        base,
      ),
    ).toEqual(
      edited(router('c', '00:1e:bd:4a:60:09'), router('named', '001e.bd4a.6002'), base.router_macs[0]!),
    );
  });

  it('is put right in a list, but for what its records had before', () => {
    const { items } = readList(
      '[{"id": 3, "color": "#111111"}, {"id": 4, "color": "#222222"}, {"color": "#333"}]',
    );
    const base = [
      { id: 3, color: '#111111' },
      { id: 4, color: '444444' },
    ];
    const colours = rightItems('tags', items, base).map(({ fields }) => fields['color']);
    expect(colours).toEqual(['#111111', '222222', '333333']);
  });
});
