import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import {
  parseRecordPath,
  type InventoryRef,
  type RecordTarget,
} from '../../model/inventory/inventoryRecord.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { SentenceError } from '../../words/inert.js';
import { secretsOf } from '../../model/inventory/recordText.js';
import type { CopiedSecrets } from './copiedSecrets.js';
import { setSecret } from './moveSecrets.js';
import type { RecordSecrets } from './recordSecrets.js';
import { secretType } from './secretLenses.js';
import { clickedUri } from '../../ui/recordUri.js';

/** What the commands about secrets need. */
export interface SecretParts {
  readonly connections: Connections;
  readonly secrets: RecordSecrets;
  readonly clipboard: CopiedSecrets;
}

/** Where a command about a secret is called: on a node of the tree, on a document, or in the editor in front. */
export type SecretPlace = RecordTarget | vscode.Uri | undefined;

/** Asks for a new password and marks it in the document; saving sends it. */
export async function setPassword({ connections, secrets }: SecretParts, place: SecretPlace): Promise<void> {
  const uri = clickedUri(place);
  const type = uri && secretType(uri);
  if (!uri || !type) throw noAccountKey();
  requireUnlocked(connections.get(uri.authority));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  await setSecret(secrets, document, { field: secretField(type) });
}

/** Copies the stored password, read from the manager now, for a short time. */
export async function copyPassword(
  { connections, clipboard }: SecretParts,
  place: SecretPlace,
): Promise<void> {
  const ref = refOf(place);
  if (!ref) throw noAccountKey();
  const client = await connections.client(ref.connectionId);
  const record = await client.getRecord(ref.type, ref.id);
  const value = record[secretField(ref.type)];
  if (typeof value !== 'string' || value === '')
    throw new SentenceError(vscode.l10n.t('The manager does not tell this password.'));
  await clipboard.copy(value);
}

function refOf(place: SecretPlace): InventoryRef | undefined {
  const uri = clickedUri(place);
  const ref = uri && parseRecordPath(uri.path);
  if (!uri || !ref || secretsOf(ref.type).length === 0) return undefined;
  return { connectionId: uri.authority, ...ref };
}

const secretField = (type: InventoryType): string => secretsOf(type)[0] ?? '';

const noAccountKey = () =>
  new SentenceError(vscode.l10n.t('Open an account key, or select one in the tree, first.'));
