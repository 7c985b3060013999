import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { DocumentTable } from './documents/documentKind.js';
import { isSameDocument } from './documentKinds.js';
import { describeError } from '../ui/describeError.js';
import { window } from '../ui/doors.js';
import { quoted } from '../ui/inert.js';
import type { OpenFailure, RecordFileSystem } from './documents/recordFileSystem.js';

/**
 * Opens a document; the tab that already shows this record wins, whatever name it carries.
 * @throws {vscode.CancellationError} when it cannot be read, which was told
 */
export async function openDocument(
  table: DocumentTable,
  files: RecordFileSystem,
  uri: vscode.Uri,
): Promise<void> {
  const open = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .map(tab => (tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined))
    .find(candidate => candidate?.scheme === Scheme.record && isSameDocument(table, candidate, uri));
  if (!open && !(await files.canOpen(uri))) throw new vscode.CancellationError();
  await vscode.commands.executeCommand('vscode.open', open ?? uri);
}

/** Says why a document cannot be opened, and tries again if the user wants that. */
export async function tellWhyNotOpened(
  { uri, error }: OpenFailure,
  open: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const name = quoted(uri.path.slice(uri.path.lastIndexOf('/') + 1).replace(/\.[^.]*\.json$/, ''));
  const again = vscode.l10n.t('Try Again');
  const sentence = vscode.l10n.t('{0} cannot be opened. {1}', name, describeError(error));
  if ((await window.showErrorMessage(sentence, again)) === again) await open(uri);
}
