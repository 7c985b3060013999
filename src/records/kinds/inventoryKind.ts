import type * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import { recordName, parseRecordPath, type RecordRef } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryRules, lostLetterProblems } from '../../model/inventory/recordRules.js';
import {
  documentFields,
  fieldsToCreate,
  fieldsWithNewSecret,
  parseRecord,
  printRecord,
  withoutNewSecrets,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import { askForSecrets } from '../../ui/askForSecret.js';
import type { FieldsAlongside } from '../../changes/records/fieldsAlongside.js';
import { createRecordFromDraft, type CreatingRecords } from '../creation/createFromDraft.js';
import { isInventoryFolder } from '../documents/inventoryFolders.js';
import type { DocumentKind, SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { namesIn, titledPath } from '../../words/recordDetail.js';
import {
  named,
  parseEdited,
  refusedEdits,
  saveThreeWay,
  refuseLostLetters,
} from '../documents/saveThreeWay.js';

/** What the documents of inventory records need. */
export interface InventoryDocuments extends CreatingRecords {
  readonly alongside: FieldsAlongside;
}

/** Inventory records, `/inventory/racks/Core rack A.12.json` (contract 000). */
export function inventoryKindOf(parts: InventoryDocuments): DocumentKind {
  return {
    identify: ({ path }) => {
      const ref = parseRecordPath(path);
      return ref && `inventory ${ref.type} ${ref.id}`;
    },
    isFolder: isInventoryFolder,
    read: async ({ client, uri }) => {
      const { type, id } = refOf(uri);
      return printRecord(type, await client.getRecord(type, id));
    },
    save: request => saveOrCreateAgain(parts, request),
    canBeCreatedAgain: true,
    check: ({ uri, edited, ...request }) => {
      const { type } = refOf(uri);
      return refusedEdits(inventoryRules(type), {
        ...request,
        uri,
        edited: withoutNewSecrets(type, edited),
      });
    },
  };
}

/** A record that was deleted meanwhile is created again when the user has said so. */
async function saveOrCreateAgain(parts: InventoryDocuments, request: SaveRequest): Promise<SaveReceipt> {
  const edited = parseEdited(request.editedText);
  try {
    return await saveRecord(parts, request, edited);
  } catch (error) {
    if (!request.mayCreate || !isApiError(error, 'notFound')) throw error;
    const { type } = refOf(request.uri);
    const fields = fieldsToCreate(type, edited);
    const lost = lostLetterProblems(parseRecord(request.baseText()), fields);
    refuseLostLetters({ lost: lost.map(({ field }) => field) });
    return createRecordFromDraft(parts, request, { type, fields });
  }
}

async function saveRecord(
  { secrets, lists, alongside }: InventoryDocuments,
  request: SaveRequest,
  edited: RecordFields,
): Promise<SaveReceipt> {
  const { client, uri } = request;
  const { type, id } = refOf(uri);
  const name = recordName(type, { ...edited, id });
  const given = await askForSecrets(fieldsWithNewSecret(type, edited), { name, known: secrets.of(uri) });
  secrets.add(uri, given);
  const receipt = await saveThreeWay({
    ...request,
    edited: withoutNewSecrets(type, edited),
    secrets: given,
    record: alongside.keyOf(uri.authority, type, id),
    alongside,
    rules: inventoryRules(type),
    readFields: async () => documentFields(type, await client.getRecord(type, id)),
    send: changes => client.updateRecord(type, id, { changes }),
  });
  secrets.forget(uri);
  const now = titledPath(type, { ...receipt.stored, id }, namesIn(lists, uri.authority));
  return { ...receipt, renamedTo: uri.with({ path: now }) };
}

const refOf = (uri: vscode.Uri): RecordRef => named(uri, parseRecordPath(uri.path));
