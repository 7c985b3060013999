import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asUser, flatten, wholeTree } from '../asUser.js';
import { startTestManager, type Answer, type Json, type TestManager } from '../testManager.js';

const macs = (answer: Answer): string[] => answer.json().access_points.map((row: Json) => row.mac_address);

describe('access point list', { timeout: 20_000 }, () => {
  let manager: TestManager;
  let points: Json[];
  beforeAll(async () => {
    manager = await startTestManager();
    points = (await wholeTree(manager)).flatMap(each => each.access_points ?? []);
  });
  afterAll(() => manager.stop());

  const list = (query: string) => manager.get(`/api/v1/access_points.json?${query}`);
  const expected = (wanted: (point: Json) => boolean) =>
    points.filter(wanted).map(point => point.mac_address);

  it('combines filters', async () => {
    const [first] = points;
    const { name, mac_address, ip_address, status } = first;
    const all = `mac_address=${mac_address}&name=${name}&ip_address=${ip_address}&status=${status}`;
    expect(macs(await list(all))).toEqual([mac_address]);
    expect(macs(await list(all.replace(`status=${status}`, `status=${1 - status}`)))).toEqual([]);
  });

  it('takes the last of a repeated filter, and ignores blank and unknown ones', async () => {
    const down = expected(point => point.status === 0);
    expect(down.length).toBeGreaterThan(0);
    expect(macs(await list('status=1&status=0'))).toEqual(down);
    expect(macs(await list('status=0&name=&mac_address=&ip_address=%20&colour=red'))).toEqual(down);
    expect(macs(await list('name=&status='))).toEqual(expected(() => true));
  });

  it.each(['2', '-1', 'up', 'true', '01', '0.0', "0' OR 1=1 --"])(
    'answers 422 for the status %s',
    async status => {
      const query = `status=${encodeURIComponent(status)}`;
      for (const ending of ['', '.json']) {
        const answer = await manager.get(`/api/v1/access_points${ending}?${query}`);
        expect(answer.status).toBe(422);
        expect(answer.json()).toMatchObject({ query: false, error: 'Status is not included in the list' });
      }
      const answer = await manager.get(`/api/v1/access_points.csv?${query}`);
      expect([answer.status, answer.text]).toEqual([
        422,
        'field,error\nstatus,is not included in the list\n',
      ]);
    },
  );

  it('matches hostile values as text', async () => {
    for (const value of ["' OR 1=1 --", '%', '_', '"', '\u0000', '💥'.repeat(50)]) {
      expect(macs(await list(`name=${encodeURIComponent(value)}`))).toEqual([]);
    }
  });

  it.each(['hotels.manager', 'hotels.reception', 'retail.manager'] as const)(
    'shows %s the access points below the own top domain',
    async login => {
      const { get, user } = asUser(manager, login);
      const top = (await wholeTree(manager)).find(record => record.id === user.sensor_id);
      const own = flatten(top)
        .flatMap(each => each.access_points ?? [])
        .map(point => point.mac_address);
      expect(own.length).toBeGreaterThan(0);
      expect(own.length).toBeLessThan(points.length);
      const answer = await get('/api/v1/access_points');
      expect(macs(answer).sort()).toEqual(own.sort());
      const lines = (await get('/api/v1/access_points.csv')).text.trimEnd().split('\n');
      expect(lines.length).toBe(own.length + 1);
      const other = points.find(point => !own.includes(point.mac_address));
      expect(macs(await get(`/api/v1/access_points?mac_address=${other.mac_address}`))).toEqual([]);
    },
  );

  it('shows an auditor of the whole network everything, and a disabled user nothing', async () => {
    expect(macs(await asUser(manager, 'auditor').get('/api/v1/access_points')).length).toBe(points.length);
    for (const ending of ['', '.json', '.csv']) {
      expect((await asUser(manager, 'former').get(`/api/v1/access_points${ending}`)).status).toBe(401);
    }
  });

  it('quotes what CSV cannot hold bare', async () => {
    const floor = (await wholeTree(manager)).find(record => record.domain_type === 101);
    await manager.sql(`UPDATE sensors SET name = 'A "new", wing' WHERE id = ${floor.id - 1}`);
    const csv = (
      await manager.get(`/api/v1/access_points.csv?mac_address=${floor.access_points[0].mac_address}`)
    ).text;
    expect(csv.split('\n')[1]).toContain('"A ""new"", wing"');
  });
});
