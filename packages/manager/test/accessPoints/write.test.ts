import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asUser, recordTables, wholeTree } from '../asUser.js';
import { present, startTestManager, type Json, type TestManager } from '../testManager.js';

const path = '/api/v1/access_points';
const unknownUuid = '1';

describe('one access point', { timeout: 20_000 }, () => {
  let manager: TestManager;
  let tree: Json[];
  let floor: Json;
  let flow: Json;
  let now = present;
  beforeAll(async () => {
    manager = await startTestManager({ now: () => now });
    tree = await wholeTree(manager);
    floor = tree.find(record => record.domain_type === 101);
    flow = tree.find(record => record.type === 5);
  });
  afterAll(() => manager.stop());

  let made = 0;
  const given = (fields: object = {}) => {
    made += 1;
    const mac = `02:00:00:00:${Math.floor(made / 256).toString(16)}:${(made % 256).toString(16)}`;
    return { mac_address: mac, name: `New ${made}`, sensor_uuid: floor.uuid, ...fields };
  };
  const create = (fields: object) => manager.send('POST', path, fields);
  const created = async (fields: object = {}): Promise<Json> => {
    const answer = await create(given(fields));
    expect([answer.status, answer.text]).toEqual([200, expect.stringMatching(/^\{"query":true,"ap":/)]);
    return answer.json().ap;
  };
  const change = (id: number | string, fields: object, method: 'PATCH' | 'PUT' = 'PATCH') =>
    manager.send(method, `${path}/${id}`, fields);
  const inTree = async (id: number): Promise<Json> =>
    (await wholeTree(manager)).flatMap(each => each.access_points ?? []).find(point => point.id === id);
  /** What is said to what is refused, which changes nothing. */
  const refusal = async (send: () => ReturnType<typeof create>) => {
    const before = await recordTables(manager);
    const { status, json } = await send();
    expect(await recordTables(manager)).toBe(before);
    return { status, ...json() } as Json;
  };

  describe('create', () => {
    it('answers the record in the published order, with what was not given as in the sample', async () => {
      const body = given();
      const answer = await create(body);
      const time = '2026-11-18T12:00:00.000+00:00';
      const { ap } = answer.json();
      expect(JSON.stringify(answer.json())).toBe(
        JSON.stringify({
          query: true,
          ap: {
            id: ap.id,
            ip_address: null,
            mac_address: body.mac_address,
            name: body.name,
            switch_name: null,
            switch_id: null,
            latitude: null,
            longitude: null,
            x: null,
            y: null,
            sensor_id: floor.id,
            created_at: time,
            updated_at: time,
            description: null,
            status: 0,
            last_check_in: null,
            clients: 0,
            uptime: 0,
            enrichment: {},
            sensor_name: floor.name,
            sensor_uuid: floor.uuid,
          },
        }),
      );
      expect(await inTree(ap.id)).toEqual(ap);
    });

    it('casts numbers that arrive as text, and text that arrives as a number', async () => {
      const place = { latitude: '37.39', longitude: '-5.99', x: '10', y: ' 20 ' };
      const point = await created({ ...place, status: '1', name: 7, description: 8 });
      expect(point).toMatchObject({ latitude: 37.39, longitude: -5.99, x: 10, y: 20 });
      expect(point).toMatchObject({ status: 1, name: '7', description: '8' });
    });

    it('ignores unknown fields and those of the manager; null and blank numbers are as good as nothing', async () => {
      const ignored = {
        id: 5,
        clients: 9,
        uptime: 9,
        switch_id: 3,
        sensor_id: 1,
        created_at: 'x',
        colour: 'red',
      };
      const empty = { ip_address: null, latitude: '', x: null, status: '', enrichment: null, flow_uuid: '' };
      const point = await created({ ...ignored, ...empty });
      expect(point).toMatchObject({ clients: 0, uptime: 0, switch_id: null, sensor_id: floor.id, status: 0 });
      expect(point).toMatchObject({ ip_address: null, latitude: null, x: null, enrichment: {} });
      expect(point.id).not.toBe(5);
    });

    it('keeps the case of a MAC address, and takes lengths that real managers take', async () => {
      expect((await created({ mac_address: 'AA:bb:CC:dd:EE:01' })).mac_address).toBe('AA:bb:CC:dd:EE:01');
      expect((await created({ mac_address: 'aa:bb:cc:dd:ee' })).mac_address).toBe('aa:bb:cc:dd:ee');
      const twice = await create(given({ mac_address: 'aa:BB:cc:DD:ee:01' }));
      expect([twice.status, twice.json().error]).toEqual([422, 'Mac address has already been taken']);
    });

    it.each([
      ['the sensor is missing', { sensor_uuid: undefined }],
      ['the sensor is blank', { sensor_uuid: '' }],
      ['the sensor is null', { sensor_uuid: null }],
      ['the sensor is unknown', { sensor_uuid: unknownUuid }],
      ['the sensor is an object', { sensor_uuid: {} }],
      ['the sensor is unknown and the name is missing too', { sensor_uuid: unknownUuid, name: undefined }],
      ['the flow sensor is unknown', { flow_uuid: unknownUuid }],
    ])('answers 404 when %s, and changes nothing', async (_case, fields) => {
      const refused = await refusal(() => create(given(fields)));
      expect(refused).toEqual({ status: 404, query: false, error: 'Not found' });
    });

    it.each([
      [{ mac_address: undefined }, "Mac address can't be blank"],
      [{ mac_address: '  ' }, "Mac address can't be blank"],
      [{ mac_address: null }, "Mac address can't be blank"],
      [{ mac_address: 'router' }, 'Mac address is invalid: Hex pairs separated by colons'],
      [{ mac_address: '00-11-22-33-44-55' }, 'Mac address is invalid: Hex pairs separated by colons'],
      [{ name: undefined }, "Name can't be blank"],
      [{ name: ' ' }, "Name can't be blank"],
      [{ name: undefined, mac_address: undefined }, "Mac address can't be blank, Name can't be blank"],
      [{ name: ['x'] }, 'Name is invalid'],
      [{ status: 2 }, 'Status is not included in the list'],
      [{ status: 'up' }, 'Status is not included in the list'],
      [{ latitude: 91 }, 'Latitude must be less than or equal to 90'],
      [{ longitude: -181 }, 'Longitude must be greater than or equal to -180'],
      [{ latitude: 'north' }, 'Latitude is not a number'],
      [{ x: 1.5 }, 'X is not a number'],
      [{ y: 2 ** 31 }, 'Y must be less than or equal to 2147483647'],
      [{ enrichment: 'Seville' }, 'Enrichment is invalid'],
      [{ enrichment: [] }, 'Enrichment is invalid'],
      [{ enrichment: { market_uuid: {} } }, 'Enrichment is invalid'],
      [{ enrichment: { zone: ['a'] } }, 'Enrichment is invalid'],
    ])('answers 422 for %o: %s', async (fields, error) => {
      const refused = await refusal(() => create(given(fields)));
      expect(refused).toMatchObject({ status: 422, query: false, error });
    });

    it('says what is wrong as CSV where CSV is asked for, and answers the record likewise', async () => {
      const csv = 'text/csv; charset=utf-8';
      const asCsv = async (body: object) => {
        const { status, headers, text } = await manager.send('POST', `${path}.csv`, body);
        return { status, type: headers['content-type'], lines: text.split('\n') };
      };
      expect(await asCsv(given({ name: ' ', mac_address: undefined }))).toEqual({
        status: 422,
        type: csv,
        lines: ['field,error', "mac_address,can't be blank", "name,can't be blank", ''],
      });
      const body = given({ name: 'One, "two"', enrichment: { zone: 'a' } });
      const { status, type, lines } = await asCsv(body);
      expect([status, type]).toEqual([200, csv]);
      const [record] = (await wholeTree(manager))
        .flatMap(each => each.access_points ?? [])
        .filter(point => point.mac_address === body.mac_address);
      expect(record.name).toBe('One, "two"');
      expect(lines[0]).toBe(Object.keys(record).join(','));
      expect(lines[1]).toContain('"One, ""two"""');
      expect(lines[1]).toContain('"{""zone"":""a""}"');
      expect((await asCsv(given({ sensor_uuid: unknownUuid }))).status).toBe(404);
    });

    it('answers 422 when the parent is no domain, or the flow sensor no flow sensor', async () => {
      const wrongParent = await create(given({ sensor_uuid: flow.uuid, name: '' }));
      expect(wrongParent.json().errors).toEqual({
        name: ["can't be blank"],
        sensor_uuid: ['must be a domain'],
      });
      const wrongFlow = await create(given({ flow_uuid: floor.uuid }));
      expect(wrongFlow.json().errors).toEqual({ flow_uuid: ['must be a flow sensor'] });
    });

    it('stores an enrichment with uuids as text and free keys, and the flow sensor beside the record', async () => {
      const enrichment = { campus_uuid: 84758975876475, zone: 'lobby', level: 3, shared: true, note: null };
      const sent = { ...enrichment, market_uuid: null };
      const point = await created({ enrichment: sent, flow_uuid: flow.uuid });
      expect(point.enrichment).toEqual({ ...enrichment, campus_uuid: '84758975876475' });
      expect(point).not.toHaveProperty('flow_uuid');
      const [row] = await manager.sql(`SELECT settings FROM access_points WHERE id = ${point.id}`);
      expect(JSON.parse(row.settings)).toEqual({ flow_uuid: flow.uuid });
    });

    it.each(['.json', '/', '.json/'])('is found at the address with %s', async ending => {
      const answer = await manager.send('POST', `${path}${ending}`, given());
      expect(answer.status).toBe(200);
    });

    it.each([[[]], ['text'], [7], [true]])('answers 400 for the body %j', async body => {
      const answer = await manager.send('POST', path, body);
      expect([answer.status, answer.json().query]).toEqual([400, false]);
    });

    it('answers 404 for no body at all', async () => {
      expect((await manager.send('POST', path)).status).toBe(404);
    });
  });

  describe('modify', () => {
    it.each(['PATCH', 'PUT'] as const)('changes only the given fields with %s', async method => {
      const point = await created({ ip_address: '10.0.0.1', latitude: 1, x: 5, description: 'Old' });
      now += 60_000;
      const answer = await change(point.id, { name: 'Renamed', x: '6', latitude: null }, method);
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({
        query: true,
        ap: { ...point, name: 'Renamed', x: 6, latitude: null, updated_at: answer.json().ap.updated_at },
      });
      expect(Date.parse(answer.json().ap.updated_at)).toBe(now);
      expect(await inTree(point.id)).toEqual(answer.json().ap);
    });

    it.each([
      ['as it is', (mac: string) => mac],
      ['in capitals', (mac: string) => mac.toUpperCase()],
      ['URL-encoded', encodeURIComponent],
    ])('finds an access point by its MAC address %s', async (_case, write) => {
      const mac = `0a:0b:0c:${String(made % 90).padStart(2, '0')}:ff:${made % 10}a`;
      const point = await created({ mac_address: mac });
      for (const method of ['PATCH', 'PUT'] as const) {
        const name = `By ${method}`;
        const answer = await change(write(mac), { name }, method);
        expect(answer.json().ap).toMatchObject({ id: point.id, name, mac_address: mac });
      }
    });

    it('moves updated_at only when something changes', async () => {
      const point = await created({ flow_uuid: flow.uuid, enrichment: { zone: 'a' } });
      now += 60_000;
      const same = { ...point, latitude: '', flow_uuid: flow.uuid, enrichment: { zone: 'b' }, colour: 'red' };
      for (const body of [{}, same, { enrichment: {} }, { id: 7, clients: 99 }]) {
        expect((await change(point.id, body)).json().ap).toEqual(point);
      }
      const changed = await change(point.id, { flow_uuid: null });
      expect(changed.json().ap).toEqual({ ...point, updated_at: changed.json().ap.updated_at });
      expect(Date.parse(changed.json().ap.updated_at)).toBe(now);
    });

    it('moves an access point to another domain', async () => {
      const point = await created();
      const other = tree.find(record => record.domain_type === 101 && record.id !== floor.id);
      const moved = (await change(point.id, { sensor_uuid: other.uuid })).json().ap;
      expect(moved).toMatchObject({ sensor_id: other.id, sensor_uuid: other.uuid, sensor_name: other.name });
      const after = await wholeTree(manager);
      const ids = (id: number) =>
        after.find(record => record.id === id).access_points.map((each: Json) => each.id);
      expect(ids(other.id)).toContain(point.id);
      expect(ids(floor.id)).not.toContain(point.id);
    });

    it.each([
      [{ name: '' }, "Name can't be blank"],
      [{ name: null }, "Name can't be blank"],
      [{ mac_address: null }, "Mac address can't be blank"],
      [{ mac_address: 'x' }, 'Mac address is invalid: Hex pairs separated by colons'],
      [{ status: null }, "Status can't be blank"],
      [{ status: 7 }, 'Status is not included in the list'],
      [{ latitude: 'x' }, 'Latitude is not a number'],
      [{ sensor_uuid: null }, "Sensor uuid can't be blank"],
    ])('answers 422 for %o: %s', async (fields, error) => {
      const refused = await refusal(() => change(1, fields));
      expect(refused).toMatchObject({ status: 422, query: false, error });
    });

    it('answers 422 for the MAC address of another one, and for a parent that is no domain', async () => {
      const one = await created({ mac_address: 'fe:fe:fe:00:00:01' });
      const two = await created();
      const taken = { mac_address: one.mac_address.toUpperCase() };
      const answer = await change(two.id, { ...taken, sensor_uuid: flow.uuid });
      expect(answer.json().errors).toEqual({
        mac_address: ['has already been taken'],
        sensor_uuid: ['must be a domain'],
      });
      const own = await change(one.id, taken);
      expect(own.json().ap.mac_address).toBe('FE:FE:FE:00:00:01');
    });

    it.each(['0', '999999', '2147483648', '99999999999999999999', '-1', '1.5', 'ff:ff', 'abc', '%27', '%00'])(
      'answers 404 for %s',
      async named => {
        for (const method of ['PATCH', 'PUT'] as const) {
          expect((await change(named, { name: 'x' }, method)).status).toBe(404);
        }
      },
    );

    it('answers 404 for an unknown parent or flow sensor', async () => {
      expect((await change(1, { sensor_uuid: unknownUuid })).status).toBe(404);
      expect((await change(1, { flow_uuid: unknownUuid })).status).toBe(404);
    });
  });

  describe('permissions', () => {
    it('let a manager write below the own top domain and nowhere else', async () => {
      const { send, user } = asUser(manager, 'retail.manager');
      const own = tree.find(record => record.id === user.sensor_id);
      const answer = await send('POST', path, given({ sensor_uuid: own.uuid }));
      expect(answer.json().ap.sensor_id).toBe(own.id);
      const ownUrl = `${path}/${answer.json().ap.id}`;
      expect((await send('PATCH', ownUrl, { name: 'Mine' })).status).toBe(200);

      const other = tree.find(record => record.domain_type === 2 && record.id !== own.id);
      const strange = await created({ sensor_uuid: other.uuid });
      const before = await recordTables(manager);
      const refused = [
        await send('POST', path, given({ sensor_uuid: other.uuid })),
        await send('POST', path, given({ sensor_uuid: tree[0].uuid })),
        await send('PATCH', `${path}/${strange.id}`, { name: 'Stolen' }),
        await send('PUT', `${path}/${strange.mac_address}`, { name: '' }),
        await send('PATCH', ownUrl, { sensor_uuid: other.uuid }),
        await send('PATCH', `${path}/${strange.id}`, { sensor_uuid: own.uuid }),
      ];
      for (const { status, json } of refused) {
        expect([status, json()]).toEqual([401, { query: false, error: 'Unauthorized' }]);
      }
      expect(await recordTables(manager)).toBe(before);
    });

    it.each(['auditor', 'former'] as const)('do not let %s write', async login => {
      const { send } = asUser(manager, login);
      const before = await recordTables(manager);
      expect((await send('POST', path, given())).status).toBe(401);
      expect((await send('PATCH', `${path}/1`, { name: 'x' })).status).toBe(401);
      expect((await send('PUT', `${path}/1`, { name: 'x' })).status).toBe(401);
      expect(await recordTables(manager)).toBe(before);
    });
  });
});
