import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient, type ManagerClientOptions } from '../../../src/api/managerClient.js';
import { waitBefore } from '../../../src/api/retries.js';
import { sendSteps } from '../../../src/changes/steps.js';
import { patientSignal, untilSent, type Wait } from '../../../src/model/text/patientSignal.js';

/** A manager that refuses some requests with 429; everything else is done. */
let server: Server;
let address: string;
const clients: ManagerClient[] = [];
const arrived: { readonly at: number; readonly what: string; readonly isRefused: boolean }[] = [];
/** Whether the request with this number, from 0, is refused; the seconds that it is told to wait, or none. */
let refuses: (number: number) => string | undefined;
/** Is called when a client has heard of a refusal. */
let onRefusal: () => void;

beforeEach(async () => {
  arrived.length = 0;
  refuses = () => undefined;
  onRefusal = () => undefined;
  server = createServer((request, answer) => {
    const wait = refuses(arrived.length);
    arrived.push({
      at: performance.now(),
      what: `${request.method} ${request.url?.split('?')[0]?.split('/').at(-1)}`,
      isRefused: wait !== undefined,
    });
    if (wait === undefined) return answer.end('[]');
    answer.writeHead(429, wait === '' ? {} : { 'retry-after': wait }).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(clients.splice(0).map(client => client.close()));
  server.closeAllConnections();
  server.close();
});

function clientOf(options: Partial<ManagerClientOptions> = {}): ManagerClient {
  const log = (line: string) => void (line.includes('rateLimited') && setImmediate(onRefusal));
  const common = { address, key: 'k', trust: {}, timeout: 5_000, log };
  const client = new ManagerClient({ ...common, ...options });
  clients.push(client);
  return client;
}
const taken = () => arrived.filter(({ isRefused }) => !isRefused).map(({ what }) => what);
const refused = () => arrived.filter(({ isRefused }) => isRefused).length;
const oneRefusal = () => new Promise<void>(resolve => (onRefusal = resolve));
const rename = (client: ManagerClient, id: number, signal?: AbortSignal) =>
  client.updateRecord('racks', id, { changes: { name: 'N' }, ...(signal && { signal }) });

describe('a write that is refused with 429', () => {
  it.each(['0.05', '', '-3', 'soon'])(
    'is sent again until it is done, once: Retry-After “%s”',
    async wait => {
      refuses = number => (number < 1 ? wait : undefined);
      await rename(clientOf(), 7);
      expect(arrived.map(({ what }) => what)).toEqual(['PATCH 7', 'PATCH 7']);
    },
  );

  it('waits as long as the manager asks', async () => {
    refuses = number => (number === 0 ? '0.3' : undefined);
    await rename(clientOf(), 7);
    expect(arrived[1]!.at - arrived[0]!.at).toBeGreaterThan(290);
  });

  it('waits by the clock of the manager where that is told a date', async () => {
    const [sent, until] = [0, 1].map(second => new Date(Date.UTC(2001, 1, 1, 8, 0, second)).toUTCString());
    const old = createServer((request, answer) => {
      arrived.push({ at: performance.now(), what: `${request.method}`, isRefused: arrived.length === 0 });
      const { length } = arrived;
      if (length === 1) answer.writeHead(429, { date: sent!, 'retry-after': until! }).end('{}');
      else answer.end();
    });
    await new Promise<void>(resolve => old.listen(0, '127.0.0.1', resolve));
    await rename(clientOf({ address: `http://127.0.0.1:${(old.address() as AddressInfo).port}` }), 7);
    old.closeAllConnections();
    old.close();
    expect(arrived[1]!.at - arrived[0]!.at).toBeGreaterThan(950);
  });

  it('is said to people for as long as it waits, once for all, and all are given up at once', async () => {
    refuses = () => '20';
    const shown: Wait[] = [];
    const cancel = new AbortController();
    let isShown = () => undefined as void;
    let isOver = false;
    const shownFirst = new Promise<void>(resolve => (isShown = resolve));
    const client = clientOf({
      showWait: async during => {
        await during(cancel.signal, wait => {
          shown.push(wait);
          isShown();
        });
        isOver = true;
      },
    });
    const first = rename(client, 1);
    await shownFirst;
    const saves = Promise.allSettled([first, rename(client, 2), client.deleteRecord('racks', 3)]);
    cancel.abort();
    for (const save of await saves)
      expect(save).toMatchObject({ reason: { reason: 'rateLimited', retryAfter: 20, neverSent: true } });
    expect([shown[0]?.asked, isOver, arrived.length]).toEqual([20, true, 1]);
  });

  it('waits no longer than an hour at once, and says what was asked', async () => {
    const asked = String(10 * 365 * 86_400);
    refuses = () => asked;
    const controller = new AbortController();
    const told: (Wait | undefined)[] = [];
    const signal = patientSignal(controller, {
      tell: wait => {
        told.push(wait);
        controller.abort();
      },
    });
    await expect(rename(clientOf(), 7, signal)).rejects.toMatchObject({
      reason: 'cancelled',
      neverSent: true,
    });
    expect(told[0]).toEqual({ seconds: expect.closeTo(3600, 0) as number, asked: Number(asked) });
  });

  it('is given up where the client is closed', async () => {
    refuses = () => '20';
    const client = clientOf();
    onRefusal = () => void client.close();
    await expect(rename(client, 7)).rejects.toMatchObject({ stage: 'closed', neverSent: true });
    expect(arrived).toHaveLength(1);
  });
});

describe('a manager that wants no requests', () => {
  it('gets none of the others, writes or reads, until one was taken', async () => {
    refuses = number => (number < 2 ? '0.2' : undefined);
    const client = clientOf();
    const first = rename(client, 1);
    await oneRefusal();
    await Promise.all([
      first,
      rename(client, 2),
      client.listRecords('racks'),
      client.deleteRecord('racks', 4),
    ]);
    // The second refusal was that of the one that went first.
    expect(arrived.slice(0, 3).map(({ what }) => what)).toEqual(['PATCH 1', 'PATCH 1', 'PATCH 1']);
    expect([refused(), taken().sort()]).toEqual([2, ['DELETE 4', 'GET racks', 'PATCH 1', 'PATCH 2']]);
  });

  it('gets no read either that would not wait so long by itself', async () => {
    refuses = number => (number === 0 ? '100' : undefined);
    const client = clientOf();
    const cancel = new AbortController();
    const write = rename(client, 1, patientSignal(cancel, { tell: () => undefined }));
    await oneRefusal();
    const read = client.listRecords('racks');
    await expect(read).rejects.toMatchObject({ reason: 'rateLimited', neverSent: true, retryAfter: 100 });
    cancel.abort();
    await expect(write).rejects.toMatchObject({ reason: 'cancelled', neverSent: true });
    expect(arrived).toHaveLength(1);
  });

  it('holds no read in the line for as long as a write waits that goes first', async () => {
    const over = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
    refuses = number => ['0.2', '100'][number];
    const client = clientOf();
    const cancel = new AbortController();
    const write = rename(client, 1, patientSignal(cancel, { tell: () => undefined }));
    await oneRefusal();
    const read = client.listRecords('racks');
    await oneRefusal();
    over.abort();
    await expect(read).rejects.toMatchObject({ reason: 'rateLimited', neverSent: true, retryAfter: 100 });
    cancel.abort();
    await expect(write).rejects.toMatchObject({ reason: 'cancelled', neverSent: true });
    expect(arrived.map(({ what }) => what)).toEqual(['PATCH 1', 'PATCH 1']);
  });
});

describe('a read that failed', () => {
  const failure = { method: 'GET', path: '/', reason: 'server', status: 503 } as const;

  it('rests up to 0.6 s before it is sent once more, then up to 1.2 s, at random', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect([1, 2].map(attempt => waitBefore(attempt, new ApiError(failure)))).toEqual([300, 600]);
    random.mockRestore();
  });

  it('rests as long as its manager asks for', () =>
    expect(waitBefore(1, new ApiError({ ...failure, retryAfter: 20 }))).toBe(20_000));
});

describe('steps of a change', () => {
  const deleting = (client: ManagerClient, signal: AbortSignal) =>
    sendSteps([{ steps: Array.from({ length: 12 }, (_, id) => id), atOnce: 4 }], {
      send: (id, { waiting }) => client.deleteRecord('racks', id, waiting),
      onStep: () => undefined,
      signal,
    });

  it('are all done by a manager that takes three in a while, without a burst of refusals', async () => {
    let until = 0;
    let budget = 0;
    refuses = () => {
      if (performance.now() > until) {
        until = performance.now() + 60;
        budget = 3;
      }
      return (budget -= 1) >= 0 ? undefined : '0.06';
    };
    const outcomes = await deleting(clientOf(), new AbortController().signal);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 12 }, () => 'done'));
    expect(taken().sort()).toEqual(Array.from({ length: 12 }, (_, id) => `DELETE ${id}`).sort());
    expect(refused()).toBeLessThan(20);
  });

  it('are not sent any more when they are cancelled while they wait, and say so', async () => {
    refuses = number => (number >= 4 ? '20' : undefined);
    const controller = new AbortController();
    const told: (Wait | undefined)[] = [];
    const signal = patientSignal(controller, {
      tell: wait => {
        told.push(wait);
        setTimeout(() => controller.abort(), 20);
      },
    });
    const outcomes = await deleting(clientOf(), signal);
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(4);
    expect(outcomes.filter(outcome => outcome.kind === 'notSent' && !('error' in outcome))).toHaveLength(8);
    expect([taken().length, told[0]?.asked]).toEqual([4, 20]);
    expect(arrived.length).toBeLessThanOrEqual(8);
  });
});

it('lets a write that was sent end although nothing more is to be sent', async () => {
  const ended = new AbortController();
  const write = clientOf().deleteRecord('racks', 1, untilSent(ended.signal));
  ended.abort();
  await write;
  expect(taken()).toEqual(['DELETE 1']);
});
