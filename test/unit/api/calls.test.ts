import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { maskedKey } from '../../../src/model/text/csvText.js';

const key = 'the-key-0123456789ab';
let server: Server;
let client: ManagerClient;
let urls: URL[];
let lines: string[];
let listener: RequestListener;
let onLine: () => void;

beforeEach(async () => {
  [urls, lines, onLine] = [[], [], () => undefined];
  server = createServer((request, answer) => {
    urls.push(new URL(request.url ?? '', 'http://manager'));
    listener(request, answer);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = (line: string) => {
    lines.push(line);
    onLine();
  };
  client = new ManagerClient({ address, key, trust: {}, timeout: 5_000, log });
});

afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const answering = (text: string, status = 200, headers: Record<string, string> = {}): RequestListener => {
  return (_request, answer) => answer.writeHead(status, headers).end(text);
};

describe('an answer about another record', () => {
  it('is no answer to a read', async () => {
    listener = answering('{"rack": {"id": 4242, "name": "Somebody else"}}');
    await expect(client.getRecord('racks', 10)).rejects.toMatchObject({
      reason: 'badResponse',
      detail: 'record 4242 instead of 10',
    });
  });

  it('leaves it open whether a record was created', async () => {
    listener = answering('{"contact_role": {"id": 1, "name": "Technical"}}', 201);
    await expect(client.createRecord('contact_roles', { name: 'Night shift' })).rejects.toMatchObject({
      reason: 'badResponse',
    });
  });

  it.each(['night shift', 'NIGHT-SHIFT', 'Night', 'Night shift (2)'])(
    'is none when the manager made a name of its own of the one that was sent: %s',
    async name => {
      listener = answering(JSON.stringify({ contact_role: { id: 9, name } }), 201);
      expect(await client.createRecord('contact_roles', { name: 'Night shift' })).toMatchObject({ id: 9 });
    },
  );
});

it('takes units in another order for the ones that were sent', async () => {
  listener = answering('{"rack_reservation": {"id": 3, "units": "1,2,13"}}', 201);
  const fields = { rack_id: 1, units: '13, 2, 1' };
  expect(await client.createRecord('rack_reservations', fields)).toMatchObject({ id: 3 });
});

it.each(['true', '{"openapi": "3.0", "paths": {}}', '{"status": "error", "message": "Session expired"}'])(
  'is no manager that answers a list with %s',
  async text => {
    listener = answering(text);
    await expect(client.verify()).rejects.toBeInstanceOf(ApiError);
  },
);

it('is no manager that does not speak HTTP, such as an SSH server', async () => {
  const ssh = createNetServer(socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  await new Promise<void>(resolve => ssh.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(ssh.address() as AddressInfo).port}`;
  const other = new ManagerClient({ address, key, trust: {}, timeout: 5_000, log: () => undefined });
  await expect(other.verify()).rejects.toMatchObject({ reason: 'badResponse', detail: 'Not HTTP' });
  await other.close();
  ssh.close();
});

it('reads JSON that begins with a byte order mark', async () => {
  listener = answering('\uFEFF{"racks": [{"id": 1, "name": "A"}]}');
  expect((await client.listRecords('racks')).rows).toMatchObject([{ id: 1 }]);
});

describe('every call', () => {
  const fields = {};
  const calls: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
    listRecords: signal => client.listRecords('racks', signal),
    getRecord: signal => client.getRecord('racks', 1, signal),
    createRecord: signal => client.createRecord('racks', {}, signal),
    updateRecord: signal => client.updateRecord('racks', 1, { changes: {}, signal }),
    deleteRecord: signal => client.deleteRecord('racks', 1, signal),
    runQuery: signal => client.runQuery({}, signal),
    verify: signal => client.verify(signal),
    'sensors.tree': signal => client.sensors.tree(undefined, signal),
    'sensors.rawTree': signal => client.sensors.rawTree(undefined, signal),
    'sensors.listMse': signal => client.sensors.listMse('1', signal),
    'sensors.create': signal => client.sensors.create('domain', fields, signal),
    'sensors.modify': signal => client.sensors.modify('domain', '1', { fields, signal }),
    'sensors.delete': signal => client.sensors.delete('1', signal),
    'sensors.override': signal => client.sensors.override({}, { uuid: '1', signal }),
    'sensors.deleteAccessPoints': signal => client.sensors.deleteAccessPoints('1', signal),
    'sensors.overrideAccessPoints': signal => client.sensors.overrideAccessPoints('1', {}, signal),
    'accessPoints.list': signal => client.accessPoints.list({}, signal),
    'accessPoints.csv': signal => client.accessPoints.csv({}, signal),
    'accessPoints.create': signal => client.accessPoints.create(fields, signal),
    'accessPoints.modify': signal => client.accessPoints.modify(1, { fields, signal }),
    'accessPoints.replace': signal => client.accessPoints.replace(1, { fields, signal }),
    'accessPoints.delete': signal => client.accessPoints.delete([], signal),
    'users.list': signal => client.users.list(signal),
    'users.csv': signal => client.users.csv(signal),
    'users.csvWithKeys': signal => client.users.csvWithKeys(signal),
    'users.renewKey': signal => client.users.renewKey(1, signal),
  };

  it('is in the table', () => {
    const methods = (object: object, prefix = '') => Object.keys(object).map(name => `${prefix}${name}`);
    const own = Object.getOwnPropertyNames(ManagerClient.prototype);
    expect(Object.keys(calls).sort()).toEqual(
      [
        ...own.filter(name => !['constructor', 'close', 'record'].includes(name)),
        ...methods(client.sensors, 'sensors.'),
        ...methods(client.accessPoints, 'accessPoints.'),
        ...methods(client.users, 'users.'),
      ].sort(),
    );
  });

  it.each(Object.entries(calls))('ends when it is cancelled: %s', async (_name, call) => {
    const controller = new AbortController();
    listener = () => controller.abort();
    await expect(call(controller.signal)).rejects.toMatchObject({ reason: 'cancelled' });
    expect(urls).toHaveLength(1);
  });
});

describe('a read that fails', () => {
  it.each([
    ['a connection that breaks', (_request, answer) => void answer.destroy()],
    ['502', answering('<html>', 502, { 'retry-after': '0' })],
    ['429', answering('{}', 429, { 'retry-after': '0' })],
  ] satisfies [string, RequestListener][])('is repeated after %s', async (_what, failing) => {
    listener = (request, answer) => (urls.length === 1 ? failing : answering('[]'))(request, answer);
    expect(await client.listRecords('racks')).toEqual({ rows: [], unread: [] });
    expect(urls).toHaveLength(2);
  });

  it.each([
    ['500', answering('{}', 500, { 'retry-after': '0' })],
    ['504', answering('{}', 504, { 'retry-after': '0' })],
    ['404', answering('{}', 404, { 'retry-after': '0' })],
    ['a manager that asks for more than half a minute', answering('{}', 429, { 'retry-after': '31' })],
  ])('is not repeated after %s', async (_what, failing) => {
    listener = failing;
    await expect(client.listRecords('racks')).rejects.toMatchObject({ name: 'ApiError' });
    expect(urls).toHaveLength(1);
  });

  it(
    'is given up at once when it is cancelled while the manager is left in peace',
    { timeout: 5_000 },
    async () => {
      const controller = new AbortController();
      listener = answering('{}', 429, { 'retry-after': '20' });
      // The failure is told of before the wait begins.
      onLine = () => setImmediate(() => lines.length === 2 && controller.abort());
      const failure = client.listRecords('racks', controller.signal);
      await expect(failure).rejects.toMatchObject({ reason: 'cancelled', path: '/api/v1/inventory/racks' });
      expect(urls).toHaveLength(1);
    },
  );
});

describe('what is asked of the manager', () => {
  it('has the filters that are set and the key, and its line in the log has neither', async () => {
    listener = answering('[]', 200, { 'content-type': 'application/json' });
    await client.accessPoints.list({ name: 'A & B', status: undefined });
    await client.accessPoints.csv({ mac_address: 'aa:bb' });
    expect(urls.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { name: 'A & B', auth_token: key },
      { mac_address: 'aa:bb', auth_token: key },
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/^GET \/api\/v1\/access_points\.json 200 \d+ ms$/),
      expect.stringMatching(/^GET \/api\/v1\/access_points\.csv 200 \d+ ms$/),
    ]);
  });

  it('is CSV for a list as CSV, and JSON for everything else', async () => {
    const accepted: unknown[] = [];
    listener = ({ headers }, answer) => {
      accepted.push(headers.accept);
      answer.end('[]');
    };
    await client.users.csvWithKeys();
    await client.users.list();
    expect(accepted).toEqual(['text/csv, application/json', 'application/json']);
  });
});

describe('an answer', () => {
  it('has the keys of the users only in the list that is made for a file', async () => {
    const text = `Login,Authentication_token\nadmin,${key}\n`;
    listener = answering(text);
    expect(await client.users.csv()).toBe(`Login,Authentication_token\nadmin,${maskedKey}\n`);
    expect(await client.users.csvWithKeys()).toBe(text);
  });

  const bottomless = `{"auth_token":{"length":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
  it.each(['{"query":true}', '{"auth_token":""}', '', bottomless])('holds no new key: %.40s', async text => {
    listener = answering(text);
    await expect(client.users.renewKey(5)).rejects.toMatchObject({
      reason: 'badResponse',
      detail: 'No new key in the answer',
    });
  });

  it.each(['{"query":true}', '[]', ''])('holds no tree: %s', async text => {
    listener = answering(text);
    await expect(client.sensors.rawTree()).rejects.toMatchObject({ reason: 'badResponse' });
  });

  it('keeps every digit of the numbers of a result, and tells its size', async () => {
    const text = '{"data":[{"timestamp":"2026-11-20","result":{"ü":9007199254740993}}]}';
    listener = answering(text);
    const { rows, bytes } = await client.runQuery({});
    expect(rows).toMatchObject([{ values: { ü: 9007199254740993n } }]);
    expect(bytes).toBe(Buffer.byteLength(text));
  });

  it('has no value where an engine with nulls of SQL had nothing to add up', async () => {
    listener = answering('[{"timestamp":"2026-11-20","result":{"bytes":null,"least":"Infinity"}}]');
    const { rows, oddRows } = await client.runQuery({});
    expect([rows[0]?.values, oddRows]).toEqual([{ bytes: null, least: 'Infinity' }, []]);
  });

  it('is named when it is 204, with which Druid answers some queries that it cannot read', async () => {
    listener = answering('', 204);
    const detail = 'expected a list, received nothing';
    await expect(client.runQuery({})).rejects.toMatchObject({ reason: 'badResponse', detail });
  });

  it.each([
    [
      { error: 'Unknown exception', errorMessage: 'lower and upper', errorClass: 'IAE', host: null },
      { reason: 'server', detail: 'lower and upper' },
      500,
    ],
    [
      { error: 'Unsupported operation', errorMessage: 'null', context: { host: null } },
      { reason: 'server', detail: 'Unsupported operation' },
      500,
    ],
    [
      {
        error: 'druidException',
        errorCode: 'invalidInput',
        errorMessage: 'Received an unexpected token (line [1], column [8])',
        context: { line: '1', column: '8' },
      },
      { reason: 'invalid', detail: 'Received an unexpected token (line [1], column [8])' },
      400,
    ],
    [
      { error: 'Query timeout', errorCode: 'legacyQueryException', errorMessage: 'Query [1] timed out!' },
      { reason: 'timeout', detail: 'Query [1] timed out!' },
      504,
    ],
  ])('is refused in the words of every era: %j', async (body, failure, status) => {
    listener = answering(JSON.stringify(body), status);
    await expect(client.runQuery({})).rejects.toMatchObject(failure);
  });

  it('has its good rows beside those that cannot be read', async () => {
    listener = answering('[{"timestamp":null,"result":{"a":1}},7]');
    const { rows, oddRows } = await client.runQuery({});
    expect(rows).toEqual([{ timestamp: null, values: { a: 1 } }]);
    expect(oddRows).toEqual([{ place: 2, part: '', found: 'number', sent: 7 }]);
  });

  it.each([
    ['{"rows":7,"total":1}', 'expected a list, received object with rows, total'],
    ['{}', 'expected a list, received object'],
    ['"text"', 'expected a list, received text'],
    ['', 'expected a list, received nothing'],
  ])('is named when it is no list of rows: %s', async (text, detail) => {
    listener = answering(text);
    await expect(client.runQuery({})).rejects.toMatchObject({ reason: 'badResponse', detail });
  });
});

describe('a refusal that repeats what was sent', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a new sensor', () => client.sensors.create('flow', { name: 'F', snmp_community: 'l0ndon' })],
    [
      'a sensor',
      () => client.sensors.modify('domain', '1', { fields: { name: 'D', mac_hasing_salt: 'l0ndon' } }),
    ],
  ])('tells no community and no salt of %s, in the error or in the log', async (_name, call) => {
    listener = answering('{"query": false, "error": "l0ndon is too short"}', 422);
    const failure = await call().catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'invalid', detail: '[secret] is too short' });
    expect(lines.join()).not.toContain('l0ndon');
  });
});
