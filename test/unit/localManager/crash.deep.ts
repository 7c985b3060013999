import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../host/temporaryFolder.js';
import { askManager } from '../../support/manager.js';
import { buildManagerProgram } from './managerProcess.js';

it('a manager that is killed during its first start starts again without help', async () => {
  const program = await buildManagerProgram();
  const fresh = await temporaryFolder('crash-first');
  for (const wait of [0, randomInt(50, 600)]) {
    const child = spawn(process.execPath, [program.path, '--data', fresh.path], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    expect(String(said)).toMatch(/^Generating/);
    await pause(wait);
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  const manager = await program.start({ dataDir: fresh.path });
  const { sensor } = (await askManager(manager, '/api/v1/sensors/tree')) as {
    sensor: { children: unknown[] };
  };
  expect(sensor.children.length).toBeGreaterThan(0);
  await manager.stop();
  await program.remove();
  fresh.remove();
});
