import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../../src/localManager/dataFolder.js';
import { createStores } from '../../../src/localManager/managerStore.js';
import type { FaultPlanInput } from '../../../src/localManager/variety/faults/faultPlan.js';
import { temporaryFolder, type TemporaryFolder } from '../../host/temporaryFolder.js';
import { eventually } from '../../support/eventually.js';
import type { LocalManager } from '../../support/startLocalManager.js';
import { buildManagerProgram, type ManagerProgram } from './managerProcess.js';

describe('the process of the local manager', { timeout: 60_000 }, () => {
  let program: ManagerProgram;
  let folder: TemporaryFolder;
  let manager: LocalManager;
  let messages = '';

  beforeAll(async () => {
    program = await buildManagerProgram();
    folder = await temporaryFolder('shutdown');
    const database = await openDataFolder(folder.path, { fresh: false });
    await createStores(database, { history: 0 });
    await database.close();
  });
  afterEach(() => manager.stop());
  afterAll(async () => {
    await program.remove();
    folder.remove();
  });

  const start = async (rules: FaultPlanInput['rules'] = []) => {
    const plan = join(folder.path, 'plan.json');
    await writeFile(plan, JSON.stringify({ rules }));
    messages = '';
    manager = await program.start({
      dataDir: folder.path,
      moreArguments: ['--log', '--faults', plan],
      onMessage: message => (messages += message),
    });
  };

  /** Sends a request that takes long; the manager has it when a later one on the same way was answered. */
  const askSlowly = async (path: string) => {
    const url = (of: string) => `${manager.url}${of}?auth_token=${manager.apiKey}`;
    const pending = fetch(url(path)).then(
      async response => [response.status, (await response.text()).length > 0],
      () => 'broken' as const,
    );
    await fetch(url('/api/v1/inventory/tags')).then(answer => answer.text());
    return { pending };
  };

  const racks = '/api/v1/inventory/racks';
  const closed = async () => (await once(manager.process, 'close')) as [number | null, string | null];

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('lets an answer end after %s', async signal => {
    await start([{ match: { path: racks }, fault: { type: 'latency', milliseconds: 700 } }]);
    const { pending } = await askSlowly(racks);
    const ending = closed();
    manager.process.kill(signal);
    expect(await pending).toEqual([200, true]);
    expect(await ending).toEqual([0, null]);
    const [, took] = /racks\S* 200 (\d+) ms$/m.exec(messages) ?? [];
    expect(Number(took)).toBeGreaterThanOrEqual(699);
  });

  it('cuts what does not end', async () => {
    await start([{ match: { path: racks }, fault: { type: 'silence' } }]);
    const { pending } = await askSlowly(racks);
    const ending = closed();
    manager.process.kill('SIGTERM');
    expect(await pending).toBe('broken');
    expect(await ending).toEqual([0, null]);
  });

  it('ends at once at the second Ctrl+C, which is not the same one passed on by npm', async () => {
    await start([{ match: { path: racks }, fault: { type: 'silence' } }]);
    const { pending } = await askSlowly(racks);
    const ending = closed();
    manager.process.kill('SIGINT');
    manager.process.kill('SIGINT');
    await pause(1_200);
    expect(manager.process.exitCode).toBeNull();
    manager.process.kill('SIGINT');
    expect(await ending).toEqual([130, null]);
    expect(await pending).toBe('broken');
  });

  const runOnce = async (...args: string[]) => {
    const child = spawn(process.execPath, [program.path, ...args]);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { out, err, code };
  };

  it('keeps a second manager out of its folder and off its port', async () => {
    await start();
    const { port } = new URL(manager.url);
    const other = join(folder.path, 'other');
    const [second, fresh, taken, wrong, version] = await Promise.all([
      runOnce('--data', folder.path),
      runOnce('--data', folder.path, '--fresh'),
      runOnce('--data', other, '--port', port),
      runOnce('--dialect', 'latin'),
      runOnce('--version'),
    ]);
    for (const refused of [second, fresh]) {
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused?.err).toMatch(/^Another local manager is using [^\n]*\n$/);
    }
    expect(taken).toEqual({
      code: 1,
      out: '',
      err: `Port ${port} is taken by another program; choose another one with --port.\n`,
    });
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(version).toMatchObject({ code: 0, err: '' });
  });

  it('logs requests without keys and bodies', async () => {
    await start([{ match: { path: '/cut' }, fault: { type: 'reset' } }]);
    const { url, apiKey } = manager;
    const get = async (path: string) =>
      fetch(`${url}${path}`).then(
        answer => answer.text(),
        () => '',
      );
    await get(`${racks}?auth_token=${apiKey}&a=b`);
    await get(`${racks}?x=1&%61uth_%74oken=${apiKey}`);
    await get(`${racks}?%zz=${apiKey}`);
    await get(`/cut?auth_token=${apiKey}`);
    await fetch(`${url}${racks}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth_token: apiKey, rack: { name: 'In a body', u_height: 1, width: 19 } }),
    }).then(answer => answer.text());
    await eventually(() => expect(messages).toMatch(/POST/));
    expect(messages).toMatch(/^GET \S*racks\?auth_token=REDACTED&a=b 200 \d+ ms$/m);
    expect(messages).toMatch(/^GET \S*racks\?x=1&%61uth_%74oken=REDACTED 200 \d+ ms$/m);
    expect(messages).toMatch(/^GET \/cut\?auth_token=REDACTED not answered in full \d+ ms$/m);
    expect(messages).toMatch(/^POST \S*racks 200 \d+ ms$/m);
    expect(messages).not.toContain(apiKey);
    expect(messages).not.toContain('In a body');
  });
});
