import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';
import { accessPointRow } from 'netsensor-contract/sensors/accessPoints';
import { startTestManager, type Json, type TestManager } from './testManager.js';

/** Keys of a sensor record in the published order (field notes §1.1). */
const recordKeys = [
  'id',
  'name',
  'ip',
  'latitude',
  'longitude',
  'is_deleted',
  'applied_at',
  'type',
  'real_parent_id',
  'group_id',
  'binding_id',
  'need_apply',
  'applying',
  'property',
  'domain_type',
  'unassigned',
  'policy_id',
  'reputation_policy_id',
  'need_reputation_apply',
  'uuid',
];

/** Keys of an access point record in the published order (field notes §1.2). */
const accessPointKeys = [
  'id',
  'ip_address',
  'mac_address',
  'name',
  'switch_name',
  'switch_id',
  'latitude',
  'longitude',
  'x',
  'y',
  'sensor_id',
  'created_at',
  'updated_at',
  'description',
  'status',
  'last_check_in',
  'clients',
  'uptime',
  'enrichment',
  'sensor_name',
  'sensor_uuid',
];

const flatten = (record: Json): Json[] => [record, ...(record.children as Json[]).flatMap(flatten)];

describe('sensor tree and access points', { timeout: 20_000 }, () => {
  let manager: TestManager;
  let root: Json;
  beforeAll(async () => {
    manager = await startTestManager();
    root = (await manager.get('/api/v1/sensors/tree')).json().sensor;
  });
  afterAll(() => manager.stop());

  it('starts at the root domain that every manager has', () => {
    expect(root).toMatchObject({ id: 1, name: 'root', uuid: '2584761509592299795', type: 1, domain_type: 1 });
    expect(root.property).toEqual({ path: '' });
  });

  it('has about 60 domains, all kinds of sensors and 300 access points', () => {
    const all = flatten(root);
    expect(all.filter(each => each.type === 1).length).toBeGreaterThanOrEqual(55);
    for (const type of [2, 5, 8]) expect(all.some(each => each.type === type)).toBe(true);
    const kinds = new Set(all.map(each => each.domain_type));
    for (const kind of [1, 2, 3, 4, 5, 6, 7, 101]) expect(kinds.has(kind)).toBe(true);
    const points = all.flatMap(each => each.access_points ?? []);
    expect(points.length).toBeGreaterThanOrEqual(300);
    expect(new Set(points.map(point => point.mac_address)).size).toBe(points.length);
    expect(new Set(all.map(each => each.uuid)).size).toBe(all.length);
  });

  it('gives every record the published keys, access points on floors before children', () => {
    for (const record of flatten(root)) {
      const middle = record.access_points ? ['access_points'] : [];
      expect(Object.keys(record)).toEqual([...recordKeys, ...middle, 'children']);
      if (record.domain_type === 101) expect(record.access_points.length).toBeGreaterThan(0);
    }
    const [point] = flatten(root).flatMap(each => each.access_points ?? []);
    expect(Object.keys(point)).toEqual(accessPointKeys);
    expect(() => sensorRecord.parse(root)).not.toThrow();
  });

  it('answers the tree below one sensor', async () => {
    const market = flatten(root).find(each => each.domain_type === 3);
    const answer = await manager.get(`/api/v1/sensors/${market.uuid}/tree/`);
    expect(answer.json()).toEqual({ query: true, sensor: market });
    expect((await manager.get('/api/v1/sensors/1/tree')).status).toBe(404);
    expect((await manager.get(`/api/v1/sensors/${encodeURIComponent("' OR 1=1 --")}/tree`)).status).toBe(404);
  });

  it('lists access points with the domains above each of them', async () => {
    const rows = (await manager.get('/api/v1/access_points.json')).json().access_points as Json[];
    const byUuid = new Map(flatten(root).map(each => [each.uuid, each]));
    expect(rows.length).toBe(flatten(root).flatMap(each => each.access_points ?? []).length);
    expect(Object.keys(rows[0])).toEqual([
      'name',
      'service_provider_uuid',
      'service_provider',
      'deployment_uuid',
      'deployment',
      'organization_uuid',
      'organization',
      'market_uuid',
      'market',
      'building_uuid',
      'building',
      'campus_uuid',
      'campus',
      'floor_uuid',
      'mac_address',
      'status',
      'last_check_in',
      'enrichment',
    ]);
    for (const row of rows) {
      accessPointRow.parse(row);
      expect(byUuid.get(row.campus_uuid)).toMatchObject({ name: row.campus, domain_type: 4 });
      expect(byUuid.get(row.building_uuid)).toMatchObject({ name: row.building, domain_type: 5 });
      const floor = byUuid.get(row.floor_uuid);
      expect(floor.access_points.map((point: Json) => point.mac_address)).toContain(row.mac_address);
    }
    expect((await manager.get('/api/v1/access_points')).json().access_points).toEqual(rows);
  });

  it('prints the same list as CSV with the published header', async () => {
    const answer = await manager.get('/api/v1/access_points.csv');
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    const [header, ...lines] = answer.text.trimEnd().split('\n');
    expect(header).toBe(
      'service_provider_uuid,service_provider,deployment_uuid,deployment,organization_uuid,organization,market_uuid,' +
        'market,building_uuid,building,campus_uuid,campus,floor_uuid,mac_address,status,last_check_in',
    );
    const rows = (await manager.get('/api/v1/access_points')).json().access_points as Json[];
    expect(lines.length).toBe(rows.length);
    const { name: _name, enrichment: _enrichment, ...first } = rows[0];
    expect(lines[0]).toBe(Object.values(first).map(String).join(','));
  });

  it.each(['mac_address', 'name', 'ip_address', 'status'])('filters access points by %s', async field => {
    const points = flatten(root).flatMap(each => each.access_points ?? []);
    const wanted = points[7];
    const expected = points.filter(point => point[field] === wanted[field]).map(point => point.mac_address);
    const value = String(wanted[field]).toUpperCase();
    const asked = field === 'name' ? wanted.name : value;
    const answer = await manager.get(`/api/v1/access_points.json?${field}=${encodeURIComponent(asked)}`);
    expect(answer.json().access_points.map((row: Json) => row.mac_address)).toEqual(expected);
    expect((await manager.get(`/api/v1/access_points?${field}=%27`)).status).toBe(
      field === 'status' ? 422 : 200,
    );
  });
});
