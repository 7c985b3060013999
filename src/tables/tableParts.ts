import type * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { Connections } from '../connections/connection.js';
import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import type { RecordList } from '../model/inventory/recordList.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { Log } from '../ui/doors.js';
import type { Stale } from '../words/staleWords.js';

/** What tables need from the rest of the extension. */
export interface TableParts {
  readonly connections: Connections;
  readonly lists: {
    /** The list, if it was read. */
    get(connectionId: string, type: InventoryType): RecordList | undefined;
    /** Why the list is not as new as it was asked for. */
    stale(connectionId: string, type: InventoryType): Stale | undefined;
    /** The list; a read under way is shared. @throws {Error} with a sentence for people, or `ApiError` */
    read(connectionId: string, type: InventoryType): Promise<RecordList>;
    /** Reads it again, which `onDidChange` tells. @throws as `read` */
    update(connectionId: string, type: InventoryType): Promise<RecordList>;
    readonly onDidChange: vscode.Event<{ readonly connectionId: string; readonly type: InventoryType }>;
  };
  readonly files: {
    /** What open documents started from. */
    readonly bases: {
      get(uri: vscode.Uri): string | undefined;
      /** Gives what a document started from other values. */
      decide(uri: vscode.Uri, withDecided: (text: string) => string): Promise<void>;
      /** Reads while no save of the document is under way. */
      read<T>(uri: vscode.Uri, read: () => Promise<T>): Promise<T>;
    };
    /** Whether a document is saved, or VS Code still looks at the file that it has just saved. */
    isBeingSaved(uri: vscode.Uri): boolean;
    /** Puts the text that the manager has now into a document without changes. */
    show(uri: vscode.Uri, stored: string): void;
    /** Reads a document that is about to be opened; false when it was cancelled or failed, which was told. */
    canOpen(uri: vscode.Uri): Promise<boolean>;
    /** The editor has taken notice of an accepted save. */
    readonly onDidFinish: (listener: (saved: { readonly uri: vscode.Uri }) => unknown) => vscode.Disposable;
  };
  /** A document could not be saved. */
  readonly onDidFailToSave: vscode.Event<vscode.Uri>;
  /**
   * The address of the document that what a command was called on is a table of: a type, what the filter of one shows,
   * records of one, or a domain, whose access points they are.
   */
  readonly tableOf: (...targets: never[]) => Promise<vscode.Uri>;
  /** Creates a record, or changes one that was as `base`, after its plan was agreed to. @throws {GivenUpError} when it was not */
  readonly writeRecord: (
    place: { readonly connectionId: string; readonly type: InventoryType },
    saved: { readonly base?: RecordFields | undefined; readonly edited: RecordFields },
  ) => Promise<void>;
  /** What is kept of the workspace over reloads of the window. */
  readonly workspaceState: vscode.Memento;
  /** The address of the document of all users of the connection that a command was called on; the user picks one else. */
  readonly usersOf: (...targets: never[]) => Promise<vscode.Uri | undefined>;
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** The sensor tree of a connection; it is read if it was not. */
  readonly readTree: (connectionId: string) => Promise<SensorIndex>;
  /** The sensor tree of a connection was read again. */
  readonly onDidReadTree: vscode.Event<string>;
  /** Selects an inventory record in the tree. */
  readonly revealRecord: (record: InventoryRef) => Promise<void>;
  /** Selects a node in the tree; false when the manager does not have it. */
  readonly revealNode: (node: NodeRef) => Promise<boolean>;
  /** Shows in the details what a row of the table in front is, or nothing of a table any more. */
  readonly showInDetails: (row: InventoryRef | NodeRef | undefined) => void;
  /** The words that the tree filters a type by; empty for none. */
  readonly filterOf: (connectionId: string, type: InventoryType) => string;
  /** The numbers of the records that this filter lets through; undefined where nothing is filtered. */
  readonly shownRecords: (
    connectionId: string,
    type: InventoryType,
  ) => Promise<readonly number[] | undefined>;
  /** Opens a document; the tab that already shows it wins, whatever name it carries. */
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}
