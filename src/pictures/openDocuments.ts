import * as vscode from 'vscode';
import type { OpenDocument } from '../model/pictures/editedRecords.js';
import { shownUri } from '../ui/listeners.js';
import { recordDocuments } from '../ui/recordUri.js';

/** The documents of a connection that have a tab: one that was closed is kept in memory for a while, and counts no more. */
export function openDocuments(connectionId: string): OpenDocument[] {
  const shown = new Set(
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap(tab => shownUri(tab)?.toString() ?? []),
  );
  return recordDocuments(connectionId)
    .filter(({ uri }) => shown.has(uri.toString()))
    .map(document => ({
      key: document.uri.toString(),
      path: document.uri.path,
      query: document.uri.query,
      text: document.getText(),
      isDirty: document.isDirty,
    }));
}
