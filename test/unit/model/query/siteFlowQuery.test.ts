import { describe, expect, it } from 'vitest';
import {
  flowPairsQuery,
  isCutShort,
  siteBytes,
  siteFlowQueries,
} from '../../../../src/model/query/siteFlowQuery.js';

const stretch = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 1, 1) };

describe('what is asked about who talks to whom', () => {
  const scope = { dimension: 'campus_uuid', values: ['7'] };
  const { owners, ends, totals } = siteFlowQueries({ scope, level: 5, stretch });

  it('is where flows were seen, the address at their other end, and whose address that is anywhere', () => {
    expect(owners).toMatchObject({ dimensions: ['building_uuid', 'lan_ip', 'namespace_uuid'] });
    expect(owners).not.toHaveProperty('filter');
    expect(ends).toMatchObject({
      dimensions: ['building_uuid', 'wan_ip', 'namespace_uuid'],
      orderBy: { limit: 10_000 },
    });
    expect(totals).toMatchObject({
      dimensions: ['building_uuid', 'namespace_uuid'],
      filter: { type: 'selector', dimension: 'campus_uuid', value: '7' },
    });
  });

  it('is about inner addresses alone, within the domain', () => {
    const { filter } = ends as unknown as {
      filter: { type: string; fields: { fields: { pattern: string }[] }[] };
    };
    expect(filter).toMatchObject({ type: 'and', fields: [{ dimension: 'campus_uuid' }, { type: 'or' }] });
    const pattern = new RegExp(filter.fields[1]?.fields[1]?.pattern ?? '');
    const inner = ['10.1.2.3', '172.16.0.1', '172.31.9.9', '192.168.7.7', 'fd00::1', 'FC00::1'];
    const outer = ['100.1.2.3', '172.15.0.1', '172.32.0.1', '192.169.0.1', '8.10.0.1', '2001:db8::1'];
    expect(inner.filter(address => !pattern.test(address))).toEqual([]);
    expect(outer.filter(address => pattern.test(address))).toEqual([]);
  });

  it('is which addresses talk to which others, behind the flows between two sites', () => {
    const query = flowPairsQuery({ scope, level: 5, stretch }, { site: '9', to: ['10.0.0.1', '10.0.0.2'] });
    const selector = (dimension: string, value: string) => ({ type: 'selector', dimension, value });
    expect(query).toMatchObject({
      dimensions: ['lan_ip', 'wan_ip'],
      orderBy: { limit: 100 },
      filter: {
        type: 'and',
        fields: [
          selector('building_uuid', '9'),
          { type: 'or', fields: [selector('wan_ip', '10.0.0.1'), selector('wan_ip', '10.0.0.2')] },
          (ends as { filter?: object }).filter,
        ],
      },
    });
    const many = Array.from({ length: 900 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    const { fields } = (
      flowPairsQuery({ scope, level: 5, stretch }, { site: '9', to: many }) as {
        filter: { fields: { fields: object[] }[] };
      }
    ).filter;
    expect(fields[1]?.fields).toHaveLength(500);
  });

  it('is read by site and address', () => {
    const row = (values: object) => ({ timestamp: 'a', values: { ...values } });
    const rows = [
      row({ building_uuid: '1', wan_ip: '10.0.0.1', bytes: 5n }),
      row({ building_uuid: null, lan_ip: '10.0.0.2', bytes: 7 }),
      row({ building_uuid: '1', bytes: 'Infinity' }),
      row({ building_uuid: '1', wan_ip: '10.0.0.1', namespace_uuid: '9', bytes: 1 }),
    ];
    expect(siteBytes(rows, 5)).toEqual([
      { site: '1', address: '10.0.0.1', bytes: 6 },
      { site: undefined, address: '10.0.0.2', bytes: 7 },
    ]);
  });

  it('are cut short where one answer is full, not where all of them together have as many rows', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ timestamp: 'a', values: {} }));
    expect(isCutShort([rows(6_000), rows(5_000)])).toBe(false);
    expect(isCutShort([rows(10), rows(10_000)])).toBe(true);
  });
});
