import type { TableMessage } from '../model/tables/tableMessages.js';
import { inBackground } from '../ui/listeners.js';
import { Owner } from '../ui/lifetimes.js';
import type { PageTable } from './pageTable.js';
import type { TableParts } from './tableParts.js';

/** Tells the page of a table what the domains and sensors are called whose uuids stand in it, as the tree has them. */
export class ShownNodes extends Owner {
  /** What the page knows. */
  private told = '[]';
  private hasAsked = false;

  constructor(
    private readonly parts: Pick<TableParts, 'treeOf' | 'readTree' | 'onDidReadTree' | 'log'>,
    private readonly table: { readonly connectionId: string; readonly shown: PageTable },
    private readonly post: (message: TableMessage) => void,
  ) {
    super();
    this.own(
      parts.onDidReadTree(connectionId => {
        if (connectionId === table.connectionId) this.tell();
      }),
    );
  }

  /** The page knows nothing any more. */
  forget(): void {
    this.told = '[]';
  }

  /** Tells those that are not told yet; a tree that nobody has looked at is read once. */
  tell(): void {
    const { parts, table } = this;
    const { connectionId } = table;
    const uuids = table.shown.nodes();
    if (uuids.size === 0) return;
    const tree = parts.treeOf(connectionId);
    if (!tree) {
      // Cells show uuids until then, and for good where it cannot be read.
      if (!this.hasAsked) inBackground(parts.log, parts.readTree(connectionId));
      this.hasAsked = true;
      return;
    }
    const names = [...uuids].flatMap(uuid => {
      const number = tree.find({ connectionId, uuid });
      return number === undefined ? [] : [[uuid, tree.label(number)] as const];
    });
    const told = JSON.stringify(names);
    if (told === this.told) return;
    this.told = told;
    this.post({ type: 'names', of: 'nodes', names });
  }
}
