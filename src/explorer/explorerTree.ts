import type * as vscode from 'vscode';
import type { Connection, Connections, ConnectionWords } from '../connections/connection.js';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import type { SavedNode } from '../model/sensors/treeWith.js';
import type { Log, TreeView } from '../ui/doors.js';
import { Emitter, Owner } from '../ui/lifetimes.js';
import type {
  ConnectionNode,
  ErrorNode,
  ExplorerNode,
  FolderNode,
  InventoryTypeNode,
  PlaceNode,
  RecordNode,
  RecordParent,
  TreeNode,
} from './explorerNode.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryLists } from './inventory/inventoryLists.js';
import type { InventoryTree } from './inventory/inventoryTree.js';
import { childNodes, parentNode, treeNode, type ShownTree } from './sensors/sensorNodes.js';
import type { ReadingTrees } from './sensors/sensorRows.js';
import type { ArrivingTrees, SensorTrees } from './sensors/sensorTrees.js';
import type { TreeFilter } from './sensors/treeFilter.js';

/** The rows for what is missing, failed or empty, which are loaded with the first rows that need them. */
const placeholders = () => import('./placeholders.js');

/** Fewest matches of a filter that are not all opened at once. */
const manyMatches = 200;

/** What the explorer shows. */
interface ExplorerSources {
  readonly connections: Connections;
  readonly trees: SensorTrees;
  readonly filter: TreeFilter;
  readonly lists: InventoryLists;
  readonly inventory: InventoryTree;
}

/** What the tree is made of. */
export interface ExplorerTreeParts extends ExplorerSources {
  readonly connectionWords: () => Promise<ConnectionWords>;
  readonly arriving: ArrivingTrees;
}

/** What the parts of the explorer that are loaded later work on. */
export interface ExplorerParts extends ExplorerSources {
  readonly tree: ExplorerTree;
  readonly view: TreeView<ExplorerNode>;
  /** Where the files of the extension are. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** The tree of managers: connection → sensors and inventory. Reads on expansion and keeps what it read until refreshed. */
export class ExplorerTree extends Owner implements vscode.TreeDataProvider<ExplorerNode> {
  private readonly changed = this.own(new Emitter<ExplorerNode | undefined>());
  /** VS Code knows nodes that are drawn anew by object, so these are made once. */
  private readonly folders = new Map<string, FolderNode>();
  private readonly managers = new Map<string, ConnectionNode>();
  /** What the rows of connections say, by connection. */
  private readonly drawn: Record<string, string> = {};
  /** What stands above the managers. */
  private places: readonly PlaceNode[] = [];
  private readonly reading: ReadingTrees = new Map();
  /** What could not be read, by what it stands below. */
  private readonly failed = new Map<string, ErrorNode>();
  /** Those that VS Code asks for anew although nobody wants them read again. */
  private stillFailed = new Map<string, ErrorNode>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly drew = this.own(new Emitter<ExplorerNode>());
  /** Tells of each node that VS Code is about to draw. */
  readonly onDidDraw = this.drew.event;

  constructor(private readonly parts: ExplorerTreeParts) {
    super();
    this.own(
      parts.inventory.onDidChange(node => this.changed.fire(node)),
      parts.arriving.onDidChange(id => this.drawSensors(id)),
    );
  }

  async getTreeItem(node: ExplorerNode): Promise<vscode.TreeItem> {
    const item = await this.itemOf(node);
    this.drew.fire(node);
    return item;
  }

  private async itemOf(node: ExplorerNode): Promise<vscode.TreeItem> {
    const { toTreeItem } = await import('./treeItem.js');
    const { connections, connectionWords, filter, inventory, trees, lists } = this.parts;
    const index = 'index' in node ? node.index : undefined;
    const shown = index && filter.shown(index);
    const { partOfSensor } = await placeholders();
    // The node is as old as its row.
    const now = node.kind === 'connection' && connections.get(node.connectionId);
    const item = toTreeItem(now ? toConnectionNode(now) : node, {
      ...(await connectionWords()),
      trees,
      lists,
      keyLifetime: connections.keyLifetime,
      isLocked: connections.get(node.connectionId)?.isLocked ?? true,
      isOpen:
        node.kind === 'sensors'
          ? connections.all.length === 1
          : index !== undefined && shown !== undefined && filter.matches(index).length < manyMatches,
      hasShownChildren:
        node.kind === 'sensor' && (node.index.hasChild(node.number, shown) || partOfSensor(node).length > 0),
      lookOf: type => inventory.lookOf(type),
    });
    if (now) this.drawn[now.id] = [item.description, item.contextValue].join();
    return item;
  }

