import { fieldsWhere } from 'netsensor-contract/text/collections';
import {
  createSchema,
  type InventoryRecord,
  type TypedRecord,
} from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  createProblems,
  inventoryRules,
  isSameValue,
  planPatch,
  type FieldConflict,
  type FieldProblem,
  type RecordRules,
} from '../inventory/recordRules.js';
import type { RecordFields } from '../inventory/recordText.js';
import { isAgreed, valueOrNull, type FolderSides } from './folderSides.js';
import { keptSecret, secretSource, type FileRecord } from './recordsAsFiles.js';
import type { FoundRecord, RecordFinder } from './recordFinder.js';
import { printReference, recordKey } from './recordKeys.js';

/** A file of a plan. */
interface PlannedFile {
  readonly path: string;
  readonly type: InventoryType;
  /** What other files call it, `@racks/Core A`; its path where it has no key. */
  readonly reference: string;
}

/** A value that is to be sent; a reference to what is to be created first stands as `@racks/New`. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface FileCreate extends PlannedFile {
  readonly fields: RecordFields;
  /** Fields that are to be empty, whatever a manager puts into those that it is not given. */
  readonly empty: readonly string[];
}

export interface FileUpdate extends PlannedFile {
  readonly id: number;
  readonly changes: readonly FieldChange[];
  /** How it is now. */
  readonly current: InventoryRecord;
}

/** What a plan writes of one file. */
export type FileWrite = FileCreate | FileUpdate;

/** The fields that a write sends. */
export const sentBy = (write: FileWrite): RecordFields =>
  'fields' in write ? write.fields : Object.fromEntries(write.changes.map(({ field, to }) => [field, to]));

/** A record that no file has any more. */
export interface FileDelete extends PlannedFile {
  readonly id: number;
  readonly current: InventoryRecord;
  /** What leads to it and stays, `@rack_reservations/Core A/1`: it is not deleted then. */
  readonly usedBy: readonly string[];
}

/** Why the record of a file is not written to. */
export type Unwritten = PlannedFile &
  /** `changedThere`: it is in no file any more. */
  (
    | { readonly why: 'conflict' | 'noBase' | 'changedThere'; readonly conflicts: readonly FieldConflict[] }
    | { readonly why: 'rejected'; readonly problems: readonly FieldProblem[] }
    /** Deleted on the manager. */
    | { readonly why: 'gone' }
    /** Several records or files have its key. `remove`: files that are one record with one that stays. */
    | { readonly why: 'twin'; readonly others: readonly string[]; readonly remove?: readonly string[] }
    | { readonly why: 'leadsNowhere'; readonly field: string; readonly reference: string }
    /** It leads to what is not written. */
    | { readonly why: 'waits'; readonly field: string; readonly reference: string }
    /** It would stand in itself. */
    | { readonly why: 'circle'; readonly field: string }
  );

/** What would be done to make a manager have what the files have. */
export interface FolderPlan {
  readonly creates: readonly FileCreate[];
  readonly updates: readonly FileUpdate[];
  /** In the base and on the manager, in no file: nothing is deleted unasked. */
  readonly deletes: readonly FileDelete[];
  readonly unwritten: readonly Unwritten[];
  /** Records that no file has yet. */
  readonly unpulled: readonly TypedRecord[];
  /** How many files have nothing to be done. */
  readonly same: number;
  /** What files call the records that references in it lead to by their numbers: `@racks/#3` is `@racks/Core A`. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Whether `deletes` are deleted. */
  readonly prunes?: boolean | undefined;
  /** What somebody decided for it: the files that count, and those whose records are created again, or `all`. */
  readonly mine?: readonly string[] | undefined;
  readonly recreate?: readonly string[] | undefined;
}

