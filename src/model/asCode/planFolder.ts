import { groupBy } from 'netsensor-contract/text/collections';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole, parentField } from 'netsensor-contract/inventory/references';
import type { RecordFields } from '../inventory/recordText.js';
import {
  compareFolder,
  sentBy,
  type FileDelete,
  type FileWrite,
  type FolderPlan,
  type Unwritten,
} from './folderPlan.js';
import type { FolderSides } from './folderSides.js';
import { planNames } from './planNames.js';
import { RecordFinder } from './recordFinder.js';
import { parseReference, printReference, recordKey, type KeyedRecords } from './recordKeys.js';

/**
 * Works out what is to be done to make a manager have what the files have: nothing that would stand in itself or in what is not
 * written, and with what leads to what is to be deleted.
 */
export function planFolder(sides: FolderSides): FolderPlan {
  const { files, manager } = sides;
  const finder = new RecordFinder(sides);
  const plan = meantPart(compareFolder(sides, finder), sides);
  const circles = new Set([...circlesOfFiles(files), ...circlesOfRecords(plan, manager)]);
  const broken = withoutWrites(plan, ({ path, type }) =>
    circles.has(path) ? { why: 'circle', field: parentField(type) ?? '' } : undefined,
  );
  const told = broken.unwritten.map(each =>
    each.why === 'leadsNowhere' && circles.has(each.path) && each.field === parentField(each.type)
      ? { ...ownOf(each), why: 'circle' as const, field: each.field }
      : each,
  );
  const whole = withoutWaiting({ ...broken, unwritten: told });
  const names = planNames(whole, (type, id) => finder.nameOf(type, id));
  return { ...whole, deletes: withUses(whole, manager), names };
}

/** What a plan does of the files that it is about. */
function meantPart(plan: FolderPlan, { files, isMeant }: FolderSides): FolderPlan {
  if (!isMeant) return plan;
  const of = <T extends { readonly path: string }>(all: readonly T[]) =>
    all.filter(({ path }) => isMeant(path));
  const part = {
    creates: of(plan.creates),
    updates: of(plan.updates),
    deletes: of(plan.deletes),
    unwritten: of(plan.unwritten),
    unpulled: [],
  };
  const told = new Set([...part.creates, ...part.updates, ...part.unwritten].map(({ path }) => path));
  const same = [...files.keys()].filter(path => isMeant(path) && !told.has(path)).length;
  return { ...plan, ...part, same };
}

const ownOf = ({ path, type, reference }: FileWrite | Unwritten) => ({ path, type, reference });

/** Why a write is none. */
type Refusal =
  | { readonly why: 'circle'; readonly field: string }
  | { readonly why: 'waits'; readonly field: string; readonly reference: string };

function withoutWrites(plan: FolderPlan, refuse: (write: FileWrite) => Refusal | undefined): FolderPlan {
  const unwritten: Unwritten[] = [...plan.unwritten];
  const isRight = (write: FileWrite): boolean => {
    const refusal = refuse(write);
    if (refusal) unwritten.push({ ...ownOf(write), ...refusal });
    return !refusal;
  };
  return {
    ...plan,
    creates: plan.creates.filter(isRight),
    updates: plan.updates.filter(isRight),
    unwritten,
  };
}

/** Takes out what leads to what is not created, and then what leads to that. */
function withoutWaiting(plan: FolderPlan): FolderPlan {
  const created = new Set(plan.creates.map(({ reference }) => reference));
  const rest = withoutWrites(plan, write => {
    const fields = Object.entries(sentBy(write));
    const waiting = fields.find(
      ([field, value]) =>
        fieldRole(write.type, field)?.kind === 'reference' &&
        typeof value === 'string' &&
        !created.has(value),
    );
    return waiting && { why: 'waits', field: waiting[0], reference: String(waiting[1]) };
  });
  return rest.creates.length < plan.creates.length ? withoutWaiting(rest) : rest;
}

