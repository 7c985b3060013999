import { expect, it } from 'vitest';
import type { ManagerClient } from '../../../src/api/managerClient.js';
import { OpenClients } from '../../../src/connections/openClients.js';

/** Clients that only know whether they were closed, in the order in which they were made. */
function openClients(opened: (made: number) => Promise<unknown> = async () => undefined) {
  const closed: string[] = [];
  let made = 0;
  const clients = new OpenClients(async id => {
    const name = `${id} ${(made += 1)}`;
    await opened(made);
    return { close: async () => void closed.push(name), name } as unknown as ManagerClient;
  });
  const get = async (id: string) => ((await clients.get(id)) as unknown as { name: string }).name;
  return { clients, closed, get };
}

it('shares one client, and after a changed setting gives a new one without closing the old one', async () => {
  const { clients, closed, get } = openClients();
  const operation = await clients.get('a');
  expect(await get('a')).toBe('a 1');
  clients.renew();
  expect([await get('a'), await get('a'), closed]).toEqual(['a 2', 'a 2', []]);
  expect(operation).toMatchObject({ name: 'a 1' });
});

it('closes on sign-out every client of that connection, those that operations began with too', async () => {
  const { clients, closed, get } = openClients();
  const held = [await clients.get('a')];
  clients.renew('a');
  held.push(await clients.get('a'), await clients.get('b'));
  clients.close('a');
  expect(closed).toEqual(['a 1', 'a 2']);
  expect([await get('a'), await get('b')]).toEqual(['a 4', 'b 3']);
  clients.close();
  expect(closed).toEqual(['a 1', 'a 2', 'b 3', 'a 4']);
  expect(held).toHaveLength(3);
});

it('gives nobody a client that was made while its settings or its key changed', async () => {
  let goOn = (): void => undefined;
  const waiting = new Promise<void>(resolve => (goOn = resolve));
  const { clients, get } = openClients(made => (made === 1 ? waiting : Promise.resolve()));
  const asked = get('a');
  clients.close('a');
  goOn();
  expect(await asked).toBe('a 2');
});

it('tries again after a failure, and a late failure takes no newer client away', async () => {
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<void>((_, reject) => (fail = reject));
  const { clients, get } = openClients(made => (made === 1 ? failing : Promise.resolve()));
  const first = get('a');
  clients.renew('a');
  const second = await get('a');
  fail(new Error('no key'));
  await expect(first).rejects.toThrow('no key');
  expect([second, await get('a')]).toEqual(['a 2', 'a 2']);
});

it('opens a connection anew after it could not be opened', async () => {
  const { get } = openClients(async made => {
    if (made === 1) throw new Error('no key');
  });
  await expect(get('a')).rejects.toThrow('no key');
  expect(await get('a')).toBe('a 2');
});
