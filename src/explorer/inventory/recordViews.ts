import type * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import type { RecordOrder } from '../../model/inventory/recordList.js';

/** How the records of a type are shown in the tree: their order, kept over restarts, and a filter, which is not. */
export class RecordViews extends Owner {
  private readonly changed = this.own(new Emitter<{ connectionId: string; type: InventoryType }>());
  private readonly filters = new Map<string, string>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly state: vscode.Memento) {
    super();
  }

  order(connectionId: string, type: InventoryType): RecordOrder {
    return this.state.get<RecordOrder>(orderKey(connectionId, type), 'name');
  }

  async setOrder(connectionId: string, type: InventoryType, order: RecordOrder): Promise<void> {
    await this.state.update(orderKey(connectionId, type), order === 'name' ? undefined : order);
    this.changed.fire({ connectionId, type });
  }

  /** The words that a record must hold; empty for no filter. */
  filter(connectionId: string, type: InventoryType): string {
    return this.filters.get(`${connectionId}/${type}`) ?? '';
  }

  setFilter(connectionId: string, type: InventoryType, words: string): void {
    this.filters.set(`${connectionId}/${type}`, words.trim());
    this.changed.fire({ connectionId, type });
  }
}

const orderKey = (connectionId: string, type: InventoryType) => `order ${connectionId}/${type}`;
