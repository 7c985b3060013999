import { isSameValue } from '../inventory/recordRules.js';
import { decidedSides, withoutOpen } from './agreedFolder.js';
import type { FolderPlan } from './folderPlan.js';
import { planFolder } from './planFolder.js';
import type { Files, FolderBase, FolderSides } from './folderSides.js';

/** How many files are otherwise than was agreed. */
export interface ChangedHere {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** What was done to the files since it was last agreed. */
export function changedHere(files: Files, base: FolderBase): ChangedHere {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const [path, { fields }] of files) {
    const before = base.files.get(path);
    if (!before) counts.added += 1;
    else if (!isSameValue(fields, before.fields)) counts.changed += 1;
  }
  for (const path of base.files.keys()) if (!files.has(path)) counts.removed += 1;
  return counts;
}

/** What would put a manager back to what was agreed, whatever stands in the files: it has all of that otherwise. */
export const changedThere = (base: FolderBase, sides: Omit<FolderSides, 'files' | 'base'>): FolderPlan =>
  planFolder(decidedSides({ ...sides, base, files: withoutOpen(base.files) }, { mine: ['all'], theirs: [] }));
