import * as l10n from '@vscode/l10n';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import type { Inert } from '../words/inert.js';
import { window } from './doors.js';

/** The inventory of a connection, or a group of its types: what a command on lists may be called on. */
export interface InventoryFolderTarget {
  readonly kind: 'inventory' | 'inventoryGroup';
  readonly connectionId: string;
  /** All types where there are none. */
  readonly types?: readonly InventoryType[];
}

/** Whether a command was called on the inventory of a connection, or on a group of its types. */
export const isInventoryFolder = (
  clicked: { readonly kind: string } | undefined,
): clicked is InventoryFolderTarget => clicked?.kind === 'inventory' || clicked?.kind === 'inventoryGroup';

/**
 * Asks for one of some inventory types; undefined when given up.
 * @param number whether a type is called by one of its records or by all
 */
export async function pickInventoryType(
  title: Inert,
  number: 'singular' | 'plural',
  types: readonly InventoryType[] = inventoryTypeNames,
): Promise<InventoryType | undefined> {
  const items = types.map(type => ({
    label: l10n.t(inventoryType(type)[number]),
    description: l10n.t(inventoryType(type).description),
    type,
  }));
  const answer = await window.showQuickPick(items, { title });
  return answer?.type;
}
