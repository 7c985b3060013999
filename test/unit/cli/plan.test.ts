import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { mostMarkdownBytes, planMarkdown } from '../../../src/changes/folders/planMarkdown.js';
import type { FolderPlan } from '../../../src/model/asCode/folderPlan.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { runCli } from './runCli.js';
import { useServedRecords } from './useServedRecords.js';

let records: StoredRecords;
let root: string;

const served = useServedRecords(() => records);
beforeEach(() => {
  records = new StoredRecords(
    new Map<InventoryType, InventoryRecord[]>([
      ['racks', [1, 2, 3, 4].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }))],
      ['rack_reservations', [{ id: 1, rack_id: 1, units: '1,2', description: null }]],
    ]),
  );
  root = mkdtempSync(join(tmpdir(), 'netsensor-folder-'));
  return () => rmSync(root, { recursive: true });
});

const run = (...args: readonly string[]) =>
  runCli(['-C', root, ...args], { NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key' });
const path = (name: string) => join(root, 'inventory', name);
const edit = (name: string, from: string, to: string) =>
  writeFileSync(path(name), readFileSync(path(name), 'utf8').replace(from, to));
const write = (name: string, fields: object) => writeFileSync(path(name), JSON.stringify(fields));

/** A folder of which something is to be done in every way. */
const changed = async () => {
  await run('pull');
  edit('racks/rack-1.json', '42', '24');
  edit('racks/rack-2.json', '42', '24');
  await records.updateRecord('racks', 2, { changes: { u_height: 30 } });
  rmSync(path('racks/rack-3.json'));
  await records.deleteRecord('racks', 4);
  write('racks/new.json', { name: 'New', u_height: 1, width: 19 });
  write('racks/twin-a.json', { name: 'Twin', u_height: 1, width: 19 });
  write('racks/twin-b.json', { name: 'Twin', u_height: 1, width: 19 });
  write('racks/wrong.json', { name: 'Wrong', u_height: 'high' });
  write('rack_reservations/nowhere.json', { rack_id: '@racks/Nope', units: '7' });
  write('rack_reservations/new.json', { rack_id: '@racks/New', units: '7' });
  await records.createRecord('tags', { name: 'foreign' });
};

describe('a plan', () => {
  it('says its verdict in its first line, with counts for each type', async () => {
    await changed();
    const { output } = await run('plan');
    expect(output.split('\n')[0]).toBe(
      'Racks: 1 new, 1 changed, 1 in no file, 5 not written; Rack reservations: 1 new, 1 not written',
    );
  });

  it('is JSON of a version, as the published schema says', async () => {
    const schema = JSON.parse(readFileSync('schemas/netsensor-plan.schema.json', 'utf8')) as object;
    const valid = new Ajv({ strict: false }).compile(schema);
    await changed();
    const { output } = await run('plan', '--format', 'json');
    const printed = JSON.parse(output) as { netsensor_plan: number; plan: FolderPlan };
    expect(valid(printed), JSON.stringify(valid.errors)).toBe(true);
    expect(printed.netsensor_plan).toBe(1);
    expect(new Set(printed.plan.unwritten.map(({ why }) => why))).toEqual(
      new Set(['conflict', 'gone', 'twin', 'rejected', 'leadsNowhere']),
    );
    expect(valid({ ...printed, netsensor_plan: 2 })).toBe(false);
  });

  it('says references as files do, and in JSON the numbers with their names, also when it is shown later', async () => {
    records.lists.get('rack_reservations')?.push({ id: 2, rack_id: 1, units: '9' });
    await run('pull');
    edit('racks/rack-3.json', 'Rack 3', 'Core');
    edit('rack_reservations/rack-1-1-2.json', '@racks/Rack 1', '@racks/Core');
    edit('rack_reservations/rack-1-9.json', '@racks/Rack 1', '@racks/Core');
    await records.updateRecord('rack_reservations', 2, { changes: { rack_id: 4 } });
    write('rack_reservations/new.json', { rack_id: '@racks/Rack 2', units: '7' });
    const { output } = await run('plan', '-o', 'plan.json');
    const lines = [
      '    rack_id: "@racks/Rack 1" → "@racks/Core"',
      '    rack_id: "@racks/Rack 2"',
      'rack_id is "@racks/Core" here and now "@racks/Rack 4" on the manager (it was "@racks/Rack 1")',
    ];
    const markdown = (await run('plan', '--format', 'markdown')).output;
    const later = (await run('plan', '--show', 'plan.json')).output;
    for (const text of [output, markdown, later]) for (const line of lines) expect(text).toContain(line);
    const { plan } = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as { plan: FolderPlan };
    expect(plan.updates.find(({ type }) => type === 'rack_reservations')?.changes).toEqual([
      { field: 'rack_id', from: 1, to: 3 },
    ]);
    expect(plan.names).toMatchObject({ '@racks/#3': '@racks/Core', '@racks/#4': '@racks/Rack 4' });
    expect((await run('drift')).output).toContain('rack_id: "@racks/Rack 1" → "@racks/Rack 4"');
  });

  it('is shown later in every form without a manager, when it is stale too; a changed one is refused', async () => {
    await changed();
    const fresh = await run('plan', '-o', 'plan.json');
    for (const { id } of [...records.lists.get('racks')!]) await records.deleteRecord('racks', id);
    const show = (...args: readonly string[]) =>
      runCli(['-C', root, 'plan', '--show', 'plan.json', ...args], {});
    expect(await show()).toEqual({ code: 0, errors: '', output: fresh.output });
    expect(await show('--detailed-exitcode')).toMatchObject({ code: 2 });
    expect((await show('--format', 'markdown')).output).toContain('**Racks: 1 new');
    expect(`${(await show('--format', 'json')).output}\n`).toBe(
      readFileSync(join(root, 'plan.json'), 'utf8'),
    );
    edit('../plan.json', '"u_height"', '"width"');
    expect(await show()).toMatchObject({ code: 1, errors: expect.stringContaining('no plan') });
    expect(await run('plan', '--show', 'none.json')).toMatchObject({ code: 1 });
  });
});

describe('a plan as Markdown', () => {
  const planOf = (count: number, name = 'rack'): FolderPlan => ({
    creates: Array.from({ length: count }, (_, at) => ({
      path: `inventory/racks/${name}-${at}.json`,
      type: 'racks',
      reference: `@racks/${name} ${at}`,
      fields: { name: `${name} ${at}` },
      empty: [],
    })),
    updates: [],
    deletes: [],
    unwritten: [],
    unpulled: [],
    same: 0,
  });

  it('is short where little changes, and nothing in it calls anybody', () => {
    const markdown = planMarkdown(planOf(2, '@team `x` <b>'));
    expect(markdown).toMatch(/^\*\*Racks: 2 new\*\*\n\n```+diff\n\+ inventory/);
    expect(markdown.trimEnd()).toMatch(/\n```+$/);
    expect(planMarkdown({ ...planOf(0), same: 7 })).toBe(
      '**Nothing to do: 7 files have no change of their own.**\n',
    );
    const unpulled = [{ type: 'racks' as const, record: { id: 1 } }];
    expect(planMarkdown({ ...planOf(0), same: 1, unpulled })).toBe(
      [
        '**Nothing to do: 1 file has no change of its own.**\n',
        '1 record of the manager is in no file yet. Pull to have it, too.\n',
      ].join('\n'),
    );
  });

  it.each([['rack'], ['räck ✅'], ['`'.repeat(50)]])(
    'has all counts and says what is left out where %s is too much for a comment',
    name => {
      const markdown = planMarkdown(planOf(5_000, name));
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(mostMarkdownBytes);
      expect(Buffer.byteLength(markdown)).toBeGreaterThan(mostMarkdownBytes - 6_000);
      expect(markdown).toContain('**Racks: 5000 new**');
      const [, shown = 0, left = 0] = /(\d+) lines<[^]*\n(\d+) more lines are left out/.exec(markdown) ?? [];
      expect(Number(shown) + Number(left)).toBe(10_000);
    },
  );

  it('ends its block of code outside of what a record says, however long its marks are', () => {
    const markdown = planMarkdown(planOf(1, '`'.repeat(300)));
    const [, fence = ''] = /(`+)diff/.exec(markdown) ?? [];
    expect(fence.length).toBeGreaterThan(300);
    expect(markdown.trimEnd().endsWith(fence)).toBe(true);
  });
});