/** The files that stand in themselves, whatever a manager has: by keys, else by names, which no circle of keys has. */
function circlesOfFiles(files: FolderSides['files']): string[] {
  const nested = [...files].filter(([, { type, fields }]) => parentReference(type, fields) !== undefined);
  if (nested.length === 0) return [];
  const byKey = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const [path, { type, fields }] of files) {
    if (parentField(type) === undefined) continue;
    const key = recordKey(type, fields);
    const name = recordKey(type, { name: fields['name'] });
    if (key !== undefined) byKey.set(printReference({ type, key }), path);
    if (name !== undefined) byName.set(printReference({ type, key: name }), path);
  }
  const above = (path: string): string | undefined => {
    const { type, fields } = files.get(path)!;
    const reference = parentReference(type, fields);
    if (!reference) return undefined;
    const name = reference.key.split('/').at(-1) ?? '';
    return byKey.get(printReference(reference)) ?? byName.get(printReference({ type, key: name }));
  };
  return nested.map(([path]) => path).filter(path => isInItself(path, above));
}

const parentReference = (type: InventoryType, fields: RecordFields) => {
  const field = parentField(type);
  return field === undefined ? undefined : parseReference(fields[field]);
};

/** The files of a plan that would stand in themselves once it was carried out. */
function circlesOfRecords(plan: FolderPlan, { lists }: KeyedRecords): string[] {
  return [...groupBy(plan.updates, ({ type }) => type)].flatMap(([type, updates]) => {
    const parent = parentField(type);
    const moved = updates.filter(({ changes }) => changes.some(({ field }) => field === parent));
    if (parent === undefined || moved.length === 0) return [];
    const above = new Map<unknown, unknown>();
    for (const record of lists.get(type) ?? []) above.set(record.id, record[parent]);
    for (const create of plan.creates)
      if (create.type === type) above.set(create.reference, create.fields[parent]);
    for (const update of moved) above.set(update.id, sentBy(update)[parent]);
    return moved.filter(({ id }) => isInItself<unknown>(id, each => above.get(each))).map(({ path }) => path);
  });
}

function isInItself<T>(start: T, above: (each: T) => T | undefined): boolean {
  const seen = new Set<T>();
  for (let at = above(start); at !== undefined && at !== null && !seen.has(at); at = above(at)) {
    if (at === start) return true;
    seen.add(at);
  }
  return false;
}

/** The deletions of a plan, with what leads to each of them and stays: that one stays, too. */
function withUses(plan: FolderPlan, manager: KeyedRecords): FileDelete[] {
  if (plan.deletes.length === 0) return [];
  const nameOf = (type: InventoryType, { id }: InventoryRecord) =>
    printReference({ type, key: manager.keyOf(type, id) ?? `#${id}` });
  const idOf = (type: InventoryType, id: unknown) => `${type} ${String(id)}`;
  const updates = new Map(plan.updates.map(update => [idOf(update.type, update.id), update]));
  const leads = inventoryTypeNames.flatMap(type =>
    (manager.lists.get(type) ?? []).map(record => {
      const update = updates.get(idOf(type, record.id));
      const fields = update ? { ...record, ...sentBy(update) } : record;
      return { id: idOf(type, record.id), name: nameOf(type, record), to: leadsOf(type, fields) };
    }),
  );
  const made = plan.creates.map(({ path, type, fields }) => ({
    id: path,
    name: path,
    to: leadsOf(type, fields),
  }));
  let deletes = plan.deletes.map(each => ({ ...each, usedBy: [] as readonly string[] }));
  for (;;) {
    const going = new Set(
      deletes.filter(({ usedBy }) => usedBy.length === 0).map(({ type, id }) => idOf(type, id)),
    );
    const staying = [...leads, ...made].filter(({ id }) => !going.has(id));
    const next = deletes.map(each => ({
      ...each,
      usedBy: staying.filter(({ to }) => to.has(idOf(each.type, each.id))).map(({ name }) => name),
    }));
    const isStable = next.every(({ usedBy }, at) => usedBy.length > 0 === deletes[at]!.usedBy.length > 0);
    deletes = next;
    if (isStable) return deletes;
  }
}

/** What a record leads to, as `racks 12`. */
function leadsOf(type: InventoryType, fields: RecordFields): ReadonlySet<string> {
  const leads = new Set<string>();
  for (const [field, value] of Object.entries(fields)) {
    const role = fieldRole(type, field);
    if (role?.kind === 'reference') for (const id of [value].flat()) leads.add(`${role.to} ${String(id)}`);
  }
  return leads;
}
