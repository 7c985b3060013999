import * as vscode from 'vscode';
import { inventoryTypeNames, isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { titledPath } from '../../words/recordDetail.js';
import type { ReadRequest } from './documentKind.js';

/** Whether a path is a folder: the inventory, or one of its types. */
export function isInventoryFolder(path: string): boolean {
  const [root, type, ...rest] = segments(path);
  return rest.length === 0 && (!root || (root === 'inventory' && (!type || isInventoryType(type))));
}

/** The entries of a folder: the inventory, its types, the records of a type. */
export async function readInventoryFolder({
  client,
  uri,
}: ReadRequest): Promise<[string, vscode.FileType][]> {
  const [root, type] = segments(uri.path);
  if (!root) return [['inventory', vscode.FileType.Directory]];
  if (!type || !isInventoryType(type))
    return inventoryTypeNames.map(name => [name, vscode.FileType.Directory]);
  const { rows } = await client.listRecords(type);
  return rows.map(record => {
    const path = titledPath(type, record, () => undefined);
    return [path.slice(path.lastIndexOf('/') + 1), vscode.FileType.File];
  });
}

const segments = (path: string) => path.replace(/\/$/, '').split('/').slice(1);
