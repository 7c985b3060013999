import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { OperationServices } from '../../src/operations/operationServices.js';
import { renewKey } from '../../src/operations/users/renewKey.js';
import { answerDialogs } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { someOf } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { firstButton, useAdministrator, type User } from '../support/useAdministrator.js';
import { useExtension } from '../support/useExtension.js';

describe('renewing the API key of a user', () => {
  const extension = useExtension();
  const { connection, run, dialogs, inputs, users, owner, other } = useAdministrator();
  const works = async () => {
    const racks = vscode.Uri.parse(`netsensor://${connection.id}/inventory/racks`);
    return (await vscode.workspace.fs.readDirectory(racks)).length > 0;
  };
  const renewals = () => connection.proxy.seen.filter(({ url }) => url.includes('recreate_api_key'));

  it("renews the connection's own key, stores it and checks it", async () => {
    const admin = await owner();
    inputs(admin.login);
    const shown = dialogs(firstButton);
    await run('renewKey');
    assert.match(shown[0]?.message ?? '', /^Renew the API key of .*, which 127\.0\.0\.1:\d+ uses\?$/);
    assert.match(shown[1]?.message ?? '', /was renewed, stored and checked/);
    assert.equal(renewals().length, 1);
    assert.ok(await works());
    await assert.rejects(users(), /401/);
    connection.key = await storedKey();
    assert.equal(await vscode.env.clipboard.readText(), connection.key);
    assert.ok(await users());
  });

  it('does not say that nothing was renewed when the old key works after an answer was lost', async () => {
    inputs((await owner()).login);
    connection.proxy.faultPath = /recreate_api_key/;
    connection.proxy.fault = { type: 'reset', operation: 'skipped' };
    const shown = dialogs(firstButton);
    await run('renewKey');
    assert.match(
      shown[1]?.message ?? '',
      /^The old key of .* works so far, but the manager may still be about to renew it\./,
    );
    assert.equal(renewals().length, 1);
    assert.ok(await works());
  });

  it('asks for the new key when the manager renewed it and the answer was lost', async () => {
    const admin = await owner();
    inputs(admin.login, undefined);
    connection.proxy.faultPath = /recreate_api_key/;
    connection.proxy.fault = { type: 'reset' };
    const shown = dialogs(firstButton);
    await run('renewKey');
    assert.match(shown[1]?.message ?? '', /renewed the key of .*, but its answer was lost/);
    assert.equal(renewals().length, 1);
    await assert.rejects(works(), /did not accept this API key/);
    connection.key = await keyInDatabase();
    inputs(connection.key);
    await run('signIn');
    assert.ok(await works());
  });

  it("offers another user's new key for copying once, and keeps it nowhere", async () => {
    const guest = await other();
    inputs(guest.login);
    const shown = dialogs(firstButton);
    await run('renewKey');
    const copied = await vscode.env.clipboard.readText();
    const renewed = (await users()).find(({ id }) => id === guest.id)!;
    assert.equal(copied, renewed.authentication_token);
    assert.notEqual(copied, guest.authentication_token);
    assert.ok(!shown.some(({ message, detail }) => `${message} ${detail}`.includes(copied)));
    assert.ok(await works());
  });

  it('renews nothing without an answer to the question', async () => {
    const guest = await other();
    inputs(guest.login);
    dialogs(() => undefined);
    await run('renewKey');
    assert.deepEqual(renewals(), []);
  });

  it('renews no key that comes from the environment, where a new one cannot be stored', async () => {
    const { users: all } = (await askManager(extension().manager, '/api/v1/users.json')) as { users: User[] };
    inputs(all.find(({ authentication_token: token }) => token === extension().manager.apiKey)!.login);
    const shown = dialogs(firstButton);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
    await vscode.commands.executeCommand('netsensor.renewKey', { connectionId: 'environment' });
    assert.match(shown.at(-1)?.message ?? '', /NETSENSOR_API_KEY, where a new one cannot be stored/);
    assert.ok(await askManager(extension().manager, '/api/v1/users.json'));
  });

  it('never ends without a working key that nobody knows of when any one request fails', async function () {
    this.timeout(120_000);
    const faults = [
      { type: 'reset' },
      { type: 'reset', operation: 'skipped' },
      { type: 'page', operation: 'done' },
    ] as const;
    for (const fault of someOf(faults, 1))
      for (let spared = 0; spared < 3; spared += 1) {
        const given = answerInputs([(await owner()).login, undefined]);
        const answered = answerDialogs(firstButton);
        connection.proxy.seen.length = 0;
        Object.assign(connection.proxy, { faultAfter: spared, fault });
        await run('renewKey');
        answered.restore();
        given.restore();
        const told = answered.shown.map(({ message }) => message).join(' | ');
        const where = `${JSON.stringify(fault)} at request ${spared}: ${told}`;
        const isAsked = renewals().length > 0;
        const lost = connection.proxy.lost.find(body => body.includes('auth_token'));
        await connection.proxy.heal();
        if (await works().catch(() => false)) {
          connection.key = await storedKey();
          const outcome =
            /was renewed, stored and checked|was not renewed|works so far|is stored, but could not be checked|does not accept the new key/;
          assert.match(told, isAsked ? outcome : /[a-z]{3,} .*[.?]/, where);
        } else {
          assert.match(told, /its answer was lost|not known whether the key/, where);
          connection.key = (JSON.parse(lost ?? '{}') as { auth_token: string }).auth_token;
          const entered = answerInputs([connection.key]);
          await run('signIn');
          entered.restore();
          assert.ok(await works(), where);
        }
        assert.ok(await owner(), where);
      }
  });

  it("offers another user's new key when the answer was lost and the manager shows it", async () => {
    const guest = await other();
    inputs(guest.login);
    connection.proxy.faultPath = /recreate_api_key/;
    connection.proxy.fault = { type: 'page', operation: 'done' };
    const shown = dialogs(firstButton);
    await run('renewKey');
    assert.match(shown[1]?.message ?? '', /^The API key of .* was renewed\.$/);
    assert.equal(renewals().length, 1);
    const renewed = (await users()).find(({ id }) => id === guest.id)!;
    assert.notEqual(renewed.authentication_token, guest.authentication_token);
    assert.equal(await vscode.env.clipboard.readText(), renewed.authentication_token);
  });

  it('offers a new key that cannot be stored until it is stored or copied, or given up twice', async () => {
    const user = { id: 1, login: 'admin', ownsKey: true };
    const list = () => Promise.resolve({ rows: [user], unread: [] });
    const users = { list, renewKey: () => Promise.resolve('the new key') };
    const mine = { id: 'mine', name: 'Mine', source: 'saved', isLocked: false };
    const connections = { get: () => mine, client: () => Promise.resolve({ users }) };
    const noDisk = {
      storeKeyAgain: () => Promise.resolve(),
      replaceKey: () => Promise.reject(new Error('Full')),
    };
    const journal = { run: (_operation: unknown, change: () => unknown) => change() };
    const offered = async (...answers: (string | undefined)[]) => {
      await vscode.env.clipboard.writeText('');
      inputs('admin');
      const left = ['Renew', ...answers];
      const shown = dialogs(() => left.shift());
      await renewKey({ connections, keys: noDisk, journal } as unknown as OperationServices, {
        connectionId: 'mine',
      });
      return {
        times: shown.length - 1,
        detail: shown[1]?.detail,
        copied: await vscode.env.clipboard.readText(),
      };
    };
    const detail = 'Full\nThe old key does not work any more. Without a copy the new one is lost.';
    assert.deepEqual(await offered(undefined, 'Copy key'), { times: 2, detail, copied: 'the new key' });
    assert.deepEqual(await offered('Store again', undefined, undefined), { times: 3, detail, copied: '' });
  });

  /** What the extension's next request carries. */
  const storedKey = async (): Promise<string> => {
    connection.proxy.seen.length = 0;
    await works();
    const { url = '' } = connection.proxy.seen.find(request => request.url.includes('racks')) ?? {};
    return new URL(url, connection.proxy.url).searchParams.get('auth_token') ?? '';
  };

  /** The manager prints its administrator's key when it starts, and here nobody else knows the new one. */
  const keyInDatabase = async (): Promise<string> => {
    const guest = await eventually(() => connection.proxy.lost.at(-1) ?? assert.fail('no lost answer'));
    return (JSON.parse(guest) as { auth_token: string }).auth_token;
  };
});
