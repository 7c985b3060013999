import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ContextKey, Scheme } from '../../ids.js';
import { changedFields } from '../../model/inventory/recordRules.js';
import { parseRecord, RecordTextError, type RecordFields } from '../../model/inventory/recordText.js';
import { parseRecordPath, recordName, recordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { isEmptyObject } from 'netsensor-contract/text/collections';
import { textOf } from 'netsensor-contract/text/looseValues';
import { withFields } from '../../model/text/jsonEdit.js';
import { replaceText } from '../../ui/editDocument.js';
import {
  accessPointPath,
  parseAccessPointPath,
  parseSensorPath,
  sensorPath,
} from '../../model/sensors/nodeRef.js';
import { isSameDocument, type DocumentTable } from '../documentTable.js';
import type { CreatedInTree } from '../recordsOptions.js';
import { describeError } from '../../words/describeError.js';
import { sayWithRemedy } from '../../ui/confirmRisk.js';
import { together } from '../../ui/lifetimes.js';
import { clickedUri } from '../../ui/recordUri.js';
import { documentName, heldDocument, showsOther, textTabs } from './documentSnapshots.js';
import type { OpenFailure } from './documentKind.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { FreshDocuments } from './refreshDocuments.js';
import { isOfUnpublishedType } from '../recordLenses.js';

/** The address under which a tab already shows this document, whatever name it carries; else the one given. */
export const shownAddress = (table: DocumentTable, uri: vscode.Uri): vscode.Uri =>
  textTabs().find(shown => shown.uri.scheme === Scheme.record && isSameDocument(table, shown.uri, uri))
    ?.uri ?? uri;

/**
 * Opens a document in the tab that already shows this record, whatever name that carries. One whose record has another name by
 * now gives way to one with that name where nothing can be lost by it.
 * @param options where and how, for who does not leave that to VS Code; a tab is shown where it is
 * @throws {vscode.CancellationError} when it cannot be read, which was told
 */
export async function openDocument(
  table: DocumentTable,
  files: RecordFileSystem,
  uri: vscode.Uri,
  options?: vscode.TextDocumentShowOptions,
): Promise<void> {
  const same = textTabs().filter(
    ({ uri: open }) => open.scheme === Scheme.record && isSameDocument(table, open, uri),
  );
  const isNamedSo = (open: vscode.Uri) => open.toString() === uri.toString();
  const shown = same.find(({ uri: open }) => isNamedSo(open)) ?? same[0];
  if (!shown && !(await files.canOpen(uri))) throw new vscode.CancellationError();
  const viewColumn = shown?.tab.group.viewColumn;
  const isRenamed = shown && !isNamedSo(shown.uri);
  const place = shown && (options ?? isRenamed) ? { ...options, viewColumn } : options;
  const address = isRenamed && !(await giveWay(files, shown.uri, uri)) ? shown.uri : uri;
  await vscode.commands.executeCommand('vscode.open', address, place);
}

/**
 * Lets the tabs of a document give way to ones with the name that its record has now. They stay where they have changes or are
 * saved, also where that begins meanwhile.
 * @returns whether it is open under that name alone
 */
async function giveWay(files: RecordFileSystem, old: vscode.Uri, by: vscode.Uri): Promise<boolean> {
  const text = textToGiveWay(files, old, by);
  if (text === undefined) return false;
  files.show(by, text);
  for (const tab of tabsOf(old)) {
    const { isActive, group } = tab;
    // VS Code opens beside the one that is active in a group.
    if (!isActive)
      await vscode.commands.executeCommand('vscode.open', old, {
        viewColumn: group.viewColumn,
        preserveFocus: true,
      });
    await openInPlace(old, by, tab);
  }
  const opened = tabsOf(by);
  if (opened.length === 0) return false;
  if (textToGiveWay(files, old, by) === text) {
    await vscode.window.tabGroups.close(tabsOf(old), true);
    return true;
  }
  await vscode.window.tabGroups.close(
    opened.filter(({ isDirty }) => !isDirty),
    true,
  );
  return false;
}

/**
 * The text of a document that may give way to one with another name: it is open as text alone, nobody has typed or is saving, no
 * earlier save is left to be told, and it shows that name. Undefined for any other.
 */
function textToGiveWay(files: RecordFileSystem, old: vscode.Uri, by: vscode.Uri): string | undefined {
  const document = heldDocument(old);
  const tabs = tabsOf(old);
  if (!document || document.isDirty || tabs.length === 0) return undefined;
  if (!tabs.every(({ input, isDirty }) => input instanceof vscode.TabInputText && !isDirty)) return undefined;
  const text = document.getText();
  const isCertain = pathByName(old.path, text) === by.path && files.bases.isSettled(old, text);
  return isCertain && !files.isBeingSaved(old) ? text : undefined;
}

/** The path of a record or node with the name that its text has; undefined of any other document. */
function pathByName(path: string, text: string): string | undefined {
  const fields = fieldsIn(text);
  const record = parseRecordPath(path);
  if (!fields) return undefined;
  if (record) return recordPath(record, recordName(record.type, { ...fields, id: record.id }));
  const name = textOf(fields['name']) ?? '';
  const sensor = parseSensorPath(path);
  if (sensor) return sensorPath(sensor, name);
  const point = parseAccessPointPath(path);
  return point && accessPointPath(point, name);
}

function fieldsIn(text: string): RecordFields | undefined {
  try {
    return parseRecord(text);
  } catch (error) {
    if (error instanceof RecordTextError) return undefined;
    throw error;
  }
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

/** A saved document that goes on under another address. */
interface MovedDocument extends Record<'old' | 'by', vscode.Uri> {
  /** The text that was saved, and others that it shows as long as nobody types. */
  readonly shown: readonly [saved: string, ...string[]];
}

/**
 * Goes on with a saved document under the address that it has now, in the tabs that show it. What is typed into it meanwhile
 * goes along as an edit; where that is no record yet, it keeps its tab, so that nothing is in the way, until its next save. Whoever
 * saves it meanwhile means the one in its place.
 */
export async function moveTab(files: RecordFileSystem, moved: MovedDocument): Promise<void> {
  const { old, by, shown } = moved;
  const isReadable = () => !showsOther(old, ...shown) || typedSince(old, shown[0]) !== undefined;
  if (!isReadable()) return;
  const saves = notedSaves(files, old);
  try {
    await openBeside(old, by);
    const isMoved = await takeAlong(files, moved, saves);
    await vscode.window.tabGroups.close(tabsOf(isMoved ? old : by), true);
    if (isMoved && saves.isAsked) await heldDocument(by)?.save();
  } finally {
    saves.dispose();
  }
}

/** Notes from now on whether somebody saves a document. */
function notedSaves(files: RecordFileSystem, uri: vscode.Uri) {
  const note = (saved: vscode.Uri) => {
    if (saved.toString() === uri.toString()) saves.isAsked = true;
  };
  const listening = together(
    vscode.workspace.onWillSaveTextDocument(({ document }) => note(document.uri)),
    files.onDidSave(saved => note(saved.uri)),
  );
  const saves = { isAsked: false, dispose: () => listening.dispose() };
  return saves;
}

/** How often somebody may type into a document while what was typed before is taken along. */
const mostTries = 5;

/** Makes what was typed into a saved document an edit of the one that goes on in its place. @returns whether all of it is there */
async function takeAlong(
  files: RecordFileSystem,
  { old, by, shown }: MovedDocument,
  saves: { isAsked: boolean },
): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const from = heldDocument(old);
    const to = heldDocument(by);
    if (!from || !showsOther(old, ...shown)) return true;
    const typed = typedSince(old, shown[0]);
    if (!to || !typed) return false;
    await replaceText(to, text => withFields(text, typed) ?? text);
    const isAsked = saves.isAsked || files.isBeingSaved(old);
    await letGo(files, from);
    // The save that lets it go is nobody's.
    saves.isAsked = isAsked;
    if (isEmptyObject(changesSince(typed, typedSince(old, shown[0])))) return true;
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

/** Gives the tabs in front that show a saved document the name that its record has now. */
export async function renameTab(
  files: RecordFileSystem,
  {
    uri,
    renamedTo,
    saved,
    stored,
  }: Record<'uri' | 'renamedTo', vscode.Uri> & Record<'saved' | 'stored', string>,
): Promise<void> {
  const tabs = tabsOf(uri);
  const isSame = renamedTo.toString() === uri.toString();
  if (tabs.length === 0 || isSame || !tabs.every(({ isActive }) => isActive)) return;
  if (showsOther(uri, saved, stored)) return;
  files.show(renamedTo, stored);
  await moveTab(files, { old: uri, by: renamedTo, shown: [saved, stored] });
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
  const { onDidChangeActiveTextEditor, onDidChangeWindowState, tabGroups } = vscode.window;
  // A table is no text editor.
  const table = () => {
    const { input } = tabGroups.activeTabGroup.activeTab ?? {};
    return input instanceof vscode.TabInputCustom ? input.uri.toString() : undefined;
  };
  let tableInFront = table();
  const front = {
    document: () =>
      vscode.window.activeTextEditor?.document ??
      vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === table()),
    onDidChange: (listener: () => void) => {
      const look = () => {
        const isOther = table() !== tableInFront;
        tableInFront = table();
        if (isOther && tableInFront !== undefined) listener();
      };
      return together(
        onDidChangeActiveTextEditor(listener),
        onDidChangeWindowState(({ focused }) => focused && listener()),
        tabGroups.onDidChangeTabs(look),
        tabGroups.onDidChangeTabGroups(look),
      );
    },
  };
  return new FreshDocuments(parts, front, vscode.workspace.textDocuments);
}
