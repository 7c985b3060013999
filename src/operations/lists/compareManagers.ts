import * as l10n from '@vscode/l10n';
import type { ManagerClient } from '../../api/managerClient.js';
import type { Connection } from '../../connections/connection.js';
import {
  comparableRecords,
  comparedTypes,
  compareLists,
  withDifferences,
  type ListComparison,
  type ListDifference,
  type UntoldRecord,
} from '../../model/inventory/compareLists.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ManagerLists, Untold } from '../../model/inventory/recordIdentity.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { groupBy } from 'netsensor-contract/text/collections';
import { isPart, type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { printFields } from '../../model/inventory/recordText.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { nameList, inert, joined, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { sayPart } from '../partialLists.js';
import { chosenOrPickedList, type ClickedList } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { openEditedList } from './listCommands.js';
import { titleOf, wordOf } from '../../words/names.js';

/** Compares a type between two managers, by ways from the top, and offers to copy what the other one lacks or has otherwise. */
export async function compareManagers(operations: OperationServices, clicked?: ClickedList): Promise<void> {
  const [{ connectionId, type }] = await chosenOrPickedList(operations, clicked);
  const here = operations.connections.get(connectionId);
  const there = await pickOther(operations, connectionId);
  if (!here || !there) return;
  const names = { here: quoted(here.name), there: quoted(there.name) };
  const [from, other] = await withCancellableProgress(
    l10n.t('Comparing {0} of {1} and {2}…', wordOf(type), names.here, names.there),
    async signal => {
      const read = async ({ id }: Connection) =>
        readLists(await operations.connections.client(id), type, signal);
      return Promise.all([read(here), read(there)]);
    },
  );
  const comparison = compareLists(type, from, other);
  const { differences } = comparison;
  const summary = joined([
    differenceWords(comparison, { type, ...names, isPart: isPart(from.get(type) ?? { unread: [] }) }),
    ...untoldWords(comparison.untold, names.there),
    there.isLocked && differences.length > 0 ? l10n.t('{0} is read-only.', names.there) : '',
  ]);
  const copyAll = () => copyDifferences(operations, { there, type }, differences);
  const plans = await operations.planDocuments();
  await plans.show(l10n.t('{0}: {1} ↔ {2}', titleOf(type), names.there, names.here), {
    left: printFields(comparableRecords(type, other)),
    right: printFields(comparableRecords(type, from)),
    copy: differences.length > 0 ? copyAll : undefined,
  });
  const copy = there.isLocked
    ? l10n.t('Unlock and copy to {0}…', names.there)
    : l10n.t('Copy to {0}…', names.there);
  const buttons = differences.length > 0 ? [copy] : [];
  const chosen = await window.showInformationMessage(summary, ...buttons);
  if (chosen === copy) await copyAll();
}

interface ComparedType {
  readonly type: InventoryType;
  readonly here: Inert;
  readonly there: Inert;
  /** Whether what was read here is not all. */
  readonly isPart: boolean;
}

function differenceWords(
  { differences: { length: count }, untold }: ListComparison,
  { type, here, there, isPart: isHerePart }: ComparedType,
): Inert {
  if (count === 0 && isHerePart)
    return l10n.t(
      'Nothing that {1} sent of its {0} is missing or different on {2}, but it did not send all that it has.',
      wordOf(type),
      here,
      there,
    );
  if (count === 0 && untold.length > 0)
    return l10n.t(
      'Nothing else of the {0} of {1} is missing or different on {2}.',
      wordOf(type),
      here,
      there,
    );
  if (count === 0)
    return l10n.t('All {0} of {1} are on {2} too, with the same fields.', wordOf(type), here, there);
  return count === 1
    ? l10n.t('One of the {0} of {1} is missing or different on {2}.', wordOf(type), here, there)
    : l10n.t('{0} {1} of {2} are missing or different on {3}.', count, wordOf(type), here, there);
}

/** What was left alone, by name, and why. */
function untoldWords(untold: readonly UntoldRecord[], there: Inert): Inert[] {
  const words: Record<Untold, (names: Inert) => Inert> = {
    sameName: names =>
      l10n.t('Left alone, since another one has the same name in the same place: {0}.', names),
    noWay: names => l10n.t('Left alone, since nobody can tell where they stand: {0}.', names),
    placeMissing: names =>
      l10n.t('Left alone until what they stand in is on {1}; copy that first: {0}.', names, there),
    notRead: names => l10n.t('Left alone, since {1} did not list all it has: {0}.', names, there),
  };
  const groups = groupBy(untold, ({ why }) => why);
  return [...groups].map(([why, records]) =>
    words[why](nameList(records.map(({ name, place }) => (place ? `${name} (${place})` : name)))),
  );
}

async function copyDifferences(
  operations: OperationServices,
  { there, type }: { there: Connection; type: InventoryType },
  differences: readonly ListDifference[],
): Promise<void> {
  await unlockedConnection(operations.connections, there.id);
  const items = differences.map(difference => ({
    label: inert(difference.name),
    description: joined(
      [
        difference.id === undefined ? l10n.t('missing there') : l10n.t('different there'),
        inert(difference.place),
      ],
      ' · ',
    ),
    picked: true,
    difference,
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Copy to {0}', quoted(there.name)),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  if (!picked || picked.length === 0) return;
  const chosen = picked.map(({ difference }) => difference);
  await openEditedList(operations, { connectionId: there.id, type }, records =>
    withDifferences(records, chosen),
  );
  void window.showInformationMessage(
    l10n.t('The list of {0} holds the copies, not saved yet. Save it to see the plan.', quoted(there.name)),
  );
}

/** The records of a type, and of the types that they stand in. */
async function readLists(
  client: ManagerClient,
  type: InventoryType,
  signal: AbortSignal,
): Promise<ManagerLists> {
  const lists = new Map<InventoryType, ListAnswer<InventoryRecord>>();
  for (const each of comparedTypes(type)) {
    const list = await client.listRecords(each, signal);
    sayPart(list, wordOf(each));
    lists.set(each, list);
  }
  return lists;
}

async function pickOther(
  { connections }: OperationServices,
  connectionId: string,
): Promise<Connection | undefined> {
  const others = connections.all.filter(({ id, isSignedOut }) => id !== connectionId && !isSignedOut);
  if (others.length === 0)
    throw new SentenceError(l10n.t('There is no other manager to compare with. Add one first.'));
  const items = others.map(connection => ({
    label: inert(connection.name),
    description: inert(connection.address),
    connection,
  }));
  const title = l10n.t('Compare with');
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.connection;
}
