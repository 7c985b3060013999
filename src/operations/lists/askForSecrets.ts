import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { itemName, type ListCreate } from '../../changes/lists/planList.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { askForSecret } from '../../ui/askForSecret.js';
import { inert } from '../../ui/inert.js';
import { SentenceError } from '../../ui/sentenceError.js';

/**
 * Asks for the secrets of records that are to be created, which stand in no document.
 * @throws {Error} with a sentence for people when the user gives up
 */
export async function askForSecrets(
  type: InventoryType,
  creates: readonly ListCreate[],
): Promise<ReadonlyMap<ListCreate, RecordFields>> {
  const secrets = new Map<ListCreate, RecordFields>();
  for (const creation of creates) {
    const given: Record<string, string> = {};
    for (const field of inventoryType(type).secretFields ?? []) {
      const value = await askForSecret({ field, name: itemName(type, creation.fields) });
      if (value === undefined)
        throw new SentenceError(vscode.l10n.t('Nothing was sent, because no {0} was given.', inert(field)));
      given[field] = value;
    }
    secrets.set(creation, given);
  }
  return secrets;
}
