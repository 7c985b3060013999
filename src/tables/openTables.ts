import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { tableEditorType } from '../ids.js';
import { isSamePart, listPath, parseListAddress, type ListRef } from '../model/inventory/listDocument.js';
import { tableTypeOf } from '../model/tables/tableKinds.js';
import { reopenWith } from '../ui/editDocument.js';
import { together } from '../ui/lifetimes.js';
import { onDidCloseDocument } from '../ui/listeners.js';
import { isRecordDocument } from '../ui/onceOpened.js';
import { quoted, type Inert } from '../words/inert.js';
import { ListFollower } from './listFollower.js';
import type { TableParts } from './tableParts.js';

/** A table that is open in a tab. */
export interface OpenTable {
  readonly panel: vscode.WebviewPanel;
  /** Opens the text in place of the table, at the cell that is active. */
  openText(): Promise<void>;
}

/** The tables that are open. */
export const openTables = new Set<OpenTable>();

const followers = new Map<string, ListFollower>();

/** What puts into the document of a list what others do to its records; one for each document, until it is closed. */
export function followerOf(document: vscode.TextDocument, ref: ListRef, parts: TableParts): ListFollower {
  const key = document.uri.toString();
  const known = followers.get(key);
  if (known) return known;
  const follower = new ListFollower(document, ref, parts);
  const { Undo, Redo } = vscode.TextDocumentChangeReason;
  const following = together(
    follower,
    vscode.workspace.onDidChangeTextDocument(({ document: changed, reason }) => {
      if (changed === document)
        follower.follow(reason === Undo ? 'undo' : reason === Redo ? 'redo' : undefined);
    }),
    onDidCloseDocument(uri => {
      if (uri.toString() === key && followers.delete(key)) following.dispose();
    }),
  );
  followers.set(key, follower);
  return follower;
}

/** Puts into the documents of lists that are open what others do, whether a table shows them or not. */
export function followLists(parts: TableParts): vscode.Disposable {
  const follow = (document: vscode.TextDocument) => {
    const ref = isRecordDocument(document) ? parseListAddress(document.uri) : undefined;
    if (ref) followerOf(document, ref, parts);
  };
  vscode.workspace.textDocuments.forEach(follow);
  return vscode.workspace.onDidOpenTextDocument(follow);
}

/** Where texts were looked at that become tables, as offsets by address. */
const lookedAt = new Map<string, number>();

/** The offset at which a text was looked at before it became a table, once. */
export function takeLookedAt(uri: vscode.Uri): number | undefined {
  const key = uri.toString();
  const offset = lookedAt.get(key);
  lookedAt.delete(key);
  return offset;
}

/** Opens a document as a table: the one in front where it stands, or that of what a command was called on. */
export async function openAsTable(parts: TableParts, ...targets: never[]): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const [clicked] = targets as readonly unknown[];
  const inFront = editor && tableTypeOf(editor.document.uri) ? editor : undefined;
  const address = clicked instanceof vscode.Uri ? clicked.toString() : undefined;
  const isMeant = clicked === undefined || address === inFront?.document.uri.toString();
  if (inFront && isMeant) {
    const { document, selection } = inFront;
    lookedAt.set(document.uri.toString(), document.offsetAt(selection.active));
    await reopenWith(document, tableEditorType);
    return;
  }
  const uri = clicked instanceof vscode.Uri ? clicked : await parts.tableOf(...targets);
  await openTable(parts, uri);
}

/** Opens the table in front as text, at the cell that is active in it. */
export async function openAsText(): Promise<void> {
  await [...openTables].find(({ panel }) => panel.active)?.openText();
}

/** Opens the users of a manager as a table. */
export async function openUsers(parts: TableParts, ...targets: never[]): Promise<void> {
  const uri = await parts.usersOf(...targets);
  if (uri) await openTable(parts, uri);
}

/** Opens the table of all records of a type, of which a list shows a part. */
export async function openAll(parts: TableParts, part: vscode.Uri): Promise<void> {
  const ref = parseListAddress(part);
  if (ref) await openTable(parts, part.with({ path: listPath({ type: ref.type }), query: '' }));
}

async function openTable(parts: TableParts, uri: vscode.Uri): Promise<void> {
  if (await parts.files.canOpen(uri))
    await vscode.commands.executeCommand('vscode.openWith', uri, tableEditorType);
}

/** Which part of the records of its type a list shows, in words; undefined where it shows all. */
export async function partOf(parts: TableParts, uri: vscode.Uri): Promise<Inert | undefined> {
  const ref = parseListAddress(uri);
  if (!ref?.ids) return undefined;
  const { authority } = uri;
  const words = parts.filterOf(authority, ref.type);
  const isFilter = words !== '' && isSamePart(ref.ids, (await parts.shownRecords(authority, ref.type)) ?? []);
  return isFilter
    ? l10n.t('Only what the filter of the tree shows: {0}', quoted(words))
    : l10n.t('Only the records that were selected: {0}', ref.ids.length);
}