/** Compares file by file and field by field what was agreed, what the files have, and what the manager has, each file by itself. */
export function compareFolder(sides: FolderSides, finder: RecordFinder): FolderPlan {
  const plan = {
    creates: [] as FileCreate[],
    updates: [] as FileUpdate[],
    deletes: [] as FileDelete[],
    unwritten: [] as Unwritten[],
    unpulled: [] as TypedRecord[],
    same: 0,
  };
  const rules = new PlanRules();
  const claimed = new Set<InventoryRecord>();
  for (const [path, file] of sides.files) {
    const found = finder.recordOf(path, file);
    if (found.record) claimed.add(found.record);
    const outcome = planFile({ path, file, found }, { finder, rules });
    if (outcome === 'same') plan.same += 1;
    else if ('why' in outcome) plan.unwritten.push(outcome);
    else if ('changes' in outcome) plan.updates.push(outcome);
    else plan.creates.push(outcome);
  }
  for (const [type, rows] of sides.manager.lists)
    for (const record of rows.filter(row => !claimed.has(row))) {
      const path = finder.agreedPath(type, record.id);
      const agreed = path === undefined ? undefined : sides.base?.files.get(path);
      if (path === undefined || !agreed) plan.unpulled.push({ type, record });
      else {
        const outcome = planDelete({ path, agreed, record }, finder);
        if ('why' in outcome) plan.unwritten.push(outcome);
        else plan.deletes.push(outcome);
      }
    }
  return plan;
}

/** A record that no file has any more is deleted as it was agreed: one that somebody has changed since is theirs to lose. */
function planDelete(
  { path, agreed, record }: { path: string; agreed: FileRecord; record: InventoryRecord },
  finder: RecordFinder,
): FileDelete | Unwritten {
  const own = planned(path, agreed);
  const was = finder.resolveAgreed(agreed);
  const conflicts = Object.keys(was)
    .filter(
      field => isAgreed(was[field]) && !isSameValue(valueOrNull(was[field]), valueOrNull(record[field])),
    )
    .map(field => ({ field, base: was[field], mine: undefined, theirs: record[field] }));
  return conflicts.length > 0
    ? { ...own, why: 'changedThere', conflicts }
    : { ...own, id: record.id, current: record, usedBy: [] };
}

/** A file with what was found of it. */
interface FoundFile {
  readonly path: string;
  readonly file: FileRecord;
  readonly found: FoundRecord;
}

type FileOutcome = FileCreate | FileUpdate | Unwritten | 'same';

/** The rules of each type, made once for all files of a plan. */
class PlanRules {
  private readonly creations = new Map<InventoryType, ReturnType<typeof createSchema>>();
  private readonly updates = new Map<InventoryType, RecordRules>();

  creationOf(type: InventoryType) {
    const known = this.creations.get(type) ?? createSchema(type);
    this.creations.set(type, known);
    return known;
  }

  updateOf(type: InventoryType): RecordRules {
    const known = this.updates.get(type) ?? inventoryRules(type);
    this.updates.set(type, known);
    return known;
  }
}

/** With what each file is compared. */
interface Comparison {
  readonly finder: RecordFinder;
  readonly rules: PlanRules;
}

