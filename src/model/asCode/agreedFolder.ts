import { fieldsWhere } from 'netsensor-contract/text/collections';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isSameValue } from '../inventory/recordRules.js';
import {
  isAgreed,
  notAgreed,
  valueOrNull,
  type Files,
  type FolderBase,
  type FolderSides,
} from './folderSides.js';
import { fileFields, keptSecret, type FileRecord } from './recordsAsFiles.js';
import { leftoverKey } from './fileReferences.js';
import { RecordFinder } from './recordFinder.js';

/**
 * What is agreed once a plan was carried out, as the manager is then: what files and manager have in common. Where they
 * differ, it stays what was agreed before, so that nobody's change is taken for another's.
 * @param sentSecrets the files whose secrets were sent
 */
export function agreedFolder(sides: FolderSides, sentSecrets: ReadonlySet<string>): FolderBase {
  const { files, base } = sides;
  const finder = new RecordFinder(sides);
  const agreed = { files: new Map<string, FileRecord>(), ids: new Map<string, number>() };
  const formerly = new Map<string, number>();
  for (const [path, id] of base?.ids ?? []) {
    const before = base?.files.get(path);
    // What is in no file and not on the manager any more is agreed to be gone.
    if (!before || (!files.has(path) && !finder.isThere(before.type, id))) continue;
    agreed.files.set(path, before);
    agreed.ids.set(path, id);
  }
  for (const [path, file] of files) {
    const { record, agreed: before } = finder.recordOf(path, file);
    if (!record) continue;
    const { type } = file;
    if (finder.filesOf(record)[0] !== path) {
      formerly.set(leftoverKey(path, finder.referenceOf(path)), record.id);
      agreed.files.delete(path);
      agreed.ids.delete(path);
      continue;
    }
    const { secretFields = [] } = inventoryType(type);
    const fields = Object.entries(file.fields).map(([field, value]) => {
      const was = before?.fields[field];
      if (secretFields.includes(field)) return [field, sentSecrets.has(path) ? value : (was ?? keptSecret)];
      const meant = finder.valueOf(type, field, { value, agreed: was });
      if (typeof value === 'string' && typeof meant === 'number') formerly.set(value, meant);
      if (isSameValue(valueOrNull(meant), valueOrNull(record[field]))) return [field, value];
      // One that came into the file since is somebody's own, until the manager has it.
      return [field, before ? was : notAgreed];
    });
    for (const name of finder.namesLeftIn(path, file, { id: record.id, before }))
      formerly.set(name, record.id);
    const beforeAt = finder.agreedPath(type, record.id);
    if (beforeAt !== undefined && !files.has(beforeAt)) {
      agreed.files.delete(beforeAt);
      agreed.ids.delete(beforeAt);
    }
    const known = fieldsWhere(Object.fromEntries(fields), (_, value) => value !== undefined);
    agreed.files.set(path, { type, fields: known });
    agreed.ids.set(path, record.id);
  }
  return { ...agreed, formerly };
}

/** Whose values count for files that were changed on both sides, or about which nothing was agreed. */
export interface Decision {
  /** Paths, or `all`. */
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** Files whose records were deleted on the manager, and are created again. */
  readonly recreate?: readonly string[];
  /** Whether such a file counts also for what the manager alone has changed, which is put back then. */
  readonly putsBack?: boolean | undefined;
  /** What was agreed of files that went back behind it since; one that counts is compared with that. */
  readonly lost?: FolderBase | undefined;
}

/**
 * The sides with what somebody decided, of the fields that both have changed or about which nothing was agreed: what counts as
 * agreed becomes the manager's, or the file does. Of the others each stays whose it is.
 */
export function decidedSides(
  sides: FolderSides,
  { mine, theirs, recreate = [], putsBack = false, lost }: Decision,
): FolderSides {
  const isMeant = (paths: readonly string[], path: string) => paths.includes('all') || paths.includes(path);
  const isEmpty = [...sides.manager.lists.values()].every(({ length }) => length === 0);
  const adopted =
    sides.base || isEmpty
      ? undefined
      : new Set([...sides.files.keys()].filter(path => isMeant([...mine, ...recreate], path)));
  if (mine.length + theirs.length + recreate.length === 0) return { ...sides, adopted };
  const finder = new RecordFinder(sides);
  const files = new Map(sides.files);
  const formerly = new Map(sides.base?.formerly);
  const agreed = { files: new Map(sides.base?.files), ids: new Map(sides.base?.ids), formerly };
  for (const [path, file] of sides.files) {
    const { record, agreed: known, goneFrom } = finder.recordOf(path, file);
    const before = lost?.files.get(path) ?? known;
    if (goneFrom !== undefined && isMeant(recreate, path)) {
      agreed.files.delete(goneFrom);
      agreed.ids.delete(goneFrom);
    }
    if (!record || (!isMeant(mine, path) && !isMeant(theirs, path))) continue;
    const { secretFields = [] } = inventoryType(file.type);
    const theirFields = {
      ...fileFields(file.type, record, sides.manager),
      // Nobody sees a secret of the manager: it is what was agreed.
      ...fieldsWhere(before?.fields ?? {}, field => secretFields.includes(field)),
    };
    const isDecided = (field: string) =>
      putsBack ||
      (lost && before === known) ||
      finder.isOpen({ type: file.type, field, value: file.fields[field] }, { record, agreed: before });
    const decided = Object.keys(file.fields)
      .filter(isDecided)
      .map(field => [field, theirFields[field] ?? null] as const);
    const shown = decided.filter(([field]) => !secretFields.includes(field));
    if (isMeant(theirs, path))
      files.set(path, { type: file.type, fields: { ...file.fields, ...Object.fromEntries(shown) } });
    const own = { type: file.type, fields: { ...before?.fields, ...Object.fromEntries(decided) } };
    for (const name of finder.namesLeftIn(path, own, { id: record.id, before }))
      formerly.set(name, record.id);
    agreed.files.set(path, own);
    agreed.ids.set(path, record.id);
  }
  return { ...sides, files, base: agreed, adopted };
}

/** What was agreed, without the fields about which it was not. */
export const withoutOpen = (files: Files): Files =>
  new Map(
    [...files].map(([path, { type, fields }]) => [
      path,
      { type, fields: fieldsWhere(fields, (_, value) => isAgreed(value)) },
    ]),
  );

/** Whether two agreements say the same, in whatever order. */
export const isSameBase = (one: FolderBase, other: FolderBase | undefined): boolean =>
  other !== undefined &&
  isSameValue(Object.fromEntries(one.files), Object.fromEntries(other.files)) &&
  isSameValue(Object.fromEntries(one.ids), Object.fromEntries(other.ids)) &&
  isSameValue(Object.fromEntries(one.formerly), Object.fromEntries(other.formerly));
