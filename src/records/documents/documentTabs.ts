import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ContextKey, Scheme } from '../../ids.js';
import { changedFields } from '../../model/inventory/recordRules.js';
import { parseRecord, RecordTextError, type RecordFields } from '../../model/inventory/recordText.js';
import { isEmptyObject } from 'netsensor-contract/text/collections';
import { withFields } from '../../model/text/jsonEdit.js';
import { replaceText } from '../../ui/editDocument.js';
import { parseSensorPath } from '../../model/sensors/nodeRef.js';
import { isSameDocument, type DocumentTable } from '../documentTable.js';
import type { CreatedInTree, RecordLists } from '../recordsOptions.js';
import { describeError } from '../../words/describeError.js';
import { sayWithRemedy } from '../../ui/confirmRisk.js';
import type { Log } from '../../ui/doors.js';
import { together } from '../../ui/lifetimes.js';
import { inBackground, shownUri } from '../../ui/listeners.js';
import { isRecordDocument } from '../../ui/onceOpened.js';
import { clickedUri } from '../../ui/recordUri.js';
import { documentName, heldDocument, showsOther, textTabs } from './documentSnapshots.js';
import type { OpenFailure } from './documentKind.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { FreshDocuments } from './refreshDocuments.js';
import { TabMoves, TabNames } from './tabNames.js';
import { isOfUnpublishedType } from '../recordLenses.js';

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
  const sentence = l10n.t('{0} cannot be opened. {1}', documentName(uri), describeError(error));
  await sayWithRemedy(error, sentence, () => open(uri));
}

/** Opens a document in the place of another one, in the same groups of the window and at the same line, and closes the other. */
export async function replaceTab(old: vscode.Uri, by: vscode.Uri): Promise<void> {
  await openBeside(old, by);
  // VS Code 1.110 does not know the tabs from before any more.
  await vscode.window.tabGroups.close(tabsOf(old), true);
}

/**
 * Goes on with a saved document as the record that it has become, in the tabs that show it. What is typed into it meanwhile
 * goes along as an edit; where that is no record yet, it keeps its tab, so that nothing is in the way, until its next save.
 */
export async function moveTab(
  files: RecordFileSystem,
  { old, by, saved }: { old: vscode.Uri; by: vscode.Uri; saved: string },
): Promise<void> {
  if (showsOther(old, saved) && typedSince(old, saved) === undefined) return;
  await openBeside(old, by);
  const isMoved = await takeAlong(files, { old, by, saved });
  await vscode.window.tabGroups.close(tabsOf(isMoved ? old : by), true);
}

/** How often somebody may type into a document while what was typed before is taken along. */
const mostTries = 5;

/** Makes what was typed into a saved document an edit of the one that goes on in its place. @returns whether all of it is there */
async function takeAlong(
  files: RecordFileSystem,
  { old, by, saved }: { old: vscode.Uri; by: vscode.Uri; saved: string },
): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const from = heldDocument(old);
    const to = heldDocument(by);
    if (!from || !showsOther(old, saved)) return true;
    const typed = typedSince(old, saved);
    if (!to || !typed) return false;
    await replaceText(to, text => withFields(text, typed) ?? text);
    await letGo(files, from);
    if (isEmptyObject(changesSince(typed, typedSince(old, saved)))) return true;
  }
  return false;
}

/** Lets VS Code close a document without a question, whose changes are those of another one since: nothing is sent. */
async function letGo(files: RecordFileSystem, document: vscode.TextDocument): Promise<void> {
  const key = document.uri.toString();
  files.made.set(key, () => 'nothing');
  try {
    await document.save();
  } finally {
    files.made.delete(key);
  }
}

/** The fields that were typed into a document since a text of it; undefined where they cannot be told, or some were taken out. */
function typedSince(uri: vscode.Uri, text: string): RecordFields | undefined {
  try {
    const typed = parseRecord(heldDocument(uri)?.getText() ?? text);
    const changes = changesSince(parseRecord(text), typed);
    return Object.keys(changes).every(name => Object.hasOwn(typed, name)) ? changes : undefined;
  } catch (error) {
    if (error instanceof RecordTextError) return undefined;
    throw error;
  }
}

const changesSince = (before: RecordFields, now: RecordFields = {}): RecordFields =>
  Object.fromEntries(changedFields(before, now).map(name => [name, now[name]]));

/**
 * Leaves an address of a record for another one of it, such as that of the name that it has now: no group shows both. A
 * document that is typed into or saved meanwhile keeps its tabs, until it is looked at again.
 * @param isOpened whether its tab was opened just now
 * @returns whether no tab has the old address any more
 */
