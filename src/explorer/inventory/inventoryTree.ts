import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordList } from '../../model/inventory/recordList.js';
import { isPart } from 'netsensor-contract/text/listAnswer';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import { grouped } from '../../words/locale.js';
import { shown, type Inert } from '../../words/inert.js';
import type {
  ExplorerNode,
  FolderNode,
  InventoryGroupNode,
  InventoryNode,
  InventoryTypeNode,
  RecordNode,
  RecordParent,
  RecordRangeNode,
} from '../explorerNode.js';
import type { NameOf } from '../../words/recordDetail.js';
import type { ShownRecords } from './inventoryNodes.js';
import type { InventoryLists, ListChange } from './inventoryLists.js';
import type { RecordViews } from './recordViews.js';

/** How many records a type has, and its filter. */
export interface TypeLook {
  /** `24`, or `500+` of a list that was not sent whole; undefined while it was not read. */
  readonly count: Inert | undefined;
  /** Empty for no filter. */
  readonly words: string;
  /** How many records it lets through; undefined while that is not known. */
  readonly found: { readonly matches: number; readonly all: number } | undefined;
}

/** The inventory part of the tree: types, and their records as lists, hierarchies and ranges. */
export class InventoryTree extends Owner {
  private readonly changed = this.own(new Emitter<InventoryTypeNode>());
  /** VS Code knows nodes that are drawn anew by object, so these are made once. */
  private readonly types = new Map<string, readonly InventoryTypeNode[]>();
  /** What was drawn last of each list. */
  private readonly drawn = new Map<string, RecordList>();
  /** The lists whose numbers of records were drawn last. */
  private readonly counted = new Map<string, RecordList | undefined>();
  /** What a filter lets through, while neither the list nor the words change. */
  private readonly passing = new WeakMap<RecordList, Passing>();
  /** Fires with a type whose records have to be drawn anew. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly lists: InventoryLists,
    private readonly views: RecordViews,
    private readonly log: Log,
  ) {
    super();
    this.own(
      lists.onDidChange(change => inBackground(log, this.followList(change))),
      views.onDidChange(({ connectionId, type }) => this.draw(connectionId, type)),
    );
  }

  /** What stands below the folder of the inventory: groups of types, and types without one. */
  async folderNodes(folder: FolderNode): Promise<(InventoryGroupNode | InventoryTypeNode)[]> {
    inBackground(this.log, this.readAhead(folder.connectionId));
    const nodes = await this.typeNodes(folder);
    return [...new Set(nodes.map(node => (node.parent.kind === 'inventoryGroup' ? node.parent : node)))];
  }

  /** The types of a group. */
  async groupNodes(group: InventoryGroupNode): Promise<InventoryTypeNode[]> {
    return (await this.typeNodes(group.parent)).filter(({ parent }) => parent === group);
  }

  /** The node of a type. */
  async typeNode(folder: FolderNode, type: InventoryType): Promise<InventoryTypeNode | undefined> {
    return (await this.typeNodes(folder)).find(node => node.type === type);
  }

  private async typeNodes(folder: FolderNode): Promise<readonly InventoryTypeNode[]> {
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

  /** What the row of a type shows: how many records it has, its filter, and what that lets through once the list was drawn. */
  lookOf({ connectionId, type }: InventoryTypeNode): TypeLook {
    const list = this.lists.get(connectionId, type);
    this.counted.set(`${connectionId}/${type}`, list);
    const words = this.views.filter(connectionId, type);
    const passing = list && this.passing.get(list);
    const found =
      passing?.words === words && words ? { matches: passing.matches, all: list?.size ?? 0 } : undefined;
    const count = list && (isPart(list.remainder) ? shown`${grouped(list.size)}+` : grouped(list.size));
    return { words, found, count };
  }

  /** Whether records of a type are hidden by its filter. */
  isFiltered({ connectionId, type }: RecordParent): boolean {
    return this.views.filter(connectionId, type) !== '';
  }

  /** The numbers of the records that a filter lets through; undefined where nothing is filtered. */
  async shownRecords(connectionId: string, type: InventoryType): Promise<readonly number[] | undefined> {
    const words = this.views.filter(connectionId, type);
    if (!words) return undefined;
    const { recordsShowing } = await import('./inventoryNodes.js');
    const list = await this.lists.read(connectionId, type);
    return [...recordsShowing(list, words, this.nameOf(connectionId))];
  }

  /** What the records of a connection are called, as far as its lists were read. */
  readonly nameOf =
    (connectionId: string): NameOf =>
    (to, id) =>
      this.lists.get(connectionId, to)?.name(id);

  /** The node of a record with the way up from it, one that a filter hides too. Undefined when there is no such record. */
  async locate(folder: FolderNode, type: InventoryType, id: number): Promise<RecordNode | undefined> {
    const { connectionId } = folder;
    const top = await this.typeNode(folder, type);
    const list = await this.lists.read(connectionId, type);
    const { findRecordNode } = await import('./inventoryNodes.js');
    const shown = await this.shown(connectionId, list);
    return top && (findRecordNode(shown, top, id) ?? findRecordNode({ ...shown, shown: undefined }, top, id));
  }

  /** Whether the filter of its type hides a record. */
  isHidden({ connectionId, type, recordId }: RecordNode): boolean {
    const list = this.lists.get(connectionId, type);
    const passing = list && this.passing.get(list);
    return passing?.words === this.views.filter(connectionId, type) && !passing.shown.has(recordId);
  }

  private async shown(connectionId: string, list: RecordList): Promise<ShownRecords> {
    const { type } = list;
    const words = this.views.filter(connectionId, type);
    const order = this.views.order(connectionId, type);
    const nameOf = this.nameOf(connectionId);
    if (!words) return { list, order, nameOf, shown: undefined };
    const known = this.passing.get(list);
    if (known?.words === words) return { list, order, nameOf, shown: known.shown };
    const { recordsShowing, withAncestors } = await import('./inventoryNodes.js');
    const matches = recordsShowing(list, words, nameOf);
    const shown = withAncestors(list, matches);
    this.passing.set(list, { words, shown, matches: matches.size });
    // The type itself says how many match, and it was drawn before its records.
    setImmediate(() => this.draw(connectionId, type));
    return { list, order, nameOf, shown };
  }

  private async readAhead(connectionId: string): Promise<void> {
    const { readAhead } = await import('./openRecords.js');
    await readAhead(this.lists, connectionId).catch(() => undefined);
  }

  /** A type shows its number, and its records may show the names of others. */
  private async followList({ connectionId, type }: ListChange): Promise<void> {
    const { referencesOf } = await import('netsensor-contract/inventory/references');
    const refersToIt = (list: RecordList | undefined) =>
      list?.records.some(record => referencesOf(list.type, record).some(({ role }) => role.to === type));
    for (const { type: other } of this.types.get(connectionId) ?? []) {
      const key = `${connectionId}/${other}`;
      const drawn = this.drawn.get(key);
      const now = this.lists.get(connectionId, other);
      const isOld = this.counted.get(key) !== now || (drawn !== undefined && drawn !== now);
      if (other === type ? !isOld : !refersToIt(drawn)) continue;
      // What is shown of its records, and so what its filter lets through, may have another name in it.
      if (drawn && other !== type) this.passing.delete(drawn);
      this.draw(connectionId, other);
    }
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
export const isInventoryNode = (
  node: ExplorerNode,
): node is InventoryNode | InventoryGroupNode | RecordParent =>
  ['inventory', 'inventoryGroup', 'inventoryType', 'record', 'recordRange'].includes(node.kind);
