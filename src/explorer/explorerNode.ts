import type * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import type { AccessPoint } from '../model/accessPoints.js';
import type { InventoryType } from '../model/inventory.js';
import type { SensorRecord } from '../model/sensors.js';

interface NodeBase {
  /** Stable over refreshes and restarts, so that VS Code keeps expansion and selection. */
  readonly id: string;
  readonly connectionId: string;
}

export interface ConnectionNode extends NodeBase {
  readonly kind: 'connection';
  readonly connection: Connection;
}

/** The two folders below a connection. */
export interface FolderNode extends NodeBase {
  readonly kind: 'sensors' | 'inventory';
}

export interface SensorNode extends NodeBase {
  readonly kind: 'sensor';
  readonly sensor: SensorRecord;
}

export interface AccessPointNode extends NodeBase {
  readonly kind: 'accessPoint';
  readonly accessPoint: AccessPoint;
}

export interface InventoryTypeNode extends NodeBase {
  readonly kind: 'inventoryType';
  readonly type: InventoryType;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
}

export interface RecordNode extends NodeBase {
  readonly kind: 'record';
  readonly type: InventoryType;
  readonly recordId: number;
  readonly name: string;
  readonly icon: string;
  readonly uri: vscode.Uri;
}

/** Stands in place of children that could not be read. */
export interface ErrorNode extends NodeBase {
  readonly kind: 'error';
  /** What would help besides trying again: another key, or trust in the certificate. */
  readonly remedy: 'key' | 'certificate' | 'none';
  readonly parent: ExplorerNode;
  readonly message: string;
}

/** Says that there is nothing below a node. */
export interface EmptyNode extends NodeBase {
  readonly kind: 'empty';
}

/** Anything in the explorer tree. */
export type ExplorerNode =
  | ConnectionNode
  | FolderNode
  | SensorNode
  | AccessPointNode
  | InventoryTypeNode
  | RecordNode
  | ErrorNode
  | EmptyNode;
