import type * as vscode from 'vscode';
import { isInventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import { secretsOf } from './newSecrets.js';

/** The inventory type of a record or draft that has secret fields; its address has the type as the second folder. */
export const secretType = ({ path }: vscode.Uri): InventoryType | undefined =>
  /^\/(inventory|new)\//.test(path) ? typeWithSecrets(path) : undefined;

/** The inventory type of a list of records that have secret fields. */
export const listedSecretType = ({ path }: vscode.Uri): InventoryType | undefined =>
  path.startsWith('/lists/') ? typeWithSecrets(path) : undefined;

function typeWithSecrets(path: string): InventoryType | undefined {
  const [, , type = ''] = path.split('/');
  return isInventoryType(type) && secretsOf(type).length > 0 ? type : undefined;
}
