import { describe, expect, it } from 'vitest';
import { meansField, readQuery } from '../../../../src/model/search/searchQuery.js';

const isKey = (word: string) => ['vlan', 'site', 'kind', 'status', 'name'].includes(word);
const words = (...all: string[]) => ({ words: all.map(word => [word]), terms: [] });

describe('what is read of a search that was typed', () => {
  it.each([
    ['  Łódź   RACK ', words('lodz', 'rack')],
    ['"Feed  A" 12', words('feed a', '12')],
    ['"half a quote', words('half a quote')],
    ['kind:rack Site:"BSL main"', { words: [], terms: [term('kind', 'rack'), term('site', 'bsl main')] }],
    ['#12', { words: [], terms: [{ ...term('id', '12'), inName: '#12' }] }],
    ['core vlan: status:""', words('core')],
    ['http://core:8443 rack:5 :x', words('http://core:8443', 'rack:5', ':x')],
    ['0:1E:bd:4a:60:1', { words: [['00:1e:bd:4a:60:01', '001ebd4a6001']], terms: [] }],
    ['ap f4-22', { words: [['ap'], ['f4-22', 'f422']], terms: [] }],
    ['', words()],
  ])('%j', (typed, query) => {
    expect(readQuery(typed, isKey)).toEqual(query);
  });

  it('has keys that are fields, or what fields are about', () => {
    expect(meansField('vlan', 'vlan_id') && meansField('status', 'wireless_status_id')).toBe(true);
    expect(meansField('mac', 'mac_address') && meansField('u_height', 'u_height')).toBe(true);
    expect(meansField('name', 'username') || meansField('id', 'vlan_id')).toBe(false);
  });
});

function term(key: string, value: string) {
  return { key, value: [value] };
}
