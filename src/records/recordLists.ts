import type * as vscode from 'vscode';
import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../model/inventory/inventoryRecord.js';
import type { RecordList } from '../model/inventory/recordList.js';

/** The lists of inventory records that were read, shared with the tree. */
export interface RecordLists {
  /** The list, if it was read. */
  get(connectionId: string, type: InventoryType): RecordList | undefined;
  /** The list; a read under way is shared. @throws {Error} with a sentence for people, or `ApiError` */
  read(connectionId: string, type: InventoryType): Promise<RecordList>;
  /** Reads again, whatever is known. @throws {Error} with a sentence for people, or `ApiError` */
  update(connectionId: string, type: InventoryType, signal?: AbortSignal): Promise<RecordList>;
  /** Notes a record as it is stored now. */
  put(connectionId: string, type: InventoryType, record: InventoryRecord): void;
  /** Notes that a record is gone. */
  remove(connectionId: string, type: InventoryType, id: number): void;
  /** Fires when a list was read, changed or forgotten. */
  readonly onDidChange: vscode.Event<{ readonly connectionId: string; readonly type: InventoryType }>;
}
