import { beforeEach, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { ApiError } from '../../../src/api/apiError.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import { useServedRecords } from './useServedRecords.js';

let records: StoredRecords;
let folder: CliFolder;

const served = useServedRecords(() => records);
beforeEach(async () => {
  records = new StoredRecords(
    new Map<InventoryType, InventoryRecord[]>([
      ['racks', [1, 2].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }))],
      ['rack_reservations', [{ id: 1, rack_id: 1, units: '1' }]],
      [
        'contact_groups',
        [
          { id: 1, name: 'Top', parent_id: null },
          { id: 2, name: 'Below', parent_id: 1 },
        ],
      ],
      ['tags', Array.from({ length: 10 }, (_, at) => ({ id: at + 1, name: `Tag ${at}`, color: 'aa1409' }))],
    ]),
  );
  folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key', ...writing }));
  await folder.run('pull');
  return () => folder.remove();
});

const rackOne = 'inventory/racks/rack-1.json';
const seen = () => records.seen.map(({ method, type }) => `${method} ${type}`);
const without = (type: InventoryType, id: number) =>
  records.lists.set(
    type,
    records.lists.get(type)!.filter(record => record.id !== id),
  );

it('creates what was deleted on the manager again only where that is asked for', async () => {
  without('racks', 1);
  without('rack_reservations', 1);
  folder.write({ 'inventory/rack_reservations/new.json': { rack_id: '@racks/Rack 1', units: '7' } });
  const refused = await folder.run('apply');
  expect(refused).toMatchObject({ code: 4 });
  expect(refused.output).toContain('rack-1.json: Deleted on the manager');
  expect(refused.output).toContain('new.json: rack_id leads to @racks/Rack 1, which is not written.');
  expect(seen()).toEqual([]);
  const asked = await folder.run(`plan --recreate ${rackOne}`);
  expect(asked.output).toMatch(/^Racks: 1 new; Rack reservations: 1 new, 1 not written\n/);
  expect(await folder.run('apply --recreate all')).toMatchObject({ code: 0 });
  expect(seen()).toEqual(['POST racks', 'POST rack_reservations', 'POST rack_reservations']);
  expect(await folder.run('plan --detailed-exitcode')).toMatchObject({ code: 0 });
  expect(await folder.run('drift')).toMatchObject({ code: 0 });
});

it.each([
  {
    what: 'was changed and pulled since',
    change: async () => {
      folder.edit(rackOne, '42', '24');
      expect((await folder.run('pull')).errors).toContain('deleted on the manager. It stays');
    },
  },
  {
    what: 'was moved',
    change: async () => {
      folder.write({ 'inventory/racks/moved.json': folder.read(rackOne), [rackOne]: undefined });
    },
  },
  {
    what: 'was moved, and pulled since',
    change: async () => {
      folder.write({ 'inventory/racks/moved.json': folder.read(rackOne), [rackOne]: undefined });
      expect((await folder.run('pull')).errors).toContain('deleted on the manager. It stays');
    },
  },
])('creates nothing again that was deleted on the manager while its file $what', async ({ change }) => {
  without('racks', 1);
  without('rack_reservations', 1);
  await change();
  for (const given of ['apply', 'apply']) {
    const refused = await folder.run(given);
    expect(refused).toMatchObject({ code: 4, output: expect.stringContaining('Deleted on the manager') });
  }
  expect(seen()).toEqual([]);
  expect(await folder.run('apply --recreate all')).toMatchObject({ code: 0 });
  expect(seen()).toContain('POST racks');
  expect(await folder.run('plan --detailed-exitcode')).toMatchObject({ code: 0 });
});

it('creates nothing on a manager with which nothing is agreed, until somebody says so', async () => {
  folder.write({ '.netsensor/base': undefined });
  without('racks', 1);
  without('rack_reservations', 1);
  const held = await folder.run('apply');
  expect(held).toMatchObject({ code: 4 });
  expect(held.output).toMatch(/rack-1\.json: Not on the manager.*--mine/);
  expect(held.output).toMatch(/rack-1-1\.json: Not on the manager/);
  expect(seen()).toEqual([]);
  const told = await folder.run(`plan --mine ${rackOne}`);
  expect(told.output).toMatch(/^Racks: 1 new; Rack reservations: 1 not written\n/);
  expect(await folder.run('apply --mine all')).toMatchObject({ code: 0 });
  expect(seen()).toEqual(['POST racks', 'POST rack_reservations']);
  expect(await folder.run('plan --detailed-exitcode')).toMatchObject({ code: 0 });
});

