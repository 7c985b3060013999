import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carryOut, silently } from '../../../src/changes/change.js';
import { folderPlanSides } from '../../../src/changes/folders/folderPlanSides.js';
import {
  agreeOn,
  changeOfFolder,
  openFolder,
  planPull,
  writePull,
  type FolderDecision,
} from '../../../src/folders/openedFolder.js';
import { FolderIndex } from '../../../src/folders/folderIndex.js';
import { programOnPath } from '../../../src/folders/git.js';
import { requireHost } from '../../../src/folders/folderSettings.js';
import { inert } from '../../../src/words/inert.js';
import { cliFolder, type CliFolder } from '../cli/cliFolder.js';
import { smallInventory, useServedRecords } from '../cli/useServedRecords.js';

const rack = 'inventory/racks/rack-1.json';

describe('a folder that the editor opens', () => {
  let stored = smallInventory();
  let cli: CliFolder;
  const served = useServedRecords(() => stored);
  const reader = {
    signal: new AbortController().signal,
    timeout: 10_000,
    warn: () => undefined,
    progress: () => undefined,
  };
  const open = () =>
    openFolder({ root: cli.root, name: 'Lab', address: served.url, client: stored, environment: {} }, reader);
  const pull = async () => {
    const opened = await open();
    await writePull(opened, await planPull(opened, reader, () => []));
  };
  const changeWith = async (isMeant?: FolderDecision['isMeant']) => {
    const opened = await open();
    const decide = () => ({ mine: [], recreate: [] });
    return {
      opened,
      change: changeOfFolder(opened, reader, { prune: false, maxDeletes: 0, decide, isMeant }),
    };
  };
  const apply = async (isMeant?: FolderDecision['isMeant']) => {
    const { opened, change } = await changeWith(isMeant);
    const made = await carryOut(change, { ...silently(), backUp: () => Promise.resolve('kept') });
    return agreeOn(opened, made!.receipt);
  };

  beforeEach(() => {
    stored = smallInventory();
    cli = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'key' }));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    cli.remove();
  });

  it.each(['beside the files', 'in git'])(
    'agrees with the command line on what is agreed, %s: after an apply here, nothing is to be done there',
    async where => {
      if (where === 'in git') execFileSync('git', ['init', '-q', cli.root]);
      await pull();
      cli.edit(rack, '"u_height": 42', '"u_height": 44');
      expect((await cli.run('plan')).output).toContain('1 changed');
      expect(await apply()).toBe(true);
      const { output } = await cli.run('plan');
      expect(output).toContain('Nothing to do: 4 files have no change of their own.');
      // Had this not been agreed, the change of the manager would be a conflict.
      await stored.updateRecord('racks', 1, { changes: { u_height: 10 } });
      expect((await cli.run('pull')).errors).toBe('');
      expect(cli.read(rack)).toContain('"u_height": 10');
    },
  );

  it.skipIf(process.platform === 'win32')(
    'reads what is left of renames from git once for what is agreed, however often an editor asks',
    async () => {
      execFileSync('git', ['init', '-q', cli.root]);
      await pull();
      const bin = join(cli.root, '.git/bin');
      const program = `#!/bin/sh\necho "$1" >> '${bin}/asked'\nexec '${programOnPath('git')}' "$@"\n`;
      cli.write({ '.git/bin/git': program });
      chmodSync(join(bin, 'git'), 0o755);
      vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
      const problems = () => new FolderIndex(cli.root).problems(reader);
      expect([await problems(), await problems()]).toEqual([[], []]);
      const asked = cli.read('.git/bin/asked').split('\n');
      expect(asked.filter(each => each === 'cat-file')).toHaveLength(1);
      await stored.updateRecord('racks', 1, { changes: { name: 'Core' } });
      cli.write({ 'inventory/racks/core.json': cli.read(rack).replace('Rack 1', 'Core') });
      await pull();
      expect(await problems()).toMatchObject([{ path: rack }]);
    },
  );

  it('applies the file alone that is meant, and leaves what it waits for to a whole apply', async () => {
    await pull();
    cli.edit(rack, '"u_height": 42', '"u_height": 44');
    cli.edit('inventory/racks/rack-2.json', '"u_height": 42', '"u_height": 45');
    cli.write({ 'inventory/racks/new.json': { name: 'New', u_height: 42, width: 19 } });
    cli.edit('inventory/rack_reservations/rack-1-1-2.json', '@racks/Rack 1', '@racks/New');
    expect(await apply(path => path === rack)).toBe(true);
    expect(stored.lists.get('racks')!.map(each => each['u_height'])).toEqual([44, 42]);
    expect(stored.seen).toHaveLength(1);
    const { change } = await changeWith(path => path.includes('/rack_reservations/'));
    const plan = await change.plan(reader.signal);
    expect(plan.unwritten).toMatchObject([{ why: 'waits', reference: '@racks/New' }]);
    expect([...plan.creates, ...plan.updates, ...plan.unpulled]).toEqual([]);
    const whole = await cli.run('plan');
    expect(whole.output).toContain('Racks: 1 new, 1 changed; Rack reservations: 1 changed');
  });

  it.each([
    { change: () => cli.edit(rack, '"width": 19', '"width": 23'), kept: '"width": 23' },
    {
      change: () => cli.write({ 'inventory/racks/rack-3.json': '{"name": "Rack 3"}' }),
      kept: '"u_height": 42',
    },
  ])(
    'writes nothing by a pull over a file that was changed or added since it was read',
    async ({ change, kept }) => {
      await pull();
      await stored.updateRecord('racks', 1, { changes: { u_height: 10 } });
      await stored.createRecord('racks', { name: 'Rack 3', u_height: 42, width: 19 });
      const opened = await open();
      const planned = await planPull(opened, reader, () => []);
      change();
      await expect(writePull(opened, planned)).rejects.toThrow(/was changed while the manager was read/);
      expect(cli.read(rack)).toContain(kept);
      expect(cli.read(rack)).toContain('"u_height": 42');
      await pull();
      expect(cli.read(rack)).toContain('"u_height": 10');
    },
  );

  it('agrees on nothing by a part of the files where nothing was agreed, so that no other is created unasked', async () => {
    cli.write({
      [rack]: { name: 'Rack 1', u_height: 42, width: 19 },
      'inventory/racks/rack-2.json': { name: 'Rack 2', u_height: 45, width: 19 },
      'inventory/racks/other.json': { name: 'Of another manager', u_height: 1, width: 19 },
    });
    expect(await apply(path => path === rack)).toBe(false);
    expect(await apply()).toBe(false);
    expect((await open()).base).toBeUndefined();
    expect((await cli.run('plan')).output).toMatch(/other\.json: Not on the manager.*--mine/);
    expect(stored.seen).toEqual([]);
  });

  it('keeps over nothing that somebody else has agreed meanwhile, beside the files too', async () => {
    await pull();
    const opened = await open();
    cli.edit(rack, '"u_height": 42', '"u_height": 44');
    expect(await apply()).toBe(true);
    await stored.updateRecord('racks', 2, { changes: { u_height: 10 } });
    const { base } = await open();
    await expect(writePull(opened, await planPull(opened, reader, () => []))).rejects.toThrow(
      /^Somebody else has pulled or applied meanwhile: .*base/,
    );
    expect((await open()).base).toEqual(base);
  });

  it('shows both sides of a plan file by file, without what is secret', async () => {
    await pull();
    cli.edit(rack, '"u_height": 42', '"u_height": 44');
    cli.edit('inventory/account_keys/switches-netops.json', '"(kept)"', '"env:SWITCHES"');
    cli.write({ 'inventory/racks/new.json': { name: 'New', u_height: 42, width: 19 } });
    const { change } = await changeWith();
    const { now, planned, counts } = folderPlanSides(await change.plan(reader.signal));
    expect(JSON.parse(now)).toEqual({
      'inventory/account_keys/switches-netops.json': { password: '(kept)' },
      [rack]: { u_height: 42 },
    });
    expect(JSON.parse(planned)).toEqual({
      'inventory/account_keys/switches-netops.json': { password: 'env:SWITCHES' },
      'inventory/racks/new.json': { name: 'New', u_height: 42, width: 19 },
      [rack]: { u_height: 44 },
    });
    expect(counts).toBe('1 created, 2 updated');
  });

  it('is for one host alone, where it names one', () => {
    const there = inert('the connection Lab');
    expect(() => requireHost({}, 'https://a.example', there)).not.toThrow();
    expect(() => requireHost({ host: 'a.example' }, 'https://a.example/x', there)).not.toThrow();
    expect(() => requireHost({ host: 'a.example' }, 'https://b.example', there)).toThrow(
      'netsensor.json is for a.example, and the connection Lab leads to b.example. Nothing was sent.',
    );
  });
});
