import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useManagerProcess } from './useManagerProcess.js';

const racks = '/api/v1/inventory/racks';

describe('the process of the local manager', () => {
  const { start, askSlowly, closed, manager, messages, folder, program } = useManagerProcess();

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('lets an answer end after %s', async signal => {
    await start([{ match: { path: racks }, fault: { type: 'latency', milliseconds: 700 } }]);
    const { pending } = await askSlowly(racks);
    const ending = closed();
    manager().process.kill(signal);
    expect(await pending).toEqual([200, true]);
    expect(await ending).toEqual([0, null]);
    const [, took] = /racks\S* 200 (\d+) ms$/m.exec(messages()) ?? [];
    expect(Number(took)).toBeGreaterThanOrEqual(699);
  });

  it('cuts what does not end', async () => {
    await start([{ match: { path: racks }, fault: { type: 'silence' } }]);
    const { pending } = await askSlowly(racks);
    const ending = closed();
    manager().process.kill('SIGTERM');
    expect(await pending).toBe('broken');
    expect(await ending).toEqual([0, null]);
  });

  it('ends at once at the second Ctrl+C, which is not the same one passed on by npm', async () => {
    await start([{ match: { path: racks }, fault: { type: 'silence' } }]);
    const { pending } = await askSlowly(racks);
    const ending = closed();
    manager().process.kill('SIGINT');
    manager().process.kill('SIGINT');
    await pause(1_200);
    expect(manager().process.exitCode).toBeNull();
    manager().process.kill('SIGINT');
    expect(await ending).toEqual([130, null]);
    expect(await pending).toBe('broken');
  });

  const runOnce = async (...args: string[]) => {
    const child = spawn(process.execPath, [program(), ...args]);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { out, err, code };
  };

  it('keeps a second manager out of its folder and off its port', async () => {
    await start();
    const { port } = new URL(manager().url);
    const other = join(folder(), 'other');
    const [second, fresh, taken, wrong, version] = await Promise.all([
      runOnce('--data', folder()),
      runOnce('--data', folder(), '--fresh'),
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
});
