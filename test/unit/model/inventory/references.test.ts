import { describe, expect, it } from 'vitest';
import { highestLookup, referencesIn } from '../../../../packages/manager/src/inventory/inventoryRules.js';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { RecordList } from '../../../../src/model/inventory/recordList.js';
import { referenceProblems, type KnownLists } from '../../../../src/model/inventory/referenceProblems.js';
import {
  fieldRole,
  inventoryTypeOfPath,
  parentField,
  referencesOf,
  referringTypes,
} from 'netsensor-contract/inventory/references';

const lists =
  (known: Partial<Record<string, RecordList>>): KnownLists =>
  type =>
    known[type];
const racks = new RecordList('racks', [{ id: 1, name: 'R', u_height: 10 }], { readAt: 0 });
const reservations = new RecordList(
  'rack_reservations',
  [
    { id: 5, rack_id: 1, units: '3, 4' },
    { id: 6, rack_id: 2, units: '7' },
  ],
  { readAt: 0 },
);
const codes = (problems: ReturnType<typeof referenceProblems>) => problems.map(({ code }) => code);

describe('the fields that stand for something else', () => {
  it('are all fields of the contract that end in _id', () => {
    const plain = inventoryTypeNames.flatMap(type =>
      Object.keys(inventoryType(type).fields).filter(
        field => field.endsWith('_id') && fieldRole(type, field) === undefined,
      ),
    );
    expect(plain).toEqual([]);
  });

  it('refer to the types that the local manager checks', () => {
    const references = inventoryTypeNames.flatMap(type =>
      referencesIn(type).map(({ field, to, onDelete }) => [`${type}.${field}`, to, onDelete]),
    );
    expect(references).toEqual([
      ['rack_reservations.rack_id', 'racks', 'cascade'],
      ['contact_groups.parent_id', 'contact_groups', 'restrict'],
      ['power_feeds.power_panel_id', 'power_panels', 'restrict'],
      ['wireless_lans.wireless_lan_group_id', 'wireless_lan_groups', 'restrict'],
      ['wireless_lan_groups.parent_id', 'wireless_lan_groups', 'restrict'],
    ]);
  });

  it('guess only numbers that exist in the local manager', () => {
    const lookups = inventoryTypeNames.flatMap(type =>
      Object.keys(inventoryType(type).fields)
        .map(field => [field, highestLookup(type, field)])
        .filter(([, highest]) => highest !== Infinity),
    );
    expect(Object.fromEntries(lookups)).toEqual({
      power_feed_status_id: 4,
      power_feed_type_id: 2,
      power_feed_supply_id: 2,
      power_feed_phase_id: 2,
      wireless_status_id: 4,
      wireless_auth_type_id: 4,
    });
  });

  it('may be fields outside the contract, known by their names, alone or in arrays', () => {
    const found = referencesOf('racks', { rack_role_id: 3, tag_ids: [1, 'x', 0, 2], vlan_id: 4, name_id: 5 });
    expect(found.map(({ field, id, role }) => [field, role.to, id, role.isPublished])).toEqual([
      ['rack_role_id', 'rack_roles', 3, false],
      ['tag_ids', 'tags', 1, false],
      ['tag_ids', 'tags', 2, false],
    ]);
  });

  it('make hierarchies of two types', () => {
    expect(inventoryTypeNames.filter(type => parentField(type))).toEqual([
      'contact_groups',
      'wireless_lan_groups',
    ]);
  });

  it('belong to the type in the second folder of a document', () => {
    expect(inventoryTypeOfPath('/inventory/racks/A.1.json')).toBe('racks');
    expect(inventoryTypeOfPath('/new/tags/New tag.json')).toBe('tags');
    expect(inventoryTypeOfPath('/sensors/domain/A.1.json')).toBeUndefined();
    expect(inventoryTypeOfPath('/inventory/constructor/A.1.json')).toBeUndefined();
  });
});

describe('what does not fit between records', () => {
  const reservation = (fields: Record<string, unknown>) => ({
    type: 'rack_reservations' as const,
    id: 9,
    fields,
  });

  it('is not told without the lists', () => {
    expect(referenceProblems(reservation({ rack_id: 77, units: '99' }), lists({}))).toEqual([]);
  });

  it('is an id that points nowhere', () => {
    expect(referenceProblems(reservation({ rack_id: 77, units: '1' }), lists({ racks }))).toEqual([
      { field: 'rack_id', code: 'noRecord', to: 'racks', id: 77 },
    ]);
  });

  it('is a unit outside the rack, named twice, or reserved by another reservation', () => {
    const known = lists({ racks, rack_reservations: reservations });
    const problems = referenceProblems(reservation({ rack_id: 1, units: '0,1,1,4,7,10,11' }), known);
    expect(problems).toEqual([
      { field: 'units', code: 'twice', units: [1] },
      { field: 'units', code: 'outside', units: [0, 11], height: 10 },
      { field: 'units', code: 'reserved', units: [4], by: [5] },
    ]);
  });

  it('is not what a reservation itself reserves', () => {
    const own = { ...reservation({ rack_id: 1, units: '3,4' }), id: 5 };
    expect(referenceProblems(own, lists({ racks, rack_reservations: reservations }))).toEqual([]);
  });

  it('is a rack that is lower than what is reserved in it', () => {
    const known = lists({ rack_reservations: reservations });
    const rack = (u_height: number) => ({ type: 'racks' as const, id: 1, fields: { u_height } });
    expect(referenceProblems(rack(3), known)).toMatchObject([{ code: 'tooLow', highest: 4, by: [5] }]);
    expect(codes(referenceProblems(rack(4), known))).toEqual([]);
  });

  it('is a colour with a hash', () => {
    const tag = (color: unknown) => ({ type: 'tags' as const, id: 1, fields: { color } });
    expect(codes(referenceProblems(tag('#aa1409'), lists({})))).toEqual(['hash']);
    expect(codes(referenceProblems(tag('aa1409'), lists({})))).toEqual([]);
  });

  it('is nothing for ids outside the contract, which may mean something else', () => {
    const tags = new RecordList('tags', [], { readAt: 0 });
    expect(referenceProblems({ type: 'racks', id: 1, fields: { tag_id: 5 } }, lists({ tags }))).toEqual([]);
  });

  it('are ids with all their digits', () => {
    const ids = [1, 2 ** 53 - 1, 2 ** 53, 0, -1, 1.5, '1', null];
    expect(referencesOf('rack_reservations', { rack_ids: ids }).map(({ id }) => id)).toEqual([
      1,
      2 ** 53 - 1,
    ]);
  });

  it('is not looked for among credentials', () => {
    expect(inventoryTypeNames.filter(type => !referringTypes.includes(type))).toEqual(['account_keys']);
  });
});
