import { text as textOf } from 'node:stream/consumers';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { endpointTable, type EndpointName } from '../../../packages/manager/test/contract/endpointTable.js';

/** Rows of contract 001. */
type Row = Exclude<EndpointName, `${string}: ${string}` | 'Data query'>;

const uuid = '2584761509592299795';
const mac = 'aa:bb:cc:00:11:22';
const tree = { id: 1, uuid, name: 'root', type: 1, children: [] };
const created = { id: 2, uuid: '17', name: 'North', ip: '10.0.0.1' };
const fields = { name: 'North' };

interface Exchange {
  readonly call: (client: ManagerClient) => Promise<unknown>;
  /** What the manager answers. */
  readonly answer: unknown;
  /** What the client makes of it. */
  readonly result: unknown;
  readonly body?: unknown;
}

const sensor = { query: true, sensor: created };
const ap = { query: true, ap: { id: 5, name: 'AP1', mac_address: mac } };
const listed = [{ name: 'AP1', mac_address: mac, status: 1 }];
const done = { query: 'true' };
const nodes = { sensor: { name: 'root', children: [] } };
const points = { access_points: [{ name: 'AP1', mac_address: mac }] };
const users = [
  { id: 5, login: 'admin', authentication_token: 'the-key-0123456789ab' },
  { id: 6, login: 'guest', authentication_token: 'another-key-01234567' },
];
const withoutKeys = [
  { id: 5, login: 'admin', ownsKey: true },
  { id: 6, login: 'guest', ownsKey: false },
];

const whole = (rows: readonly unknown[]) => ({ rows, unread: [] });

const exchanges: Record<Row, Exchange> = {
  'Sensor tree of one sensor': {
    call: client => client.sensors.tree(uuid),
    answer: { query: true, sensor: tree },
    result: expect.objectContaining({ uuid, name: 'root' }),
  },
  "Sensor tree of the caller's top domain": {
    call: client => client.sensors.tree(),
    answer: tree,
    result: expect.objectContaining({ uuid, name: 'root' }),
  },
  'Create domain': {
    call: client => client.sensors.create('domain', fields),
    answer: { query: true, sensor: { ...created, type: '1', domain_type: '2' } },
    result: { ...created, type: 1, domain_type: 2 },
    body: fields,
  },
  'Create flow sensor': {
    call: client => client.sensors.create('flow', fields),
    answer: sensor,
    result: created,
    body: fields,
  },
  'Create vendor sensor': {
    call: client => client.sensors.create('vendor', fields),
    answer: { query: true, sensor: { ...created, secret: '52bc' } },
    result: { ...created, secret: '52bc' },
    body: fields,
  },
  'Create MSE sensor': {
    call: client => client.sensors.create('mse', fields),
    answer: { data: created },
    result: created,
    body: fields,
  },
  'List MSE sensors of a domain': {
    call: client => client.sensors.listMse(uuid),
    answer: { query: true, mse: [{ ...created, type: 8 }] },
    result: whole([{ ...created, type: 8, children: [], access_points: [] }]),
  },
  'Delete sensor and all its subordinate sensors': {
    call: client => client.sensors.delete(uuid),
    answer: '',
    result: 'done',
  },
  'Modify domain': {
    call: client => client.sensors.modify('domain', uuid, { fields }),
    answer: sensor,
    result: created,
    body: fields,
  },
  'Modify flow sensor': {
    call: client => client.sensors.modify('flow', uuid, { fields }),
    answer: sensor,
    result: created,
    body: fields,
  },
  'Modify MSE sensor': {
    call: client => client.sensors.modify('mse', uuid, { fields }),
    answer: created,
    result: created,
    body: fields,
  },
  'Modify vendor sensor': {
    call: client => client.sensors.modify('vendor', uuid, { fields }),
    answer: '',
    result: {},
    body: fields,
  },
  'Overwrite domain tree': {
    call: client => client.sensors.override(nodes, { uuid }),
    answer: done,
    result: 'done',
    body: nodes,
  },
  "Overwrite the tree of the caller's top domain": {
    call: client => client.sensors.override(nodes),
    answer: done,
    result: 'done',
    body: nodes,
  },
  'List access points as JSON': {
    call: client => client.accessPoints.list({ status: '1' }),
    answer: { query: true, access_points: listed },
    result: whole(listed),
  },
  'List access points as CSV': {
    call: client => client.accessPoints.csv({ name: 'AP1' }),
    answer: 'mac_address,status\naa:bb:cc:00:11:22,1\n',
    result: 'mac_address,status\naa:bb:cc:00:11:22,1\n',
  },
  'Create access point': {
    call: client => client.accessPoints.create({ ...fields, mac_address: mac }),
    answer: ap,
    result: ap.ap,
    body: { ...fields, mac_address: mac },
  },
  'Modify access point, PATCH by id': {
    call: client => client.accessPoints.modify(5, { fields }),
    answer: { query: true, access_point: ap.ap },
    result: undefined,
    body: fields,
  },
  'Modify access point, PATCH by MAC': {
    call: client => client.accessPoints.modify(mac, { fields }),
    answer: { query: true, ...ap.ap },
    result: undefined,
    body: fields,
  },
  'Modify access point, PUT by id': {
    call: client => client.accessPoints.replace(5, { fields }),
    answer: ap,
    result: undefined,
    body: fields,
  },
  'Modify access point, PUT by MAC': {
    call: client => client.accessPoints.replace(mac, { fields }),
    answer: ap,
    result: undefined,
    body: fields,
  },
  'Delete a list of access points': {
    call: client => client.accessPoints.delete([{ mac_address: mac }, { id: 7 }]),
    answer: done,
    result: 'done',
    body: { access_points: [{ mac_address: mac }, { id: 7 }] },
  },
  'Delete all access points in a domain': {
    call: client => client.sensors.deleteAccessPoints(uuid),
    answer: done,
    result: 'done',
  },
  "Override a domain's access points": {
    call: client => client.sensors.overrideAccessPoints(uuid, points),
    answer: done,
    result: 'done',
    body: points,
  },
  'List all users as JSON': {
    call: client => client.users.list(),
    answer: { query: true, users },
    result: whole(withoutKeys),
  },
  'List all users as CSV': {
    call: client => client.users.csv(),
    answer: 'Name,Email\nAdmin,a@example.net\n',
    result: 'Name,Email\nAdmin,a@example.net\n',
  },
  "Renew a user's API key": {
    call: client => client.users.renewKey(5),
    answer: { query: true, auth_token: 'a-new-key-0123456789' },
    result: 'a-new-key-0123456789',
  },
};

