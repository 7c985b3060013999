import { applyEdits } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { listPath, listQuery } from '../../../../src/model/inventory/listDocument.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { cellReader } from '../../../../src/model/tables/cellValue.js';
import { tableColumns } from '../../../../src/model/tables/tableColumns.js';
import { tableEdit, type TableAction } from '../../../../src/model/tables/tableEdits.js';
import { tableKind, tableTypeOf } from '../../../../src/model/tables/tableKinds.js';
import { cellAt, cellPlace, readTable, type TableText } from '../../../../src/model/tables/tableText.js';
import { checkPointsText } from '../../../../src/model/trees/checkTreeText.js';
import { pointListPath } from '../../../../src/model/trees/pointList.js';

const one = { mac_address: '00:1e:bd:00:00:01', name: 'One', x: 4 };
const two = { mac_address: '00:1e:bd:00:00:02', name: 'Two', organization_uuid: 'o1' };
const print = (points: readonly RecordFields[]) => `${JSON.stringify({ access_points: points }, null, 2)}\n`;
const text = print([one, two]);

function tableOf(written: string, base?: readonly RecordFields[]): TableText {
  const table = readTable('access_points', written, base);
  if ('problem' in table) throw new Error(table.problem.code);
  return table;
}

const edited = (action: TableAction, before = text) =>
  applyEdits(before, tableEdit('access_points', before, action));
const checked = (written: string) => checkPointsText(written).problems.map(({ kind }) => kind);
const columnOf = (field: string) => tableColumns('access_points', []).find(column => column.field === field)!;
const read = (field: string, typed: string) =>
  cellReader('access_points', () => undefined)(columnOf(field), typed, one);

describe('the access points of a domain as a table', () => {
  it('tells them apart by their MAC addresses, however those are written', () => {
    const again = { ...one, mac_address: '001E.BD00.0001', name: 'First' };
    const { rows, going } = tableOf(print([again, { ...one, mac_address: '' }]), [one, two]);
    expect(rows.map(({ state, changed }) => [state, changed])).toEqual([
      ['changed', ['name']],
      ['new', []],
    ]);
    expect(going).toEqual([two]);
    expect(readTable('access_points', '[]')).toMatchObject({ problem: { code: 'notList' } });
  });

  it('is edited where its list stands, and stays what an override takes', () => {
    const cell = (row: number, field: string, value: unknown) => ({ row, field, value });
    const set: TableAction = { kind: 'set', cells: [cell(0, 'x', 5), cell(1, 'organization_uuid', null)] };
    const { organization_uuid: _gone, ...bare } = two;
    expect(edited(set)).toBe(print([{ ...one, x: 5 }, bare]));
    expect(edited({ kind: 'delete', rows: [0] })).toBe(print([two]));
    const added = edited({ kind: 'add', rows: [tableKind('access_points').newFields()], after: 0 });
    expect(added).toBe(print([one, { mac_address: '', name: '' }, two]));
    expect(checked(added)).toEqual(['wrongMac', 'noName']);
    expect(edited({ kind: 'add', rows: [one] }, print([]))).toBe(print([one]));
    const doubled = edited({ kind: 'duplicate', rows: [0, 1] });
    expect(tableOf(doubled).rows.map(({ state }) => state)).toEqual(['same', 'same', 'new', 'new']);
    expect(checked(doubled)).toEqual(['wrongMac', 'wrongMac']);
  });

  it('has the columns of an override, and reads what is typed into them', () => {
    expect(tableColumns('access_points', [{ rack: 'x' }]).map(({ field }) => field)).toEqual([
      'mac_address',
      'name',
      'ip_address',
      'status',
      'latitude',
      'longitude',
      'x',
      'y',
      'flow_uuid',
      'description',
      'enrichment',
      ...['service_provider', 'deployment', 'organization', 'namespace'].flatMap(level => [
        `${level}_uuid`,
        `${level}_name`,
      ]),
      'rack',
    ]);
    expect(columnOf('status')).toMatchObject({ editor: { kind: 'number' }, suggestions: [0, 1] });
    expect([columnOf('name').isRequired, columnOf('x').isRequired]).toEqual([true, false]);
    expect(read('mac_address', '001e-bd4a-6001')).toEqual({ value: '00:1e:bd:4a:60:01' });
    expect(read('latitude', '40.4')).toEqual({ value: 40.4 });
    expect(read('latitude', '400')).toMatchObject({ problem: { code: 'invalid' } });
    expect(read('x', '')).toEqual({ value: null });
    expect(read('name', '')).toMatchObject({ problem: { field: 'name' } });
    expect(read('enrichment', '{ "floor_uuid": "f" }')).toEqual({ value: { floor_uuid: 'f' } });
    expect(read('enrichment', 'f')).toMatchObject({ problem: { code: 'invalid' } });
  });

  it('leads from a place in the text to its cell and back', () => {
    const place = cellPlace('access_points', text, 1, 'organization_uuid')!;
    expect(text.slice(place.offset, place.offset + place.length)).toBe('"o1"');
    expect(cellAt('access_points', text, place.offset)).toEqual({ at: 1, field: 'organization_uuid' });
  });
});

describe('the users of a manager as a table', () => {
  it('are shown, without a key and without a cell to edit', () => {
    const columns = tableColumns('users', [{ id: 5, login: 'jdoe', team: 'a' }]);
    expect(columns.map(({ field }) => field)).toEqual([
      'id',
      'email',
      'login',
      'admin',
      'name',
      'enabled',
      'sensor_id',
      'sensor_name',
      'sensor_uuid',
      'team',
    ]);
    expect(columns.every(({ isReadOnly }) => isReadOnly)).toBe(true);
  });
});

it.each(inventoryTypeNames)('the list of %s is a table of its type, whole or in part', type => {
  const part = { path: listPath({ type, ids: [1, 2] }), query: listQuery([1, 2]) };
  expect([tableTypeOf({ path: listPath({ type }), query: '' }), tableTypeOf(part)]).toEqual([type, type]);
});

it('documents of one record are no tables, and those of access points and users are', () => {
  const of = (path: string) => tableTypeOf({ path, query: '' });
  expect(of(pointListPath('7', 'Madrid'))).toBe('access_points');
  expect(of('/users/Users.json')).toBe('users');
  expect(of('/users/jdoe.5.json')).toBeUndefined();
  expect(of('/inventory/racks/Rack.5.json')).toBeUndefined();
});
