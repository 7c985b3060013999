import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { NothingToDoError } from '../words/sentenceErrors.js';
import type { PointedRow } from './details/pointedRow.js';
import { nodeOf } from './documentNode.js';
import type { DownNodes } from './downView.js';
import { Command, View } from '../ids.js';
import { window } from '../ui/doors.js';
import type { ErrorNode, ExplorerNode, TreeNode, UnreadNode } from './explorerNode.js';
import type { ExplorerParts } from './explorerTree.js';
import { readUnreadLists } from './inventory/openRecords.js';
import { addressOf } from './front.js';
import { revealRecord } from './inventory/recordViewCommands.js';
import type { RecordViews } from './inventory/recordViews.js';
import type { Places } from './pins/places.js';
import { revealRow, selectFocused } from './polledSelection.js';
import { refreshTree } from './refreshTree.js';
import type { SearchKey, ShownSearch } from './search/searchPick.js';
import * as downNodes from './sensors/downNodes.js';
import type { SearchCommands } from './sensors/searchCommands.js';
import type { ArrivingTrees, VendorSensors } from './sensors/sensorTrees.js';

/** What the explorer is made of. */
export interface Explorer extends ExplorerParts {
  readonly vendors: VendorSensors;
  readonly arriving: ArrivingTrees;
  readonly views: RecordViews;
  /** Made when something is searched for the first time. */
  readonly search: () => Promise<SearchCommands>;
  /** What is selected in the view, also while VS Code draws its nodes anew. */
  readonly selection: () => Promise<readonly ExplorerNode[]>;
  readonly down: DownNodes;
  /** When VS Code was last asked to draw anew or drew a row, in whichever view, in milliseconds. */
  readonly drawn: { readonly at: number } & vscode.Disposable;
  /** `selected` ends when the row of the key that was pressed last is selected. */
  readonly keys: { selected?: Promise<unknown> };
  /** What is pinned, and was used lately. */
  readonly places: Readonly<Record<'get', () => Promise<Places>>> & vscode.Disposable;
  /** What the details show besides what is selected in a view. */
  readonly pointed: PointedRow;
  /** The search that is shown, for its keys. */
  readonly shownSearch: ShownSearch;
  /** Keeps what belongs to a workspace. */
  readonly workspaceState: vscode.Memento;
}

/** What the commands of the explorer do, in one module that is loaded when the first of them is called. */
export { copyCurl, copyJson, copyMac, copyPath, copyUuid, openInBrowser } from './copyCommands.js';
export { copyLink } from './linkCommands.js';
export {
  forgetRecent,
  movePinDown,
  movePinUp,
  newPinGroup,
  openPin,
  openPinsFile,
  pin,
  removePinGroup,
  renamePin,
  unpin,
} from './pins/pinCommands.js';
export { clearRecordFilter, filterRecords, sortRecords } from './inventory/recordViewCommands.js';

/**
 * Selects the row that has the focus, for one key after the other: two at once would undo each other's selection.
 * @param command what the key is for, which tells the view that has the keyboard
 */
export async function selectRow(
  { selection, view, down, drawn, keys }: Explorer,
  command: string,
): Promise<true> {
  const isDown = command === Command.deleteDown;
  // Nodes that are drawn anew count as not selected for a moment.
  if (!isDown) await selection();
  const select = () => selectFocused(isDown ? down.view : view, () => drawn.at);
  const selected = Promise.resolve(keys.selected).then(select);
  keys.selected = selected.catch(() => undefined);
  return selected;
}

/** Reads a node again, or everything without one. */
export async function refresh(explorer: Explorer, focused?: ExplorerNode): Promise<void> {
  const { lists, down } = explorer;
  const node = focused?.kind === 'place' || focused?.kind === 'pin' ? undefined : focused;
  const downLists = node ? undefined : await down.lists();
  await Promise.all([
    refreshTree(explorer, node),
    readUnreadLists(lists, node?.connectionId),
    downLists?.refresh(),
  ]);
}

/** Reads again what could not be read, or now what was not read yet. */
export async function retry(explorer: Explorer, node: ErrorNode | UnreadNode): Promise<void> {
  const { tree, trees, down } = explorer;
  if (node.kind === 'error' && node.parent.kind !== 'connection') return refreshTree(explorer, node.parent);
  const ids = node.kind === 'error' ? [node.connectionId] : node.connectionIds;
  const lists = await down.lists();
  await window.withProgress({ location: { viewId: View.down } }, async () => {
    await Promise.all([
      ...ids.filter(id => trees.get(id)).map(id => tree.readSensorsAgain(id)),
      lists.readNow(ids.filter(id => !trees.get(id))),
    ]);
  });
}

export const revealNode = async ({ search }: Explorer, node: TreeNode) => (await search()).show(node);

/** Finds a text in open documents and records of a connection, or of all. */
export async function findInRecords(explorer: Explorer, node?: ExplorerNode): Promise<void> {
  const { findText } = await import('./search/searchAll.js');
  await findText(explorer, node?.connectionId || undefined);
}

/** Searches a connection, or all; where it is shown already, a key does something with the row that has the focus. */
export async function search(explorer: Explorer, target?: ExplorerNode | SearchKey | 'back'): Promise<void> {
  if (typeof target === 'string') return explorer.shownSearch.act?.(target);
  const { searchAll } = await import('./search/searchAll.js');
  // What stands above the managers is of none.
  searchAll(explorer, target?.connectionId || undefined);
}

/** Selects in the tree what a document is about, whatever hides it; reads what is needed for it. */
export async function revealDocument(explorer: Explorer, target?: vscode.Uri): Promise<void> {
  const address = addressOf(target);
  if (!address) throw new NothingToDoError(l10n.t('Open a document of a manager first.'));
  const { connectionId, path } = address;
  const record = parseRecordPath(path);
  const [, root, type = ''] = path.split('/');
  const ref = nodeOf(connectionId, path);
  if (record) await revealRecord(explorer, { connectionId, ...record });
  else if (ref) await (await explorer.search()).reveal(ref);
  else if (root === 'lists' && isInventoryType(type)) {
    const node = await explorer.tree.locateType(connectionId, type);
    if (node) await revealRow(explorer.view, node, { select: true, focus: true });
  } else throw new NothingToDoError(l10n.t('The tree has nothing for this document.'));
}

export const filterTree = async ({ search }: Explorer) => (await search()).askForFilter();

export const clearFilter = async ({ search }: Explorer) => (await search()).setFilter('');

export const deleteDown = ({ down }: Explorer) => downNodes.deleteDown(down.view.selection);
