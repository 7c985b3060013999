import { isApiError } from '../../api/apiError.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../../model/inventory/inventoryRecord.js';
import type { ListItem } from '../../model/inventory/listDocument.js';
import { changedFields } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { isPart, type ListAnswer } from '../../model/text/looseValues.js';
import { describeConflicts } from '../../words/describeProblems.js';
import {
  nameLines,
  nameList,
  joined,
  quoted,
  shown,
  type Inert,
  SentenceError,
  l10n,
} from '../../words/inert.js';
import { titleOf, wordOf } from '../../words/names.js';
import { unnamed, type NameOf } from '../../words/recordDetail.js';
import type { Change, Receipt } from '../change.js';
import {
  partsOf,
  planRecordDeletion,
  refOf,
  typesToRead,
  type TypedRecord,
} from '../deletion/recordDeletion.js';
import { backedUpRecords, dependentLines, readLists, requireOwnIds } from '../deletion/recordsDeletion.js';
import { applyList, listAfterwards, type ListAfterwards, type ListOutcome } from './applyList.js';
import { listAccess, type RecordCalls } from './listAccess.js';
import { leftSentence, planLines } from './listWords.js';
import {
  findListTwins,
  itemName,
  planList,
  planTexts,
  sizeOf,
  touchedBy,
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
  /** What its records are called, as far as that is known. */
  readonly nameOf?: NameOf | undefined;
}

/** A list as it was opened and as it was edited. */
export interface EditedRecords {
  readonly type: InventoryType;
  readonly base: readonly RecordFields[];
  readonly items: readonly ListItem[];
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
}

/** What became of a list. */
export interface ListReceipt extends Receipt {
  /** How many records were written. */
  readonly written: number;
  readonly afterwards: ListAfterwards;
}

/** Saves a list record by record; each is read and merged again just before it is written. */
export function listChange(
  manager: ListManager,
  { type, base, items }: EditedRecords,
): Change<ListChangePlan, readonly ListOutcome[], ListReceipt> {
  const name = quoted(manager.name);
  const { nameOf = unnamed } = manager;
  const secrets = new Map<ListCreate, RecordFields>();
  const receive = ({ adopted }: ListChangePlan, outcomes: readonly ListOutcome[]): ListReceipt => {
    const afterwards = listAfterwards(type, { base, items }, [...adopted, ...outcomes]);
    const { left } = afterwards;
    const written = outcomes.length - left.length;
    if (left.length === 0) {
      const message = l10n.t('{0}: {1} saved on {2}.', titleOf(type), written, name);
      return { severity: 'info', message, written, afterwards };
    }
    return { severity: 'warning', message: leftSentence(type, { left, written }), written, afterwards };
  };
  return {
    reading: l10n.t('Reading {0} of {1}…', wordOf(type), name),
    writing: () => l10n.t('Saving {0} on {1}…', wordOf(type), name),
    doing: () => l10n.t('saving {0} on {1}', wordOf(type), name),
    meanwhile: l10n.t('The records have changed while you were asked. This is what is saved now:'),
    plan: async (signal, agreed) => agreed ?? settledPlan(manager, { type, base, items }, signal),
    word: plan => ({
      question:
        sizeOf(plan) === 1
          ? l10n.t('Save 1 change of {0} on {1}?', wordOf(type), name)
          : l10n.t('Save {0} changes of {1} on {2}?', sizeOf(plan), wordOf(type), name),
      lines: [
        ...planLines(type, plan, nameOf),
        ...dependentLines(plan.dependents, nameOf),
        ...plan.parts,
        touchedBy(plan).length > 0 ? l10n.t('A backup is written first.') : '',
      ],
      button: l10n.t('Save'),
      word: plan.deletes.length > 1 ? titleOf(type) : undefined,
      sides: planTexts(type, plan),
    }),
    nothingToDo: plan => (sizeOf(plan) === 0 ? receive(plan, []) : undefined),
    deciding: ({ creates, updates, deletes }) => ({
      creates: creates.map(({ fields }) => fields),
      updates: updates.map(({ id, changes }) => ({ id, changes })),
      deletes: deletes.map(({ id }) => id),
    }),
    backup: plan => {
      const touched = touchedBy(plan);
      if (touched.length === 0) return undefined;
      return backedUpRecords('save', [...touched.map(record => ({ type, record })), ...plan.dependents]);
    },
    prepare: async ({ creates }) => {
      for (const creation of creates)
        secrets.set(creation, await manager.secretsOf(type, itemName(type, creation.fields, nameOf)));
    },
    apply: (plan, { signal, tell }) =>
      applyList(plan, listAccess(manager.client, type, secrets), {
        known: plan.known,
        signal,
        onStep: number => tell(l10n.t('{0} of {1}', number, sizeOf(plan))),
      }),
    receive: (plan, outcomes) => Promise.resolve(receive(plan, outcomes)),
  };
}

/** Reads the type and settles what two people changed, and what may be there already. */
async function settledPlan(
  manager: ListManager,
  { type, base, items }: EditedRecords,
  signal: AbortSignal,
): Promise<ListChangePlan> {
  const { nameOf = unnamed } = manager;
  const list = await manager.client.listRecords(type, signal);
  const current = [
    ...list.rows,
    ...(await unlistedRecords(manager, { type, base, items }, { list, signal })),
  ];
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
  };
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
    const record = await client.getRecord(type, id, signal).catch((error: unknown) => {
      if (!isApiError(error, 'notFound')) throw error;
    });
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
  if (!(await keepMine(l10n.t('Someone else changed the same fields.'), joined(words, '\n'))))
    throw new SentenceError(l10n.t('Someone else changed the same: {0} Nothing was sent.', joined(words)));
  const theirs = new Map(
    conflicts.map(({ item, conflicts: fields }) => [
      item.id,
      Object.fromEntries(fields.map(({ field, theirs: value }) => [field, value])),
    ]),
  );
  return base.map(fields => ({ ...fields, ...theirs.get(Number(fields['id'])) }));
}
