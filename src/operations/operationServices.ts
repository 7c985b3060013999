import type * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type {
  InventoryTypeTarget,
  RecordTarget,
  Renumbered,
} from 'netsensor-contract/inventory/inventoryRecord';
import type { Inert } from '../words/inert.js';
import type { NameOf } from '../words/recordDetail.js';
import type { BackupFolder } from './backups.js';
import type { OperationJournal } from './operationJournal.js';
import type { PlanDocuments } from './planDocuments.js';

/** How the key of a connection is replaced. */
export interface ConnectionKeys {
  /** What is to be known of how long VS Code keeps keys; empty where they stay. */
  readonly keyLifetime: Inert | '';
  /** Stores another key, reads it back and uses it from the next call on. @throws when that fails */
  readonly replaceKey: (connectionId: string, key: string) => Promise<void>;
  /** Stores the same key once more, to know that it can be replaced. @returns it @throws when that fails */
  readonly storeKeyAgain: (connectionId: string) => Promise<string | undefined>;
  /** Reads something with a key that is not stored. @throws when the manager does not answer that */
  readonly tryKey: (connectionId: string, key: string) => Promise<void>;
}

/** What operations ask of the other rooms. */
export interface ServicesOfRooms {
  readonly connections: Connections;
  readonly keys: ConnectionKeys;
  /** The only connection, or the one that the user picks. */
  readonly pickConnection: () => Promise<Connection | undefined>;
  /** Opens a document of a manager. */
  readonly openDocument: (uri: vscode.Uri) => Promise<void>;
  /** What is selected in the tree, for commands that are called without a node. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
  /** The inventory records and types that are selected in the tree. */
  readonly selectedRecords: () => Promise<readonly (RecordTarget | InventoryTypeTarget)[]>;
  /** The numbers of the records that the tree shows of a type; undefined where it shows all. */
  readonly shownRecords: (
    connectionId: string,
    type: InventoryType,
  ) => Promise<readonly number[] | undefined>;
  /** What the records of a connection are called, as far as its lists were read. */
  readonly nameOf: (connectionId: string) => NameOf;
  /** Shows inventory records of these types as they are now, in the tree and in open documents, also those with new numbers. */
  readonly recordsChanged: (
    connectionId: string,
    types: readonly InventoryType[],
    renumbered?: readonly Renumbered[],
  ) => Promise<void>;
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** Milliseconds, when the sensor tree of a connection was read; undefined where it was not. */
  readonly treeReadAt: (connectionId: string) => number | undefined;
  /** Shows the sensor tree of a connection as it is now. */
  readonly refreshSensors: (connectionId: string) => Promise<void>;
}

/** What operations need: what they ask of the other rooms, and what they share among themselves. */
export interface OperationServices extends ServicesOfRooms {
  readonly backupFolder: BackupFolder;
  readonly journal: OperationJournal;
  readonly planDocuments: () => Promise<PlanDocuments>;
  /** What is to be deleted, from its plan on: what tells it from all else. */
  readonly deleting: Set<ReadonlySet<unknown>>;
  /** Asks whether to put back what a backup of a connection holds, and does. */
  readonly restore: (connectionId: string, backup: vscode.Uri) => Thenable<unknown>;
}