interface Seen {
  readonly method: string | undefined;
  readonly path: string;
  readonly body: unknown;
}

let server: Server;
let client: ManagerClient;
let seen: Seen[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    void textOf(request).then(text => {
      const path = new URL(request.url ?? '', 'http://manager').pathname;
      const body = text === '' ? undefined : (JSON.parse(text) as unknown);
      seen.push({ method: request.method, path, body });
      answer(request, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { address: `http://127.0.0.1:${port}`, trust: {}, timeout: 5_000, log: () => undefined };
  client = new ManagerClient({ ...options, key: users[0]!.authentication_token });
});

afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

describe('the client has a method for every row of contract 001', () => {
  const rows = Object.entries(exchanges) as [Row, Exchange][];

  it.each(rows)('%s', async (name, { call, answer: body, result, body: sent }) => {
    answer = (_request, response) => {
      const isText = typeof body === 'string';
      response.setHeader('content-type', isText ? 'text/csv' : 'application/json');
      response.end(isText ? body : JSON.stringify(body));
    };
    expect(await call(client)).toEqual(result);
    const { method, path } = endpointTable[name];
    const concrete = path.replace('<uuid>', uuid).replace('<id>', '5').replace('<mac>', mac);
    expect(seen).toEqual([{ method, path: concrete, body: sent }]);
  });

  it.each(rows.filter(([name]) => isWrite(name)))(
    'sends it once when the answer is lost: %s',
    async (_name, { call }) => {
      answer = (_request, response) => response.destroy();
      await expect(call(client)).rejects.toMatchObject({ reason: 'unreachable', neverSent: false });
      expect(seen.length).toBe(1);
    },
  );
});

const isWrite = (name: Row) => endpointTable[name].method !== 'GET' || name === "Renew a user's API key";

describe('a call that would reach another address', () => {
  it.each(['', '.', '..'])('is refused before anything is sent: “%s”', async identity => {
    answer = (_request, response) => response.end('{}');
    for (const call of [
      () => client.sensors.delete(identity),
      () => client.sensors.deleteAccessPoints(identity),
      () => client.sensors.override(nodes, { uuid: identity }),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(ApiError);
    }
    expect(seen).toEqual([]);
  });

  it('cannot be made of a uuid with a slash', async () => {
    answer = (_request, response) => response.end('{}');
    await client.sensors.delete('1/access_points?x');
    expect(seen[0]?.path).toBe('/api/v1/sensors/1%2Faccess_points%3Fx');
  });
});

describe('a list as CSV', () => {
  const csv = 'Nombre;Usuario;Clave\n=Ana;john_smith_2024_admin;another-key-of-hers\n';

  it('is read beside the users where it does not tell their keys, and masked by them', async () => {
    const list = [{ login: 'john_smith_2024_admin', authentication_token: 'another-key-of-hers' }];
    answer = ({ url }, response) =>
      response.end(url?.includes('.csv') ? csv : JSON.stringify({ query: true, users: list }));
    expect(await client.users.csv()).toBe(
      `Nombre;Usuario;Clave\n'=Ana;john_smith_2024_admin;(key not shown)\n`,
    );
    expect(await client.users.csvWithKeys()).toBe(csv.replace('=Ana', `'=Ana`));
    expect(await client.accessPoints.csv()).toBe(csv.replace('=Ana', `'=Ana`));
  });

  it('is masked by what a key looks like where the users cannot be read', async () => {
    answer = ({ url }, response) => {
      response.statusCode = url?.includes('.csv') ? 200 : 500;
      response.end('Login;Clave\nana;M4X5c4xhwYbPZ3s5xzHU\n');
    };
    expect(await client.users.csv()).toBe('Login;Clave\nana;(key not shown)\n');
  });

  it('is refused when a web page comes instead', async () => {
    answer = (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<html>Log in</html>');
    };
    await expect(client.users.csv()).rejects.toMatchObject({ reason: 'badResponse' });
  });

  it('is refused with the words of the manager', async () => {
    answer = (_request, response) => {
      response.statusCode = 401;
      response.end('{"query":false,"error":"Not for you"}');
    };
    await expect(client.users.csv()).rejects.toMatchObject({ reason: 'unauthorized', detail: 'Not for you' });
  });
});
