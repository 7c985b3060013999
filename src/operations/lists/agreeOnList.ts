import * as vscode from 'vscode';
import type { ManagerClient } from '../../api/managerClient.js';
import type { ListOutcome } from '../../model/applyList.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../../model/inventory/inventoryRecord.js';
import type { ListItem } from '../../model/inventory/listDocument.js';
import { findListTwins, itemName, planList, planTexts, sizeOf, type ListPlan } from '../../changes/lists/planList.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { describeConflicts } from '../../ui/describeConflicts.js';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { window } from '../../ui/doors.js';
import { joined, quoted, shown } from '../../ui/inert.js';
import { partWords } from '../../words/partWords.js';
import { withCancellableProgress } from '../../ui/progress.js';
import { SentenceError } from '../../ui/sentenceError.js';
import { requireOwnIds } from '../certainRecords.js';
import { confirmChanges } from '../confirmChanges.js';
import { nameLines, nameList } from '../confirmPlan.js';
import { planLines } from './listWords.js';
import type { ListSaving } from './saveList.js';
import { titleOf, wordOf } from './typeWords.js';

/** A list that is to be saved. */
interface EditedList {
  readonly type: InventoryType;
  readonly base: readonly RecordFields[];
  readonly items: readonly ListItem[];
  readonly client: ManagerClient;
}

/** What the user agreed to. */
export interface AgreedList {
  readonly plan: ListPlan;
  /** All records of the type before anything is written. */
  readonly known: readonly InventoryRecord[];
  /** Records that are there already in place of those that were to be created. */
  readonly adopted: readonly ListOutcome[];
}

/**
 * Reads the type, settles what two people changed and shows the plan; undefined when there is nothing to do.
 * @throws {Error} with a sentence for people when the user does not agree; nothing was sent
 */
export async function agreeOnList(
  { operations, connection }: ListSaving,
  { type, base, items, client }: EditedList,
): Promise<AgreedList | undefined> {
  const manager = quoted(connection.name);
  const list = await withCancellableProgress(
    vscode.l10n.t('Reading {0} of {1}…', wordOf(type), manager),
    signal => client.listRecords(type, signal),
  );
  const known = list.rows;
  const settled = await settle(type, planList({ type, base, items, current: known }), conflicts =>
    planList({ type, base: overruling(base, conflicts), items, current: known }),
  );
  const { plan, adopted } = await adoptTwins(type, settled, { base, known });
  requireOwnIds(
    new Map([[type, list]]),
    plan.deletes.map(({ current }) => ({ type, record: current })),
  );
  if (sizeOf(plan) === 0) return adopted.length > 0 ? { plan, known, adopted } : undefined;
  await confirmChanges(operations.planDocuments, {
    question: vscode.l10n.t('Save {0} changes of {1} on {2}?', sizeOf(plan), wordOf(type), manager),
    lines: [...planLines(type, plan), partWords(list, wordOf(type))],
    button: vscode.l10n.t('Save'),
    ...planTexts(type, plan),
    word: plan.deletes.length > 1 ? titleOf(type) : undefined,
  });
  return { plan, known, adopted };
}

/** Asks about fields that two people changed; what was deleted meanwhile has to be looked at. */
async function settle(
  type: InventoryType,
  plan: ListPlan,
  keepMine: (conflicts: ListPlan['conflicts']) => ListPlan,
): Promise<ListPlan> {
  if (plan.gone.length > 0) {
    const names = nameList(plan.gone.map(({ fields }) => itemName(type, fields)));
    throw new SentenceError(
      vscode.l10n.t(
        'Deleted on the manager meanwhile: {0}. Nothing was sent. Remove it from the list, or remove its id to create it again.',
        names,
      ),
    );
  }
  if (plan.conflicts.length === 0) return plan;
  const words = plan.conflicts.map(
    ({ item, conflicts }) => shown`${quoted(itemName(type, item.fields))}: ${describeConflicts(conflicts)}.`,
  );
  const isMine = await confirmRisk({
    question: vscode.l10n.t('Someone else changed the same fields.'),
    detail: joined(words, '\n'),
    risky: vscode.l10n.t('Keep mine'),
  });
  if (isMine) return keepMine(plan.conflicts);
  throw new SentenceError(
    vscode.l10n.t('Someone else changed the same: {0} Nothing was sent.', joined(words)),
  );
}

/** The base with what someone else wrote into the fields in question, so that the edit wins there and nowhere else. */
function overruling(base: readonly RecordFields[], conflicts: ListPlan['conflicts']): RecordFields[] {
  const theirs = new Map(
    conflicts.map(({ item, conflicts: fields }) => [
      item.id,
      Object.fromEntries(fields.map(({ field, theirs: value }) => [field, value])),
    ]),
  );
  return base.map(fields => ({ ...fields, ...theirs.get(Number(fields['id'])) }));
}

/** A record that is to be created may be there already, from a save whose answer was lost; only the user knows. */
async function adoptTwins(
  type: InventoryType,
  plan: ListPlan,
  { base, known }: { base: readonly RecordFields[]; known: readonly InventoryRecord[] },
): Promise<{ plan: ListPlan; adopted: readonly ListOutcome[] }> {
  const twins = findListTwins(plan.creates, base, known);
  if (twins.length === 0) return { plan, adopted: [] };
  const [use, create] = [vscode.l10n.t('Use those'), vscode.l10n.t('Create again')];
  const chosen = await window.showWarningMessage(
    vscode.l10n.t('Records like these are on the manager already. Use those, or create them once more?'),
    {
      modal: true,
      detail: joined(nameLines(twins.map(({ creation }) => itemName(type, creation.fields))), '\n'),
    },
    use,
    create,
  );
  if (chosen === create) return { plan, adopted: [] };
  if (chosen !== use) throw new SentenceError(vscode.l10n.t('Nothing was sent.'));
  const used = new Set(twins.map(({ creation }) => creation));
  return {
    plan: { ...plan, creates: plan.creates.filter(creation => !used.has(creation)) },
    adopted: twins.map(({ creation, record }) => ({ kind: 'created', creation, record })),
  };
}
