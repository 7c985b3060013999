import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { describe, expect, it } from 'vitest';
import { documentFields } from '../../../../src/model/inventory/recordText.js';
import { tableColumns } from '../../../../src/model/tables/tableColumns.js';
import { arrangedColumns, layoutSave, tableLayouts } from '../../../../src/model/tables/tableLayouts.js';

describe('the columns of a table', () => {
  it.each(inventoryTypeNames)('stand in the order of the fields of a document: %s', type => {
    const columns = tableColumns(type, [{ id: 1, colour_of_door: 'red' }]).map(({ field }) => field);
    const record = Object.fromEntries([...columns].reverse().map(field => [field, 1]));
    expect(columns).toEqual(Object.keys(documentFields(type, { ...record, id: 1 })));
  });

  it('are edited as the contract says, and those that it does not know are only shown', () => {
    const editorsOf = (...[type, rows]: Parameters<typeof tableColumns>) =>
      Object.fromEntries(
        tableColumns(type, rows).map(({ field, editor, isReadOnly, isRequired }) => {
          const marks = `${isReadOnly ? ' read-only' : ''}${isRequired ? ' required' : ''}`;
          return [field, `${editor.kind}${'to' in editor ? ` ${editor.to}` : ''}${marks}`];
        }),
      );
    const stored = { rack_role_id: 1, tag_ids: [1], serial: 'x', spare: true, place: { x: 1 }, mixed: 1 };
    expect(editorsOf('racks', [stored, { mixed: 'one', serial: null }])).toEqual({
      id: 'number read-only',
      name: 'text required',
      u_height: 'number required',
      width: 'number required',
      rack_role_id: 'reference rack_roles read-only',
      tag_ids: 'references tags read-only',
      serial: 'text read-only',
      spare: 'boolean read-only',
      place: 'json read-only',
      mixed: 'json read-only',
      created_at: 'time read-only',
      updated_at: 'time read-only',
    });
    expect(editorsOf('wireless_lans', [])).toMatchObject({
      wireless_lan_group_id: 'reference wireless_lan_groups required',
      wireless_status_id: 'choice',
      description: 'text',
    });
    expect(editorsOf('tags', [])).toMatchObject({ color: 'colour required', allowed_object_types: 'texts' });
    expect(editorsOf('table_configs', [])).toMatchObject({ shared: 'boolean' });
    expect(editorsOf('account_keys', [])).toMatchObject({ password: 'secret required' });
  });

  it('say what their field means and what usually stands there', () => {
    const [, , height] = tableColumns('racks', []);
    expect(height).toMatchObject({ field: 'u_height', suggestions: [42, 47] });
    expect(height?.description).toContain('rack units');
    const keyType = tableColumns('account_keys', []).find(({ field }) => field === 'key_type');
    expect(keyType?.suggestions).toEqual(['terminal_password', 'ssh_key']);
    const units = tableColumns('rack_reservations', []).find(({ field }) => field === 'units');
    expect(units?.suggestions).toEqual([]);
  });
});

describe('the layouts of a table', () => {
  const config = (id: number, model: string, more = {}) => ({
    id,
    name: `Layout ${id}`,
    inventory_type: model,
    column_order: ' name;width ;;name;color',
    ...more,
  });

  it('are those that are enabled for its type, the own ones first', () => {
    const configs = [
      config(1, 'DcimRack', { shared: true, enabled: null }),
      config(2, 'Dcim::Rack', { shared: 0, enabled: 'true' }),
      config(3, 'racks', { enabled: false }),
      config(4, 'RackRole', { enabled: true }),
      config(5, 'DcimDevice'),
    ];
    const layouts = tableLayouts('racks', configs);
    expect(layouts.map(({ id, isShared }) => [id, isShared])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(layouts[0]?.fields).toEqual(['name', 'width', 'color']);
    expect(tableLayouts('rack_roles', configs).map(({ id }) => id)).toEqual([4]);
  });

  it('put the columns into their order, and leave all where they know none', () => {
    const columns = tableColumns('racks', []);
    const arranged = (fields: string[]) => arrangedColumns(columns, fields).map(({ field }) => field);
    expect(arranged(['width', 'color', 'name'])).toEqual(['width', 'name']);
    expect(arranged(['color'])).toEqual(columns.map(({ field }) => field));
  });

  it('are saved into the table config of their name, or a new one', () => {
    const columns = tableColumns('racks', []);
    const configs = [config(1, 'Dcim::Rack', { enabled: true, shared: false }), config(2, 'RackRole')];
    const saved = (name: string, more: { isShared?: boolean; fields?: string[] } = {}) =>
      layoutSave(
        'racks',
        { name, isShared: false, fields: ['width', 'name'], ...more },
        { configs, columns },
      );
    expect(saved('layout 1')).toEqual({
      kind: 'change',
      id: 1,
      changes: { column_order: 'width;name;color' },
    });
    expect(saved('Layout 1', { fields: ['name', 'width'] })).toEqual({ kind: 'nothing' });
    expect(saved('Layout 2')).toEqual({
      kind: 'create',
      fields: {
        name: 'Layout 2',
        inventory_type: 'Dcim::Rack',
        column_order: 'width;name',
        enabled: true,
        shared: false,
      },
    });
    expect(saved('Layout 1', { isShared: true })).toMatchObject({ kind: 'create', fields: { shared: true } });
    const models = (['racks', 'wireless_lan_groups'] as const).map(type =>
      layoutSave(type, { name: 'A', isShared: false, fields: [] }, { configs: [], columns: [] }),
    );
    expect(models).toMatchObject([
      { fields: { inventory_type: 'DcimRack' } },
      { fields: { inventory_type: 'WirelessLanGroup' } },
    ]);
  });
});
