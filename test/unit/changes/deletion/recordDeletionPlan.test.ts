import { readRows } from 'netsensor-contract/text/listAnswer';
import { readUnrepeated, type RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { describe, expect, it } from 'vitest';
import { unnamed } from '../../../../src/words/recordDetail.js';
import {
  inOrderOfReference,
  planRecordDeletion,
  recordOfSharedId,
  shownRecord,
  typesToRead,
} from '../../../../src/changes/deletion/recordDeletionPlan.js';

const target = (type: RecordTarget['type'], recordId: number): RecordTarget => ({
  kind: 'record',
  connectionId: 'a',
  type,
  recordId,
  name: `${type} ${recordId}`,
});
const lists = new Map([
  [
    'racks',
    [
      { id: 1, name: 'One' },
      { id: 2, name: 'Two' },
    ],
  ],
  [
    'rack_reservations',
    [
      { id: 1, units: '1', rack_id: 1 },
      { id: 2, units: '2', rack_id: 2 },
    ],
  ],
  [
    'wireless_lan_groups',
    [
      { id: 1, name: 'Top' },
      { id: 2, name: 'Mid', parent_id: 1 },
    ],
  ],
  ['wireless_lans', [{ id: 9, ssid: 'Guests', wireless_lan_group_id: 2 }]],
] as const);

const listsOf = (known: typeof lists) =>
  new Map([...known].map(([type, rows]) => [type, { rows, unread: [] }]));

it('what is named twice is deleted once', () => {
  const again = [target('racks', 1), target('racks', 1), target('racks', 9), target('racks', 9)];
  const { chosen, missing } = planRecordDeletion(listsOf(lists), again);
  expect(chosen).toHaveLength(1);
  expect(missing).toEqual(['racks 9']);
});

describe('planRecordDeletion', () => {
  it('names what refers to the chosen records, through several steps, and what is not there any more', () => {
    const plan = planRecordDeletion(listsOf(lists), [target('wireless_lan_groups', 1), target('racks', 7)]);
    expect(plan.chosen.map(one => shownRecord(one, unnamed))).toEqual(['Wireless LAN group Top']);
    expect(plan.dependents.map(one => shownRecord(one, unnamed))).toEqual([
      'Wireless LAN group Mid',
      'Wireless LAN Guests',
    ]);
    expect(plan.missing).toEqual(['racks 7']);
  });

  it('works out a chain of thousands in no time, whatever a manager makes of its groups', () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => ({ id: index + 1, parent_id: index }));
    const known = new Map([['contact_groups' as const, { rows, unread: [] }]]);
    const started = performance.now();
    const { chosen, dependents } = planRecordDeletion(known, [target('contact_groups', 1)]);
    expect(inOrderOfReference([...dependents, ...chosen])).toHaveLength(4_000);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('reads only lists that can hold references to the types', () => {
    expect(typesToRead(['racks'])).toEqual(['racks', 'rack_reservations']);
    expect(typesToRead(['tags'])).toEqual(['tags']);
  });
});

describe('inOrderOfReference', () => {
  it('puts what is referred to first, and a ring last', () => {
    const record = (id: number, parent_id: number | null) =>
      ({ type: 'contact_groups', record: { id, parent_id } }) as const;
    const groups = inOrderOfReference([
      record(3, 2),
      record(2, 1),
      record(1, null),
      record(5, 6),
      record(6, 5),
    ]);
    expect(groups.map(group => group.map(one => one.record.id))).toEqual([[1], [2], [3], [5, 6]]);
  });
});

describe('the number of a record that goes', () => {
  it('belongs to another one too only when its own type has it twice', () => {
    const one = { id: 1, name: 'One' };
    const two = { id: 2, name: 'Two' };
    const twice = new Map([
      ['racks', readRows([one, two, { id: '1', name: 'Again' }], readUnrepeated('racks'))],
      ['tags', readRows([{ id: 2 }], readUnrepeated('tags'))],
    ] as const);
    expect(recordOfSharedId(twice, [{ type: 'racks', record: two }])).toBeUndefined();
    const chosen = { type: 'racks' as const, record: one };
    expect(recordOfSharedId(twice, [chosen])).toBe(chosen);
  });
});