export async function goOnAs(
  moves: TabMoves,
  { old, by, isOpened }: { old: vscode.Uri; by: vscode.Uri; isOpened: boolean },
): Promise<boolean> {
  const groups = new Set(textTabs(by).map(({ tab }) => tab.group.viewColumn));
  for (const tab of tabsOf(old).filter(({ group }) => groups.has(group.viewColumn))) {
    const { viewColumn } = tab.group;
    // VS Code tells of a tab before it is in front. Its editor shows the other text then, with the keyboard where that was.
    if (tab.isActive || isOpened)
      await vscode.commands.executeCommand('vscode.open', by, { viewColumn, preserveFocus: true });
    await vscode.window.tabGroups.close(
      tabsOf(old).filter(({ group }) => group.viewColumn === viewColumn),
      true,
    );
  }
  if (tabsOf(old).length === 0) return true;
  const { viewColumn: front } = vscode.window.tabGroups.activeTabGroup;
  if (await moves.begin(old, by)) await untilLeft(old);
  await activate(front);
  return tabsOf(old).length === 0;
}

/** Makes a group the active one again, after VS Code has taken another one for it whose tab it replaced. */
async function activate(viewColumn: vscode.ViewColumn): Promise<void> {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const input = all.find(group => group.viewColumn === viewColumn)?.activeTab?.input;
  if (activeTabGroup.viewColumn === viewColumn || !(input instanceof vscode.TabInputText)) return;
  await vscode.commands.executeCommand('vscode.open', input.uri, { viewColumn, preserveFocus: true });
}

/** Milliseconds that VS Code is given to put tabs into the places of others. */
const longestMove = 2_000;

/** Waits until VS Code has left an address in all groups, as it does after it has given it up; what is typed into keeps its tab. */
async function untilLeft(uri: vscode.Uri): Promise<void> {
  const isLeft = () => tabsOf(uri).every(({ isDirty }) => isDirty);
  if (isLeft()) return;
  await new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const timer = setTimeout(end, longestMove);
    const listening = vscode.window.tabGroups.onDidChangeTabs(() => isLeft() && end());
  });
}

/** Addresses of documents, that of the one first that was opened last, and read last. */
function newestFirst(uris: readonly vscode.Uri[]): vscode.Uri[] {
  const opened = vscode.workspace.textDocuments.map(({ uri }) => uri.toString());
  return uris.toSorted((one, other) => opened.indexOf(other.toString()) - opened.indexOf(one.toString()));
}

/** Follows the names of records in the tabs that show them. @param before the addresses that VS Code has restored */
export function followNames(
  parts: { readonly files: RecordFileSystem; readonly table: DocumentTable },
  {
    before,
    lists,
    log,
  }: { before: readonly vscode.Uri[]; lists: Pick<RecordLists, 'onDidChange'>; log: Log },
): vscode.Disposable {
  const { onDidOpenTextDocument, onDidChangeTextDocument } = vscode.workspace;
  const moves = (parts.files.moves = new TabMoves(parts.files, vscode.workspace.fs));
  const names = new TabNames({ ...parts, newestFirst, goOnAs: change => goOnAs(moves, change) }, before);
  const look = () => inBackground(log, names.look());
  look();
  return together(
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      names.noteOpened(opened.flatMap(tab => shownUri(tab) ?? []));
      look();
    }),
    onDidOpenTextDocument(document => isRecordDocument(document) && look()),
    onDidChangeTextDocument(({ document }) => isRecordDocument(document) && !document.isDirty && look()),
    parts.files.onDidFinish(({ uri, receipt: { renamedTo, replacedBy } }) => {
      if (renamedTo && !replacedBy) inBackground(log, names.continueAs(uri, renamedTo));
    }),
    lists.onDidChange(look),
  );
}

/** Opens a document wherever another one is open. */
async function openBeside(old: vscode.Uri, by: vscode.Uri): Promise<void> {
  for (const tab of tabsOf(old)) await openInPlace(old, by, tab);
}

/** Whoever works elsewhere, such as in a picture beside it, goes on there. */
async function openInPlace(
  old: vscode.Uri,
  by: vscode.Uri,
  { input, group: { viewColumn, isActive } }: vscode.Tab,
): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(
    editor => editor.viewColumn === viewColumn && editor.document.uri.toString() === old.toString(),
  );
  const options = { viewColumn, preview: false, selection: shown?.selection, preserveFocus: !isActive };
  if (input instanceof vscode.TabInputCustom)
    await vscode.commands.executeCommand('vscode.openWith', by, input.viewType, options);
  else await vscode.commands.executeCommand('vscode.open', by, options);
}

/**
 * Opens a shown sensor as a vendor sensor, and takes it for one from now on. Their type is not published, so the user
 * knows better than the tree (contract 001, Gaps).
 */
export async function editAsVendor({ noteVendor }: CreatedInTree, target?: vscode.Uri): Promise<void> {
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

/** Reads documents again that come to the front, or whose window does. */
export function readAgainInFront(parts: ConstructorParameters<typeof FreshDocuments>[0]): vscode.Disposable {
  const { onDidChangeActiveTextEditor, onDidChangeWindowState } = vscode.window;
  const front = {
    document: () => vscode.window.activeTextEditor?.document,
    onDidChange: (listener: () => void) =>
      together(
        onDidChangeActiveTextEditor(listener),
        onDidChangeWindowState(({ focused }) => focused && listener()),
      ),
  };
  return new FreshDocuments(parts, front, vscode.workspace.textDocuments);
}
