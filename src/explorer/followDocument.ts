import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { nodeRef } from '../model/sensors/nodeTarget.js';
import { inBackground } from '../ui/listeners.js';
import { Owner } from '../ui/lifetimes.js';
import type { PointedRow } from './details/pointedRow.js';
import { documentNode, isHiddenNode, type DocumentNode } from './documentNode.js';
import type { ExplorerParts } from './explorerTree.js';
import type { Front, TabChange } from './front.js';

/** Milliseconds in which several changes count as one. */
const pause = 150;
/** Milliseconds since the tree was used in which what opens was opened from there, or too late for what is done there by now. */
const busyTime = 2_000;

/**
 * Selects in the tree what is in front, and has it shown in the details. The keyboard stays where it is; what was not read yet stays
 * so, and what a filter hides; whoever works in the tree is left alone, also while a mark or a name of a tab changes.
 */
export class DocumentFollower extends Owner {
  private timer: NodeJS.Timeout | undefined;
  private readonly changes = new Set<TabChange | 'visible'>();
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
    const { view } = parts;
    const used = () => {
      if (!this.isRevealing) this.usedAt = Date.now();
    };
    this.own(
      { dispose: () => clearTimeout(this.timer) },
      front.onDidChange(change => this.followSoon(change)),
      view.onDidChangeVisibility(({ visible }) => visible && this.followSoon('visible')),
      view.onDidExpandElement(used),
      view.onDidCollapseElement(used),
      view.onDidChangeSelection(({ selection: [node] }) => node && node.itemId !== this.revealed && used()),
    );
    this.followSoon('opened');
  }

  private followSoon(change: TabChange | 'visible'): void {
    this.changes.add(change);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => inBackground(this.parts.log, this.follow()), pause);
  }

  private async follow(): Promise<void> {
    const { parts, front, pointed } = this;
    const { view } = parts;
    const address = front.address();
    const isLeft = this.isLeftAlone(JSON.stringify(address) ?? '');
    this.changes.clear();
    if (isLeft || !address || !front.isFollowed()) return;
    const node = await documentNode(parts, address);
    if (!node || front.address()?.path !== address.path) return;
    const row = this.rowOf(node);
    const ref = row ?? refOf(node);
    if (ref) pointed.point(ref);
    const [selected] = view.selection;
    // A pin of it is its row as well.
    const itemId = selected?.placed?.itemId ?? selected?.itemId;
    if (!view.visible || isHiddenNode(parts, node) || itemId === node.itemId) return;
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
    const { changes, usedAt, parts, last } = this;
    this.last = address;
    if (address === last && !changes.has('visible')) return true;
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
