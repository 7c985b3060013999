import * as l10n from '@vscode/l10n';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { describeBesides } from '../../words/describeProblems.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { titleOf, wordOf } from '../../words/names.js';
import { unnamed } from '../../words/recordDetail.js';
import type { Change, PlanWords, Receipt, Running } from '../change.js';
import { backedUpRecords, dependentLines } from '../deletion/recordDeletionChange.js';
import type { EarlierSaves } from '../records/editedDocument.js';
import { alongWords } from '../planSides.js';
import { applyList, type ListAccess, type ListOutcome } from './applyList.js';
import { listAccess } from './listAccess.js';
import { listAfterwards, type ListAfterwards } from './listAfterwards.js';
import { isUncertain, leftSentence, planLines } from './listWords.js';
import { besidesOf, isWorthSaying, madeOfCreated, madeOfWords, type MadeOfRecord } from './madeOfRecords.js';
import { arrivedAt, sentTo, sentToCreate, sentToDelete } from './openWrites.js';
import { itemName, planSides, sizeOf, touchedBy, type ListCreate } from './planList.js';
import { settledPlan, type EditedRecords, type ListChangePlan, type ListManager } from './settledPlan.js';

/** What became of a list. */
export interface ListReceipt extends Receipt {
  /** How many records were written. */
  readonly written: number;
  readonly afterwards: ListAfterwards;
  /** What was sent while nobody can tell whether it is stored. */
  readonly open: EarlierSaves['sent'];
  /** What earlier saves sent and was seen to be stored. */
  readonly arrived: EarlierSaves['sent'];
  /** The records that were changed as the manager has them now. */
  readonly updated: readonly RecordFields[];
  /** What the manager made of records that were saved, where that is not just what was sent. */
  readonly made: readonly MadeOfRecord[];
  /** What was saved, without what is said of that. */
  readonly said: Inert;
  /** What is said of that but for what changed besides; all of it is in the message. */
  readonly remark: Inert | '';
  /** All records of the type after the save, if they were read to see what was created and deleted. */
  readonly listed: readonly InventoryRecord[] | undefined;
}

/** What is seen of a list while it is written, besides how each of its records ended. */
interface SeenWrites {
  readonly open: EarlierSaves['sent'][number][];
  readonly arrived: EarlierSaves['sent'][number][];
  /** What the manager made of records that were changed, by their numbers. */
  readonly made: Map<number, MadeOfRecord>;
  listed?: readonly InventoryRecord[];
}

/** Saves a list record by record; each is read and merged again just before it is written. */
export function listChange(
  manager: ListManager,
  edited: EditedRecords,
): Change<ListChangePlan, readonly ListOutcome[], ListReceipt> {
  const { type } = edited;
  const { nameOf = unnamed } = manager;
  const name = quoted(manager.name);
  const secrets = new Map<ListCreate, RecordFields>();
  const seen: SeenWrites = { open: [], arrived: [], made: new Map() };
  return {
    reading: l10n.t('Reading {0} of {1}…', wordOf(type), name),
    writing: () => l10n.t('Saving {0} on {1}…', wordOf(type), name),
    doing: () => l10n.t('saving {0} on {1}', wordOf(type), name),
    meanwhile: l10n.t('The records have changed while you were asked. This is what is saved now:'),
    plan: async (signal, { shown, tell } = {}) =>
      shown ??
      settledPlan(manager, edited, {
        signal,
        onWaiting: () => tell?.(l10n.t('waiting for what an earlier save sent')),
      }),
    word: plan => wordPlan(manager, type, plan),
    nothingToDo: plan =>
      sizeOf(plan) === 0 ? receiptOf(manager, edited, { plan, outcomes: [], seen }) : undefined,
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
    apply: async (plan, running) => {
      const access = accessTo(manager, edited, { secrets, seen });
      const outcomes = await writeList(manager, edited, { plan, access, seen, running });
      seen.open.push(...outcomes.flatMap(openOf));
      return outcomes;
    },
    receive: (plan, outcomes) => Promise.resolve(receiptOf(manager, edited, { plan, outcomes, seen })),
  };
}