it('creates all on a manager that has nothing, and the rest after it was stopped there', async () => {
  folder.write({ '.netsensor/base': undefined });
  for (const type of records.lists.keys()) records.lists.set(type, []);
  records.pass = ({ method }) => {
    if (seen().length === 3) throw new ApiError({ reason: 'invalid', method, path: '/', status: 422 });
  };
  expect(await folder.run('apply')).toMatchObject({ code: 4 });
  records.pass = () => undefined;
  expect(await folder.run('apply')).toMatchObject({ code: 0 });
  expect(records.lists.get('tags')).toHaveLength(10);
});

it('deletes nothing that something else leads to, names that, and deletes the rest', async () => {
  folder.write({ [rackOne]: undefined, 'inventory/racks/rack-2.json': undefined });
  const { code, output } = await folder.run('apply --prune');
  expect({ code, output }).toEqual({
    code: 4,
    output: expect.stringContaining('(Rack 1): it stays, because @rack_reservations/Rack 1/1 leads to it.'),
  });
  expect(seen()).toEqual(['DELETE racks']);
  expect(records.lists.get('racks')?.map(({ id }) => id)).toEqual([1]);
  folder.edit('inventory/rack_reservations/rack-1-1.json', '@racks/Rack 1', '@racks/Rack 3');
  folder.write({ 'inventory/racks/rack-3.json': { name: 'Rack 3', u_height: 42, width: 19 } });
  expect(await folder.run('apply --prune')).toMatchObject({ code: 0 });
  expect(seen().slice(1)).toEqual(['POST racks', 'PATCH rack_reservations', 'DELETE racks']);
});

it('deletes nothing after a failure', async () => {
  folder.write({
    'inventory/tags/tag-9.json': undefined,
    'inventory/racks/new.json': { name: 'New', u_height: 1, width: 19 },
  });
  records.pass = ({ method }) => {
    if (method === 'POST') throw new ApiError({ reason: 'invalid', method, path: '/', status: 422 });
  };
  const { code, output } = await folder.run('apply --prune');
  expect({ code, output }).toEqual({ code: 4, output: expect.stringContaining('tag-9.json: Not sent.') });
  expect(records.lists.get('tags')).toHaveLength(10);
});

it.each(['3', undefined])(
  'sends nothing of what leads to a record that was not created, units %s',
  async units => {
    folder.write({ 'inventory/racks/new.json': { name: 'New', u_height: 1, width: 19 } });
    const reservation = 'inventory/rack_reservations/rack-1-1.json';
    folder.edit(reservation, '@racks/Rack 1', '@racks/New');
    if (units) folder.edit(reservation, '"units": "1"', `"units": "${units}"`);
    const before = records.lists.get('rack_reservations');
    records.pass = ({ method }) => {
      if (method === 'POST') throw new ApiError({ reason: 'invalid', method, path: '/', status: 422 });
    };
    const { code, output } = await folder.run('apply');
    expect({ code, output }).toEqual({
      code: 4,
      output: expect.stringMatching(
        /rack-1-1\.json: Not sent: @racks\/New was not created\.\n0 of 2 records written/,
      ),
    });
    expect(seen()).toEqual([]);
    expect(records.lists.get('rack_reservations')).toEqual(before);
  },
);

it('deletes at most 30 in a hundred of ten or more, and shows the plan that it refuses', async () => {
  const gone = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`inventory/tags/tag-${at}.json`, undefined]),
    );
  folder.write(gone(4));
  const { code, output, errors } = await folder.run('apply --prune');
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('4 of 10 tags') });
  expect(output).toContain('- inventory/tags/tag-3.json (Tag 3)');
  expect(seen()).toEqual([]);
  await folder.run('pull --theirs all');
  folder.write({ 'inventory/tags/tag-3.json': { name: 'Tag 3', color: 'aa1409' } });
  expect(await folder.run('apply --prune')).toMatchObject({ code: 0 });
  expect(records.lists.get('tags')).toHaveLength(7);
});

it('lets nothing stand in itself, in the files and on the manager', async () => {
  const top = 'inventory/contact_groups/top.json';
  folder.edit(top, 'null', '"@contact_groups/Top/Below"');
  expect(await folder.run('validate')).toMatchObject({
    code: 1,
    output: expect.stringContaining('top.json: parent_id leads back to this file'),
  });
  folder.edit(rackOne, '42', '24');
  const { code, output } = await folder.run('apply');
  expect({ code, output }).toEqual({ code: 4, output: expect.stringContaining('leads back to this file') });
  expect(seen()).toEqual(['PATCH racks']);
});

