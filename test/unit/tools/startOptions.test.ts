import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { environmentConnection } from '../../../src/connections/environmentConnection.js';
import { parseCli, sharedOptions } from '../../../packages/manager/src/cli/cliOptions.js';
import { openDataFolder } from '../../../packages/manager/src/store/dataFolder.js';
import { certificatePath, makeCertificate } from '../../../packages/manager/src/variety/certificate.js';
import { createStores } from '../../../packages/manager/src/managerStore.js';
import { parseStart, startUsage } from '../../../tools/starting/startOptions.js';
import { temporaryFolder } from '../../host/temporaryFolder.js';
import { connectionVariables } from '../../support/startLocalManager.js';
import { buildManagerProgram } from '../../../packages/manager/test/managerProcess.js';

describe('the options of npm start', () => {
  it('keeps its own options and passes the manager’s on', () => {
    const args =
      '--browser --port 3000 --no-open --fresh --seed 7 --dialect rails --tls self-signed --log'.split(' ');
    const { managerArguments, ...options } = parseStart(args)!;
    expect(options).toMatchObject({ browser: true, port: 3000, shouldOpen: false });
    expect(parseCli(managerArguments)).toMatchObject({
      kind: 'run',
      options: { fresh: true, seed: 7, dialect: 'rails', tls: true, log: true, json: false, port: 0 },
    });
  });

  it('has defaults for everything', () => {
    expect(parseStart([])).toMatchObject({
      browser: false,
      port: 0,
      shouldOpen: true,
      manager: { data: '.manager-data', fresh: false },
      managerArguments: [],
    });
  });

  it('lists both kinds of options in its help', () => {
    expect(parseStart(['--help'])).toBeUndefined();
    for (const name of ['browser', 'port', 'no-open', ...Object.keys(sharedOptions)]) {
      expect(startUsage).toContain(`--${name}`);
    }
  });

  it.each([
    [['--port', 'x'], /^--port must be a whole number/],
    [['--dialect', 'latin'], /^--dialect must be one of/],
    [['--json'], /^Unknown option --json/],
    [['folder'], /^"folder" is not an option/],
  ])('refuses %j before anything is started', (args, sentence) => {
    expect(() => parseStart(args)).toThrow(sentence);
  });
});

describe('the environment that npm start gives VS Code', { timeout: 60_000 }, () => {
  it('connects to a manager with a certificate of its own', async () => {
    const program = await buildManagerProgram();
    const folder = await temporaryFolder('start');
    const database = await openDataFolder(folder.path, { fresh: false });
    await createStores(database, { history: 0 });
    await database.close();
    // One as it would make itself, in less time.
    const { key, certificate } = await makeCertificate(2048);
    await writeFile(join(folder.path, 'tls-key.pem'), key);
    await writeFile(certificatePath(folder.path), certificate);
    const { managerArguments } = parseStart(['--tls', 'self-signed'])!;
    const manager = await program.start({ dataDir: folder.path, moreArguments: managerArguments });
    const found = environmentConnection(connectionVariables(manager))!;
    expect(found.connection.address).toMatch(/^https:/);
    const client = new ManagerClient({
      address: found.connection.address,
      key: found.key,
      trust: { pinned: found.connection.pinned },
      timeout: 20_000,
      log: () => undefined,
    });
    expect((await client.listRecords('racks')).rows.length).toBeGreaterThan(0);
    await client.close();
    await manager.stop();
    await program.remove();
    folder.remove();
  });
});
