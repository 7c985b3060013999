import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';

const servers: Server[] = [];
const sockets: Socket[] = [];
const clients: ManagerClient[] = [];

/** A manager that writes these bytes for each request; asked is how many requests came. */
async function managerOf(...pieces: string[]) {
  const asked: string[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    let request = '';
    socket
      .on('error', () => undefined)
      .on('data', data => {
        request += data.toString('latin1');
        if (!request.includes('\r\n\r\n')) return;
        asked.push(request.slice(0, request.indexOf(' ')));
        request = '';
        for (const piece of pieces) socket.write(piece);
      });
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new ManagerClient({ address, key: 'k', trust: {}, timeout: 5_000, log: () => undefined });
  clients.push(client);
  return { client, asked };
}

const answer = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const rack = '{"rack":{"id":1,"name":"R"}}';

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(clients.splice(0).map(client => client.close()));
  for (const server of servers.splice(0)) server.close();
});

describe('HTTP that is seldom seen', () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n';
  const many = Array.from({ length: 200 }, (_, at) => `X-${at}: ${'x'.repeat(200)}\r\n`).join('');

  it.each([
    ['102 and 103 before the answer', [`HTTP/1.1 102 Processing\r\n\r\n${early}`, answer(rack)]],
    ['a header of 60 kB', [answer(rack, `X-Trace: ${'x'.repeat(60_000)}\r\n`)]],
    ['200 headers of 200 bytes', [answer(rack, many)]],
  ])('is read like any other: %s', async (_name, pieces) => {
    const { client, asked } = await managerOf(...pieces);
    expect(await client.getRecord('racks', 1)).toMatchObject({ id: 1, name: 'R' });
    await client.updateRecord('racks', 1, { changes: { name: 'R' } });
    expect(asked).toEqual(['GET', 'PATCH']);
  });

  it.each([
    ['a coding that it does not have', 'Content-Encoding: gzip\r\n', 'name is taken'],
    ['a coding that nobody knows', 'Content-Encoding: zstd\r\n', 'name is taken'],
    ['2 MB of a page', '', `<html>${'x'.repeat(2 * 1024 * 1024)}`],
  ])('refuses, also with %s', async (_name, headers, body) => {
    const { client, asked } = await managerOf(answer(body, headers).replace('200 OK', '409 Conflict'));
    await expect(client.sensors.tree()).rejects.toMatchObject({ reason: 'conflict', status: 409 });
    const write = client.updateRecord('racks', 1, { changes: { name: 'R' } });
    await expect(write).rejects.toMatchObject({ reason: 'conflict', status: 409 });
    expect(asked).toEqual(['GET', 'PATCH']);
  });

  it.each([
    ['100 Continue, which nobody asked for', ['HTTP/1.1 100 Continue\r\n\r\n', answer(rack)]],
    ['100 Continue, which nobody asked for', [`HTTP/1.1 100 Continue\r\n\r\n${answer(rack)}`]],
    [
      '101 Switching Protocols, which nobody asked for',
      ['HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ],
    ['Headers over 256 kB', [answer(rack, `X-Trace: ${'x'.repeat(300_000)}\r\n`)]],
  ])('is called what it was, and leaves open what a write became: %s', async (detail, pieces) => {
    const { client, asked } = await managerOf(...pieces);
    const failed = async (call: Promise<unknown>) => call.catch((error: unknown) => error);
    const failures = [
      await failed(client.getRecord('racks', 1)),
      await failed(client.updateRecord('racks', 1, { changes: { name: 'R' } })),
    ];
    for (const error of failures)
      expect(error).toMatchObject({ reason: 'badResponse', detail, neverSent: false });
    expect(failures.map(isOutcomeUnknown)).toEqual([true, true]);
    expect(asked).toEqual(['GET', 'PATCH']);
  });
});
