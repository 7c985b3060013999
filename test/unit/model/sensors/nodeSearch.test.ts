import { describe, expect, it } from 'vitest';
import { NodeSearch } from '../../../../src/model/sensors/nodeSearch.js';
import { childGroup } from 'netsensor-contract/sensors/nodeRecord';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const index = new SensorIndex({
  name: 'root',
  uuid: '1',
  type: 1,
  domain_type: 1,
  children: [
    {
      name: 'Lobby floor',
      uuid: '0643c1c1-ec74-40b1-95dc-8d7ef868acc3',
      type: 1,
      domain_type: 101,
      need_apply: true,
      access_points: [
        { name: 'Lobby', mac_address: 'ED:F4:22:45:FF:EF', ip_address: '10.2.0.7', status: 0 },
        { name: 'Old lobby', mac_address: 'ed:f4:22:45:ff:ee', ip_address: '10.2.0.70', status: 1 },
      ],
    },
    { name: 'Core 10.2.0.7', uuid: '697893457705749905', type: 5, ip: '10.9.0.1' },
    { name: 'Probe', uuid: '8', type: 99 },
    {
      name: 'CO\u0301RDOBA',
      uuid: '9',
      type: 1,
      access_points: [{ name: 'Straße', mac_address: '001E.BD4A.6001' }],
    },
  ],
});
const search = new NodeSearch(index);
for (const step of search.prepare()) void step;
const found = (query: string) => search.find(query, 10).numbers.map(number => index.label(number));

describe('searching a tree', () => {
  it('needs every word, in any field and case', () => {
    expect(found('LOBBY floor')).toEqual(['Lobby floor']);
    expect(found('lobby down')).toEqual(['Lobby']);
    expect(found('lobby desert')).toEqual([]);
  });

  it.each([
    ['ed:f4:22:45:ff:ef', ['Lobby']],
    ['ED-F4-22-45-FF-EF', ['Lobby']],
    ['edf4.2245.ffef', ['Lobby']],
    ['edf42245ffef', ['Lobby']],
    ['EDF422-45FFEF', ['Lobby']],
    ['edf4-2245-ffef', ['Lobby']],
    ['ed f4 22 45 ff ef', ['Lobby']],
    ['lobby edf4-2245', ['Lobby', 'Old lobby']],
    ['ed:f4:22:45:ff:ef\u200b', ['Lobby']],
    ['0:1e:bd:4a:60:1', ['Straße']],
    ['00:1e:bd', ['Straße']],
    ['córdoba', ['CO\u0301RDOBA']],
    ['strasse', ['Straße']],
    ['f4-22', ['Lobby', 'Old lobby']],
    ['0643c1c1-ec74', ['Lobby floor']],
    ['697893457705749905', ['Core 10.2.0.7']],
    ['needs apply', ['Lobby floor']],
    ['access point', ['Lobby', 'Old lobby', 'Straße']],
    ['flow sensor', ['Core 10.2.0.7']],
    ['type 99', ['Probe']],
    ['kind:ap status:down', ['Lobby']],
    ['site:cordoba kind:"access point"', ['Straße']],
    ['ip:10.9.0.1', ['Core 10.2.0.7']],
    ['mac:001e.bd4a.6001', ['Straße']],
    ['uuid:9 site:cordoba', ['CO\u0301RDOBA']],
    ['name:lobby kind:floor', ['Lobby floor']],
  ])('finds %s', (query, names) => {
    expect(found(query)).toEqual(names);
  });

  it('puts a whole field before the start of a name before any other match', () => {
    expect(found('10.2.0.7')).toEqual(['Lobby', 'Core 10.2.0.7', 'Old lobby']);
    expect(found('lobby')).toEqual(['Lobby', 'Lobby floor', 'Old lobby']);
  });

  it('cuts a long list and still counts all matches; an empty query finds nothing', () => {
    expect(search.find('lobby', 1)).toEqual({ numbers: [expect.any(Number)], total: 3 });
    expect(search.find('  ', 10)).toEqual({ numbers: [], total: 0 });
  });

  it('lists and counts only what is wanted, before and after something is typed', () => {
    const isDomain = (number: number) => index.group(number) === childGroup.domain;
    const labels = (numbers: readonly number[]) => numbers.map(number => index.label(number));
    const first = search.first(1, isDomain);
    expect([labels(first.numbers), first.total]).toEqual([['root'], 3]);
    const lobby = search.find('lobby', 10, isDomain);
    expect([labels(lobby.numbers), lobby.total]).toEqual([['Lobby floor'], 1]);
  });

  it('lets others run while it prepares a large tree', () => {
    const large = new NodeSearch(
      new SensorIndex({ name: 'r', children: Array.from({ length: 5000 }, (_, at) => ({ name: `n${at}` })) }),
    );
    expect([...large.prepare()].length).toBeGreaterThan(3);
    expect(large.find('n4999', 10).total).toBe(1);
  });
});
