import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { DocumentTable } from '../documentTable.js';
import { shownAddress } from '../documents/documentTabs.js';
import { secretFieldsOf } from '../../model/inventory/recordText.js';
import type { CopiedSecrets } from './copiedSecrets.js';
import { setSecret } from './moveSecrets.js';
import type { RecordSecrets } from './recordSecrets.js';
import { isList, secretType } from './secretLenses.js';
import { clickedRecord, clickedUri, type ClickedRecord } from '../../ui/recordUri.js';

/** What the commands about secrets need. */
export interface SecretParts {
  readonly connections: Connections;
  readonly kinds: () => Promise<DocumentTable>;
  readonly secrets: RecordSecrets;
  readonly clipboard: CopiedSecrets;
}

/** Asks for a new password and marks it in the document; saving sends it. */
export async function setPassword(
  { connections, kinds, secrets }: SecretParts,
  place: ClickedRecord,
): Promise<void> {
  const uri = clickedUri(place);
  const type = uri && !isList(uri) ? secretType(uri) : undefined;
  const [field] = type ? secretFieldsOf(type) : [];
  if (!uri || !field) throw noAccountKey();
  await unlockedConnection(connections, uri.authority);
  const document = await vscode.workspace.openTextDocument(shownAddress(await kinds(), uri));
  await vscode.window.showTextDocument(document, { preview: false });
  await setSecret(secrets, document, { field });
}

/** Copies the stored password, read from the manager now, for a short time. */
export async function copyPassword(
  { connections, clipboard }: SecretParts,
  place: ClickedRecord,
): Promise<void> {
  const ref = clickedRecord(place);
  const [field] = ref ? secretFieldsOf(ref.type) : [];
  if (!ref || !field) throw noAccountKey();
  const client = await connections.client(ref.connectionId);
  const value = (await client.getRecord(ref.type, ref.id))[field];
  if (typeof value !== 'string' || value === '')
    throw new SentenceError(l10n.t('The manager does not tell this password.'));
  await clipboard.copy(value);
}

const noAccountKey = () =>
  new SentenceError(l10n.t('Open an account key, or select one in the tree, first.'));
