import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection, Connections } from '../../connections/connection.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { newRecordFields, recordDraftAddress } from '../../model/inventory/recordDraft.js';
import type { InventoryTypeTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { replaceText } from '../../ui/editDocument.js';
import {
  isInventoryFolder,
  pickInventoryType,
  type InventoryFolderTarget,
} from '../../ui/pickInventoryType.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { clickedRecord, type AddressedRecord, type ClickedRecord } from '../../ui/recordUri.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import type { RecordsOptions } from '../recordsOptions.js';
import { pickUnlocked } from './nodeDrafts.js';
import { freeDraftUri } from './draftUri.js';

/** Opens a draft of an inventory record; without a type the user picks that, and the connection where nothing is clicked. */
export async function draftRecord(
  { connections }: RecordsOptions,
  clicked?: InventoryTypeTarget | InventoryFolderTarget,
): Promise<void> {
  const place = await placeOf(connections, clicked);
  if (place) await openDraft(place.connection, place.type);
}

/** Opens a draft that begins as a copy of a record: of the clicked one, or of the one in the editor in front. */
export async function duplicateRecord(
  { connections }: RecordsOptions,
  clicked: ClickedRecord,
): Promise<void> {
  const { connectionId, type, id } = requireRecord(clicked);
  await openDraft(await unlockedConnection(connections, connectionId), type, { copyOf: id });
}

/** What a draft begins as a copy of, and where it is shown. */
export interface DraftOptions {
  readonly copyOf?: number | undefined;
  readonly viewColumn?: vscode.ViewColumn | undefined;
}

/** Opens a draft of a record in an editor, with the cursor where one types first. */
export async function openDraft(
  { id }: Pick<Connection, 'id'>,
  type: InventoryType,
  { copyOf, viewColumn }: DraftOptions = {},
): Promise<vscode.TextEditor> {
  const { singular } = inventoryType(type);
  const title = `New ${singular.startsWith('W') ? singular : singular.toLowerCase()}`;
  const uri = freeDraftUri(id, title, name => recordDraftAddress({ type, copyOf }, name));
  const document = await vscode.workspace.openTextDocument(uri);
  const at = document.positionAt(cursorOffset(document.getText(), type));
  const selection = new vscode.Range(at, at);
  return vscode.window.showTextDocument(document, { preview: false, selection, viewColumn });
}

/** A draft that begins with some fields, and where it is shown. */
export interface BegunDraft {
  readonly connectionId: string;
  readonly type: InventoryType;
  readonly fields: RecordFields;
  readonly viewColumn?: vscode.ViewColumn | undefined;
}

/** Opens a draft that has some fields already, as typing them would: it is dirty, and nothing is sent. */
export async function beginDraft({ connectionId, type, fields, viewColumn }: BegunDraft): Promise<void> {
  const { document } = await openDraft({ id: connectionId }, type, { viewColumn });
  await replaceText(document, () => printFields({ ...newRecordFields(type), ...fields }));
}

/** Inside the first empty text; at the end of the name in a copy. */
function cursorOffset(text: string, type: InventoryType): number {
  const empty = text.indexOf(': ""');
  if (empty >= 0) return empty + ': "'.length;
  const name = text.indexOf(`"${inventoryType(type).nameField}": `);
  return name < 0 ? 0 : Math.max(0, text.indexOf('",', name));
}

/** Where a record is to be created. */
export interface Place {
  readonly connection: Connection;
  readonly type: InventoryType;
}

/** The place that was clicked, else one that the user picks. */
export async function placeOf(
  connections: Connections,
  clicked: InventoryTypeTarget | InventoryFolderTarget | undefined,
): Promise<Place | undefined> {
  const connection = clicked
    ? await unlockedConnection(connections, clicked.connectionId)
    : await pickUnlocked(connections);
  if (!connection) return undefined;
  if (clicked && !isInventoryFolder(clicked)) return { connection, type: clicked.type };
  const type = await pickInventoryType(l10n.t('Type of the new record'), 'singular', clicked?.types);
  return type && { connection, type };
}

/**
 * The inventory record that a command was called on.
 * @throws {SentenceError} when it is something else
 */
export function requireRecord(clicked: ClickedRecord): AddressedRecord {
  const record = clickedRecord(clicked);
  if (record) return record;
  throw new NothingToDoError(l10n.t('Open an inventory record, or select one in the tree, first.'));
}
