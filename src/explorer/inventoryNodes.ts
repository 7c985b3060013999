import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import { inventoryType, inventoryTypeNames } from '../model/inventory.js';
import { recordName, type InventoryRecord } from '../model/inventoryRecord.js';
import { recordPath } from '../model/recordRef.js';
import { byName } from './byName.js';
import type { ExplorerNode, InventoryTypeNode, RecordNode } from './explorerNode.js';

/** The 14 inventory types in the order of the contract. */
export function inventoryTypeNodes(parent: ExplorerNode): InventoryTypeNode[] {
  return inventoryTypeNames.map(type => {
    const { plural, description, icon } = inventoryType(type);
    return {
      kind: 'inventoryType',
      id: `${parent.id}/${type}`,
      connectionId: parent.connectionId,
      type,
      label: vscode.l10n.t(plural),
      description: vscode.l10n.t(description),
      icon,
    };
  });
}

/** The records of a type by name. */
export function recordNodes(parent: InventoryTypeNode, records: readonly InventoryRecord[]): RecordNode[] {
  return records
    .map((record): RecordNode => {
      const name = recordName(parent.type, record);
      const path = recordPath({ type: parent.type, id: record.id }, name);
      return {
        kind: 'record',
        id: `${parent.id}/${record.id}`,
        connectionId: parent.connectionId,
        type: parent.type,
        recordId: record.id,
        name,
        icon: parent.icon,
        uri: vscode.Uri.from({ scheme: Scheme.record, authority: parent.connectionId, path }),
      };
    })
    .sort(byName);
}
