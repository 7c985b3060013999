import { describe, expect, it } from 'vitest';
import { atOnce } from 'netsensor-contract/text/inSlices';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { RecordList } from '../../../../src/model/inventory/recordList.js';
import { RecordSearch } from '../../../../src/model/inventory/recordSearch.js';
import { readQuery } from '../../../../src/model/search/searchQuery.js';
import { recordDetail, recordTitle, type NameOf } from '../../../../src/words/recordDetail.js';

const nameOf: NameOf = (type, id) => (type === 'racks' && id === 3 ? 'BSL rack 1' : undefined);

/** Searches records of a type, and says which are found and where the first of them was. */
function searching(type: InventoryType, ...records: InventoryRecord[]) {
  const search = new RecordSearch(new RecordList(type, records, { readAt: 0 }), nameOf, record => ({
    title: recordTitle(type, record, nameOf),
    detail: recordDetail(type, record, nameOf),
  }));
  atOnce(search.prepare());
  return (typed: string) => {
    const query = readQuery(typed, word => search.keys.has(word) || word === 'vlan');
    const found = search.rank(query, 9).ranks.flat();
    const first = records[found[0] ?? -1];
    const where = first && search.fieldHolding(first, query);
    return { ids: found.map(at => records[at]!.id), where: where && `${where.field}: ${where.value}` };
  };
}

describe('searching the records of a type', () => {
  it('finds them by every field, folded, and says in which besides the name', () => {
    const find = searching(
      'contacts',
      { id: 1, name: 'Zoë Łukasz', email: 'zoe@Bern.example', created_at: '2026' },
      { id: 2, name: 'Bern', company: 'Zoo', phone: null, note: '00-1E-BD-4A-60-01' },
    );
    expect(find('zoe LUKASZ')).toEqual({ ids: [1], where: undefined });
    expect(find('zoe@bern')).toEqual({ ids: [1], where: 'email: zoe@Bern.example' });
    expect(find('bern').ids).toEqual([2, 1]);
    expect(find('001e.bd4a.6001')).toEqual({ ids: [2], where: 'note: 00-1E-BD-4A-60-01' });
    expect(find('2026').ids).toEqual([]);
  });

  it('finds them by fields, what their numbers mean, and what they refer to', () => {
    const find = searching(
      'rack_reservations',
      { id: 7, rack_id: 3, units: '1,2' },
      { id: 8, rack_id: 4, units: '3' },
    );
    for (const typed of [
      'site:bsl',
      'rack:"bsl rack"',
      'rack_id:3',
      'id:7',
      '#7',
      'U1–2',
      'kind:"rack reservation" bsl',
    ])
      expect(find(typed).ids, typed).toEqual([7]);
    for (const typed of ['kind:rack', 'vlan:3', 'rack:5', '']) expect(find(typed).ids, typed).toEqual([]);
    const lan = searching(
      'wireless_lans',
      { id: 1, ssid: 'A', vlan_id: 12, wireless_status_id: 3 },
      { id: 2, ssid: 'B', vlan_id: 120 },
    );
    expect(lan('vlan:12')).toEqual({ ids: [1], where: 'vlan_id: 12' });
    expect(lan('kind:wireless status:disabled')).toEqual({
      ids: [1],
      where: 'wireless_status_id: 3 disabled',
    });
  });

  it('never looks into a secret', () => {
    const find = searching('account_keys', { id: 1, name: 'Core', username: 'admin', password: 'swordfish' });
    expect(find('swordfish').ids).toEqual([]);
    expect(find('password:swordfish').ids).toEqual([]);
    expect(find('admin').where).toBe('username: admin');
  });
});
