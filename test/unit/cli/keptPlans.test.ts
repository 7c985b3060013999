import { beforeEach, expect, it } from 'vitest';
import { checksumOf } from '../../../src/changes/change.js';
import type { StoredRecords } from '../changes/folders/storedRecords.js';
import { slugOf } from '../../../src/model/asCode/recordsAsFiles.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import { smallInventory, useServedRecords } from './useServedRecords.js';

const rack = (id: number) => `inventory/racks/rack-${id}.json`;
let records: StoredRecords;
let folder: CliFolder;

const served = useServedRecords(() => records);
beforeEach(async () => {
  records = smallInventory();
  folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key', ...writing }));
  await folder.run('pull');
  return folder.remove;
});

const heights = () => records.lists.get('racks')?.map(each => each['u_height']);
const onWeb = (id: number, height: number) =>
  records.updateRecord('racks', id, { changes: { u_height: height } });

it('keeps with a plan what was decided for it', async () => {
  folder.edit(rack(1), '42', '24');
  await onWeb(1, 30);
  await records.deleteRecord('racks', 2);
  await folder.run(`plan --mine ${rack(1)} --recreate all -o plan.json`);
  expect(await folder.run('apply')).toMatchObject({ code: 4 });
  expect(await folder.run('apply plan.json')).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([24, 42]);
});

it('says of a kept plan that is out of date what would be done otherwise now', async () => {
  folder.edit(rack(1), '42', '24');
  await folder.run('plan -o plan.json');
  folder.edit(rack(1), '24', '20');
  folder.edit(rack(2), '42', '10');
  const { code, errors } = await folder.run('apply plan.json');
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('Nothing was sent') });
  expect(errors).toMatch(/Only in the kept plan: ~ inventory\/racks\/rack-1\.json\n\s+u_height: 42 → 24/);
  expect(errors).toMatch(/Only now: ~ inventory\/racks\/rack-2\.json\n\s+u_height: 42 → 10/);
  expect(heights()).toEqual([42, 42]);
});

it.each(['apply', 'plan --show'])(
  'refuses by %s a plan that is none of files, and a file that is not there',
  async given => {
    const plan = { deletes: 'all' };
    const kept = { netsensor_plan: 1, checksum: 'x', shown: checksumOf(plan), plan };
    folder.write({ 'plan.json': kept });
    expect(await folder.run(`${given} plan.json`)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no plan of files'),
    });
    expect(await folder.run(`${given} none.json`)).toMatchObject({
      code: 1,
      errors: 'There is no file none.json.',
    });
  },
);

it('asks about what it deletes and says what it deleted', async () => {
  folder.write({ [rack(2)]: undefined });
  const asked: string[] = [];
  const { output } = await folder.run('apply --prune', {
    ask: async question => {
      asked.push(question);
      return true;
    },
  });
  expect(asked[0]).toMatch(/^Delete 1 record on /);
  expect(output).toMatch(/\n1 of 1 record deleted\.$/);
});

it('tells by its exit code that something is left, and that newer files were applied', async () => {
  folder.edit(rack(1), '42', '24');
  await onWeb(1, 30);
  const plan = await folder.run('plan --detailed-exitcode');
  expect(plan).toMatchObject({ code: 2, output: expect.stringContaining('1 not written') });
});

it('takes a value for agreed, whatever words it has', async () => {
  folder.edit(rack(1), 'Rack 1', '(not agreed)');
  expect(await folder.run('apply')).toMatchObject({ code: 0 });
  expect(await folder.run('drift')).toMatchObject({ code: 0 });
  await records.updateRecord('racks', 1, { changes: { name: 'Other' } });
  expect((await folder.run('drift')).output).toContain('(not agreed)');
});

it('takes files for right that leave out what their records have, and new ones only when they are whole', async () => {
  folder.write({
    [rack(1)]: { name: 'Rack 1', u_height: 40 },
    'inventory/rack_reservations/new.json': { rack_id: '@racks/Rack 1', units: '7' },
    'inventory/wireless_lans/guests.json': {
      ssid: 'guests',
      wireless_lan_group_id: '@wireless_lan_groups/A',
    },
  });
  expect(await folder.run('validate')).toMatchObject({ code: 0 });
  folder.write({ 'inventory/racks/new.json': { name: 'New', u_height: 1 } });
  expect(await folder.run('validate')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^inventory\/racks\/new\.json: width is required[^\n]*\n1 of \d files/),
  });
  folder.write({ '.netsensor/base': undefined });
  expect(await folder.run('validate')).toMatchObject({ code: 0 });
});

it('gives every name a file that each disk takes', () => {
  for (const letter of ['a', 'é', '語', '𝒳'])
    expect(Buffer.byteLength(slugOf(letter.repeat(300)))).toBeLessThanOrEqual(110);
  expect(slugOf('a'.repeat(300))).toHaveLength(80);
  expect(slugOf('語'.repeat(300))).toBe('語'.repeat(36));
});
