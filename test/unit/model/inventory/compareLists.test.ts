import { describe, expect, it } from 'vitest';
import {
  comparableRecords,
  comparedTypes,
  compareLists,
  withDifferences,
} from '../../../../src/model/inventory/compareLists.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ManagerLists } from '../../../../src/model/inventory/recordIdentity.js';

const lists = (
  records: Partial<Record<InventoryType, readonly InventoryRecord[]>>,
  total?: number,
): ManagerLists =>
  new Map(
    Object.entries(records).map(
      ([type, rows]) => [type as InventoryType, { rows, unread: [], total }] as const,
    ),
  );

const here = lists({
  power_feeds: [
    { id: 1, name: 'A', power_panel_id: 10, voltage: 230, created_at: 'then' },
    { id: 2, name: 'B', power_panel_id: 11, voltage: 110, amperage: null },
    { id: 3, name: 'C', power_panel_id: 12, voltage: 110 },
    { id: 4, name: 'D', power_panel_id: 10, voltage: 110 },
  ],
  power_panels: [
    { id: 10, name: 'North' },
    { id: 11, name: 'South' },
    { id: 12, name: 'West' },
  ],
});
const there = lists({
  power_feeds: [
    { id: 71, name: 'B', power_panel_id: 91, voltage: 400, amperage: 16 },
    { id: 70, name: 'A', power_panel_id: 90, voltage: 230, updated_at: 'now' },
  ],
  power_panels: [
    { id: 90, name: 'North' },
    { id: 91, name: 'South' },
  ],
});

/** Contact groups by their ways, in an order of one's own: `Madrid/NOC` stands in `Madrid`. */
function groups(firstId: number, ...ways: readonly string[]): ManagerLists {
  const ids = new Map(ways.map((way, index) => [way, firstId + index]));
  const rows = ways.map(way => {
    const names = way.split('/');
    const parent = ids.get(names.slice(0, -1).join('/'));
    return { id: ids.get(way)!, name: names.at(-1), description: null, parent_id: parent ?? null };
  });
  return lists({ contact_groups: rows });
}

const compareGroups = (from: ManagerLists, other: ManagerLists) =>
  compareLists('contact_groups', from, other);

describe('a type of two managers', () => {
  it('is compared with the names of what records stand in, and without what each manager keeps itself', () => {
    expect(comparableRecords('power_feeds', there)).toEqual([
      { name: 'A', power_panel_id: 'North', voltage: 230 },
      { name: 'B', power_panel_id: 'South', voltage: 400, amperage: 16 },
    ]);
    expect(comparableRecords('contact_groups', groups(1, 'Paris/NOC/Night', 'Paris', 'Paris/NOC'))).toEqual([
      { name: 'Paris' },
      { name: 'NOC', parent_id: 'Paris' },
      { name: 'Night', parent_id: 'Paris / NOC' },
    ]);
    expect(comparedTypes('power_feeds')).toEqual(['power_feeds', 'power_panels']);
    expect(comparedTypes('contact_groups')).toEqual(['contact_groups']);
  });

  it('differs in what is missing and what has other values, with the ids of the other manager', () => {
    expect(compareLists('power_feeds', here, there)).toEqual({
      differences: [
        { name: 'B', place: 'South', id: 71, fields: { power_panel_id: 91, voltage: 110, amperage: null } },
        { name: 'D', place: 'North', id: undefined, fields: { name: 'D', power_panel_id: 90, voltage: 110 } },
      ],
      untold: [{ name: 'C', place: 'West', why: 'placeMissing' }],
    });
    expect(compareLists('power_feeds', here, here)).toEqual({ differences: [], untold: [] });
  });

  it('goes into the list of the other manager as changes and new records', () => {
    const { differences } = compareLists('power_feeds', here, there);
    const { rows } = there.get('power_feeds')!;
    expect(withDifferences(rows, differences)).toEqual([
      { id: 71, name: 'B', power_panel_id: 91, voltage: 110, amperage: null },
      rows[1],
      { name: 'D', power_panel_id: 90, voltage: 110 },
    ]);
  });

  it('does not differ in what the manager does not return, which is not known to be empty', () => {
    const group = (id: number, fields: object) =>
      lists({
        contact_groups: [
          { id: 5, name: 'Top' },
          { id, name: 'NOC', ...fields },
        ],
      });
    const full = group(1, { description: 'Nights', parent_id: 5 });
    expect(compareGroups(group(2, { parent_id: 5 }), full).differences).toEqual([]);
    expect(compareGroups(group(2, { parent_id: 5, description: null }), full).differences).toMatchObject([
      { id: 1, fields: { description: null } },
    ]);
    expect(compareGroups(group(2, { description: '', parent_id: 5 }), full).differences).toHaveLength(1);
  });

  it('never carries a secret', () => {
    const keys = lists({ account_keys: [{ id: 1, name: 'K', username: 'u', password: 'hunter2' }] });
    const none = lists({ account_keys: [] });
    expect(
      JSON.stringify([comparableRecords('account_keys', keys), compareLists('account_keys', keys, none)]),
    ).not.toContain('hunter2');
  });

  it('tells units of two racks apart, and takes an empty field for one that is not there', () => {
    const units = (...racks: readonly number[]) =>
      lists({
        rack_reservations: racks.map(rack_id => ({
          id: 10 + rack_id,
          rack_id,
          units: '1,2',
          description: null,
        })),
        racks: [1, 2].map(id => ({ id, name: `Rack ${id}` })),
      });
    expect(compareLists('rack_reservations', units(1, 2), units(2)).differences).toMatchObject([
      { id: undefined, fields: { rack_id: 1 } },
    ]);
    const [unit] = units(1).get('rack_reservations')!.rows;
    const without = new Map([
      ...units(1),
      [
        'rack_reservations',
        { rows: [{ ...unit!, units: '2, 1', description: undefined }], unread: [] },
      ] as const,
    ]);
    expect(compareLists('rack_reservations', units(1), without).differences).toEqual([]);
  });
});

