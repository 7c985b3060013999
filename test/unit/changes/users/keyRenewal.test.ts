import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { ManagerClient } from '../../../../src/api/managerClient.js';
import { carryOut, silently } from '../../../../src/changes/change.js';
import { otherKeyRenewal, ownKeyRenewal } from '../../../../src/changes/users/keyRenewal.js';
import { startTestManager, type TestManager } from '../../../../packages/manager/test/testManager.js';
import { makeByScript, planByScript } from '../changeByScript.js';

describe('the renewal of a key without VS Code', () => {
  let manager: TestManager;
  let address: string;
  const clients: ManagerClient[] = [];

  beforeAll(async () => {
    manager = await startTestManager();
    address = await manager.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await Promise.all(clients.map(client => client.close()));
    await manager.stop();
  });

  const keyOf = (id: number) => manager.stores.users.all().find(user => user.id === id)?.authentication_token;
  const owner = () => manager.stores.users.administrator();
  const guest = () => manager.stores.users.all().find(({ id }) => id !== owner().id) ?? owner();

  function clientWith(key: string): ManagerClient {
    const client = new ManagerClient({ address, key, trust: {}, timeout: 10_000, log: () => undefined });
    clients.push(client);
    return client;
  }

  function script() {
    const printed: string[] = [];
    const keep = () => Promise.reject(new Error('nothing goes'));
    return { printed, print: (text: string) => printed.push(text), keep };
  }

  /** Somebody of the list of users, as it is now. */
  async function listed({ users }: ManagerClient, id: number) {
    const { rows } = await users.list();
    return rows.find(user => user.id === id) ?? expect.fail(`no user ${id}`);
  }

  const ofGuest = (client: ManagerClient) =>
    otherKeyRenewal({
      manager: 'Lab',
      readUser: () => listed(client, guest().id),
      renew: id => client.users.renewKey(id),
      keyOf: (id, signal) => client.users.keyOf(id, signal),
      whileLooking: look => look(new AbortController().signal),
    });

  it('is planned, printed, applied and received by a short script: of another user', async () => {
    const client = clientWith(owner().authentication_token);
    const old = guest().authentication_token;
    const { printed, ...it } = script();
    const file = await planByScript(ofGuest(client), it);
    expect(printed).toEqual([
      `Renew the API key of ${guest().login} on Lab?\nThe old key stops working at once.\nThe new one can be copied once and is kept nowhere.`,
    ]);
    expect(file).not.toContain(old);
    expect(keyOf(guest().id)).toBe(old);
    await makeByScript(ofGuest(client), file, it);
    expect(printed.at(-1)).toBe(`The API key of ${guest().login} was renewed.`);
    expect(keyOf(guest().id)).not.toBe(old);
  });

  it('is planned, printed, applied and received by a short script: of its own', async () => {
    const old = owner().authentication_token;
    let stored = old;
    const change = ownKeyRenewal({
      manager: 'Lab',
      keyLifetime: '',
      readUser: () => listed(clientWith(stored), owner().id),
      rehearse: () => Promise.resolve(stored),
      renew: id => clientWith(stored).users.renewKey(id),
      verify: () => clientWith(stored).verify(),
      store: async key => void (stored = key),
      tryKey: key => clientWith(key).verify(),
      whileLooking: look => look(new AbortController().signal),
    });
    const { printed, ...it } = script();
    const file = await planByScript(change, it);
    expect(printed[0]).toContain(`Renew the API key of ${owner().login}, which Lab uses?`);
    await makeByScript(change, file, it);
    expect(printed.at(-1)).toBe('The API key of Lab was renewed, stored and checked.');
    expect(printed.join()).not.toContain(stored);
    expect([stored === old, stored]).toEqual([false, owner().authentication_token]);
  });

  it('is not made of a plan for somebody else', async () => {
    const client = clientWith(owner().authentication_token);
    const { printed, ...it } = script();
    const file = await planByScript(ofGuest(client), it);
    const others = { ...ofGuest(client), plan: async () => ({ id: owner().id, user: 'x' as never }) };
    const keys = [keyOf(guest().id), keyOf(owner().id)];
    await makeByScript(others, file, it);
    expect(printed.at(-1)).toBe('It is not what was planned any more. Nothing was sent.');
    expect([keyOf(guest().id), keyOf(owner().id)]).toEqual(keys);
  });

  /** Another user's key, of a renewal that may fail; tells what was asked, in this order. */
  function renewing({ error, id = 5 }: { readonly error?: ApiError; readonly id?: number | null }) {
    const asked: string[] = [];
    const change = otherKeyRenewal({
      manager: 'Lab',
      readUser: async () => ({ id, login: 'jdoe', ownsKey: false }),
      keyOf: async () => (asked.push('key'), 'old'),
      renew: async () => {
        asked.push('renewal');
        if (error) throw error;
        return 'new';
      },
      whileLooking: look => look(AbortSignal.abort()),
    });
    return { asked, change };
  }

  it('reads the key of before once, while it is asked, and has the new one in its receipt', async () => {
    const { asked, change } = renewing({});
    const agree = async () => (asked.push('question'), true);
    const made = await carryOut(change, { ...silently(), agree });
    expect(asked).toEqual(['key', 'question', 'renewal']);
    expect(made?.receipt).toEqual({
      severity: 'info',
      message: 'The API key of jdoe was renewed.',
      detail: 'Copy the new key now; it is not shown again.',
      renewed: { kind: 'done', key: 'new' },
    });
  });

  it('says that nobody knows when the answer was lost, and fails as the manager refused it', async () => {
    const path = '/api/v1/users/5/recreate_api_key';
    const error = new ApiError({ reason: 'timeout', method: 'GET', path });
    const lost = renewing({ error });
    const { receipt } = (await carryOut(lost.change, silently())) ?? {};
    expect(receipt?.severity).toBe('error');
    expect(receipt?.message).toMatch(/^The manager shows the old key of jdoe so far, .* before you renew it/);
    const refused = new ApiError({ reason: 'forbidden', status: 403, method: 'GET', path });
    await expect(carryOut(renewing({ error: refused }).change, silently())).rejects.toBe(refused);
  });

  it('asks nothing of a user without an id', async () => {
    const { asked, change } = renewing({ id: null });
    await expect(carryOut(change, silently())).rejects.toThrow('The manager sent no id of jdoe');
    expect(asked).toEqual([]);
  });
});
