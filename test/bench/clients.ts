import { setTimeout as delay } from 'node:timers/promises';
import { Client, request } from 'undici';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { Failure } from '../host/failure.js';
import { withManager, type Served } from './managerProcess.js';

/** What a manager gives to many clients that read the inventory at the same time. Times in milliseconds. */
export interface ClientsCost {
  readonly clients: number;
  readonly seconds: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** From a request to the last byte of its answer. */
  readonly median: number;
  readonly percentile99: number;
  readonly slowest: number;
  /** Connections that failed, and answers that were not the ones expected. */
  readonly errors: number;
}

/** An address, and what it answers as long as nobody writes. */
interface Expected {
  readonly path: string;
  readonly answer: Buffer;
}

/**
 * Lets clients with a connection each ask for lists and single records of all types, one request after the other.
 * @param serve arguments that make Node serve the data of a folder
 */
export async function measureClients(
  serve: readonly string[],
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<ClientsCost> {
  return withManager(serve, async manager => {
    const expected = await readAddresses(manager);
    const times: number[] = [];
    let errors = 0;
    let isOver = false;
    const ask = async (number: number) => {
      const client = new Client(manager.url);
      for (let turn = number; !isOver; turn += 1) {
        const started = performance.now();
        if (await answersAsExpected(client, expected[turn % expected.length])) {
          times.push(performance.now() - started);
        } else errors += 1;
      }
      await client.close();
    };
    const started = performance.now();
    const asking = Array.from({ length: clients }, (_none, number) => ask(number));
    await delay(seconds * 1000);
    isOver = true;
    await Promise.all(asking);
    const taken = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? Number.NaN);
    return {
      clients,
      seconds: Number(taken.toFixed(1)),
      requests: times.length,
      requestsPerSecond: Math.round(times.length / taken),
      median: at(0.5),
      percentile99: at(0.99),
      slowest: at(1),
      errors,
    };
  });
}

async function answersAsExpected(client: Client, expected: Expected | undefined): Promise<boolean> {
  if (!expected) return false;
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path: expected.path });
    const bytes = Buffer.from(await body.arrayBuffer());
    return statusCode === 200 && bytes.equals(expected.answer);
  } catch (error) {
    console.error(error);
    return false;
  }
}

/** The list and the first record of each inventory type. */
async function readAddresses({ url, key }: Served): Promise<Expected[]> {
  const read = async (address: string): Promise<Expected> => {
    const path = `/api/v1/inventory/${address}?auth_token=${key}`;
    const { statusCode, body } = await request(`${url}${path}`);
    const answer = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Failure(`The manager answered ${statusCode} to ${address}.`);
    return { path, answer };
  };
  const types = await Promise.all(
    inventoryTypeNames.map(async type => [await read(type), await read(`${type}/1`)]),
  );
  return types.flat();
}
