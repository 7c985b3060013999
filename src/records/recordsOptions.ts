import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { InventoryRecord, InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordList } from '../model/inventory/recordList.js';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import type { NodeSearch } from '../model/sensors/nodeSearch.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { Log } from '../ui/doors.js';

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

/** The nodes that commands act on. */
export interface ChosenNodes {
  /** The documents that a command opens, by what VS Code gives it. */
  readonly documentsOf: (
    clicked?: NodeTarget,
    others?: readonly NodeTarget[],
  ) => Promise<readonly vscode.Uri[]>;
  /** What is selected in the tree, for commands that are called without a node. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
  /** The same at once: nothing while VS Code draws nodes anew, or while the tree is hidden. */
  readonly selectedNow: () => readonly NodeTarget[];
}

/** The sensor trees of connections. */
export interface SensorTrees {
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** The search over the tree of a connection, read for it if necessary. */
  readonly searchOf: (connectionId: string) => Promise<NodeSearch>;
}

/** Where nodes and records are shown that were just created. */
export interface CreatedInTree {
  /** Shows a node that was just created in the tree. */
  readonly revealNew: (node: NodeRef) => Promise<void>;
  /** Shows a record that was just created in the tree. */
  readonly revealRecord: (record: InventoryRef) => Promise<void>;
  /** Takes a sensor for a vendor sensor from now on, which its record may not tell. */
  readonly noteVendor: (connectionId: string, uuid: string) => Promise<void>;
}

/** What records need from the rest of the extension. */
export interface RecordsOptions extends ChosenNodes, SensorTrees, CreatedInTree {
  readonly connections: Connections;
  readonly lists: RecordLists;
  readonly workspaceState: vscode.Memento;
  /** State that belongs to no workspace. */
  readonly globalState: vscode.Memento;
  /** A folder of the extension's own; of this workspace where there is one. */
  readonly storage: vscode.Uri;
  readonly log: Log;
}
