import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { describe, expect, it } from 'vitest';
import { RecordList } from '../../../../src/model/inventory/recordList.js';
import { cellReader, clearedValue } from '../../../../src/model/tables/cellValue.js';
import { valueText } from '../../../../src/model/tables/tableCopy.js';
import { tableColumns } from '../../../../src/model/tables/tableColumns.js';

const racks = ['Rack 1', 'Rack 2', 'Zürich', 'Rack 2', '77', '4'].map((name, at) => ({ id: at + 1, name }));
const lists = (type: InventoryType) =>
  type === 'racks' ? new RecordList('racks', racks, { readAt: 0 }) : undefined;

const columnOf = (type: InventoryType, field: string) =>
  tableColumns(type, [{ serial: 'x' }]).find(column => column.field === field)!;
const typed = (type: InventoryType, field: string, text: string) =>
  cellReader(type, lists)(columnOf(type, field), text);

describe('what is typed into a cell', () => {
  it.each([
    ['racks', 'name', ' Rack A ', ' Rack A '],
    ['racks', 'u_height', ' 1\u202f000 ', 1000],
    ['racks', 'width', '19', 19],
    ['contacts', 'email', '', null],
    ['rack_reservations', 'units', '8-11', '8,9,10,11'],
    ['rack_reservations', 'rack_id', '#2', 2],
    ['rack_reservations', 'rack_id', 'zurich', 3],
    ['rack_reservations', 'rack_id', '77', 5],
    ['rack_reservations', 'rack_id', '4', 4],
    ['rack_reservations', 'rack_id', '99', 99],
    ['contact_groups', 'parent_id', '', null],
    ['tags', 'color', '#F80', 'FF8800'],
    ['tags', 'allowed_object_types', 'DcimRack; RackRole', ['DcimRack', 'RackRole']],
    ['tags', 'allowed_object_types', '["a;b"]', ['a;b']],
    ['table_configs', 'shared', 'WAHR', true],
    ['power_feeds', 'power_feed_status_id', 'Planned', 3],
    ['power_feeds', 'power_feed_status_id', '17', 17],
  ] as const)('means a value: %s.%s %j', (type, field, text, value) => {
    expect(typed(type, field, text)).toEqual({ value });
  });

  it.each([
    ['racks', 'name', '', { code: 'invalid', wanted: { kind: 'filled' } }],
    ['racks', 'u_height', 'tall', { code: 'invalid', wanted: { kind: 'type', type: 'number' } }],
    ['racks', 'u_height', '', { code: 'invalid', wanted: { kind: 'type', type: 'number' } }],
    ['racks', 'u_height', '0', { code: 'invalid', wanted: { kind: 'atLeast', bound: 1 } }],
    ['racks', 'id', '3', { code: 'readOnly' }],
    ['racks', 'serial', 'y', { code: 'readOnly' }],
    ['account_keys', 'password', 'hunter2', { code: 'secret' }],
    ['tags', 'color', 'red', { code: 'invalid', wanted: { kind: 'form' } }],
    ['table_configs', 'shared', 'perhaps', { code: 'invalid', wanted: { kind: 'type', type: 'boolean' } }],
    ['rack_reservations', 'rack_id', 'Rack 9', { code: 'noName', to: 'racks', name: 'Rack 9' }],
    ['rack_reservations', 'rack_id', 'rack 2', { code: 'severalNames', to: 'racks', name: 'rack 2' }],
  ] as const)('has the problem that a save would have: %s.%s %j', (type, field, text, problem) => {
    expect(typed(type, field, text)).toMatchObject({ problem: { field, ...problem } });
  });
});

describe('a value as it can be typed', () => {
  it.each([
    ['racks', 'u_height', 42, '42'],
    ['racks', 'name', ' =A ', ' =A '],
    ['contacts', 'email', null, ''],
    ['tags', 'allowed_object_types', ['DcimRack', 'RackRole'], 'DcimRack;RackRole'],
    ['tags', 'allowed_object_types', ['a;b', ' c'], '["a;b"," c"]'],
    ['tags', 'allowed_object_types', [], '[]'],
    ['table_configs', 'shared', false, 'false'],
  ] as const)('means the same again: %s.%s %j', (type, field, value, text) => {
    expect(valueText(columnOf(type, field), value)).toBe(text);
    expect(typed(type, field, text)).toEqual({ value });
  });

  it('never shows a secret', () => {
    expect(valueText(columnOf('account_keys', 'password'), 'hunter2')).toBe('');
  });
});

it('an emptied cell is empty, or has no text', () => {
  expect(clearedValue(columnOf('contacts', 'email'))).toBeNull();
  expect(clearedValue(columnOf('racks', 'u_height'))).toBeNull();
  expect(clearedValue(columnOf('racks', 'name'))).toBe('');
});
