import * as vscode from 'vscode';
import { ContextKey, Scheme } from '../../ids.js';
import { parseSensorPath } from '../../model/sensors/nodeRef.js';
import { isSameDocument, type DocumentTable, type KindsOptions } from './documentTable.js';
import { describeError } from '../../words/describeError.js';
import { window } from '../../ui/doors.js';
import { clickedUri } from '../../ui/recordUri.js';
import { documentName, isDirty, textTabs } from './documentSnapshots.js';
import type { OpenFailure } from './documentKind.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { isOfUnpublishedType } from './recordLenses.js';

/** The address under which a tab already shows this document, whatever name it carries; else the one given. */
export const shownAddress = (table: DocumentTable, uri: vscode.Uri): vscode.Uri =>
  textTabs().find(shown => shown.uri.scheme === Scheme.record && isSameDocument(table, shown.uri, uri))
    ?.uri ?? uri;

/**
 * Opens a document; the tab that already shows this record wins, whatever name it carries.
 * @param options where and how, for who does not leave that to VS Code; a tab is shown where it is
 * @throws {vscode.CancellationError} when it cannot be read, which was told
 */
export async function openDocument(
  table: DocumentTable,
  files: RecordFileSystem,
  uri: vscode.Uri,
  options?: vscode.TextDocumentShowOptions,
): Promise<void> {
  const shown = shownAddress(table, uri);
  const [open] = textTabs(shown);
  if (!open && !(await files.canOpen(shown))) throw new vscode.CancellationError();
  const place = options && open ? { ...options, viewColumn: open.tab.group.viewColumn } : options;
  await vscode.commands.executeCommand('vscode.open', shown, place);
}

/** Says why a document cannot be opened, in place of a tab that would not say it, and tries again if the user wants that. */
export async function tellWhyNotOpened(
  { uri, error }: OpenFailure,
  open: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  await vscode.window.tabGroups.close(tabsOf(uri).filter(({ isPreview }) => isPreview));
  if (error instanceof vscode.CancellationError) return;
  const again = vscode.l10n.t('Try again');
  const sentence = vscode.l10n.t('{0} cannot be opened. {1}', documentName(uri), describeError(error));
  if ((await window.showErrorMessage(sentence, again)) === again) await open(uri);
}

/** Opens a document in the place of another one, in the same groups of the window and at the same line, and closes the other. */
export async function replaceTab(old: vscode.Uri, by: vscode.Uri): Promise<void> {
  for (const { group } of tabsOf(old)) await openInPlace(old, by, group);
  // VS Code 1.110 does not know the tabs from before any more.
  await vscode.window.tabGroups.close(tabsOf(old), true);
}

/**
 * Gives the tabs in front that show a saved document the name that its record has now. A document that is typed into
 * meanwhile keeps its old name.
 */
export async function renameTab(
  files: RecordFileSystem,
  { uri, renamedTo, text }: { uri: vscode.Uri; renamedTo: vscode.Uri; text: string },
): Promise<void> {
  const tabs = tabsOf(uri);
  if (renamedTo.path === uri.path || isDirty(uri) || !tabs.every(({ isActive }) => isActive)) return;
  files.show(renamedTo, text);
  for (const { group } of tabs) await openInPlace(uri, renamedTo, group);
  await vscode.window.tabGroups.close(tabsOf(isDirty(uri) ? renamedTo : uri), true);
}

/** Whoever works elsewhere, such as in a picture beside it, goes on there. */
async function openInPlace(
  old: vscode.Uri,
  by: vscode.Uri,
  { viewColumn, isActive }: vscode.TabGroup,
): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(
    editor => editor.viewColumn === viewColumn && editor.document.uri.toString() === old.toString(),
  );
  const options = { viewColumn, preview: false, selection: shown?.selection, preserveFocus: !isActive };
  await vscode.commands.executeCommand('vscode.open', by, options);
}

/**
 * Opens a shown sensor as a vendor sensor, and takes it for one from now on. Their type is not published, so the user
 * knows better than the tree (contract 001, Gaps).
 */
export async function editAsVendor(
  { noteVendor }: Pick<KindsOptions, 'noteVendor'>,
  target?: vscode.Uri,
): Promise<void> {
  const uri = clickedUri(target);
  const ref = uri && parseSensorPath(uri.path);
  if (!uri || ref?.kind !== 'other') return;
  await noteVendor(uri.authority, ref.uuid);
  await replaceTab(uri, uri.with({ path: uri.path.replace('/sensors/other/', '/sensors/vendor/') }));
}

/** Keeps for the palette, which looks at contexts alone, whether the shown sensor in front may be one of a vendor. */
export async function offerVendor(document: vscode.TextDocument): Promise<void> {
  await vscode.commands.executeCommand('setContext', ContextKey.mayBeVendor, isOfUnpublishedType(document));
}

const tabsOf = (uri: vscode.Uri): vscode.Tab[] => textTabs(uri).map(({ tab }) => tab);
