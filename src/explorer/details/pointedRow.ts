import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { Emitter, Owner } from '../../ui/lifetimes.js';

/** The row of a table, or the document in front, that the user is at: a record or a node of the tree. */
export class PointedRow extends Owner {
  row: InventoryRef | NodeRef | undefined;
  /** The list of which that is a row, by its key in the tree, while the tree selects it because of the table. */
  held: string | undefined;
  private readonly changed = this.own(new Emitter<void>());
  readonly onDidChange = this.changed.event;

  /** Points at another row, or at none. */
  set(row: InventoryRef | NodeRef | undefined): void {
    if (JSON.stringify(row) !== JSON.stringify(this.row)) this.point(row);
  }

  /** The same, also where that was pointed at last: something else may be selected since. */
  point(row: InventoryRef | NodeRef | undefined): void {
    this.row = row;
    this.changed.fire();
  }
}
