import { describe, expect, it } from 'vitest';
import { parseBackup, type Backup } from '../../../../src/changes/backup.js';
import { backupFileName, printBackup } from '../../../../src/changes/backups/backupFiles.js';

const backup: Backup = {
  netsensor_backup: 1,
  operation: 'delete',
  taken_at: '2026-11-20T12:15:03.123Z',
  connection: { id: 'c1', name: 'Manager/A', address: 'https://manager.example.net' },
  sensors: [
    {
      parent_uuid: '1',
      path: ['root', 'North'],
      sensor: {
        uuid: '17',
        name: '__proto__',
        type: 1,
        domain_type: 2,
        kept: 'as it came',
        children: [{ uuid: '18', name: 'Vendor', type: 7, children: [], access_points: [] }],
        access_points: [],
      },
    },
  ],
  access_points: [{ sensor_uuid: '1', path: ['root'], access_point: { name: 'AP', mac_address: 'aa:01' } }],
};

describe('a backup', () => {
  it('is read as it was written, fields nobody knows included', () => {
    const [stored] = parseBackup(printBackup(backup))!.sensors;
    expect(stored).toMatchObject({ parent_uuid: '1', sensor: { name: '__proto__', kept: 'as it came' } });
  });

  it('holds what stands in its file twice once: it would be put back twice', () => {
    const [sensor] = backup.sensors;
    const [point] = backup.access_points;
    const record = { type: 'racks', record: { id: 1, name: 'One' } };
    const other = { ...record, type: 'sites' };
    const twice = {
      ...backup,
      sensors: [sensor!, sensor!],
      access_points: [point!, { ...point!, access_point: { name: 'AP', mac_address: 'AA-01' } }],
      records: [record, record, other],
    };
    const read = parseBackup(printBackup(twice))!;
    expect(read.sensors).toHaveLength(1);
    expect(read.access_points).toHaveLength(1);
    expect(read.records).toEqual([record, other]);
  });

  it.each(['', '{}', '[1', '{"netsensor_backup":2}'])('is not read from %s', text => {
    expect(parseBackup(text)).toBeUndefined();
  });

  it('has a file name that sorts by time and every file system can hold', () => {
    expect(backupFileName(backup, '../<img src=x> \u202e name')).toBe(
      '2026-11-20T12-15-03-123Z delete img src=x name (Manager A).json',
    );
  });

  it('is no longer than a file system takes, whatever the nodes and managers are called', () => {
    const long = backupFileName(
      { ...backup, connection: { ...backup.connection, name: '管'.repeat(60) } },
      '😀'.repeat(60),
    );
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
    expect(long).toMatch(/^2026-11-20T12-15-03-123Z delete 😀+ \(管+\)\.json$/u);
  });
});
