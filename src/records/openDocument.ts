import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { DocumentTable } from './documentKind.js';
import { isSameDocument } from './documentKinds.js';

/** Opens a document; the tab that already shows this record wins, whatever name it carries. */
export async function openDocument(table: DocumentTable, uri: vscode.Uri): Promise<void> {
  const open = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .map(tab => (tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined))
    .find(candidate => candidate?.scheme === Scheme.record && isSameDocument(table, candidate, uri));
  await vscode.commands.executeCommand('vscode.open', open ?? uri);
}
