import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isSameValue } from '../inventory/recordRules.js';
import { notAgreed, valueOrNull, type Files, type FolderBase, type FolderSides } from './folderSides.js';
import { keptSecret, placeRecords, type FileRecord, type PlacedRecord } from './recordsAsFiles.js';
import { leftoverKey } from './fileReferences.js';
import { RecordFinder } from './recordFinder.js';
import { parseReference } from './recordKeys.js';

/** A file with fields that were changed here and there. */
export interface PullConflict {
  /** Where it is once the pull has moved it, and where it was. */
  readonly path: string;
  readonly from: string;
  readonly fields: readonly string[];
}

/** What a folder becomes by taking over what a manager has. */
export interface PulledFolder {
  /** All files of records, those that stay as they are, too. */
  readonly files: Files;
  readonly base: FolderBase;
  /** Files with fields that were changed here and there, or that nothing was agreed about: they stay as they are here. */
  readonly conflicts: readonly PullConflict[];
  /** Files that were changed here, whose records are gone from the manager: they stay. */
  readonly gone: readonly string[];
  /** Files that are the record of another file, too: they stay as they are here. */
  readonly twins: readonly { readonly path: string; readonly others: readonly string[] }[];
}

/**
 * Merges what a manager has into the files, field by field: what was changed there comes, what was changed here stays. A file
 * that somebody took away stays away, and a field that a file does not have stays out of it.
 */
export function pullFolder(sides: FolderSides): PulledFolder {
  const { files, base, manager } = sides;
  const finder = new RecordFinder(sides);
  const paths = pathsOfRecords(files, finder);
  const known = knownPaths(sides, paths);
  const pulled = new Map<string, FileRecord>();
  const formerly = formerlyOf(files, base);
  const agreed = { files: new Map<string, FileRecord>(), ids: new Map<string, number>(), formerly };
  const conflicts: PullConflict[] = [];
  for (const place of placeRecords(manager, known, (path, record) => finder.isNamedByHand(path, record))) {
    const { path, type, record } = place;
    const from = paths.get(record) ?? '';
    const file = files.get(from);
    const before = base?.files.get(finder.agreedPath(type, record.id) ?? '');
    const merged = mergeFile({ place, file, before }, finder);
    agreed.files.set(path, { type, fields: merged.agreed });
    agreed.ids.set(path, record.id);
    if (file || !before) pulled.set(path, { type, fields: merged.fields });
    paths.set(record, path);
    if (merged.conflicts.length > 0) conflicts.push({ path, from, fields: merged.conflicts });
  }
  const twins = [...files].flatMap(([path, file]) => {
    const { record } = finder.recordOf(path, file);
    if (!record || finder.filesOf(record)[0] === path) return [];
    formerly.set(leftoverKey(path, finder.referenceOf(path)), record.id);
    return [{ path, file, others: [paths.get(record) ?? ''] }];
  });
  const kept = keptWithoutRecord(sides, finder);
  for (const [path, file] of kept) {
    pulled.set(path, file);
    // Nobody agreed that it is gone: it is not created again unasked.
    const { goneFrom = '' } = finder.recordOf(path, file);
    const before = base?.files.get(goneFrom);
    const id = base?.ids.get(goneFrom);
    if (!before || id === undefined) continue;
    agreed.files.set(goneFrom, before);
    agreed.ids.set(goneFrom, id);
  }
  for (const { path, file } of twins) pulled.set(path, file);
  return {
    files: pulled,
    base: agreed,
    conflicts,
    gone: kept.filter(([path, file]) => finder.recordOf(path, file).isGone).map(([path]) => path),
    twins: twins.map(({ path, others }) => ({ path, others })),
  };
}

/** What records were called formerly, without the files left of a rename that were removed: a new one there is another record. */
function formerlyOf(files: Files, base: FolderBase | undefined): Map<string, number> {
  const left = [...files.keys()].map(path => leftoverKey(path, '@'));
  const isThere = (text: string) => parseReference(text) ?? left.some(each => text.startsWith(each));
  return new Map([...(base?.formerly ?? [])].filter(([text]) => isThere(text)));
}

/** The file of each record that has one. */
function pathsOfRecords(files: Files, finder: RecordFinder): Map<InventoryRecord, string> {
  const paths = new Map<InventoryRecord, string>();
  for (const [path, file] of files) {
    const { record } = finder.recordOf(path, file);
    if (record) paths.set(record, finder.filesOf(record)[0] ?? path);
  }
  return paths;
}

/** The records that paths belong to; undefined where a file has none. A file that somebody took away has its path still. */
function knownPaths(
  { files, base }: FolderSides,
  paths: ReadonlyMap<InventoryRecord, string>,
): Map<string, number | undefined> {
  const known = new Map<string, number | undefined>([...files.keys()].map(path => [path, undefined]));
  for (const [record, path] of paths) known.set(path, record.id);
  const placed = new Set([...paths].map(([record, path]) => `${files.get(path)?.type} ${record.id}`));
  for (const [path, id] of base?.ids ?? [])
    if (!files.has(path) && !placed.has(`${base?.files.get(path)?.type} ${id}`)) known.set(path, id);
  return known;
}

/** Files without a record on the manager; one that is as it was agreed goes with its record. */
const keptWithoutRecord = ({ files, base }: FolderSides, finder: RecordFinder): [string, FileRecord][] =>
  [...files].filter(
    ([path, file]) =>
      !finder.recordOf(path, file).record && !isSameValue(base?.files.get(path)?.fields, file.fields),
  );

/** The three sides of one file. */
interface FileSides {
  readonly place: PlacedRecord;
  readonly file: FileRecord | undefined;
  readonly before: FileRecord | undefined;
}

function mergeFile({ place, file, before }: FileSides, finder: RecordFinder) {
  const { type, record } = place;
  const { secretFields = [] } = inventoryType(type);
  const fields: Record<string, unknown> = {};
  const agreed: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const field of Object.keys((file ?? place).fields)) {
    const theirs = place.fields[field] ?? null;
    const stored = valueOrNull(record[field]);
    const mine = file?.fields[field];
    const was = before?.fields[field];
    if (secretFields.includes(field)) {
      fields[field] = mine ?? keptSecret;
      agreed[field] = was ?? keptSecret;
      continue;
    }
    const value = valueOrNull(finder.valueOf(type, field, { value: mine, agreed: was }));
    const from = valueOrNull(finder.agreedValueOf(type, field, was));
    const isChangedHere = file && !isSameValue(value, stored) && !isSameValue(value, from);
    const isChangedThere = !isSameValue(from, stored);
    fields[field] = isChangedHere || (file && value === null && stored === null) ? mine : theirs;
    agreed[field] = isChangedHere && isChangedThere ? (was ?? notAgreed) : theirs;
    if (isChangedHere && isChangedThere) conflicts.push(field);
  }
  return { fields, agreed, conflicts };
}
