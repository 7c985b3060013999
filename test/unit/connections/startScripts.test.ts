import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posixScript, windowsScript } from '../../../src/connections/startScripts.js';

describe('what starts the command line', () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "netsensor's start "));
    program = join(folder, 'netsensor.cjs');
    await writeFile(
      program,
      'console.log(JSON.stringify([process.argv.slice(2), process.env.NODE_OPTIONS, process.env.ELECTRON_RUN_AS_NODE]))',
    );
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const start = async (started: { runtime: string; program: string }) => {
    const script = join(folder, 'netsensor');
    await writeFile(script, posixScript(started));
    await chmod(script, 0o755);
    const env = { ...process.env, NODE_OPTIONS: '--no-such-option' };
    const { stdout } = await promisify(execFile)(script, ['plan', "it's", '$HOME `x`'], { env });
    return JSON.parse(stdout) as unknown;
  };
  const given = ['plan', "it's", '$HOME `x`'];

  it('is the runtime of VS Code, told to be Node', async () => {
    expect(await start({ runtime: process.execPath, program })).toEqual([given, null, '1']);
  });

  it('is node where VS Code has moved, and a sentence where its extension has', async () => {
    expect(await start({ runtime: join(folder, 'gone'), program })).toEqual([given, null, null]);
    await expect(start({ runtime: process.execPath, program: join(folder, 'gone') })).rejects.toThrow(
      /has moved. Open a new terminal/,
    );
  });

  it('has lines and paths of Windows there', () => {
    const script = windowsScript({
      runtime: 'C:\\100% VS Code\\Code.exe',
      program: 'C:\\x (y)\\netsensor.cjs',
    });
    expect(script).toContain('set "runtime=C:\\100%% VS Code\\Code.exe"\r\n');
    expect(script).toContain('"%runtime%" "%program%" %*\r\n');
    expect(script).not.toMatch(/[^\r]\n/);
  });
});
