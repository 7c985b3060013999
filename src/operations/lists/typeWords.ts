import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from '../../model/inventory.js';
import { lowerFirst } from '../../model/lowerFirst.js';

/** The records of a type at the start of a sentence, `Wireless LANs`. */
export const titleOf = (type: InventoryType): string => vscode.l10n.t(inventoryType(type).plural);

/** The records of a type inside a sentence, `wireless LANs`. */
export const wordOf = (type: InventoryType): string => lowerFirst(titleOf(type));
