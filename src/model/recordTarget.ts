import type { InventoryType } from './inventory/inventoryTypes.js';

/** An inventory record, for finding and selecting it in the tree. */
export interface InventoryRef {
  readonly connectionId: string;
  readonly type: InventoryType;
  readonly id: number;
}

/** An inventory record of the tree, as commands get it. */
export interface RecordTarget {
  readonly kind: 'record';
  readonly connectionId: string;
  readonly type: InventoryType;
  readonly recordId: number;
  /** As the manager sent it: hostile text until it is shown through `isolated`, `plainLabel` or `quoted`. */
  readonly name: string;
}

/** An inventory type of the tree, as commands get it. */
export interface InventoryTypeTarget {
  readonly kind: 'inventoryType';
  readonly connectionId: string;
  readonly type: InventoryType;
}
