import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFolder, type FolderApply } from '../../../../src/changes/folders/applyFolder.js';
import type { FolderPlan } from '../../../../src/model/asCode/folderPlan.js';
import { planFolder } from '../../../../src/model/asCode/planFolder.js';
import type { FolderSides } from '../../../../src/model/asCode/folderSides.js';
import { pullFolder } from '../../../../src/model/asCode/pullFolder.js';
import { keptSecret, type FileRecord } from '../../../../src/model/asCode/recordsAsFiles.js';
import { recordKey } from '../../../../src/model/asCode/recordKeys.js';
import { anyInventory } from '../../../support/anyInventory.js';
import { runs } from '../../../support/depth.js';
import { StoredRecords } from './storedRecords.js';

const apply = (plan: FolderPlan, client: StoredRecords, more: Partial<FolderApply> = {}) =>
  applyFolder(plan, {
    client,
    manager: client.keyed,
    secretOf: source => `secret of ${source}`,
    prunes: false,
    signal: new AbortController().signal,
    onStep: () => undefined,
    ...more,
  });

/** Files with a variable for each secret that is kept. */
const withSecrets = (files: FolderSides['files']): Map<string, FileRecord> =>
  new Map(
    [...files].map(([path, { type, fields }]) => {
      const given = Object.entries(fields).map(([field, value]) => [
        field,
        value === keptSecret ? 'env:PASSWORD' : value,
      ]);
      return [path, { type, fields: Object.fromEntries(given) }];
    }),
  );

it('an empty manager becomes what another one has, but for what no key tells apart or the contract refuses', async () => {
  await fc.assert(
    fc.asyncProperty(anyInventory, async lists => {
      const { files } = pullFolder({
        files: new Map(),
        base: undefined,
        manager: new StoredRecords(lists).keyed,
      });
      const written = withSecrets(files);
      const other = new StoredRecords();
      const plan = planFolder({ files: written, base: undefined, manager: other.keyed });
      const outcomes = await apply(plan, other);
      expect(outcomes).toHaveLength(plan.creates.length);
      const made = outcomes.filter(({ kind }) => kind === 'done').map(({ step }) => step.path);
      const pulled = pullFolder({ files: new Map(), base: undefined, manager: other.keyed });
      const keysOf = (all: FolderSides['files']) =>
        [...all.values()].map(({ type, fields }) => `${type} ${recordKey(type, fields)}`);
      expect(keysOf(pulled.files).sort()).toEqual(
        keysOf(new Map(made.map(path => [path, written.get(path)!]))).sort(),
      );
      for (const path of made) {
        const [key] = keysOf(new Map([[path, files.get(path)!]]));
        const there = [...pulled.files.values()].find(each => keysOf(new Map([['', each]]))[0] === key);
        const set = Object.entries(files.get(path)!.fields).filter(([, value]) => value !== null);
        expect(there?.fields).toEqual(Object.fromEntries(set));
      }
    }),
    { numRuns: runs({ broad: 30, deep: 200 }) },
  );
});
