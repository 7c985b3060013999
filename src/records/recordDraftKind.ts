import type * as vscode from 'vscode';
import { copiedFields, newRecordFields, parseRecordDraft, type RecordDraft } from '../model/inventory/recordDraft.js';
import { printFields, type RecordFields } from '../model/inventory/recordText.js';
import { FileSystemError } from '../ui/doors.js';
import { createRecordOnce, type CreatingRecords } from './createRecordOnce.js';
import type { DocumentKind, ReadRequest } from './documents/documentKind.js';
import { parseEdited } from './saveThreeWay.js';

/** Inventory records that are to be created, `/new/racks/New rack.json`: saving a draft creates it. */
export function recordDraftKindOf(parts: CreatingRecords): DocumentKind {
  return {
    identify: uri => (parseRecordDraft(uri) ? `draft ${uri.path} ${uri.query}` : undefined),
    isFolder: path => /^\/new(\/\w+)?\/?$/.test(path),
    read: async request => printFields(await beginning(request)),
    save: async request =>
      createRecordOnce(parts, request, {
        type: refOf(request.uri).type,
        fields: parseEdited(request.editedText),
      }),
  };
}

async function beginning({ client, uri }: ReadRequest): Promise<RecordFields> {
  const { type, copyOf } = refOf(uri);
  return copyOf === undefined
    ? newRecordFields(type)
    : copiedFields(type, await client.getRecord(type, copyOf));
}

function refOf(uri: vscode.Uri): RecordDraft {
  const draft = parseRecordDraft(uri);
  if (!draft) throw FileSystemError.FileNotFound(uri);
  return draft;
}
