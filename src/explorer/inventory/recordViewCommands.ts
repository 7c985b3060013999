import * as l10n from '@vscode/l10n';
import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordOrder } from '../../model/inventory/recordList.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import type { ExplorerNode, RecordParent } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import { readRecordsAgain } from './openRecords.js';
import type { RecordViews } from './recordViews.js';
import { revealRow } from '../polledSelection.js';

/** What these commands work with. */
interface RecordViewParts {
  readonly views: RecordViews;
  readonly selection: () => Promise<readonly ExplorerNode[]>;
}

/** Acts on the inventory type that was clicked or is selected. */
const on =
  (act: (views: RecordViews, node: RecordParent) => Promise<void>) =>
  async ({ views, selection }: RecordViewParts, clicked?: ExplorerNode): Promise<void> => {
    const nodes = clicked ? [clicked] : await selection();
    const node = nodes.find(isRecordParent);
    if (!node) throw new NothingToDoError(l10n.t('Select an inventory type in the tree first.'));
    await act(views, node);
  };

export const sortRecords = on(askForOrder);

export const filterRecords = on(askForFilter);

export const clearRecordFilter = on(async (views, { connectionId, type }) =>
  views.setFilter(connectionId, type, ''),
);

type RevealParts = ExplorerParts & { readonly views: RecordViews };

/** Selects a record in the tree; a filter that hides it is cleared first. */
export async function revealRecord(
  { tree, view, inventory, views }: RevealParts,
  { connectionId, type, id }: InventoryRef,
): Promise<void> {
  let node = await tree.locateRecord(connectionId, type, id);
  if (node && inventory.isHidden(node)) {
    views.setFilter(connectionId, type, '');
    node = await tree.locateRecord(connectionId, type, id);
  }
  if (node) await revealRow(view, node, { select: true, focus: true });
}

/** Reads its list again and selects a record that was made a moment ago, whatever hides it. */
export async function revealNew(parts: RevealParts, record: InventoryRef): Promise<void> {
  await readRecordsAgain(parts.lists, record.connectionId, [record.type]);
  await revealRecord(parts, record);
}

async function askForOrder(views: RecordViews, { connectionId, type }: RecordParent): Promise<void> {
  const orders: readonly (QuickPickItem & { order: RecordOrder })[] = [
    { order: 'name', label: l10n.t('By name') },
    { order: 'number', label: l10n.t('By number') },
    { order: 'manager', label: l10n.t('As the manager lists them') },
  ];
  const current = views.order(connectionId, type);
  const items = orders.map(item =>
    item.order === current ? { ...item, description: l10n.t('shown now') } : item,
  );
  const chosen = await window.showQuickPick(items, { title: l10n.t('Sort records') });
  if (chosen) await views.setOrder(connectionId, type, chosen.order);
}

async function askForFilter(views: RecordViews, { connectionId, type }: RecordParent): Promise<void> {
  const words = await window.showInputBox({
    title: l10n.t('Filter records'),
    prompt: l10n.t('Words in any field; of several words all must match. Empty shows everything.'),
    value: views.filter(connectionId, type),
  });
  if (words !== undefined) views.setFilter(connectionId, type, words);
}

const isRecordParent = (node: ExplorerNode): node is RecordParent =>
  node.kind === 'inventoryType' || node.kind === 'record' || node.kind === 'recordRange';