function wordPlan(
  { name, nameOf = unnamed }: ListManager,
  type: InventoryType,
  plan: ListChangePlan,
): PlanWords {
  const size = sizeOf(plan);
  const changes =
    size === 1 ? l10n.t('1 change of {0}', wordOf(type)) : l10n.t('{0} changes of {1}', size, wordOf(type));
  const along = alongWords(plan.dependents, plan.deletes.length);
  return {
    question: l10n.t(
      'Save {0} on {1}?',
      along === '' ? changes : l10n.t('{0} and {1}', changes, along),
      quoted(name),
    ),
    lines: [
      ...planLines(type, plan, nameOf),
      ...dependentLines(plan.dependents, nameOf),
      ...plan.parts,
      ...plan.beside,
      touchedBy(plan).length > 0 ? l10n.t('A backup is written first.') : '',
    ],
    button: l10n.t('Save'),
    keep: l10n.t('Keep editing'),
    word: plan.deletes.length > 1 ? titleOf(type) : undefined,
    sides: planSides(type, plan, plan.dependents),
  };
}

/** With what the records of a list are written, so that it is noted what is seen of them. */
function accessTo(
  { client, nameOf = unnamed, onSending = () => undefined, alongside }: ListManager,
  { type, sentBefore = [] }: EditedRecords,
  { secrets, seen }: { readonly secrets: ReadonlyMap<ListCreate, RecordFields>; readonly seen: SeenWrites },
): ListAccess {
  return listAccess(client, type, {
    secrets,
    sentBefore,
    onSending,
    onOpen: (id, sent) => void seen.open.push(sentTo(id, sent)),
    onSaved: ({ id, item }, outcome) => {
      alongside?.fields.note(alongside.keyOf(id), outcome);
      seen.arrived.push(...arrivedAt(sentBefore, id, outcome.arrived));
      const { sent, stored, besides, stillOpen = [] } = outcome;
      // What was not taken at all stays an edit, and is said as that.
      const alteredFields = outcome.isIgnored ? [] : outcome.alteredFields;
      const name = itemName(type, item.fields, nameOf);
      seen.made.set(id, { id, name, sent, stored, alteredFields, besides, stillOpen });
    },
    alongsideOf: id => alongside?.fields.of(alongside.keyOf(id)) ?? [],
  });
}

/** Writes what a plan says, and tells how far it is. */
const writeList = (
  { onCreated }: ListManager,
  { items }: EditedRecords,
  {
    plan,
    access,
    seen,
    running: { signal, tell },
  }: {
    readonly plan: ListChangePlan;
    readonly access: ListAccess;
    readonly seen: SeenWrites;
    readonly running: Running;
  },
): Promise<ListOutcome[]> =>
  applyList(plan, access, {
    known: plan.known,
    signal,
    onStep: number => tell(l10n.t('sending {0} of {1}', number, sizeOf(plan))),
    onLooking: () => tell(l10n.t('looking for what was created and deleted')),
    onWaiting: () => tell(l10n.t('waiting until the manager shows it')),
    onListed: records => (seen.listed = records),
    onCreated: ({ place, fields }, id) => onCreated?.({ fields: items[place]?.fields ?? fields, id }),
  });

function receiptOf(
  { name, nameOf = unnamed }: ListManager,
  { type, base, items }: EditedRecords,
  {
    plan: { adopted, updates, remarks },
    outcomes,
    seen,
  }: {
    readonly plan: ListChangePlan;
    readonly outcomes: readonly ListOutcome[];
    readonly seen: SeenWrites;
  },
): ListReceipt {
  const afterwards = listAfterwards(type, { base, items }, [...adopted, ...outcomes]);
  const { left } = afterwards;
  const written = outcomes.length - left.length;
  const made = [
    ...madeOfCreated(type, outcomes, nameOf),
    ...updates.flatMap(({ id }) => seen.made.get(id) ?? []),
  ].filter(isWorthSaying);
  const remark = joined([madeOfWords(made), ...remarks]);
  const besides = besidesOf(made);
  const said =
    left.length === 0
      ? l10n.t('{0}: {1} saved on {2}.', titleOf(type), written, quoted(name))
      : leftSentence({ type, nameOf }, { left, written });
  return {
    severity: left.length + besides.length === 0 && remark === '' ? 'info' : 'warning',
    message: joined([said, besides.length > 0 ? describeBesides(besides) : '', remark]),
    written,
    afterwards,
    open: seen.open,
    arrived: seen.arrived,
    listed: seen.listed,
    updated: outcomes.flatMap(({ step, ...became }) =>
      step.do === 'update' && became.kind === 'done' && became.result ? [became.result] : [],
    ),
    made,
    said,
    remark,
  };
}

/** What was created and deleted while nobody can tell whether it was. */
function openOf(outcome: ListOutcome): EarlierSaves['sent'] {
  const { step } = outcome;
  if (outcome.kind !== 'failed' || !isUncertain(outcome.error)) return [];
  if (step.do === 'create') return [sentToCreate(step.creation.fields)];
  return step.do === 'delete' ? [sentToDelete(step.removal.id)] : [];
}