function planFile({ path, file, found }: FoundFile, { finder, rules }: Comparison): FileOutcome {
  const { type } = file;
  const own = { path, type, reference: finder.referenceOf(path) };
  const { record, agreed, others, isGone } = found;
  if (!record && others.length > 0) return { ...own, why: 'twin', others };
  const [kept = path, ...surplus] = record ? finder.filesOf(record) : [];
  if (kept !== path) return { ...own, why: 'twin', others: [kept], remove: [path] };
  const meant = finder.resolve(file, agreed);
  if ('reference' in meant) return { ...own, why: 'leadsNowhere', ...meant };
  const secrets = secretChanges(type, file.fields, agreed?.fields);
  if (secrets.problems.length > 0) return { ...own, why: 'rejected', problems: secrets.problems };
  if (!record) {
    if (isGone) return { ...own, why: 'gone' };
    if (finder.isHeld(path)) return { ...own, why: 'noBase', conflicts: [] };
    return planCreate(own, { ...meant.fields, ...secrets.values }, { finder, rules });
  }
  const edited = mapNulls(meant.fields, Object.keys(meant.fields));
  const current = mapNulls(record, Object.keys(edited));
  if (Object.keys(secrets.values).length === 0 && isSameValue(edited, current)) return 'same';
  const known = agreed && finder.resolveAgreed(agreed);
  // An empty field that no file had before is to be emptied, whatever the manager has in it.
  const emptied = fieldsWhere(current, field => edited[field] === null);
  const base = known ? mapNulls({ ...emptied, ...known }, Object.keys(edited)) : current;
  const patch = planPatch({ rules: rules.updateOf(type), base, edited, current });
  if (patch.kind === 'rejected') return { ...own, why: 'rejected', problems: patch.problems };
  if (patch.kind === 'conflict') {
    const areAgreed = patch.conflicts.every(({ base: was }) => isAgreed(was));
    return { ...own, why: areAgreed ? 'conflict' : 'noBase', conflicts: patch.conflicts };
  }
  const changed = { ...(patch.kind === 'patch' && patch.changes) };
  const to = { ...finder.withNewKeys(type, changed), ...secrets.values };
  const stray = finder.strayOf(type, to);
  if (stray) return { ...own, why: 'leadsNowhere', ...stray };
  const changes = Object.keys(to).map(field => ({ field, from: current[field] ?? null, to: to[field] }));
  if (changes.length === 0) return 'same';
  if (surplus.length > 0) return { ...own, why: 'twin', others: surplus, remove: surplus };
  if (others.length > 0) return { ...own, why: 'twin', others };
  const { secretFields = [] } = inventoryType(type);
  // Of what was created by an apply that was stopped then, nobody can see whether its secret was sent.
  const isOwn = finder.hasBase && changes.every(({ field }) => secretFields.includes(field));
  if (agreed || isOwn) return { ...own, id: record.id, changes, current: record };
  const conflicts = changes.map(({ field, from, to: mine }) => ({
    field,
    base: undefined,
    mine,
    theirs: from,
  }));
  return { ...own, why: 'noBase', conflicts };
}

function planCreate(
  own: PlannedFile,
  given: RecordFields,
  { finder, rules }: Comparison,
): FileCreate | Unwritten {
  const { path, type } = own;
  const fields = withoutEmpty(given);
  const empty = Object.keys(given).filter(field => !Object.hasOwn(fields, field));
  const problems = createProblems(rules.creationOf(type), fields).filter(
    ({ code }) => code !== 'missing' || !finder.mayLack(path),
  );
  if (problems.length > 0) return { ...own, why: 'rejected', problems };
  const sent = finder.withNewKeys(type, fields);
  const stray = finder.strayOf(type, sent);
  return stray ? { ...own, why: 'leadsNowhere', ...stray } : { ...own, fields: sent, empty };
}

function planned(path: string, { type, fields }: FileRecord): PlannedFile {
  const key = recordKey(type, fields);
  return { path, type, reference: key === undefined ? path : printReference({ type, key }) };
}

/** The same fields of two sides, where one that is left out and one that is null both mean empty. */
const mapNulls = (fields: RecordFields, names: readonly string[]): RecordFields =>
  Object.fromEntries(
    names.map(name => [name, Object.hasOwn(fields, name) ? valueOrNull(fields[name]) : null]),
  );

const withoutEmpty = (fields: RecordFields): RecordFields =>
  fieldsWhere(fields, (_, value) => value !== null);

/** The secrets of a file that are to be sent: those of a new record, and those whose text is another one than was agreed. */
function secretChanges(
  type: InventoryType,
  fields: RecordFields,
  agreed: RecordFields | undefined,
): { readonly values: RecordFields; readonly problems: readonly FieldProblem[] } {
  const { secretFields = [] } = inventoryType(type);
  const given = fieldsWhere(fields, (field, value) => secretFields.includes(field) && value !== keptSecret);
  const wrong = Object.keys(given).filter(field => !secretSource.test(String(given[field])));
  return {
    values: fieldsWhere(given, (field, value) => value !== agreed?.[field]),
    problems: wrong.map(field => ({ field, code: 'secret' })),
  };
}