  /** Tooltips are made when the mouse rests on a node. */
  async resolveTreeItem(item: vscode.TreeItem, node: ExplorerNode): Promise<vscode.TreeItem> {
    const { nodeTooltip } = await import('./nodeTooltip.js');
    const { tooltip } = await import('./sensors/sensorItem.js');
    const text = nodeTooltip(node, this.parts.inventory.nameOf(node.connectionId));
    if (text) item.tooltip ??= tooltip(text);
    return item;
  }

  getChildren(node?: ExplorerNode): ExplorerNode[] | Promise<ExplorerNode[]> {
    if (!node) return [...this.places, ...this.parts.connections.all.map(each => this.manager(each))];
    switch (node.kind) {
      case 'place':
        return node.rows();
      case 'connection':
        if (this.parts.connections.get(node.connectionId)?.isSignedOut)
          return placeholders().then(({ signedOutNode }) => [signedOutNode(node)]);
        return [this.folder(node.connectionId, 'sensors'), this.folder(node.connectionId, 'inventory')];
      case 'sensor':
      case 'range':
        return placeholders().then(({ partOfSensor }) => [
          ...childNodes(this.shownTree(node), node),
          ...partOfSensor(node),
        ]);
      case 'sensors':
        return this.orError(node, this.readSensors);
      case 'inventory':
        return this.parts.inventory.folderNodes(node);
      case 'inventoryGroup':
        return this.parts.inventory.groupNodes(node);
      case 'inventoryType':
      case 'record':
      case 'recordRange':
        return this.orError(node, this.readRecords);
      case 'accessPoint':
      case 'error':
      case 'part':
      case 'empty':
      case 'pin':
        return [];
    }
  }

  /** The way up from nodes that are revealed. */
  getParent(node: ExplorerNode): ExplorerNode | undefined {
    const { connectionId, placed } = node;
    if (placed) return placed.parent;
    if ('parent' in node) return node.parent;
    if ('index' in node)
      return parentNode(this.shownTree(node), node) ?? this.folder(connectionId, 'sensors');
    if (['connection', 'empty', 'place'].includes(node.kind)) return undefined;
    const connection = this.parts.connections.get(connectionId);
    return connection && this.manager(connection);
  }

  /** The node that a reference names; undefined when the manager does not have it. Reads the tree if necessary. */
  async locate(ref: NodeRef): Promise<TreeNode | undefined> {
    const { connectionId } = ref;
    const index = await this.parts.trees.read(connectionId);
    const number = index.find(ref);
    return number === undefined ? undefined : treeNode({ connectionId, index }, number);
  }

  /** The node of an inventory record, hidden by a filter or not; undefined when the manager does not have it. */
  locateRecord(connectionId: string, type: InventoryType, id: number): Promise<RecordNode | undefined> {
    return this.parts.inventory.locate(this.folder(connectionId, 'inventory'), type, id);
  }

  /** The node of a type of the inventory. */
  locateType(connectionId: string, type: InventoryType): Promise<InventoryTypeNode | undefined> {
    return this.parts.inventory.typeNode(this.folder(connectionId, 'inventory'), type);
  }

  /** Reads the sensor tree of a connection again, unless nobody asked for it yet; a failure is shown in the tree. */
  async readSensorsAgain(connectionId: string): Promise<void> {
    const { trees } = this.parts;
    if (!trees.keys.includes(connectionId)) return;
    await trees.update(connectionId).catch(() => undefined);
    this.drawSensors(connectionId);
  }

