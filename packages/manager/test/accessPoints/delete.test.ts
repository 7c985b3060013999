import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asUser, flatten, recordTables, wholeTree } from '../asUser.js';
import { rememberRecords } from '../rememberRecords.js';
import { startTestManager, type Json, type TestManager } from '../testManager.js';

const path = '/api/v1/access_points';
const done = [200, '{"query":"true"}'];

describe('deleting access points', () => {
  let manager: TestManager;
  let restore: () => Promise<void>;
  let tree: Json[];
  let points: Json[];
  beforeAll(async () => {
    manager = await startTestManager();
    restore = await rememberRecords(manager);
  });
  beforeEach(async () => {
    await restore();
    tree = await wholeTree(manager);
    points = pointsOf(tree[0]);
  });
  afterAll(() => manager.stop());

  const pointsOf = (record: Json): Json[] => flatten(record).flatMap(each => each.access_points ?? []);
  const remaining = async (): Promise<number[]> =>
    pointsOf((await wholeTree(manager))[0]).map(point => point.id as number);
  const without = (...gone: number[]) => points.map(point => point.id).filter(id => !gone.includes(id));
  const deleteList = (elements: unknown) => manager.send('DELETE', path, { access_points: elements });

  it('deletes those of a list by MAC address in either case, by id and by id as text', async () => {
    const [a, b, c, d] = points;
    const answer = await deleteList([
      { mac_address: a.mac_address.toUpperCase() },
      { id: b.id },
      { id: String(c.id) },
      { id: d.id, mac_address: d.mac_address },
    ]);
    expect([answer.status, answer.text]).toEqual(done);
    expect(await remaining()).toEqual(without(a.id, b.id, c.id, d.id));
  });

  it('deletes one that is named twice, and nothing for an empty list', async () => {
    const [a] = points;
    expect((await deleteList([])).text).toBe('{"query":"true"}');
    expect((await deleteList([{ id: a.id }, { mac_address: a.mac_address }])).status).toBe(200);
    expect(await remaining()).toEqual(without(a.id));
  });

  it.each([
    [{ id: 999999 }],
    [{ id: 'abc' }],
    [{ id: 1.5 }],
    [{ id: -1 }],
    [{ id: {} }],
    [{ mac_address: 'ff:ff:ff:ff:ff:ff' }],
    [{ mac_address: ['x'] }],
    [{ id: 1, mac_address: 'ff:ff:ff:ff:ff:ff' }],
  ])('answers 404 for %o and deletes nothing of the list', async unknown => {
    const before = await recordTables(manager);
    const answer = await deleteList([{ id: points[0].id }, unknown]);
    expect([answer.status, answer.json()]).toEqual([404, { query: false, error: 'Not found' }]);
    expect(await recordTables(manager)).toBe(before);
  });

  it('answers 404 for the MAC address of one with the id of another and deletes neither', async () => {
    const [a, b] = points;
    expect((await deleteList([{ id: b.id, mac_address: a.mac_address }])).status).toBe(404);
    expect(await remaining()).toEqual(without());
  });

  it.each([
    [undefined, 400, 'param is missing or the value is empty: access_points'],
    [{}, 400, 'param is missing or the value is empty: access_points'],
    [[{ id: 1 }], 400, 'The body is not a JSON object; send the fields as one object.'],
    [{ access_points: { id: 1 } }, 422, 'access_points must be an array'],
    [{ access_points: null }, 422, 'access_points must be an array'],
    [{ access_points: [{ id: 1 }, 2] }, 422, 'access_points[1] must be an object'],
    [{ access_points: [{ id: 1 }, {}] }, 422, 'access_points[1] must have a mac_address or an id'],
    [
      { access_points: [{ id: '', mac_address: null }] },
      422,
      'access_points[0] must have a mac_address or an id',
    ],
  ])('refuses the body %j', async (body, status, error) => {
    const before = await recordTables(manager);
    const answer = await manager.send('DELETE', path, body);
    expect([answer.status, answer.json().query, answer.json().error]).toEqual([status, false, error]);
    expect(await recordTables(manager)).toBe(before);
  });

  it('skips those that the caller may not manage without an error', async () => {
    const { send, user } = asUser(manager, 'hotels.manager');
    const own = pointsOf(tree.find(record => record.id === user.sensor_id)).map(point => point.id);
    const mixed = points.filter((_point, index) => index % 10 === 0).map(point => ({ id: point.id }));
    const answer = await send('DELETE', path, { access_points: mixed });
    expect([answer.status, answer.text]).toEqual(done);
    const deleted = mixed.map(({ id }) => id).filter(id => own.includes(id));
    expect(deleted.length).toBeGreaterThan(0);
    expect(deleted.length).toBeLessThan(mixed.length);
    expect(await remaining()).toEqual(without(...deleted));
  });

  it('skips everything for a user who may only read, and refuses a disabled one', async () => {
    const body = { access_points: [{ id: points[0].id }] };
    const read = await asUser(manager, 'auditor').send('DELETE', path, body);
    expect([read.status, read.text]).toEqual(done);
    expect((await asUser(manager, 'former').send('DELETE', path, body)).status).toBe(401);
    expect(await remaining()).toEqual(without());
  });

  it('deletes all of a domain and its subdomains', async () => {
    const campus = tree.find(record => record.domain_type === 4);
    const inside = pointsOf(campus).map(point => point.id);
    expect(inside.length).toBeGreaterThan(0);
    const answer = await manager.send('DELETE', `/api/v1/sensors/${campus.uuid}/access_points`);
    expect([answer.status, answer.text]).toEqual(done);
    expect(await remaining()).toEqual(without(...inside));
    expect((await wholeTree(manager)).length).toBe(tree.length);
    await manager.send('DELETE', `/api/v1/sensors/${tree[0].uuid}/access_points`);
    expect(await remaining()).toEqual([]);
  });

  it('answers 404 for an unknown domain, and 401 to those who may not manage it', async () => {
    const before = await recordTables(manager);
    const other = tree.filter(record => record.domain_type === 2).at(-1);
    const url = (uuid: string) => `/api/v1/sensors/${uuid}/access_points`;
    const { send } = asUser(manager, 'hotels.manager');
    expect((await manager.send('DELETE', url('1'))).status).toBe(404);
    expect((await send('DELETE', url('1'))).status).toBe(404);
    expect((await send('DELETE', url(other.uuid))).status).toBe(401);
    expect((await send('DELETE', url(tree[0].uuid))).status).toBe(401);
    expect((await asUser(manager, 'auditor').send('DELETE', url(other.uuid))).status).toBe(401);
    expect((await asUser(manager, 'former').send('DELETE', url(other.uuid))).status).toBe(401);
    expect(await recordTables(manager)).toBe(before);
  });

  it('does not give out the id of a deleted access point again', async () => {
    const last = points.at(-1);
    const body = { name: 'Next', mac_address: last.mac_address, sensor_uuid: last.sensor_uuid };
    const highest = Math.max(...points.map(point => point.id));
    await deleteList([{ id: highest }]);
    const mac_address = 'fe:00:00:00:00:01';
    const { ap } = (await manager.send('POST', path, { ...body, mac_address })).json();
    expect(ap.id).toBe(highest + 1);
  });
});
