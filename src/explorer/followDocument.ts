import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { nodeRef } from '../model/sensors/nodeTarget.js';
import { inBackground } from '../ui/listeners.js';
import { Owner } from '../ui/lifetimes.js';
import type { PointedRow } from './details/pointedRow.js';
import { documentNode, isHiddenNode, listedType, type DocumentNode } from './documentNode.js';
import type { ExplorerParts } from './explorerTree.js';
import type { DocumentAddress, Front, TabChange } from './front.js';

/** Milliseconds in which several changes count as one. */
const pause = 150;
/** Milliseconds since the tree was used in which what opens was opened from there, or too late for what is done there by now. */
const busyTime = 2_000;

/** What became of what is in front, or of what is known of it: the view was opened, or something was read. */
type Change = TabChange | 'visible' | 'read';

/** A document whose row is not known yet. */
interface Awaited {
  readonly address: string;
  /** Milliseconds, when it was looked for first. */
  readonly since: number;
  /** Whether the list that has it is read for it, once anything of its manager was. */
  readonly mayRead: boolean;
}

/**
 * Selects in the tree what is in front, and has it shown in the details, as soon as that was read. The keyboard stays where it is;
 * a manager that was not read stays so, and what a filter hides; whoever works in the tree is left alone, also while a mark or a
 * name of a tab changes.
 */
export class DocumentFollower extends Owner {
  private timer: NodeJS.Timeout | undefined;
  private readonly changes = new Set<Change>();
  private awaited: Awaited | undefined;
  private usedAt = 0;
  /** What was in front when that was looked at last, as text. */
  private last = '';
  /** The row that is being selected, of which the tree tells as of one that was clicked. */
  private revealed: string | undefined;
  private isRevealing = false;

  constructor(
    private readonly parts: ExplorerParts,
    private readonly front: Front,
    private readonly pointed: Pick<PointedRow, 'row' | 'point' | 'held'>,
  ) {
    super();
    const { view, trees, lists } = parts;
    const read = () => this.awaited && this.followSoon('read');
    const used = () => {
      if (!this.isRevealing) this.usedAt = Date.now();
    };
    this.own(
      { dispose: () => clearTimeout(this.timer) },
      front.onDidChange(change => this.followSoon(change)),
      view.onDidChangeVisibility(({ visible }) => visible && this.followSoon('visible')),
      trees.onDidChange(read),
      lists.onDidChange(read),
      view.onDidExpandElement(used),
      view.onDidCollapseElement(used),
      view.onDidChangeSelection(({ selection: [node] }) => node && node.itemId !== this.revealed && used()),
    );
    // What a window shows that was loaded again is known before its tree is.
    this.followSoon('visible');
  }

  private followSoon(change: Change): void {
    this.changes.add(change);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => inBackground(this.parts.log, this.follow()), pause);
  }

  private async follow(): Promise<void> {
    const { parts, front, pointed, usedAt } = this;
    const { view } = parts;
    const address = front.address();
    const key = JSON.stringify(address) ?? '';
    const isLeft = this.isLeftAlone(key);
    const awaited = this.awaited?.address === key ? this.awaited : undefined;
    const mayRead = this.changes.has('visible') || awaited?.mayRead === true;
    const since = awaited?.since ?? Date.now();
    this.changes.clear();
    this.awaited = awaited;
    if (isLeft || !address || !front.isFollowed()) return;
    const node = await documentNode(parts, address);
    if (front.address()?.path !== address.path) return;
    if (!node) return this.await(address, { address: key, since, mayRead });
    this.awaited = undefined;
    const row = this.rowOf(node);
    const ref = row ?? refOf(node);
    if (ref) pointed.point(ref);
    const [selected] = view.selection;
    // A pin of it is its row as well.
    const itemId = selected?.placed?.itemId ?? selected?.itemId;
    const isUsed = this.usedAt !== usedAt;
    if (isUsed || !view.visible || isHiddenNode(parts, node) || itemId === node.itemId) return;
    this.revealed = node.itemId;
    this.isRevealing = true;
    pointed.held = row && node.itemId;
    try {
      await view.reveal(node, { select: true, focus: false });
    } finally {
      this.isRevealing = false;
      pointed.held = undefined;
    }
  }

  private await({ connectionId, path }: DocumentAddress, awaited: Awaited): void {
    const { trees, lists, view } = this.parts;
    this.awaited = awaited;
    const type = listedType(path);
    if (!type || !awaited.mayRead || !view.visible || !trees.get(connectionId)) return;
    if (lists.get(connectionId, type)) return;
    this.awaited = { ...awaited, mayRead: false };
    // A failure is told where the tree shows the list.
    void lists.read(connectionId, type).catch(() => undefined);
  }

  /** The row that one is at in the table in front, of which a node is the list; undefined for none. */
  private rowOf({ kind, connectionId, ...node }: DocumentNode): InventoryRef | NodeRef | undefined {
    const { row } = this.pointed;
    if (!this.front.isTable() || row?.connectionId !== connectionId) return undefined;
    const isOfList = 'type' in row ? 'type' in node && node.type === row.type : kind !== 'inventoryType';
    return isOfList ? row : undefined;
  }

  /**
   * Whether the same is in front as before, somebody works in the tree, or has only closed what was in front, such as by a
   * deletion there.
   */
  private isLeftAlone(address: string): boolean {
    const { changes, usedAt, parts, last, awaited } = this;
    this.last = address;
    // Whoever has used the tree since has looked for something else.
    const isRead = changes.has('read') && awaited?.address === address && usedAt < awaited.since;
    if (address === last && !changes.has('visible') && !isRead) return true;
    if (changes.has('opened')) return Date.now() - usedAt < busyTime || parts.view.selection.length > 1;
    return changes.has('closed') || parts.view.selection.length > 1;
  }
}

/** What the details can say something of. */
function refOf(node: DocumentNode): InventoryRef | NodeRef | undefined {
  if (node.kind === 'inventoryType') return undefined;
  if (node.kind !== 'record') return nodeRef(node);
  return { connectionId: node.connectionId, type: node.type, id: node.recordId };
}
