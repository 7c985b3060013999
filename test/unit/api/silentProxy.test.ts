import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDispatcher } from '../../../src/api/dispatcher.js';
import { inspectCertificate } from '../../../src/api/inspectCertificate.js';
import { ManagerClient } from '../../../src/api/managerClient.js';

/** Takes connections, and what is sent over them, and says nothing. */
describe('behind a proxy that is silent', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let proxy: string;
  let met: () => void = () => undefined;
  const meeting = () => new Promise<void>(resolve => (met = resolve));

  beforeAll(async () => {
    server = createServer(socket => {
      sockets.add(socket.on('error', () => undefined).on('data', () => met()));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const address = 'https://manager.example.net';
  const client = (timeout: number, dispatcher?: Dispatcher) =>
    new ManagerClient(
      { address, key: 'the-key-0123456789ab', trust: {}, proxy, timeout, log: () => undefined },
      dispatcher,
    );

  it('a request ends with its time limit, and its client can be closed', async () => {
    const made = client(300);
    await expect(made.verify()).rejects.toMatchObject({ reason: 'timeout' });
    await made.close();
  });

  it('a request ends when it is cancelled, and its client can be closed', async () => {
    const made = client(600_000);
    const controller = new AbortController();
    const reading = made.verify(controller.signal);
    reading.catch(() => undefined);
    await meeting();
    controller.abort();
    await expect(reading).rejects.toMatchObject({ reason: 'cancelled' });
    await made.close();
  });

  it('looking at a certificate ends when it is cancelled, with or without the proxy', async () => {
    for (const route of [{ proxy }, {}]) {
      const controller = new AbortController();
      const target = route.proxy ? address : proxy.replace('http:', 'https:');
      const looking = inspectCertificate(target, { ...route, signal: controller.signal });
      looking.catch(() => undefined);
      await meeting();
      controller.abort();
      await expect(looking).rejects.toMatchObject({ name: 'AbortError' });
    }
  });

  it('looking at a certificate ends by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { signal } = new AbortController();
      const looking = expect(inspectCertificate(address, { proxy, signal })).rejects.toThrow();
      await meeting();
      vi.advanceTimersByTime(10_000);
      await looking;
    } finally {
      vi.useRealTimers();
    }
  });

  it('a tunnel through which nothing was sent ends by itself', async () => {
    const dispatcher = createDispatcher({ trust: {}, proxy, plainHttp: false, connectTimeout: 300 });
    const made = client(600_000, dispatcher);
    await expect(made.deleteRecord('racks', 1)).rejects.toMatchObject({ stage: 'proxy', neverSent: true });
    await made.close();
  });

  it('a call that is cancelled before it begins ends at once', async () => {
    const made = client(600_000);
    await expect(made.verify(AbortSignal.abort())).rejects.toMatchObject({ reason: 'cancelled' });
    await made.close();
  });
});
