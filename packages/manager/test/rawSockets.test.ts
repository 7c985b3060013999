import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTables } from './asUser.js';
import { startTestManager, type TestManager } from './testManager.js';

const racks = '/api/v1/inventory/racks?auth_token=KEY';
const json = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\n';

/** Bytes that are no request, or a broken one; `KEY` stands for the key. */
const garbage: readonly [string, string | Buffer][] = [
  ['nothing', ''],
  ['noise', Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256))],
  ['a TLS greeting', Buffer.from('16030100f5010000f10303', 'hex')],
  ['a method that is none', `EAT ${racks} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['a version that is none', `GET ${racks} HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n`],
  ['no host', `GET ${racks} HTTP/1.1\r\n\r\n`],
  ['a header without a colon', `GET ${racks} HTTP/1.1\r\nHost: 127.0.0.1\r\nbroken\r\n\r\n`],
  ['a NUL in a header', `GET ${racks} HTTP/1.1\r\nHost: 127.0.0.1\r\nA: b\u0000c\r\n\r\n`],
  ['headers of a megabyte', `GET ${racks} HTTP/1.1\r\nHost: 127.0.0.1\r\nA: ${'a'.repeat(1e6)}\r\n\r\n`],
  ['ten thousand headers', `GET ${racks} HTTP/1.1\r\nHost: 127.0.0.1\r\n${'a: b\r\n'.repeat(10_000)}\r\n`],
  ['an address of a megabyte', `GET /${'a'.repeat(1e6)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['an address with a space', `GET /api/v1/ x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  [
    'raw bytes in the address',
    Buffer.from(`GET /api/v1/\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, 'latin1'),
  ],
  ['a negative length', `POST ${racks} HTTP/1.1\r\n${json}Content-Length: -5\r\n\r\n{}`],
  ['two lengths', `POST ${racks} HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST ${racks} HTTP/1.1\r\n${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  ['chunks that are none', `POST ${racks} HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
  ['a huge length', `POST ${racks} HTTP/1.1\r\n${json}Content-Length: 99999999999\r\n\r\n{}`],
  ['a body that ends early', `POST ${racks} HTTP/1.1\r\n${json}Content-Length: 900\r\n\r\n{"rack":`],
  [
    'bytes that are not UTF-8',
    Buffer.from(`POST ${racks} HTTP/1.1\r\n${json}Content-Length: 4\r\n\r\n"\xff\xfe"`, 'latin1'),
  ],
];

describe('what is no request', { timeout: 30_000 }, () => {
  let manager: TestManager;
  let port: number;
  beforeAll(async () => {
    manager = await startTestManager();
    await manager.app.listen({ port: 0, host: '127.0.0.1' });
    port = (manager.app.server.address() as AddressInfo).port;
  });
  afterAll(() => manager.stop());

  const received = async (socket: Socket): Promise<string> => {
    const pieces: Buffer[] = [];
    socket.on('data', piece => pieces.push(piece));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    return Buffer.concat(pieces).toString();
  };

  /** Sends bytes and no more after them, and returns what the manager still answers. */
  const drop = (bytes: string | Buffer): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.end(typeof bytes === 'string' ? bytes.replaceAll('KEY', manager.key) : bytes);
    return received(socket);
  };

  /** Sends a whole request, and returns the answer. */
  const ask = (path: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET ${path.replace('KEY', manager.key)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    );
    return received(socket);
  };

  it.each(garbage)('%s is refused or dropped, and the next request is answered', async (_what, bytes) => {
    const before = await recordTables(manager);
    const answer = await drop(bytes);
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer), answer.slice(0, 200)).toBe(true);
    expect(answer).not.toContain(manager.key);
    expect(await recordTables(manager)).toBe(before);
    const next = await ask(racks);
    expect(next).toMatch(/^HTTP\/1\.1 200 [\s\S]*"query":true/);
    expect(manager.failures).toEqual([]);
  });
});
