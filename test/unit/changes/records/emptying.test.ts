import { describe, expect, it } from 'vitest';
import { observedEmptying } from '../../../../src/changes/records/emptying.js';

const homenets = [{ name: 'lan', value: '10.0.0.0/8' }];
const body = { name: 'Edge', ip: '10.0.0.1' };
const seen = (before: object, after: object) =>
  observedEmptying({ kind: 'flow', body, before: { ...body, ...before }, after: { ...body, ...after } });

describe('a manager after a write that left properties out', () => {
  it('keeps them when it still shows what nobody sent', () => {
    expect(seen({}, { homenets })).toBe('keeps');
    expect(seen({}, { snmp_community: 'c0mmunity' })).toBe('keeps');
    expect(seen({ spanport: 1 }, { spanport: 1 })).toBe('keeps');
  });

  it('empties them when what it showed is gone', () => {
    for (const gone of [{}, { spanport: 0 }, { homenets: null }, { homenets: [] }])
      expect(seen({ homenets, spanport: 1 }, { spanport: 1, ...gone })).toBe('empties');
  });

  it('tells nothing by what it never shows, nor by what may be a default', () => {
    expect(seen({}, {})).toBeUndefined();
    expect(seen({}, { homenets: null, router_macs: [], snmp_community: '' })).toBeUndefined();
    expect(seen({}, { spanport: 1, snmp_version: '2c', snmp_community: 'public' })).toBeUndefined();
    expect(seen({}, { type: 5, children: [{}] })).toBeUndefined();
  });
});