describe('records of two managers', () => {
  it('are the same by their way from the top, whatever their ids and their order', () => {
    const from = groups(1, 'Madrid', 'Madrid/NOC', 'Paris', 'Paris/NOC', 'Paris/NOC/Night shift');
    const other = groups(50, 'Paris', 'Madrid', 'Paris/NOC', 'Madrid/NOC');
    expect(compareGroups(from, other)).toEqual({
      differences: [
        {
          name: 'Night shift',
          place: 'Paris / NOC',
          id: undefined,
          fields: { name: 'Night shift', parent_id: 52 },
        },
      ],
      untold: [],
    });
    const swapped = groups(50, 'Paris/NOC', 'Madrid/NOC', 'Paris', 'Madrid', 'Paris/NOC/Night shift');
    expect(compareGroups(from, swapped)).toEqual({ differences: [], untold: [] });
  });

  it('are the same however their names are cased, accented and composed', () => {
    const from = groups(1, 'Málaga', 'Málaga/Straße', 'Málaga/Straße/Noc');
    const other = groups(50, 'MA\u0301LAGA', 'MA\u0301LAGA/STRASSE', 'MA\u0301LAGA/STRASSE/NOC');
    expect(compareGroups(from, other)).toEqual({ differences: [], untold: [] });
    expect(compareGroups(groups(1, 'กิ'), groups(1, 'กา')).differences).toHaveLength(1);
  });

  it('are told apart by spelling where only that does', () => {
    const both = ['NOC', 'Noc', 'Noc/Night'];
    expect(compareGroups(groups(1, ...both), groups(50, ...both.toReversed()))).toEqual({
      differences: [],
      untold: [],
    });
    expect(compareGroups(groups(1, 'NOC', 'Noc'), groups(50, 'NOC', 'noc')).untold).toEqual([
      { name: 'Noc', place: '', why: 'sameName' },
    ]);
  });

  it('are left alone, and all below them, when one side has two of the same way; the others are compared', () => {
    const two = lists({
      contact_groups: [
        { id: 1, name: 'NOC' },
        { id: 2, name: 'NOC' },
        { id: 3, name: 'Night shift', parent_id: 2 },
        { id: 4, name: 'Sales' },
      ],
    });
    const one = groups(50, 'NOC', 'NOC/Night shift');
    const sales = { name: 'Sales', place: '', id: undefined, fields: { name: 'Sales' } };
    const left = (name: string, place = '') => ({ name, place, why: 'sameName' });
    expect(compareGroups(two, one)).toEqual({
      differences: [sales],
      untold: [left('NOC'), left('NOC'), left('Night shift', 'NOC')],
    });
    expect(compareGroups(one, two)).toEqual({
      differences: [],
      untold: [left('NOC'), left('Night shift', 'NOC')],
    });
  });

  it('are left alone when their way is a circle, or leads over what is not there or has no name', () => {
    const odd = lists({
      contact_groups: [
        { id: 1, name: 'A', parent_id: 2 },
        { id: 2, name: 'B', parent_id: 1 },
        { id: 3, name: 'Below', parent_id: 2 },
        { id: 4, name: 'Own', parent_id: 4 },
        { id: 5, name: 'Stray', parent_id: 99 },
        { id: 6, name: ' ' },
        { id: 7, name: 'Odd', parent_id: 'x' },
        { id: 8, name: 'Top', parent_id: 0 },
      ],
    });
    const { differences, untold } = compareGroups(odd, groups(50));
    expect(untold.map(({ name, why }) => [name, why])).toEqual(
      ['A', 'B', 'Below', 'Own', 'Stray', 'Contact group 6', 'Odd'].map(name => [name, 'noWay']),
    );
    expect(differences).toMatchObject([{ name: 'Top', fields: { name: 'Top' } }]);
    expect(comparableRecords('contact_groups', odd)).toHaveLength(8);
    // What is looked for may be one whose way nobody knows.
    expect(compareGroups(groups(50, 'stray', 'Top'), odd)).toEqual({
      differences: [],
      untold: [{ name: 'stray', place: '', why: 'noWay' }],
    });
  });

  it('wait until what they stand in is on the other manager', () => {
    const { differences, untold } = compareGroups(
      groups(1, 'Paris', 'Paris/NOC', 'Paris/NOC/Night'),
      groups(50),
    );
    expect(differences).toMatchObject([{ name: 'Paris' }]);
    expect(untold).toEqual([
      { name: 'NOC', place: 'Paris', why: 'placeMissing' },
      { name: 'Night', place: 'Paris / NOC', why: 'placeMissing' },
    ]);
  });

  it('are not called missing where the other manager did not list all it has', () => {
    const part = lists({ contact_groups: [{ id: 50, name: 'Paris', description: 'x' }] }, 7);
    expect(compareGroups(groups(1, 'Paris', 'Madrid'), part)).toMatchObject({
      differences: [{ name: 'Paris', fields: { description: null } }],
      untold: [{ name: 'Madrid', why: 'notRead' }],
    });
  });

  it('are compared in long hierarchies', () => {
    const rows = (first: number) =>
      Array.from({ length: 12_000 }, (_, index) => ({
        id: first + index,
        name: `Level ${index}`,
        parent_id: index === 0 ? null : first + index - 1,
      })).reverse();
    const [one, other] = [1, 30_000].map(first => lists({ contact_groups: rows(first) }));
    expect(compareGroups(one!, other!)).toEqual({ differences: [], untold: [] });
  });
});