  /** Draws the sensor tree of a connection from what was read. */
  drawSensors(connectionId: string): void {
    this.stillFailed.clear();
    this.changed.fire(this.folder(connectionId, 'sensors'));
  }

  /**
   * Says of a connection how its manager answers now, where its row says something else: all below it is drawn along. What failed
   * there is not read again for that.
   */
  async drawState(id: string): Promise<void> {
    const node = this.managers.get(id);
    const before = this.drawn[id];
    if (node) await this.itemOf(node);
    if (!node || this.drawn[id] === before) return;
    this.stillFailed = new Map(this.failed);
    this.changed.fire(node);
  }

  /** Draws what stands above the managers, or in one of these places; what failed is not read again for that. */
  drawPlaces(places: readonly PlaceNode[], changed?: PlaceNode): void {
    this.places = places;
    this.stillFailed = new Map(this.failed);
    this.changed.fire(changed);
  }

  /** Draws from what was read: everything, or what stands below a node, of one of the sensor tree all of that. */
  draw(node?: ExplorerNode): void {
    this.stillFailed.clear();
    this.reading.clear();
    this.changed.fire(node && 'index' in node ? this.folder(node.connectionId, 'sensors') : node);
  }

  /**
   * Shows a node as it was read after a save; the tree is read again only when it was moved or is new. A saved record of
   * inventory is put into its list.
   */
  async showSaved({ authority: connectionId, path }: vscode.Uri, node?: SavedNode): Promise<void> {
    if (path.startsWith('/inventory/')) return;
    const { trees } = this.parts;
    const { treeWith } = await import('../model/sensors/treeWith.js');
    const index = trees.get(connectionId);
    const patched = index && node && treeWith(index, node);
    if (!patched) return this.readSensorsAgain(connectionId);
    trees.replace(connectionId, patched);
    this.drawSensors(connectionId);
  }

  private manager(connection: Connection): ConnectionNode {
    const { id } = connection;
    const node = this.managers.get(id) ?? toConnectionNode(connection);
    this.managers.set(id, node);
    return node;
  }

  private folder(connectionId: string, kind: FolderNode['kind']): FolderNode {
    const itemId = `${connectionId}/${kind}`;
    const folder = this.folders.get(itemId) ?? { itemId, connectionId, kind };
    this.folders.set(itemId, folder);
    return folder;
  }

  private shownTree({ connectionId, index }: Pick<TreeNode, 'connectionId' | 'index'>): ShownTree {
    return { connectionId, index, isShown: this.parts.filter.shown(index) };
  }

  private async readSensors(node: FolderNode): Promise<ExplorerNode[]> {
    const { sensorRows } = await import('./sensors/sensorRows.js');
    return sensorRows(this.parts, node, this.reading);
  }

  private async readRecords(node: RecordParent): Promise<ExplorerNode[]> {
    const { inventory, lists } = this.parts;
    const { emptyNode, partOfList, staleNodes } = await placeholders();
    const children = [...(await inventory.children(node)), ...partOfList(lists, node)];
    const stale = node.kind === 'inventoryType' ? lists.stale(node.connectionId, node.type) : undefined;
    const shown =
      children.length > 0 ? children : [emptyNode(node, { isFiltered: inventory.isFiltered(node) })];
    return [...(await staleNodes(this.parts.connections, node, stale)), ...shown];
  }

  private async orError(
    node: ExplorerNode,
    read: (node: never) => Promise<ExplorerNode[]>,
  ): Promise<ExplorerNode[]> {
    const { itemId } = node;
    const known = this.stillFailed.get(itemId);
    if (this.stillFailed.delete(itemId) && known) return [known];
    this.failed.delete(itemId);
    try {
      return await read.call(this, node as never);
    } catch (error) {
      const { errorNode } = await placeholders();
      const row = await errorNode(this.parts.connections, node, error);
      this.failed.set(itemId, row);
      return [row];
    }
  }
}

/** The node of a connection. */
export function toConnectionNode(connection: Connection): ConnectionNode {
  return { kind: 'connection', itemId: connection.id, connectionId: connection.id, connection };
}
