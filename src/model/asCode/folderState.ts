import { addTo } from 'netsensor-contract/text/collections';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isSameValue } from '../inventory/recordRules.js';
import { decidedSides, withoutOpen } from './agreedFolder.js';
import type { FolderPlan } from './folderPlan.js';
import { planFolder } from './planFolder.js';
import { isAgreed, type Files, type FolderBase, type FolderSides } from './folderSides.js';
import { leftoverKey } from './fileReferences.js';
import { RecordFinder } from './recordFinder.js';
import { keyedRecords, type KeyedRecords } from './recordKeys.js';

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
  planFolder(
    decidedSides(
      { ...sides, base, files: withoutOpen(base.files) },
      { mine: ['all'], theirs: [], putsBack: true },
    ),
  );

/** What a manager had when it was agreed with. */
export function agreedRecords(base: FolderBase): KeyedRecords {
  const finder = new RecordFinder({ files: base.files, base, manager: keyedRecords(new Map()) });
  const lists = new Map<InventoryType, InventoryRecord[]>();
  for (const [path, id] of base.ids) {
    const file = base.files.get(path);
    if (file) addTo(lists, file.type, { ...finder.resolveAgreed(file), id });
  }
  return keyedRecords(lists);
}

/** What files are looked at for what was agreed from them, and what they were before that. */
interface FilesSince {
  readonly files: Files;
  readonly agreed: FolderBase;
  /** What was agreed before; undefined where nothing was. */
  readonly before: Files | undefined;
  /** The files of the commit that these were changed from. */
  readonly committed: Files;
}

/**
 * Whether files have lost what was agreed from them last, as they do when it is stashed, discarded or left on another branch:
 * a field is as it was before, what was removed is back, or nothing of what was added is there.
 */
export function hasLost({ files: all, agreed: base, before, committed }: FilesSince): boolean {
  const { files: agreed } = base;
  // A pull has seen those that are left of a rename, whatever became of them since.
  const left = [...base.formerly.keys()];
  const files = new Map(
    [...all].filter(([path]) => !left.some(each => each.startsWith(leftoverKey(path, '')))),
  );
  const added = [...agreed.keys()].filter(path => !(before ?? committed).has(path));
  if (added.length > 0 && !added.some(path => files.has(path))) return true;
  if (before && [...before.keys()].some(path => !agreed.has(path) && files.has(path))) return true;
  return [...files].some(([path, { fields }]) => {
    const is = agreed.get(path)?.fields ?? {};
    const was = before?.get(path)?.fields;
    const formerly = [was, committed.get(path)?.fields].filter(each => each !== undefined);
    return Object.keys(fields)
      .filter(field => Object.hasOwn(is, field) && isAgreed(is[field]))
      .filter(field => !before || !isSameValue(is[field], was?.[field]))
      .filter(field => !isSameValue(fields[field], is[field]))
      .some(field => formerly.some(each => isSameValue(fields[field], each[field])));
  });
}
