import { createServer, type RequestListener, type Server } from 'node:http';
import { printRecord } from '../../../src/model/inventory/recordText.js';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { maskedKey } from '../../../src/model/text/userKeys.js';

const key = 'the-key-0123456789ab';
let server: Server;
let client: ManagerClient;
let urls: URL[];
let lines: string[];
let listener: RequestListener;
let onLine: () => void;

beforeEach(async () => {
  urls = [];
  lines = [];
  onLine = () => undefined;
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
    'users.keyOf': signal => client.users.keyOf(1, signal),
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

  it.each(['Authentication_token', 'api_key', 'Secret', 'password'])(
    'has no key in a column called %s, however it looks',
    async column => {
      listener = answering(`Login,${column}\nadmin,short\n`);
      expect(await client.users.csv()).not.toContain('short');
    },
  );

  const bottomless = `{"auth_token":{"length":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
  it.each(['{"query":true}', '{"auth_token":""}', '', bottomless])('holds no new key: %.40s', async text => {
    listener = answering(text);
    await expect(client.users.renewKey(5)).rejects.toMatchObject({
      reason: 'badResponse',
      detail: 'No new key in the answer',
    });
  });

  it.each([
    ['errors', { auth_token: 'new-key', errors: ['The mail was not sent'] }],
    ['a failure', { auth_token: 'new-key', error: 'Mail' }],
    ['what it is wrapped in', { data: { user: { id: 5, auth_token: 'new-key' } } }],
    ['a user', { query: true, auth_token: 'new-key', user: { id: 5 } }],
    ['nothing else', { query: true, auth_token: 'new-key', data: {} }],
  ])('gives a new key that came beside %s: nobody else has it', async (_, body) => {
    listener = answering(JSON.stringify(body));
    expect(await client.users.renewKey(5)).toBe('new-key');
  });

  it('gives no key of an answer that says that it failed', async () => {
    listener = answering('{"query":false,"auth_token":"new-key","password":["can\'t be blank"]}');
    await expect(client.users.renewKey(5)).rejects.toMatchObject({
      reason: 'invalid',
      detail: "auth_token [secret]; password can't be blank",
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

  it('keeps numbers that JavaScript does not hold as they were sent, in results and in records', async () => {
    listener = answering('[{"timestamp":"2026-11-20","result":{"a":1e400,"b":-1e400,"c":1e-400}}]');
    const { rows } = await client.runQuery({});
    expect(rows[0]?.values).toEqual({ a: '1e400', b: '-1e400', c: '1e-400' });
    listener = answering('{"rack":{"id":1,"name":"R","u_height":1e400,"depth":[-1e400]}}');
    const record = await client.getRecord('racks', 1);
    expect(JSON.parse(printRecord('racks', record))).toMatchObject({ u_height: '1e400', depth: ['-1e400'] });
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

  const row = '{"timestamp":"2026-11-20","result":{"a":1,"message":"of a row"}}';
  it.each<[string, string[], boolean?]>([
    [`[${row}]`, []],
    [`{"rows":[${row}],"warning":"3 of 5 segments"}`, ['3 of 5 segments']],
    [`{"result":[${row}],"message":"cut"}`, ['cut']],
    [`{"data":[${row}],"meta":{"warnings":["one",{"code":7,"message":"two"}]}}`, ['one; two']],
    [`{"query":true,"rows":[${row}],"error":"partial"}`, ['partial']],
    [`{"data":{"rows":[${row}],"notice":"one"},"notes":["one"],"error":null,"warnings":[]}`, ['one']],
    [`{"rows":[${row}],"message":"OK","info":{"version":"1.2"},"took":"3 ms"}`, []],
    [`{"rows":[${row}],"truncated":true}`, [], true],
    [`{"rows":[${row}],"status":"partial"}`, [], true],
    [`{"rows":[${row}],"meta":{"has_more":true,"messages":{"a":"b"}}}`, ['a b'], true],
  ])('tells what stands beside its rows: %s', async (text, remarks, isPart = false) => {
    listener = answering(text);
    const answer = await client.runQuery({});
    expect(answer).toMatchObject({ remarks, isPart, oddRows: [], rows: [{ values: { a: 1 } }] });
  });

  it('tells what its headers say beside its rows', async () => {
    const missing = '{"missingSegments":[{"itvl":"2026"}],"uncoveredIntervals":[]}';
    listener = (_request, answer) =>
      answer
        .setHeader('warning', '299 manager "2 nodes are down", 199 - "old"')
        .setHeader('x-druid-response-context', missing)
        .end(`[${row}]`);
    expect(await client.runQuery({})).toMatchObject({ remarks: ['2 nodes are down', 'old'], isPart: true });
    listener = (_request, answer) =>
      answer.setHeader('x-druid-response-context', '{"missingSegments":[]}').end(`[${row}]`);
    expect(await client.runQuery({})).toMatchObject({ remarks: [], isPart: false });
  });

  it('tells of its remarks the first ones, each cut, and without the key', async () => {
    const words = [`of ${key}`, 'x'.repeat(5000), ...'abcdefgh'];
    const warnings = words.map((text, at) => [`w${at}_warning`, text] as const);
    listener = answering(JSON.stringify({ rows: [], ...Object.fromEntries(warnings) }));
    const { remarks } = await client.runQuery({});
    expect(remarks).toHaveLength(5);
    expect(remarks.join()).not.toContain(key);
    expect(remarks[1]?.length).toBeLessThan(1000);
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
  const refuse = (call: () => Promise<unknown>) => {
    listener = answering('{"query": false, "error": "l0ndon is too short"}', 422);
    return call().catch((error: unknown) => error);
  };

  it('tells no secret of it, in the error or in the log', async () => {
    const failure = await refuse(() => client.sensors.create('vendor', { name: 'F', secret: 'l0ndon' }));
    expect(failure).toMatchObject({ reason: 'invalid', detail: '[secret] is too short' });
    expect(lines.join()).not.toContain('l0ndon');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['community', () => client.sensors.create('flow', { name: 'F', snmp_community: 'l0ndon' })],
    [
      'salt',
      () => client.sensors.modify('domain', '1', { fields: { name: 'D', mac_hasing_salt: 'l0ndon' } }),
    ],
  ])('tells a %s as any other setting', async (_name, call) => {
    expect(await refuse(call)).toMatchObject({ reason: 'invalid', detail: 'l0ndon is too short' });
  });
});