it('lets nothing stand in what others moved below it meanwhile', async () => {
  folder.write({ 'inventory/contact_groups/other.json': { name: 'Other', parent_id: null } });
  await folder.run('apply');
  await folder.run('pull');
  await records.updateRecord('contact_groups', 1, { changes: { parent_id: 101 } });
  folder.edit('inventory/contact_groups/other.json', 'null', '"@contact_groups/Top"');
  const { code, output } = await folder.run('apply');
  expect({ code, output }).toEqual({ code: 4, output: expect.stringContaining('leads back to this file') });
});

it('says of a reference by number that it leads nowhere, and sends it where it leads somewhere', async () => {
  records.lists.set('power_feeds', [{ id: 1, name: 'Feed', power_panel_id: 77, power_feed_status_id: 2 }]);
  await folder.run('pull');
  folder.edit('inventory/rack_reservations/rack-1-1.json', '"@racks/Rack 1"', '4711');
  folder.write({
    'inventory/rack_reservations/new.json': { rack_id: 4712, units: '7' },
    'inventory/rack_reservations/right.json': { rack_id: 2, units: '7' },
    'inventory/contact_groups/new.json': { name: 'New', parent_id: 99 },
  });
  // What leads nowhere on the manager itself is nothing to send, and a lookup is no reference.
  folder.edit(
    'inventory/power_feeds/77-feed.json',
    '"power_feed_status_id": 2',
    '"power_feed_status_id": 4711',
  );
  const { output } = await folder.run('plan');
  expect(output.split('\n').filter(line => line.startsWith('!'))).toEqual([
    '! inventory/rack_reservations/new.json: rack_id leads nowhere: 4712.',
    '! inventory/rack_reservations/rack-1-1.json: rack_id leads nowhere: 4711.',
    '! inventory/contact_groups/new.json: parent_id leads nowhere: 99.',
  ]);
  expect(await folder.run('apply')).toMatchObject({ code: 4 });
  expect(seen().sort()).toEqual(['PATCH power_feeds', 'POST rack_reservations']);
});

it.each([
  { what: 'text that is no JSON', path: rackOne, from: '"name"', to: 'name"', said: ':3:3 ' },
  { what: 'a value', path: rackOne, from: '42', to: '"high"', said: ': u_height' },
  {
    what: 'a reference',
    path: 'inventory/contact_groups/top-below.json',
    from: '@contact_groups/Top"',
    to: '@contact_groups/Tip"',
    said: ': parent_id leads nowhere: @contact_groups/Tip.',
  },
])('says once what is wrong with $what of a file that others lead to', async ({ path, from, to, said }) => {
  folder.write({
    'inventory/contact_groups/deep.json': { name: 'Deep', parent_id: '@contact_groups/Top/Below' },
    'inventory/contact_groups/deeper.json': { name: 'Deeper', parent_id: '@contact_groups/Top/Below/Deep' },
    'inventory/rack_reservations/other.json': { rack_id: '@racks/Rack 1', units: '7' },
  });
  expect(await folder.run('validate')).toMatchObject({ code: 0 });
  folder.edit(path, from, to);
  const { code, output } = await folder.run('validate');
  expect(code).toBe(1);
  const [line = '', ...others] = output.split('\n');
  expect(line.startsWith(`${path}${said}`), line).toBe(true);
  expect(others).toEqual([expect.stringMatching(/^1 of \d+ files is not right\.$/)]);
});

it('says what leads nowhere also where a file that is not right has the same name elsewhere', async () => {
  const above = '@contact_groups/Top';
  folder.write({
    'inventory/contact_groups/top-core.json': { name: 'Core', parent_id: above, description: 7 },
    'inventory/contact_groups/typo.json': { name: 'Typo', parent_id: '@contact_groups/Nope/Core' },
    'inventory/contact_groups/follows.json': { name: 'Follows', parent_id: `${above}/Core` },
  });
  const { output } = await folder.run('validate');
  expect(output.split('\n')).toEqual([
    expect.stringContaining('top-core.json: description'),
    expect.stringContaining('typo.json: parent_id leads nowhere: @contact_groups/Nope/Core.'),
    expect.stringMatching(/^2 of \d+ files are not right\.$/),
  ]);
});
