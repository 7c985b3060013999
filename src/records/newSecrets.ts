import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import { newSecretPlaceholder, secretPlaceholder, type RecordFields } from '../model/inventory/recordText.js';
import { askForSecret } from '../ui/askForSecret.js';
import { inert } from '../ui/inert.js';
import type { RecordSecrets } from './secrets/recordSecrets.js';
import { RejectedError } from './saveThreeWay.js';

/** Fields of a record with every secret as it stands in a document that nobody changed. */
export function withoutNewSecrets(type: InventoryType, fields: RecordFields): RecordFields {
  const isNew = (name: string) => secretsOf(type).includes(name) && fields[name] === newSecretPlaceholder;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isNew(name) ? secretPlaceholder : value]),
  );
}

/**
 * The new secrets that a save sends: those of fields that say so. One that is not in memory any more, because the
 * window was closed meanwhile, is asked for.
 * @throws {RejectedError} when the user gives up
 */
export async function newSecrets(
  { secrets, uri, name }: { secrets: RecordSecrets; uri: vscode.Uri; name: string },
  fieldsToSend: readonly string[],
): Promise<RecordFields> {
  const found: Record<string, unknown> = {};
  for (const field of fieldsToSend) {
    const value = secrets.of(uri)[field] ?? (await askForSecret({ field, name }));
    if (typeof value !== 'string') {
      throw new RejectedError(vscode.l10n.t('Nothing was sent, because no {0} was given.', inert(field)));
    }
    secrets.set(uri, field, value);
    found[field] = value;
  }
  return found;
}

/** Secret fields of a type. */
export const secretsOf = (type: InventoryType): readonly string[] => inventoryType(type).secretFields ?? [];

/** Secret fields of a document for which a new value is to be sent. */
export const fieldsWithNewSecret = (type: InventoryType, fields: RecordFields): readonly string[] =>
  secretsOf(type).filter(name => fields[name] === newSecretPlaceholder);
