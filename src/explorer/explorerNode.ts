import type * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { UnreadRow } from 'netsensor-contract/text/listAnswer';
import type { AccessPointTarget, SensorTarget } from '../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { GroupRef, PinRef } from '../model/pins/pinsEdits.js';
import type { PinTarget } from '../model/pins/pinsFile.js';
import type { Remedy } from '../words/remedies.js';
import type { Inert } from '../words/inert.js';

interface NodeBase {
  /** Stable over refreshes and restarts, so that VS Code keeps expansion and selection. */
  readonly itemId: string;
  readonly connectionId: string;
  /** Of a row that stands in a place beside the tree of its manager. */
  readonly placed?: Placed;
}

/** Where a row stands that is pinned, or was used lately. */
export interface Placed {
  readonly parent: PlaceNode;
  /** The `itemId` of the same row in the tree of its manager; undefined while that was not read. */
  readonly itemId: string | undefined;
  /** Of a pin: where it stands in its file. */
  readonly pin?: PinRef;
  /** What people call it there. */
  readonly label?: string | undefined;
  /** Of what was used lately: under which key it is kept. */
  readonly recent?: string;
  /** The name of its manager, where there are several. */
  readonly manager: Inert | '';
}

/** A group of pins, what was used lately, or a file of pins that cannot be read. */
export interface PlaceNode extends NodeBase {
  readonly kind: 'place';
  readonly place: 'pins' | 'broken' | 'opened' | 'changed';
  readonly label: Inert;
  readonly description: Inert | '';
  readonly isOpen: boolean;
  /** The file of pins. */
  readonly file?: vscode.Uri;
  /** Of a group of pins. */
  readonly group?: GroupRef;
  /** Of a file that cannot be read: the line, from 1. */
  readonly line?: number;
  readonly rows: () => Promise<ExplorerNode[]>;
}

/** What stands in a place and has no row of its own in the tree, or was not read yet. */
export interface PinNode extends NodeBase {
  readonly kind: 'pin';
  readonly placed: Placed;
  readonly label: Inert;
  readonly description: Inert | '';
  readonly icon: string;
  /** Why it cannot be opened, or what happens when it is. */
  readonly help: Inert | '';
  /** What a pin opens; a document, or a notebook by its address; where a pin stands that is not understood. */
  readonly opens:
    PinTarget | { readonly kind: 'uri' | 'text'; readonly uri: vscode.Uri; readonly line?: number };
}

export interface ConnectionNode extends NodeBase {
  readonly kind: 'connection';
  readonly connection: Connection;
}

/** The two folders below a connection. */
export interface FolderNode extends NodeBase {
  readonly kind: 'sensors' | 'inventory';
}

/** The folder of the inventory. */
export type InventoryNode = FolderNode & { readonly kind: 'inventory' };

/** Inventory types that belong together. */
export interface InventoryGroupNode extends NodeBase {
  readonly kind: 'inventoryGroup';
  readonly parent: FolderNode;
  readonly types: readonly InventoryType[];
  readonly label: Inert;
  readonly icon: string;
}

/** Where a node stands in the tree that was read. */
interface Indexed {
  readonly index: SensorIndex;
  readonly number: number;
}

export interface SensorNode extends NodeBase, SensorTarget, Indexed {}

export interface AccessPointNode extends NodeBase, AccessPointTarget, Indexed {}

/** Some of the children of a node that has too many to show at once: those of one group from one name to another. */
export interface RangeNode extends NodeBase, Indexed {
  readonly kind: 'range';
  /** `childGroup` of its members; `from` and `to` (excluded) count among the shown ones of that group. */
  readonly group: number;
  readonly from: number;
  readonly to: number;
  /** The names of its first and last member. */
  readonly names: readonly [string, string];
}

export interface InventoryTypeNode extends NodeBase {
  readonly kind: 'inventoryType';
  readonly parent: FolderNode | InventoryGroupNode;
  readonly type: InventoryType;
  readonly label: Inert;
  readonly description: Inert;
  readonly icon: string;
}

export interface RecordNode extends NodeBase {
  readonly kind: 'record';
  readonly type: InventoryType;
  readonly recordId: number;
  readonly record: InventoryRecord;
  readonly name: string;
  /** What tells it from others beside its name. */
  readonly detail: Inert;
  readonly icon: string;
  readonly uri: vscode.Uri;
  readonly parent: RecordParent;
  /** Six hex digits, for types whose records have a colour. */
  readonly colour: string | undefined;
  readonly hasChildren: boolean;
  /** Whether it stands below itself, which no tree can show. */
  readonly isInRing: boolean;
}

/** Some of the records of a row that is too long to show at once, in the order shown. */
export interface RecordRangeNode extends NodeBase {
  readonly kind: 'recordRange';
  readonly type: InventoryType;
  readonly parent: RecordParent;
  readonly records: readonly InventoryRecord[];
  /** Where it begins in its row. */
  readonly from: number;
  /** The names of its first and last record. */
  readonly names: readonly [string, string];
}

/** What records are shown below. */
export type RecordParent = InventoryTypeNode | RecordNode | RecordRangeNode;

/** Stands in place of children that could not be read. */
export interface ErrorNode extends NodeBase {
  readonly kind: 'error';
  /** What would help besides trying again. */
  readonly remedy: Remedy | 'none';
  readonly parent: ExplorerNode;
  readonly message: Inert;
}

/** Stands for what is missing beside the other children: entries that could not be read, or that the manager kept back. */
export interface PartNode extends NodeBase {
  readonly kind: 'part';
  readonly parent: ExplorerNode;
  readonly label: Inert;
  /** Why, in whole sentences. */
  readonly message: Inert;
  /** The entries as they were sent. */
  readonly unread: readonly UnreadRow[];
}

/** Says that there is nothing below a node, nothing that the filter lets through, or not all yet. */
export interface EmptyNode extends NodeBase {
  readonly kind: 'empty';
  readonly isFiltered?: boolean;
  /** How many nodes of a tree that is being read have arrived so far. */
  readonly arrived?: number;
}

/** Stands for managers of which something has not been read yet. */
export interface UnreadNode extends NodeBase {
  readonly kind: 'unread';
  readonly connectionIds: readonly string[];
  /** Whether it is being read of some of them, so that one can as well wait. */
  readonly isBeingRead: boolean;
}

/** A node of the sensor tree. */
export type TreeNode = SensorNode | AccessPointNode;

/** Anything in the explorer tree. */
export type ExplorerNode =
  | ConnectionNode
  | FolderNode
  | InventoryGroupNode
  | TreeNode
  | RangeNode
  | InventoryTypeNode
  | RecordNode
  | RecordRangeNode
  | ErrorNode
  | PartNode
  | EmptyNode
  | PlaceNode
  | PinNode;

/** Whether a node is a sensor or an access point. */
export const isTreeNode = (node: ExplorerNode): node is TreeNode =>
  node.kind === 'sensor' || node.kind === 'accessPoint';
