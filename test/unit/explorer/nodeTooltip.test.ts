import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import { meaningOf, nodeTooltip } from '../../../src/explorer/nodeTooltip.js';
import { treeNode } from '../../../src/explorer/sensors/sensorNodes.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';

const said = (node: ExplorerNode, names: Readonly<Record<string, string>> = {}) => {
  const text = nodeTooltip(node, (type, id) => names[`${type} ${id}`]);
  return text && [text.heading, ...text.lines.filter(Boolean)];
};

/** What is said of a node of a tree with one domain, where it stands below that. */
function saidBelow(child: object) {
  const index = new SensorIndex({ uuid: '1', name: 'Top', type: 1, ...child });
  return said(treeNode({ connectionId: 'c', index }, 1));
}

const record = (type: InventoryType, fields: Readonly<Record<string, unknown>>, name = 'It') =>
  ({
    kind: 'record',
    type,
    record: { id: 1, ...fields } as InventoryRecord,
    name,
  }) as unknown as ExplorerNode;

describe('what is said of a node while the mouse rests on it', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T08:00:00Z'), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is what a domain is, its uuid, its address and what stands below it', () => {
    const children = [
      {
        uuid: '2',
        name: 'BSL',
        type: 1,
        domain_type: 5,
        ip: '10.0.0.1',
        access_points: [
          { name: 'AP', mac_address: 'aa:01' },
          { name: 'AP 2', mac_address: 'aa:02' },
        ],
      },
    ];
    expect(saidBelow({ children })).toEqual(['BSL', 'Building', 'uuid 2', 'IP 10.0.0.1', '2 access points']);
  });

  it('is what an access point has, and when it was seen last, in words', () => {
    const point = {
      name: 'AP',
      mac_address: 'aa:01',
      ip_address: '10.0.0.2',
      clients: 1,
      last_check_in: '2026-11-22T06:00:00Z',
      description: 'By the door',
    };
    const words = [
      'AP',
      'Access point',
      'MAC aa:01',
      'IP 10.0.0.2',
      '1 client',
      'last seen 2 hours ago (2026-11-22T06:00:00Z)',
      'By the door',
    ];
    expect(saidBelow({ access_points: [point] })).toEqual(expect.arrayContaining(words));
    expect(saidBelow({ access_points: [{ ...point, clients: 1200 }] })).toContain('1,200 clients');
  });

  it('is every field of a record that holds something, and the names of what it refers to', () => {
    const rack = record('racks', { name: 'It', rack_role_id: 4, u_height: 42, serial: '' });
    const lines = said(rack, { 'rack_roles 4': 'Core' });
    expect(lines).toContain('u_height: 42');
    expect(lines).toContain('rack_role_id: Core');
    expect(lines?.join()).not.toContain('serial');
    expect(said(rack)).toContain('rack_role_id: Rack role 4');
  });

  it('is a time of a record in words', () => {
    const rack = record('racks', { created_at: '2026-11-22T05:00:00Z' });
    expect(said(rack)).toContain('created_at: 3 hours ago (2026-11-22T05:00:00Z)');
  });

  it('does nothing that a manager writes, and no line takes the room of the others', () => {
    const lines = said(record('racks', { serial: '[a](command:b)', asset_tag: 'x'.repeat(400) }, '$(key)'));
    expect(lines?.[0]).toBe('$\u2060(key)');
    expect(lines).toContain('serial: [a]\u2060(command:b)');
    expect(lines).toContain(`asset_tag: ${'x'.repeat(300)}…`);
  });

  it('is nothing where the row says all', () => {
    expect(said({ kind: 'inventory' } as ExplorerNode)).toBeUndefined();
  });
});

describe('what the value of a field means', () => {
  it('is a row of units as ranges', () => {
    expect(meaningOf('rack_reservations', 'units', '1,2,3,7')).toBe('U1–3, 7');
  });

  it('is nothing for a text, or for a number that no list has', () => {
    expect(meaningOf('racks', 'serial', 'x')).toBeUndefined();
    expect(meaningOf('power_feeds', 'power_feed_phase_id', 99)).toBeUndefined();
  });

  it('is what a number is likely to mean, said to be a guess', () => {
    expect(meaningOf('power_feeds', 'power_feed_phase_id', 1)).toMatch(/^1 · .+ \(probably\)$/);
  });
});
