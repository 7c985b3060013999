import { describe, expect, it } from 'vitest';
import { backupWords, type Backup } from '../../../../src/changes/backup.js';
import { readAccessPoint, readSensorTree } from 'netsensor-contract/sensors/readRecords';

const connection = { id: 'c', name: 'Lab', address: 'http://lab.example' };
const empty: Omit<Backup, 'operation'> = {
  netsensor_backup: 1,
  taken_at: '2026-11-23T09:00:00Z',
  connection,
  sensors: [],
  access_points: [],
};
const point = (name: string) => readAccessPoint({ id: 1, name, mac_address: 'aa:bb:cc:00:00:01' });
const cologne = readSensorTree({
  uuid: '1',
  name: 'Cologne',
  type: 1,
  children: [{ uuid: '2', name: 'Floor', type: 1, access_points: [point('AP 1'), point('AP 2')] }],
});

describe('a backup in words', () => {
  const cases: readonly (readonly [string, Partial<Backup>, string])[] = [
    [
      'delete',
      { sensors: [{ path: ['Cologne'], sensor: cologne }] },
      'Cologne: 2 domains and sensors and 2 access points deleted',
    ],
    [
      'delete',
      {
        access_points: ['A', 'B', 'C'].map(name => ({
          sensor_uuid: '1',
          path: [],
          access_point: point(name),
        })),
      },
      'A and 2 more: 3 access points deleted',
    ],
    [
      'override',
      { sensors: [{ path: ['Cologne'], sensor: { ...cologne, children: [] } }] },
      'Cologne: 1 domain or sensor before an overwrite',
    ],
    [
      'restore',
      { sensors: [{ path: ['Cologne'], sensor: { ...cologne, children: [] } }] },
      'Cologne: 1 domain or sensor before a restore',
    ],
    [
      'delete',
      {
        records: [
          { type: 'racks', record: { id: 3, name: 'LIS rack 2' } },
          { type: 'rack_reservations', record: { id: 4, rack_id: 3, units: '1,2,3' } },
        ],
      },
      'LIS rack 2 and 1 more: 1 rack and 1 rack reservation deleted',
    ],
    [
      'delete',
      { records: [{ type: 'rack_reservations', record: { id: 4, rack_id: 3, units: '1,2,3' } }] },
      'Rack 3 U1–3: 1 rack reservation deleted',
    ],
    ['save', { records: [{ type: 'racks', record: { id: 3, name: 'Core' } }] }, 'Core: 1 rack before a save'],
  ];

  it.each(cases)('%s: %o', (operation, held, words) => {
    expect(backupWords({ ...empty, operation, ...held })).toBe(words);
  });
});
