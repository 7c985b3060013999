import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { InventoryTypeTarget, RecordTarget } from '../model/recordTarget.js';
import { quoted } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import type { BackupFolder } from './backups.js';
import type { OperationJournal } from './operationJournal.js';
import type { PlanDocuments } from './planDocuments.js';

/** How the key of a connection is replaced. */
export interface ConnectionKeys {
  /** Stores another key and uses it from the next call on. @throws when that fails; the old one is kept then */
  readonly replaceKey: (connectionId: string, key: string) => Promise<void>;
  /** Stores the same key once more, to know that it can be replaced. @throws when that fails */
  readonly storeKeyAgain: (connectionId: string) => Promise<void>;
}

/** What operations need from the rest of the extension. */
export interface Operations {
  readonly connections: Connections;
  readonly keys: ConnectionKeys;
  /** The only connection, or the one that the user picks. */
  readonly pickConnection: () => Promise<Connection | undefined>;
  /** Opens a document of a manager. */
  readonly openDocument: (uri: vscode.Uri) => Promise<void>;
  readonly backupFolder: BackupFolder;
  readonly journal: OperationJournal;
  readonly planDocuments: PlanDocuments;
  /** What is selected in the tree, for commands that are called without a node. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
  /** The inventory records and types that are selected in the tree. */
  readonly selectedRecords: () => Promise<readonly (RecordTarget | InventoryTypeTarget)[]>;
  /** The numbers of the records that the tree shows of a type; undefined where it shows all. */
  readonly shownRecords: (
    connectionId: string,
    type: InventoryType,
  ) => Promise<readonly number[] | undefined>;
  /** Shows inventory records of these types as they are now, in the tree and in open documents. */
  readonly recordsChanged: (connectionId: string, types: readonly InventoryType[]) => Promise<void>;
  /** Shows the sensor tree of a connection as it is now. */
  readonly refreshSensors: (connectionId: string) => Promise<void>;
}

/** Anything that belongs to a connection, such as a node of the tree. */
export interface ConnectionTarget {
  readonly connectionId: string;
}

/** The connection that a command is called on; the user picks when it is called on none. Undefined when given up. */
export async function chosenConnection(
  { connections, pickConnection }: Operations,
  target: ConnectionTarget | undefined,
): Promise<Connection | undefined> {
  return target ? connections.get(target.connectionId) : pickConnection();
}

/**
 * The nodes that a command acts on; what is selected in the tree when it is called without any.
 * @throws {Error} with a sentence for people when there are none, or when they belong to several managers
 */
export async function chosenNodes(
  { selected }: Operations,
  clicked: NodeTarget | undefined,
  others: readonly NodeTarget[] | undefined,
): Promise<readonly [NodeTarget, ...NodeTarget[]]> {
  const given = others && others.length > 0 ? others : clicked ? [clicked] : await selected();
  const [first, ...rest] = given.filter(({ kind }) => kind === 'sensor' || kind === 'accessPoint');
  if (!first)
    throw new SentenceError(vscode.l10n.t('Select a domain, a sensor or an access point in the tree first.'));
  if (rest.some(({ connectionId }) => connectionId !== first.connectionId))
    throw new SentenceError(vscode.l10n.t('Select nodes of one manager only.'));
  const twin = [first, ...rest].find(target => target.kind === 'sensor' && target.isTwin);
  if (!twin) return [first, ...rest];
  throw new SentenceError(
    vscode.l10n.t(
      '{0} has no uuid of its own: it has none, or another node of the tree has the same. Nothing was sent. Give it its own on the manager, then refresh the tree.',
      quoted(twin.name),
    ),
  );
}
