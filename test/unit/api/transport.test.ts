import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { patientSignal, untilSent } from '../../../src/model/text/patientSignal.js';

const key = 'k3y/with +odd%chars';
const servers: Server[] = [];
const clients: ManagerClient[] = [];
const lines: string[] = [];

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const guesses: string[] = [];

function clientOf(address: string, timeout = 5_000): ManagerClient {
  const log = (line: string) => lines.push(line);
  const onGuessedLetters = () => guesses.push('guessed');
  const client = new ManagerClient({ address, key, trust: {}, timeout, log, onGuessedLetters });
  clients.push(client);
  return client;
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener => {
  return (_request, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  lines.length = guesses.length = 0;
});

describe('a manager client', () => {
  it('reads letters in the charset of the answer in every kind of answer, and says once that it guesses', async () => {
    const named = { id: 1, uuid: 'u', name: 'Café Größe', type: 1, children: [] };
    const of: Record<string, string> = {
      '/api/v1/inventory/racks': JSON.stringify([named]),
      '/api/v1/sensors/tree': JSON.stringify({ sensor: { ...named, padding: 'x'.repeat(1_100_000) } }),
      '/api/v1/access_points.csv': 'Name\nCafé\n',
      '/api/v1/inventory/racks/1': JSON.stringify({ error: 'Ungültig' }),
    };
    let charset = '; charset=iso-8859-1';
    const address = await listen((request, answer) => {
      const path = request.url?.split('?')[0] ?? '';
      answer.writeHead(path.endsWith('/1') ? 422 : 200, { 'content-type': `application/json${charset}` });
      answer.end(Buffer.from(of[path] ?? '', 'latin1'));
    });
    const client = clientOf(address);
    for (charset of [charset, '']) {
      expect((await client.listRecords('racks')).rows).toMatchObject([{ name: 'Café Größe' }]);
      expect(await client.sensors.tree()).toMatchObject({ name: 'Café Größe' });
      expect(await client.accessPoints.csv()).toBe('Name\nCafé\n');
      expect((await failureOf(client.getRecord('racks', 1))).detail).toBe('Ungültig');
      expect(guesses).toEqual(charset === '' ? ['guessed'] : []);
    }
    expect(lines.filter(line => line.includes('windows-1252'))).toEqual([
      'GET /api/v1/inventory/racks is no UTF-8 and names no charset, read as windows-1252 there',
    ]);
  });

  it('lets calls end that are under way when it is closed, and sends no other one', async () => {
    const seen: string[] = [];
    let answerNow: () => void = () => undefined;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>(resolve => (arrive = resolve));
    const address = await listen((request, answer) => {
      seen.push(`${request.method}`);
      answerNow = () => json(200, { query: true })(request, answer);
      arrive();
    });
    const client = clientOf(address);
    const deleting = client.deleteRecord('racks', 1);
    await arrived;
    const closing = client.close();
    const error = await failureOf(client.deleteRecord('racks', 2));
    expect([error.reason, error.neverSent]).toEqual(['unreachable', true]);
    answerNow();
    await deleting;
    await closing;
    expect(seen).toEqual(['DELETE']);
  });

  it('sends no write once its connection is locked, whoever holds it, and reads on', async () => {
    const seen: string[] = [];
    const address = await listen((request, answer) => {
      seen.push(`${request.method} ${request.url?.split('?')[0]}`);
      json(200, [])(request, answer);
    });
    let isLocked = false;
    const requireUnlocked = () => {
      if (isLocked) throw new Error('locked');
    };
    const options = { address, key, trust: {}, timeout: 5_000, log: () => undefined };
    const client = new ManagerClient({ ...options, requireUnlocked });
    clients.push(client);
    await client.deleteRecord('racks', 1);
    isLocked = true;
    const change = { fields: { name: 'A' } };
    const writes: Record<string, () => Promise<unknown>> = {
      delete: () => client.deleteRecord('racks', 2),
      create: () => client.createRecord('racks', { name: 'A' }),
      update: () => client.updateRecord('racks', 2, { changes: { name: 'A' } }),
      'renewal of a key': () => client.users.renewKey(7),
      'create of a sensor': () => client.sensors.create('domain', { name: 'A' }),
      'change of a sensor': () => client.sensors.modify('flow', 'a', change),
      'delete of a sensor': () => client.sensors.delete('a'),
      'overwrite of a tree': () => client.sensors.override({}),
      'delete of access points': () => client.sensors.deleteAccessPoints('a'),
      'override of access points': () => client.sensors.overrideAccessPoints('a', {}),
      'create of an access point': () => client.accessPoints.create({ name: 'A' }),
      'change of an access point': () => client.accessPoints.modify(1, change),
      'replacement of an access point': () => client.accessPoints.replace(1, change),
      'delete of listed access points': () => client.accessPoints.delete([{ id: 1 }]),
    };
    for (const [name, write] of Object.entries(writes)) await expect(write(), name).rejects.toThrow('locked');
    await client.listRecords('racks');
    await client.runQuery({ queryType: 'timeseries' });
    expect(seen).toEqual([
      'DELETE /api/v1/inventory/racks/1',
      'GET /api/v1/inventory/racks',
      'POST /api/data',
    ]);
  });

  it('asks the proxy for an http manager, and sends it there alone', async () => {
    const seen: string[] = [];
    const proxy = await listen((request, answer) => {
      seen.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.host}`);
      json(200, [])(request, answer);
    });
    const options = { address: 'http://manager.invalid:8080', key, trust: {}, proxy, timeout: 5_000 };
    const client = new ManagerClient({ ...options, log: () => undefined });
    clients.push(client);
    expect(await client.listRecords('racks')).toEqual({ rows: [], unread: [] });
    expect(seen).toEqual(['GET http://manager.invalid:8080/api/v1/inventory/racks manager.invalid:8080']);
  });

  it('opens a tunnel for an https manager, and names the proxy that refuses it', async () => {
    const asked: string[] = [];
    const proxy = await listen(() => undefined);
    servers[0]!.on('connect', (request, socket) => {
      asked.push(`${request.method} ${request.url}`);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const options = { address: 'https://manager.invalid', key, trust: {}, proxy, timeout: 5_000 };
    const client = new ManagerClient({ ...options, log: () => undefined });
    clients.push(client);
    const error = await failureOf(client.listRecords('racks'));
    expect([error.reason, error.stage, asked]).toEqual([
      'unreachable',
      'proxy',
      ['CONNECT manager.invalid:443'],
    ]);
  });

  it('sends the key in the query and the changed fields under the root key', async () => {
    const seen: string[] = [];
    const address = await listen((request, answer) => {
      let body = '';
      request.on('data', chunk => (body += String(chunk)));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
        answer.end('{"query":"true","rack":{}}');
      });
    });
    await clientOf(address).updateRecord('racks', 5, { changes: { u_height: 45 } });
    const token = new URLSearchParams({ auth_token: key }).toString();
    expect(seen).toEqual([
      `PATCH /api/v1/inventory/racks/5?${token} application/json {"rack":{"u_height":45}}`,
    ]);
  });

  it.each([
    ['a bare array', [{ id: 1, name: 'a' }]],
    ['the plural key', { query: true, racks: [{ id: '1', name: 'a' }] }],
    ['query as text', { query: 'true', racks: [{ id: 1, name: 'a' }] }],
    ['data', { data: [{ id: 1, name: 'a' }] }],
    ['results', { results: [{ id: 1, name: 'a' }] }],
  ])('reads a list wrapped as %s', async (_name, body) => {
    const client = clientOf(await listen(json(200, body)));
    expect(await client.listRecords('racks')).toMatchObject({ rows: [{ id: 1, name: 'a' }] });
  });

  it.each([
    ['bare', { id: 1, name: 'a' }],
    ['the singular key', { query: true, rack: { id: 1, name: 'a' } }],
    ['data', { data: { id: 1, name: 'a' } }],
  ])('reads a record wrapped as %s', async (_name, body) => {
    const client = clientOf(await listen(json(200, body)));
    expect(await client.getRecord('racks', 1)).toMatchObject({ id: 1, name: 'a' });
  });

  it.each(['cut', 'timeout', 'cancelled'])(
    'takes no write for accepted that is %s after its headers',
    async how => {
      let arrived: () => void = () => undefined;
      const arriving = new Promise<void>(resolve => (arrived = resolve));
      const address = await listen((_request, answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' });
        answer.flushHeaders();
        arrived();
        if (how === 'cut') setImmediate(() => answer.destroy());
      });
      const controller = new AbortController();
      const deleting = failureOf(
        clientOf(address, how === 'timeout' ? 300 : 5_000).deleteRecord('racks', 1, controller.signal),
      );
      await arriving;
      if (how === 'cancelled') controller.abort();
      expect((await deleting).reason).toBe(how === 'cut' ? 'unreachable' : how);
    },
  );

  it('asks for a compressed answer, and reads it', async () => {
    let asked: string | undefined;
    const address = await listen((request, answer) => {
      asked = String(request.headers['accept-encoding']);
      answer.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      answer.end(gzipSync('{"racks":[{"id":1,"name":"a"}]}'));
    });
    expect(await clientOf(address).listRecords('racks')).toMatchObject({ rows: [{ id: 1, name: 'a' }] });
    expect(asked).toBe('gzip, br');
  });

  it('keeps all digits of what it reads, also in the middle of a large tree', async () => {
    const padding = ' '.repeat(1024 * 1024);
    const tree =
      '{"uuid":9007199254740993,"name":"root","type":1,"children":[{"uuid":18446744073709551615}]}';
    for (const text of [tree, `${padding}${tree}`]) {
      const read = await clientOf(await listen(json(200, text))).sensors.tree();
      expect([read.uuid, read.children[0]?.uuid]).toEqual(['9007199254740993', '18446744073709551615']);
    }
    const records = await clientOf(
      await listen(json(200, '[{"id":1,"serial":9007199254740993}]')),
    ).listRecords('racks');
    expect(records.rows).toEqual([{ id: 1, serial: '9007199254740993' }]);
  });

  it.each([200, 201, 204])('takes status %i with an empty body for an accepted write', async status => {
    const client = clientOf(await listen(json(status, '')));
    await client.updateRecord('racks', 1, { changes: {} });
    await client.deleteRecord('racks', 1);
  });

  it.each([
    [401, { query: false, error: 'Unauthorized' }, 'unauthorized', 'Unauthorized'],
    [403, {}, 'forbidden', undefined],
    [404, '', 'notFound', undefined],
    [409, { message: 'busy' }, 'conflict', 'busy'],
    [422, { errors: { name: ["can't be blank"] } }, 'invalid', "name can't be blank"],
    [429, {}, 'rateLimited', undefined],
    [500, { error: 'must specify a metric' }, 'server', 'must specify a metric'],
    [504, '<html>', 'timeout', undefined],
    [200, { query: false, error: 'no' }, 'invalid', 'no'],
    [200, '<!doctype html><p>hello', 'badResponse', 'A web page'],
    [200, '{"racks": [', 'badResponse', 'Broken JSON'],
    [200, { racks: 7 }, 'badResponse', 'expected a list, received object with racks'],
    [302, '', 'badResponse', 'Redirect to http://elsewhere.example'],
  ])('names the failure of status %i %j', async (status, body, reason, detail) => {
    const client = clientOf(
      await listen(
        json(status, body, { location: `http://elsewhere.example/?auth_token=${key}`, 'retry-after': '60' }),
      ),
    );
    const error = await failureOf(client.listRecords('racks'));
    expect([error.reason, error.detail || undefined]).toEqual([
      reason,
      detail === undefined ? undefined : (expect.stringContaining(detail.slice(0, 12)) as string),
    ]);
  });

  it('does not follow a redirect, which would carry the key elsewhere', async () => {
    let reached = false;
    const other = await listen((_request, answer) => {
      reached = true;
      answer.end('[]');
    });
    const client = clientOf(await listen(json(301, '', { location: other })));
    expect((await failureOf(client.listRecords('racks'))).reason).toBe('badResponse');
    expect(reached).toBe(false);
  });

  it('repeats a read that met 503, and gives up after three attempts', async () => {
    let count = 0;
    const client = clientOf(
      await listen((request, answer) => {
        count += 1;
        json(503, {}, { 'retry-after': '0' })(request, answer);
      }),
    );
    expect((await failureOf(client.runQuery({}))).status).toBe(503);
    expect(count).toBe(3);
  });

  it.each([
    ['the client is closed', 'unreachable'],
    ['it is cancelled', 'cancelled'],
    ['nothing more is to be sent', 'cancelled'],
  ] as const)('waits to repeat a read only until %s', async (when, reason) => {
    const cancel = new AbortController();
    const end = new AbortController();
    const client = clientOf(
      await listen((request, answer) => {
        json(503, {}, { 'retry-after': '20' })(request, answer);
        if (when === 'the client is closed')
          answer.on('finish', () => setTimeout(() => void client.close(), 50));
        else
          answer.on('finish', () =>
            setTimeout(() => (when === 'it is cancelled' ? cancel : end).abort(), 50),
          );
      }),
    );
    const signal = patientSignal(cancel, untilSent(end.signal).patience);
    const started = performance.now();
    const failure = await failureOf(client.listRecords('racks', signal));
    expect(failure).toMatchObject({ reason, neverSent: reason === 'unreachable' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('repeats a read after as many seconds as a busy manager asks for', async () => {
    const arrived: number[] = [];
    const client = clientOf(
      await listen((request, answer) => {
        arrived.push(performance.now());
        const reply = arrived.length === 1 ? json(429, {}, { 'retry-after': '1' }) : json(200, []);
        reply(request, answer);
      }),
    );
    expect(await client.listRecords('racks')).toEqual({ rows: [], unread: [] });
    const [first = 0, second = 0] = arrived;
    expect(second - first).toBeGreaterThan(900);
  });

  it.each(['updateRecord', 'createRecord', 'deleteRecord'] as const)('never repeats %s', async write => {
    let count = 0;
    const address = await listen(request => {
      count += 1;
      request.socket.destroy();
    });
    const client = clientOf(address);
    const writes = {
      updateRecord: () => client.updateRecord('racks', 1, { changes: {} }),
      createRecord: () => client.createRecord('racks', {}),
      deleteRecord: () => client.deleteRecord('racks', 1),
    };
    const error = await failureOf(writes[write]());
    expect([error.reason, error.stage, error.neverSent, count]).toEqual(['unreachable', 'closed', false, 1]);
  });

  it('says that nobody listens, and that nothing was sent', async () => {
    const address = await listen(json(200, []));
    servers[0]!.close();
    const error = await failureOf(clientOf(address).updateRecord('racks', 1, { changes: {} }));
    expect([error.reason, error.stage, error.neverSent]).toEqual(['unreachable', 'connect', true]);
  });

  it('says that a host name is unknown', async () => {
    const error = await failureOf(
      clientOf('http://nobody.invalid').updateRecord('racks', 1, { changes: {} }),
    );
    expect([error.reason, error.stage]).toEqual(['unreachable', 'dns']);
  });

  it('gives up on a manager that never ends its answer', async () => {
    const client = clientOf(await listen((_request, answer) => void answer.write('[')), 150);
    expect((await failureOf(client.listRecords('racks'))).reason).toBe('timeout');
  });

  it('ends at once when the caller cancels, and closes the connection', async () => {
    let closed: (() => void) | undefined;
    const isClosed = new Promise<void>(resolve => (closed = resolve));
    let arrived: (() => void) | undefined;
    const hasArrived = new Promise<void>(resolve => (arrived = resolve));
    const client = clientOf(
      await listen((_request, answer) => {
        answer.once('close', () => closed?.());
        arrived?.();
      }),
    );
    const controller = new AbortController();
    const failure = failureOf(client.runQuery({}, controller.signal));
    await hasArrived;
    controller.abort();
    expect((await failure).reason).toBe('cancelled');
    await isClosed;
  });

  it('reports a body that ends too early', async () => {
    const client = clientOf(
      await listen((_request, answer) => {
        answer.writeHead(200, { 'content-length': '100' });
        answer.write('[{"id":');
        setTimeout(() => answer.destroy(), 10);
      }),
    );
    const error = await failureOf(client.updateRecord('racks', 1, { changes: {} }));
    expect(['unreachable', 'badResponse']).toContain(error.reason);
  });

  it.each([
    [
      'an update',
      (client: ManagerClient, password: string) =>
        client.updateRecord('account_keys', 1, { changes: { password } }),
    ],
    [
      'a create',
      (client: ManagerClient, password: string) =>
        client.createRecord('account_keys', { name: 'n', password }),
    ],
  ])('never tells a password of %s, even when the manager repeats it', async (_what, send) => {
    const password = 'p"ss w\\rd\nå';
    const spellings = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
    const echo = `password ${spellings.join(' and ')} was leaked before`;
    const client = clientOf(await listen(json(422, { errors: { password: [echo] } })));
    const { message, detail } = await failureOf(send(client, password));
    expect(detail).toBe('password [secret] and [secret] and [secret] was leaked before');
    for (const told of [message, ...lines]) expect(told).not.toMatch(/p"ss|rd.å|p%22/);
  });

  it('never tells the key, even when the manager repeats it', async () => {
    const echo = `token ${key} and ${encodeURIComponent(key)} and ${new URLSearchParams({ a: key }).toString().slice(2)}`;
    const client = clientOf(await listen(json(422, { error: echo })));
    const error = await failureOf(client.listRecords('racks'));
    const told = [error.message, error.detail, error.stack, JSON.stringify(error), ...lines].join('\n');
    for (const secret of [
      key,
      encodeURIComponent(key),
      new URLSearchParams({ a: key }).toString().slice(2),
    ]) {
      expect(told).not.toContain(secret);
    }
    expect(lines).toHaveLength(2);
  });
});
