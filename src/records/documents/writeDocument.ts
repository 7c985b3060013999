import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AcceptedSave } from '../../changes/records/editedDocument.js';
import { FileSystemError } from '../../ui/doors.js';
import type { DocumentKind, SaveReceipt, SaveRequest, Stored } from './documentKind.js';
import type { DocumentTable } from '../documentTable.js';
import { editedText } from './saveThreeWay.js';

/**
 * Writes a document by its kind; one that has become another, and was typed into meanwhile, as that.
 * @throws as {@link DocumentKind.save}, or when the document is only shown
 */
export async function writeDocument(
  table: DocumentTable,
  { content, ...request }: Omit<SaveRequest, 'editedText'> & { readonly content: Uint8Array },
): Promise<Stored & AcceptedSave> {
  const { became: address } = request.earlier;
  const became = address === undefined ? undefined : vscode.Uri.parse(address, true);
  const text = editedText(request.uri, content);
  const saved = await saveAs(table, { ...request, uri: became ?? request.uri, editedText: text });
  const receipt = saved.isUnsent ? await sendRest(table, { ...request, editedText: text }, saved) : saved;
  const { goesOn, created, arrived, told, made, renamedTo } = receipt;
  const { replacedBy = became && (renamedTo ?? became) } = receipt;
  return {
    text,
    receipt: { ...receipt, replacedBy },
    saved: text,
    goesOn,
    created,
    arrived,
    told,
    made,
    became: replacedBy?.toString(),
  };
}

async function saveAs(table: DocumentTable, request: SaveRequest): Promise<SaveReceipt> {
  const kind: DocumentKind | undefined = table.find(request.uri);
  // “Save As…” of VS Code asks for a name beside the records.
  if (!kind)
    throw FileSystemError.NoPermissions(
      l10n.t('A manager takes no files. “Netsensor: Save As…” makes a JSON file or a new record of this.'),
    );
  if (!kind.save) throw FileSystemError.NoPermissions(l10n.t('This document is only shown.'));
  return kind.save(request);
}

/** Sends what was typed since a document was sent that has become something: from there on it is an edit of that. */
async function sendRest(
  table: DocumentTable,
  request: SaveRequest,
  { replacedBy, goesOn, made, message, altered = [], afterwards }: SaveReceipt,
): Promise<SaveReceipt> {
  if (!replacedBy || goesOn === undefined) throw FileSystemError.FileNotFound(request.uri);
  const became = replacedBy.toString();
  request.onBecame({ became, goesOn, made });
  const earlier = { ...request.earlier, became, made };
  const rest = await saveAs(table, { ...request, uri: replacedBy, baseText: () => goesOn, earlier });
  const { sentFields = [] } = rest;
  return {
    ...rest,
    made,
    beforehand: message,
    altered: [...altered.filter(({ field }) => !sentFields.includes(field)), ...(rest.altered ?? [])],
    replacedBy: rest.replacedBy ?? rest.renamedTo ?? replacedBy,
    afterwards,
  };
}
