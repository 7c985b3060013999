import * as l10n from '@vscode/l10n';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord, TypedRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { ListItem } from '../../model/inventory/listDocument.js';
import { changedFields } from '../../model/inventory/recordRules.js';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import { isPart, type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { describeConflicts } from '../../words/describeProblems.js';
import { nameLines, nameList, joined, quoted, shown, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { unnamed, type NameOf } from '../../words/recordDetail.js';
import { partsOf, planRecordDeletion, refOf, typesToRead } from '../deletion/recordDeletionPlan.js';
import { readLists, recordIfThere, requireOwnIds } from '../deletion/recordDeletionChange.js';
import type { CreatedItem, EarlierSaves, SentValue } from '../records/editedDocument.js';
import type { FieldsAlongside } from '../records/fieldsAlongside.js';
import { startedFrom } from '../records/saveFlow.js';
import type { Patience } from '../settle.js';
import type { ListOutcome } from './applyList.js';
import type { RecordCalls } from './listAccess.js';
import { createdAfterAll, isNewIn, leftOut, openRemarks, settledRecords } from './settledRecords.js';
import { maybeCreated, sentToRecord } from './openWrites.js';
import {
  findListTwins,
  itemName,
  planList,
  type ListCreate,
  type ListPlan,
  type ListWrites,
} from './planList.js';

/** A manager whose records are saved as a list. */
export interface ListManager {
  /** What people call it. */
  readonly name: string;
  readonly client: RecordCalls;
  /** Whether what was changed here wins over what somebody else changed in the same fields. */
  readonly keepMine: (question: Inert, conflicts: Inert) => Promise<boolean>;
  /** Whether records that are there already are taken in place of new ones. @throws when neither is wanted */
  readonly useTwins: (names: Inert) => Promise<boolean>;
  /** The secret fields of a record that is created. @throws when they are not given */
  readonly secretsOf: (type: InventoryType, name: string) => Promise<RecordFields>;
  /** Whether records that may have been created already are created once more. @throws when they are not to be */
  readonly createAgain: (names: Inert) => Promise<void>;
  /** What its records are called, as far as that is known. */
  readonly nameOf?: NameOf | undefined;
  /** Called with what is sent just before it is, as the document of the list remembers it. */
  readonly onSending?: ((sent: SentValue) => void) | undefined;
  /** Called once an item of the list was created. */
  readonly onCreated?: ((item: CreatedItem) => void) | undefined;
  /** Fields that are sent beside what changed, by the key of the record. */
  readonly alongside?:
    { readonly fields: FieldsAlongside; readonly keyOf: (id: number) => string } | undefined;
}

/** A list as it was opened and as it was edited. */
export interface EditedRecords {
  readonly type: InventoryType;
  readonly base: readonly RecordFields[];
  readonly items: readonly ListItem[];
  /** What earlier saves of the list sent while nobody can tell whether it is stored. */
  readonly sentBefore?: EarlierSaves['sent'];
}

/** What saving a list does. */
export interface ListChangePlan extends ListWrites {
  /** Records that are there already in place of those that were to be created. */
  readonly adopted: readonly ListOutcome[];
  /** Records that refer to those that are to be deleted. */
  readonly dependents: readonly TypedRecord[];
  /** The numbers of all records of the type before anything is written. */
  readonly known: readonly number[];
  /** What is not known of the list, as sentences. */
  readonly parts: readonly Inert[];
  /** What earlier saves have created beside which the new records are made, as sentences. */
  readonly beside: readonly Inert[];
  /** What earlier saves may yet do to what the list leaves as it is, as sentences. */
  readonly remarks: readonly Inert[];
}

/** Reads the type and settles what two people changed, and what may be there already. */
export async function settledPlan(
  manager: ListManager,
  edited: EditedRecords,
  patience: Patience & { readonly signal: AbortSignal },
): Promise<ListChangePlan> {
  const { type, items } = edited;
  const { signal } = patience;
  const { nameOf = unnamed } = manager;
  const list = await manager.client.listRecords(type, signal);
  const read = [...list.rows, ...(await unlistedRecords(manager, edited, { list, signal }))];
  const first = planList({ type, base: ownBase(edited, read), items, current: read });
  const { client } = manager;
  const current = await settledRecords(edited, { current: read, plan: first }, { client, patience });
  const base = ownBase(edited, current);
  const plan = planList({ type, base, items, current });
  const mine = await overruled(manager, { type, base, items }, plan);
  const { creates, updates, deletes } = mine ? planList({ type, base: mine, items, current }) : plan;
  const removals = deletes.map(({ current: record }) => ({ type, record }));
  const others = removals.length === 0 ? [] : typesToRead([type]).filter(other => other !== type);
  const lists = new Map([[type, list], ...(await readLists(manager.client, others, signal))]);
  requireOwnIds(lists, removals, nameOf);
  const twins = findListTwins(creates, base, current);
  const names = nameLines(twins.map(({ creation }) => itemName(type, creation.fields, nameOf)));
  const isUsed = twins.length > 0 && (await manager.useTwins(joined(names, '\n')));
  const fresh = creates.filter(creation => !twins.some(twin => twin.creation === creation));
  const titlesOf = (records: readonly RecordFields[]) =>
    records.map(fields => itemName(type, fields, nameOf));
  const { again, there } = maybeCreatedAgain(edited, fresh, current);
  if (again.length > 0) await manager.createAgain(joined(nameLines(titlesOf(again)), '\n'));
  const used = new Set(isUsed ? twins.map(({ creation }) => creation) : []);
  return {
    creates: creates.filter(creation => !used.has(creation)),
    updates,
    deletes,
    adopted: isUsed
      ? twins.map(({ creation, record }) => ({
          kind: 'done',
          step: { do: 'create', creation },
          result: record,
        }))
      : [],
    dependents: planRecordDeletion(new Map(lists).set(type, { ...list, rows: current }), removals.map(refOf))
      .dependents,
    known: current.map(({ id }) => id),
    parts: partsOf(lists),
    beside: there.length > 0 ? [createdAfterAll(nameList(titlesOf(there))), thereTwice()] : [],
    remarks: openRemarks(edited, { current, plan }, nameOf),
  };
}

/**
 * What may be created a second time by these creates. An item that was changed after it was sent, its name too, cannot be told
 * from another one: then all are named that are not in the list as they were sent, apart from those that are `there`.
 */
function maybeCreatedAgain(
  edited: EditedRecords,
  fresh: readonly ListCreate[],
  current: readonly InventoryRecord[],
): Record<'again' | 'there', readonly RecordFields[]> {
  const wasSent = ({ fields }: ListCreate) =>
    maybeCreated(edited.sentBefore ?? []).some(sent => changedFields(sent, fields).length === 0);
  const same = fresh.filter(wasSent).map(({ fields }) => fields);
  if (same.length === fresh.length) return { again: same, there: [] };
  const isNew = isNewIn(edited, current);
  const left = leftOut(edited);
  return { again: [...same, ...left.filter(fields => !isNew(fields))], there: left.filter(isNew) };
}

/** Says what becomes of a record that an earlier save has created, or may have. */
export const thereTwice = (): Inert =>
  l10n.t('What is created again, or under another name, is there twice then.');

/** What an edit began from, with what its own earlier saves have stored since. */
function ownBase(
  { type, base, sentBefore = [] }: EditedRecords,
  current: readonly InventoryRecord[],
): readonly RecordFields[] {
  if (sentBefore.length === 0) return base;
  const currentById = new Map(current.map(record => [record.id, record]));
  return base.map(fields => {
    const record = currentById.get(Number(fields['id']));
    return record
      ? startedFrom(fields, documentFields(type, record), sentToRecord(sentBefore, record.id))
      : fields;
  });
}

/** The records that were changed or deleted here and that a part of the list does not show, each read by its id. */
async function unlistedRecords(
  { client }: ListManager,
  { type, base, items }: EditedRecords,
  { list, signal }: { list: ListAnswer<InventoryRecord>; signal: AbortSignal },
): Promise<InventoryRecord[]> {
  if (!isPart(list)) return [];
  const listed = new Set(list.rows.map(({ id }) => id));
  const edited = new Map(items.map(({ id, fields }) => [id, fields]));
  const found: InventoryRecord[] = [];
  for (const fields of base) {
    const id = Number(fields['id']);
    if (listed.has(id) || changedFields(fields, edited.get(id) ?? {}).length === 0) continue;
    const record = await recordIfThere(client, { type, id, signal });
    if (record) found.push(record);
  }
  return found;
}

/**
 * Lets somebody decide about fields that two people changed; what was deleted meanwhile has to be looked at.
 * @returns the base with what someone else wrote into these fields, so that the edit wins there and nowhere else
 */
async function overruled(
  { keepMine, nameOf = unnamed }: ListManager,
  { type, base }: EditedRecords,
  { conflicts, gone }: ListPlan,
): Promise<RecordFields[] | undefined> {
  if (gone.length > 0) {
    const names = nameList(gone.map(({ fields }) => itemName(type, fields, nameOf)));
    throw new SentenceError(
      l10n.t(
        'Deleted on the manager meanwhile: {0}. Nothing was sent. Remove it from the list, or remove its id to create it again.',
        names,
      ),
    );
  }
  if (conflicts.length === 0) return undefined;
  const words = conflicts.map(
    ({ item, conflicts: fields }) =>
      shown`${quoted(itemName(type, item.fields, nameOf))}: ${describeConflicts(fields)}.`,
  );
  if (!(await keepMine(l10n.t('The same fields were changed on the manager.'), joined(words, '\n'))))
    throw new SentenceError(l10n.t('Changed on the manager as well: {0} Nothing was sent.', joined(words)));
  const theirs = new Map(
    conflicts.map(({ item, conflicts: fields }) => [
      item.id,
      Object.fromEntries(fields.map(({ field, theirs: value }) => [field, value])),
    ]),
  );
  return base.map(fields => ({ ...fields, ...theirs.get(Number(fields['id'])) }));
}
