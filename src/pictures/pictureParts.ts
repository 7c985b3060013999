import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordFields } from '../model/inventory/recordText.js';
import type { RecordList } from '../model/inventory/recordList.js';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import type { NodeSearch } from '../model/sensors/nodeSearch.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { Log } from '../ui/doors.js';
import type { Stale } from '../words/staleWords.js';

/** A draft of a record that is to be opened. */
export interface DraftToBegin {
  readonly connectionId: string;
  readonly type: InventoryType;
  /** What it begins with besides what every draft has. */
  readonly fields: RecordFields;
  readonly viewColumn: vscode.ViewColumn;
}

/** What pictures need from the rest of the extension. */
export interface PictureParts {
  readonly connections: Connections;
  readonly lists: {
    /** The list; a read under way is shared. @throws {Error} with a sentence for people, or `ApiError` */
    read(connectionId: string, type: InventoryType): Promise<RecordList>;
    /** Why a list is not as new as it was asked for. */
    stale(connectionId: string, type: InventoryType): Stale | undefined;
    /** Reads a list again; one that cannot be read stays. @throws as `read` does */
    update(connectionId: string, type: InventoryType): Promise<RecordList>;
    readonly onDidChange: vscode.Event<{ readonly connectionId: string; readonly type: InventoryType }>;
  };
  /** The sensor tree; it is read if it was not. @throws {Error} with a sentence for people, or `ApiError` */
  readonly readTree: (connectionId: string) => Promise<SensorIndex>;
  /** The search over the sensor tree, which is read if it was not. @throws {Error} as `readTree` does */
  readonly searchOf: (connectionId: string) => Promise<NodeSearch>;
  /** Why the tree is not as new as it was asked for. */
  readonly treeStale: (connectionId: string) => Stale | undefined;
  /** Reads a tree again that was read; one that cannot be read stays. */
  readonly refreshSensors: (connectionId: string) => Promise<void>;
  /** Milliseconds, when the whole tree was read; undefined where it was not. */
  readonly treeReadAt: (connectionId: string) => number | undefined;
  /** Reads a domain of a tree that was read again, with all below it. @throws as {@link readTree} */
  readonly readDomainAgain: (connectionId: string, uuid: string) => Promise<void>;
  /** Selects a node in the tree; false when the manager does not have it. */
  readonly revealNode: (node: NodeRef) => Promise<boolean>;
  /** Fires with the connection whose tree was read or changed. */
  readonly onDidReadTree: vscode.Event<string>;
  /** Opens a document; the tab that already shows it wins, whatever name it carries. */
  readonly openRecord: (uri: vscode.Uri, options?: vscode.TextDocumentShowOptions) => Promise<void>;
  /** Saves a document as Ctrl+S does in its editor; why one was not saved is said there, or by VS Code. */
  readonly saveRecord: (
    document: vscode.TextDocument,
  ) => Promise<'saved' | 'failed' | 'conflict' | 'givenUp'>;
  readonly beginDraft: (draft: DraftToBegin) => Promise<void>;
  /** The time that the query notebook which is open looks at; undefined without one. */
  readonly notebookRange: () => Promise<{ readonly range: string; readonly zone: string } | undefined>;
  /** Opens queries of a connection in a notebook that no file holds yet. */
  readonly openQueries: (connectionId: string, queries: readonly object[]) => Promise<void>;
  readonly pickConnection: () => Promise<{ readonly id: string } | undefined>;
  /** The numbers of the records that the filter of a type lets through; undefined where nothing is filtered. */
  readonly shownRecords: (
    connectionId: string,
    type: InventoryType,
  ) => Promise<readonly number[] | undefined>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}
