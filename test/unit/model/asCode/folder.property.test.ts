import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planFolder } from '../../../../src/model/asCode/planFolder.js';
import { pullFolder } from '../../../../src/model/asCode/pullFolder.js';
import { parseFile, printFile, typeOfFile } from '../../../../src/model/asCode/recordsAsFiles.js';
import { keyedRecords } from '../../../../src/model/asCode/recordKeys.js';
import { anyInventory } from '../../../support/anyInventory.js';
import { runs } from '../../../support/depth.js';

it('what is pulled is pulled once more as it is, from its text, and has nothing to be done', () => {
  fc.assert(
    fc.property(anyInventory, all => {
      const manager = keyedRecords(all);
      const first = pullFolder({ files: new Map(), base: undefined, manager });
      const names = [...first.files.keys()].map(path => path.toLowerCase());
      expect(new Set(names).size).toBe([...all.values()].flat().length);
      const files = new Map(
        [...first.files].map(([path, file]) => [path, parseFile(typeOfFile(path)!, printFile(file))]),
      );
      const again = pullFolder({ files, base: first.base, manager });
      expect([again.conflicts, again.gone]).toEqual([[], []]);
      expect([...again.files]).toEqual([...first.files]);
      expect([...again.base.files]).toEqual([...first.base.files]);
      const plan = planFolder({ files, base: first.base, manager });
      expect(plan).toMatchObject({ creates: [], updates: [], deletes: [], unwritten: [], unpulled: [] });
      expect(plan.same).toBe(names.length);
    }),
    { numRuns: runs({ broad: 60, deep: 300 }) },
  );
});
