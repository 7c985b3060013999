import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { lowerFirst } from '../../model/lowerFirst.js';
import { inert, type Inert } from '../../ui/inert.js';

/** The records of a type at the start of a sentence, `Wireless LANs`. */
export const titleOf = (type: InventoryType): Inert => vscode.l10n.t(inventoryType(type).plural);

/** The records of a type inside a sentence, `wireless LANs`. */
export const wordOf = (type: InventoryType): Inert => inert(lowerFirst(titleOf(type)));
