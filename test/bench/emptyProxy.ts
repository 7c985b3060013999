import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * Hands every request on to a broker, and the body of its answer back as it comes, with the same client and server as the manager and
 * nothing else: what a hop costs. It prints its address as the first line, until the process is ended.
 */
export async function serveEmptyProxy(broker: string): Promise<never> {
  const pool = new Pool(broker, { headersTimeout: 0, bodyTimeout: 0 });
  const headers = { 'content-type': 'application/json' };
  const server = createServer((incoming, response) => {
    void (async () => {
      const { body } = await pool.request({ method: 'POST', path: '/druid/v2', headers, body: incoming });
      response.writeHead(200, headers);
      await pipeline(body, response);
    })();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, apiKey: '' }));
  return delay(2 ** 31 - 1) as Promise<never>;
}
