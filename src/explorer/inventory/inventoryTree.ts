import * as vscode from 'vscode';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import type { RecordList } from '../../model/inventory/recordList.js';
import type {
  ExplorerNode,
  FolderNode,
  InventoryNode,
  InventoryTypeNode,
  RecordNode,
  RecordParent,
  RecordRangeNode,
} from '../explorerNode.js';
import type { ShownRecords } from './inventoryNodes.js';
import type { InventoryLists, ListChange } from './inventoryLists.js';
import type { RecordViews } from './recordViews.js';

/** The filter of a type. */
export interface TypeFilter {
  /** Empty for no filter. */
  readonly words: string;
  /** How many records it lets through; undefined while that is not known. */
  readonly found: { readonly matches: number; readonly all: number } | undefined;
}

/** The inventory part of the tree: types, and their records as lists, hierarchies and ranges. */
export class InventoryTree implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<InventoryTypeNode>();
  /** VS Code knows nodes that are drawn anew by object, so these are made once. */
  private readonly types = new Map<string, readonly InventoryTypeNode[]>();
  /** What was drawn last of each list. */
  private readonly drawn = new Map<string, RecordList>();
  /** What a filter lets through, while neither the list nor the words change. */
  private readonly passing = new WeakMap<RecordList, Passing>();
  private readonly subscriptions: vscode.Disposable;
  /** Fires with a type whose records have to be drawn anew. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly lists: InventoryLists,
    private readonly views: RecordViews,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      lists.onDidChange(change => this.followList(change)),
      views.onDidChange(({ connectionId, type }) => this.draw(connectionId, type)),
    );
  }

  async typeNodes(folder: FolderNode): Promise<readonly InventoryTypeNode[]> {
    const known = this.types.get(folder.connectionId);
    if (known) return known;
    const { inventoryTypeNodes } = await import('./inventoryNodes.js');
    const nodes = this.types.get(folder.connectionId) ?? inventoryTypeNodes(folder);
    this.types.set(folder.connectionId, nodes);
    return nodes;
  }

  /** What stands below a type, a record or a range; reads the list if necessary. Empty when the filter lets nothing through. */
  async children(node: RecordParent): Promise<(RecordNode | RecordRangeNode)[]> {
    const { connectionId, type } = node;
    const list = await this.lists.read(connectionId, type);
    this.drawn.set(`${connectionId}/${type}`, list);
    const { recordChildren } = await import('./inventoryNodes.js');
    return recordChildren(await this.shown(connectionId, list), node);
  }

  /** The filter of a type, and what it lets through once the list was drawn. */
  filterOf({ connectionId, type }: Pick<RecordParent, 'connectionId' | 'type'>): TypeFilter {
    const list = this.lists.get(connectionId, type);
    const words = this.views.filter(connectionId, type);
    const passing = list && this.passing.get(list);
    const found =
      passing?.words === words && words ? { matches: passing.matches, all: list?.size ?? 0 } : undefined;
    return { words, found };
  }

  /** The numbers of the records that a filter lets through; undefined where nothing is filtered. */
  async shownRecords(connectionId: string, type: InventoryType): Promise<readonly number[] | undefined> {
    const words = this.views.filter(connectionId, type);
    if (!words) return undefined;
    const { matchingRecords } = await import('../../model/inventory/recordList.js');
    return [...matchingRecords(await this.lists.read(connectionId, type), words)];
  }

  /** The node of a record with the way up from it; a filter that hides it is cleared. Undefined when there is no such record. */
  async locate(folder: FolderNode, type: InventoryType, id: number): Promise<RecordNode | undefined> {
    const { connectionId } = folder;
    const top = (await this.typeNodes(folder)).find(node => node.type === type);
    const list = await this.lists.read(connectionId, type);
    const { findRecordNode } = await import('./inventoryNodes.js');
    const shown = await this.shown(connectionId, list);
    const isHidden = shown.shown?.has(id) === false && list.find(id) !== undefined;
    if (isHidden) this.views.setFilter(connectionId, type, '');
    return top && findRecordNode({ ...shown, ...(isHidden && { shown: undefined }) }, top, id);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async shown(connectionId: string, list: RecordList): Promise<ShownRecords> {
    const { type } = list;
    const words = this.views.filter(connectionId, type);
    const order = this.views.order(connectionId, type);
    if (!words) return { list, order, shown: undefined };
    const known = this.passing.get(list);
    if (known?.words === words) return { list, order, shown: known.shown };
    const [{ matchingRecords }, { withAncestors }] = await Promise.all([
      import('../../model/inventory/recordList.js'),
      import('./inventoryNodes.js'),
    ]);
    const matches = matchingRecords(list, words);
    const shown = withAncestors(list, matches);
    this.passing.set(list, { words, shown, matches: matches.size });
    // The type itself says how many match, and it was drawn before its records.
    setImmediate(() => this.draw(connectionId, type));
    return { list, order, shown };
  }

  private followList({ connectionId, type }: ListChange): void {
    const drawn = this.drawn.get(`${connectionId}/${type}`);
    if (drawn && drawn !== this.lists.get(connectionId, type)) this.draw(connectionId, type);
  }

  private draw(connectionId: string, type: InventoryType): void {
    const node = this.types.get(connectionId)?.find(candidate => candidate.type === type);
    if (node) this.changed.fire(node);
  }
}

/** What a filter lets through of a list. */
interface Passing {
  readonly words: string;
  readonly shown: ReadonlySet<number>;
  readonly matches: number;
}

/** Whether a node belongs to the inventory of a connection. */
export const isInventoryNode = (node: ExplorerNode): node is InventoryNode | RecordParent =>
  ['inventory', 'inventoryType', 'record', 'recordRange'].includes(node.kind);
