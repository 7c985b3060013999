import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from '../../model/inventory.js';

/** The records of a type at the start of a sentence, `Wireless LANs`. */
export const titleOf = (type: InventoryType): string => vscode.l10n.t(inventoryType(type).plural);

/** The records of a type inside a sentence, `wireless LANs`. */
export const wordOf = (type: InventoryType): string => lowerFirst(titleOf(type));

/** A title as it stands inside a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
