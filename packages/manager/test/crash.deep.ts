import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDataFolder } from '../src/store/dataFolder.js';
import { createStores } from '../src/managerStore.js';
import { inventoryAnswers } from '../src/openApi/answers.js';
import { temporaryFolder, type TemporaryFolder } from '../../../test/host/temporaryFolder.js';
import { eventually } from '../../../test/support/eventually.js';
import { askManager } from '../../../test/support/manager.js';
import type { LocalManager } from '../../../test/support/startLocalManager.js';
import { CrashLedger, type Ask, type Kind } from './crashLedger.js';
import { buildManagerProgram, type ManagerProgram } from './managerProcess.js';
import type { Json } from './testManager.js';

const rounds = 3;
const clientsOfKind = 3;
const racks = '/api/v1/inventory/racks';
const accessPoints = '/api/v1/access_points';

const asking =
  ({ url, apiKey }: LocalManager): Ask =>
  async (method, path, body) => {
    const response = await fetch(`${url}${path}?auth_token=${apiKey}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer = (await response.json()) as Json;
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer;
  };

const rackKind: Kind = {
  create: async (ask, name) => {
    const { rack } = await ask('POST', racks, { rack: { name, u_height: 42, width: 19 } });
    return { key: String(rack.id), id: rack.id };
  },
  rename: (ask, key, name) => ask('PATCH', `${racks}/${key}`, { rack: { name } }),
  remove: (ask, key) => ask('DELETE', `${racks}/${key}`),
  all: async ask => {
    const answer = await ask('GET', racks);
    const whole = z.array(inventoryAnswers.racks).safeParse(answer.racks);
    expect(whole.error?.issues.slice(0, 3) ?? []).toEqual([]);
    return new Map(answer.racks.map(({ id, name }: Json) => [String(id), name]));
  },
};

/** Every access point has a MAC address of its own. */
function accessPointKind(): Kind {
  let last = 0;
  let root: Promise<Json> | undefined;
  return {
    create: async (ask, name) => {
      last += 1;
      const hex = last.toString(16).padStart(6, '0');
      const mac_address = `02:00:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4)}`;
      root ??= ask('GET', '/api/v1/sensors/tree');
      const { sensor } = await root;
      const { ap } = await ask('POST', accessPoints, { mac_address, name, sensor_uuid: sensor.uuid });
      return { key: ap.mac_address, id: ap.id };
    },
    rename: (ask, key, name) => ask('PATCH', `${accessPoints}/${key}`, { name }),
    remove: (ask, mac_address) => ask('DELETE', accessPoints, { access_points: [{ mac_address }] }),
    all: async ask => {
      const answer = await ask('GET', `${accessPoints}.json`);
      return new Map(answer.access_points.map(({ mac_address, name }: Json) => [mac_address, name]));
    },
  };
}

describe('a manager that is killed', () => {
  let program: ManagerProgram;
  let folder: TemporaryFolder;
  beforeAll(async () => {
    program = await buildManagerProgram();
    folder = await temporaryFolder('crash');
  });
  afterAll(async () => {
    await program.remove();
    folder.remove();
  });

  const kill = async (manager: LocalManager) => {
    const closed = once(manager.process, 'close');
    manager.process.kill('SIGKILL');
    await closed;
    await manager.stop();
  };

  it('while clients write keeps all that it acknowledged, and nothing half', async () => {
    const database = await openDataFolder(folder.path, { fresh: false });
    await createStores(database, { history: 10 });
    await database.close();
    const ledgers = [new CrashLedger(rackKind), new CrashLedger(accessPointKind())];
    const acknowledged = () => ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0);
    for (let round = 0; round < rounds; round += 1) {
      const manager = await program.start({ dataDir: folder.path });
      const ask = asking(manager);
      for (const ledger of ledgers) expect(await ledger.differences(ask)).toEqual([]);
      const made = await rackKind.create(ask, 'Next');
      expect(made.id).toBeGreaterThan(ledgers[0]!.highestId);
      const enough = acknowledged() + randomInt(15, 60);
      const writing = ledgers.flatMap(ledger =>
        Array.from({ length: clientsOfKind }, (_, index) => ledger.writeUntilGone(ask, `${round} ${index}`)),
      );
      await eventually(() => expect(acknowledged()).toBeGreaterThanOrEqual(enough), 60_000);
      await kill(manager);
      await Promise.all(writing);
    }
    const manager = await program.start({ dataDir: folder.path });
    for (const ledger of ledgers) expect(await ledger.differences(asking(manager))).toEqual([]);
    await manager.stop();
  });

  it('during its first start starts again without help', async () => {
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
    fresh.remove();
  });
});
