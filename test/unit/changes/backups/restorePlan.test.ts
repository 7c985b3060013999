import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../../src/changes/backup.js';
import { flattenTree } from '../../../../src/model/trees/flatTree.js';
import type { OverrideNode } from 'netsensor-contract/sensors/overrideBodies';
import { planRestore } from '../../../../src/changes/backups/restorePlan.js';
import { sensorRecord, type SensorRecord } from 'netsensor-contract/sensors/sensors';

/** A domain; its uuid is its name. */
const domain = (
  name: string,
  children: readonly unknown[] = [],
  macs: readonly string[] = [],
): SensorRecord =>
  sensorRecord.parse({
    uuid: name,
    name,
    type: 1,
    domain_type: 1,
    children,
    access_points: macs.map(mac => ({ name: `AP ${mac}`, mac_address: mac })),
  });

const backupOf = (sensors: Backup['sensors'], points: Backup['access_points'] = []): Backup => ({
  netsensor_backup: 1,
  operation: 'overwrite',
  taken_at: '2026-11-20T12:15:03.123Z',
  connection: { id: 'c1', name: 'Manager', address: 'https://manager.example.net' },
  sensors,
  access_points: points,
});
const saved = (sensor: SensorRecord, parent_uuid = 'top') => ({ parent_uuid, path: [], sensor });
const savedPoint = (sensor_uuid: string, mac_address: string | undefined) => ({
  sensor_uuid,
  path: [],
  access_point: { name: `AP ${mac_address ?? 'without address'}`, mac_address },
});

/** What a body holds, one below the other. */
const outline = ({ name, children = [], access_points: points = [] }: OverrideNode): unknown => [
  name,
  ...points.map(point => point.mac_address),
  ...children.map(outline),
];

describe('what puts a backup back', () => {
  const now = domain('top', [
    domain('A', [domain('A1'), domain('new')], ['aa:02']),
    domain('B', [domain('moved')], ['AA:01']),
  ]);

  it.each([
    [
      'a deleted node, below what held it',
      backupOf([saved(domain('C', [domain('C1')]))]),
      'top',
      ['top', ['A', 'aa:02', ['A1'], ['new']], ['B', 'AA:01', ['moved']], ['C', ['C1']]],
    ],
    [
      'a changed node, without what was added to it since',
      backupOf([saved(domain('A', [domain('A1')], ['aa:02']))]),
      'A',
      ['A', 'aa:02', ['A1']],
    ],
    [
      'what was moved out of a node since, and takes it from where it is',
      backupOf([saved(domain('A', [domain('A1'), domain('moved')]))]),
      'top',
      ['top', ['A', 'aa:02', ['A1'], ['moved']], ['B', 'AA:01']],
    ],
    [
      'an access point that stands elsewhere by now, however its address is written',
      backupOf([saved(domain('A', [domain('A1')], ['aa:01']))]),
      'top',
      ['top', ['A', 'aa:02', 'aa:01', ['A1']], ['B', ['moved']]],
    ],
    [
      'single access points, each where it was',
      backupOf([], [savedPoint('A1', 'aa:03'), savedPoint('new', 'aa:04')]),
      'A',
      ['A', 'aa:02', ['A1', 'aa:03'], ['new', 'aa:04']],
    ],
  ])('is %s', (_, backup, main, body) => {
    const plan = planRestore(backup, flattenTree(now));
    expect(plan).toMatchObject({ main: { id: main }, homeless: [] });
    expect(outline(plan!.body.sensor)).toEqual(body);
  });

  it('names what has no place any more, and is nothing when that is all', () => {
    const homeless = [savedPoint('gone', 'aa:05'), savedPoint('A', undefined)];
    const lost = saved(domain('Lost'), 'gone');
    expect(planRestore(backupOf([lost, saved(domain('C'))], homeless), flattenTree(now))?.homeless).toEqual([
      'Lost',
      'AP aa:05',
      'AP without address',
    ]);
    expect(planRestore(backupOf([lost], homeless), flattenTree(now))).toBeUndefined();
  });
});
