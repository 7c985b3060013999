import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { ApiError } from '../../../../src/api/apiError.js';
import { applyFolder } from '../../../../src/changes/folders/applyFolder.js';
import { agreedFolder, decidedSides } from '../../../../src/model/asCode/agreedFolder.js';
import { planFolder } from '../../../../src/model/asCode/planFolder.js';
import type { FolderBase } from '../../../../src/model/asCode/folderSides.js';
import { pullFolder } from '../../../../src/model/asCode/pullFolder.js';
import type { FileRecord } from '../../../../src/model/asCode/recordsAsFiles.js';
import { runs } from '../../../support/depth.js';
import { StoredRecords } from './storedRecords.js';

const begun = new StoredRecords(
  new Map<InventoryType, { id: number; [field: string]: unknown }[]>([
    ['racks', [1, 2, 3].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }))],
    ['power_panels', [1, 2].map(id => ({ id, name: `Panel ${id}`, description: null }))],
    ['power_feeds', [1, 2, 3].map(id => ({ id, name: 'Feed', power_panel_id: (id % 2) + 1, voltage: id }))],
    ['contact_groups', [1, 2].map(id => ({ id, name: `Group ${id}`, parent_id: id === 2 ? 1 : null }))],
  ]),
);

/** Fields that are changed, with a value that nobody has used before. */
const changed = {
  racks: { u_height: (turn: number) => turn, name: (turn: number) => `Rack ${turn}` },
  power_panels: { description: (turn: number) => `of ${turn}`, name: (turn: number) => `Panel ${turn}` },
  power_feeds: { voltage: (turn: number) => turn },
  contact_groups: { name: (turn: number) => `Group ${turn}` },
} as const;
const types = Object.keys(changed) as (keyof typeof changed)[];

/** A folder, its manager, and a second account of whose changes nobody else has taken over yet. */
class History {
  readonly manager = new StoredRecords(begun.lists);
  files = new Map<string, FileRecord>();
  base: FolderBase | undefined;
  private readonly ofFiles = new Map<string, unknown>();
  private readonly ofManager = new Map<string, unknown>();
  private turn = 1000;

  editFile(at: number): void {
    const path = [...this.files.keys()][at % this.files.size];
    const file = path === undefined ? undefined : this.files.get(path);
    const id = this.base?.ids.get(path ?? '');
    if (path === undefined || !file) return;
    const { field, value } = this.nextValue(file.type, at);
    this.files.set(path, { ...file, fields: { ...file.fields, [field]: value } });
    if (id !== undefined) this.ofFiles.set(`${file.type} ${id} ${field}`, value);
  }

  editManager(at: number): void {
    const type = types[at % types.length]!;
    const rows = this.manager.lists.get(type)!;
    const record = rows[at % Math.max(1, rows.length)];
    if (!record) return;
    const { field, value } = this.nextValue(type, at);
    this.manager.lists.set(
      type,
      rows.map(row => (row === record ? { ...row, [field]: value } : row)),
    );
    this.ofManager.set(`${type} ${record.id} ${field}`, value);
  }

  deleteThere(at: number): void {
    const rows = this.manager.lists.get('racks')!;
    this.manager.lists.set(
      'racks',
      rows.filter((_, index) => index !== at % 5),
    );
  }

  addFile(at: number): void {
    const fields = { name: `Rack ${(this.turn += 1)}`, u_height: at + 1, width: 19 };
    this.files.set(`inventory/racks/own-${this.turn}.json`, { type: 'racks', fields });
  }

  pull(_: number, theirs: readonly string[] = []): void {
    const sides = { files: this.files, base: this.base, manager: this.manager.keyed };
    const pulled = pullFolder(decidedSides(sides, { mine: [], theirs }));
    this.files = new Map(pulled.files);
    this.base = pulled.base;
    this.expectKept(this.ofFiles, key => this.valueInFiles(key));
  }

  /** Only what both have changed is taken over. */
  pullTheirs(at: number): void {
    for (const key of this.ofManager.keys()) this.ofFiles.delete(key);
    this.pull(at, ['all']);
  }

  /** Only what both have changed is written over. */
  async applyMine(at: number): Promise<void> {
    for (const key of this.ofFiles.keys()) this.ofManager.delete(key);
    await this.apply(at, ['all']);
  }

  async apply(failing: number, mine: readonly string[] = []): Promise<void> {
    const before = new Map([...this.manager.lists].map(([type, rows]) => [type, rows.length]));
    const now = { files: this.files, base: this.base, manager: this.manager.keyed };
    const sides = decidedSides(now, { mine, theirs: [] });
    let sent = 0;
    this.manager.pass = ({ method }) => {
      sent += 1;
      if (sent === failing) throw new ApiError({ reason: 'invalid', method, path: '/', status: 422 });
    };
    const outcomes = await applyFolder(planFolder(sides), {
      client: this.manager,
      manager: sides.manager,
      secretOf: String,
      prunes: false,
      signal: new AbortController().signal,
      onStep: () => undefined,
    });
    this.manager.pass = () => undefined;
    const done = outcomes.filter(({ kind }) => kind === 'done').map(({ step }) => step.path);
    this.base = agreedFolder({ ...sides, manager: this.manager.keyed }, new Set(done));
    this.expectKept(this.ofManager, key => this.valueThere(key));
    for (const [type, rows] of this.manager.lists)
      expect(rows.length).toBeGreaterThanOrEqual(before.get(type)!);
    expect(new Set(this.manager.lists.get('racks')!.map(({ name }) => name)).size).toBe(
      this.manager.lists.get('racks')!.length,
    );
  }

  /** What one side has changed is there still, until both have it. */
  private expectKept(changes: Map<string, unknown>, now: (key: string) => unknown): void {
    for (const [key, value] of changes) {
      const there = now(key);
      if (there !== undefined) expect([key, there]).toEqual([key, value]);
    }
    for (const key of [...this.ofFiles.keys(), ...this.ofManager.keys()]) {
      if (this.valueInFiles(key) !== this.valueThere(key)) continue;
      this.ofFiles.delete(key);
      this.ofManager.delete(key);
    }
  }

  private valueInFiles(key: string): unknown {
    const [type, id, field = ''] = key.split(' ');
    const [path] =
      [...(this.base?.ids ?? [])].find(([each, own]) => each.includes(`/${type}/`) && own === Number(id)) ??
      [];
    return this.files.get(path ?? '')?.fields[field];
  }

  private valueThere(key: string): unknown {
    const [type, id, field = ''] = key.split(' ');
    return this.manager.lists.get(type as InventoryType)!.find(record => record.id === Number(id))?.[field];
  }

  private nextValue(type: InventoryType, at: number) {
    const fields = Object.entries(changed[type as keyof typeof changed]);
    const [field, valueOf] = fields[at % fields.length]!;
    return { field, value: valueOf((this.turn += 1)) };
  }
}

const step = fc.tuple(
  fc.constantFrom(
    'editFile',
    'editFile',
    'editManager',
    'editManager',
    'deleteThere',
    'addFile',
    'pull',
    'pullTheirs',
    'applyMine',
    'apply' as const,
  ),
  fc.nat(40),
);

it('no change of a file or of a manager is lost, and nothing is deleted or there twice, in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const history = new History();
      history.pull(0);
      for (const [what, at] of steps) await history[what as 'apply'](at);
    }),
    { numRuns: runs({ broad: 50, deep: 1000 }) },
  );
});
