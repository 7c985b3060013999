import { applyEdits, modify } from 'jsonc-parser';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showDifference } from '../../ui/doors.js';
import { replaceText } from '../../ui/editDocument.js';
import { Scheme } from '../../ids.js';
import type { FieldConflict } from '../../model/inventory/recordRules.js';
import { parseRecord, printFields } from '../../model/inventory/recordText.js';
import type { RecordBases } from './recordBases.js';
import type { SaveFailures } from './saveFailures.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { quoted } from '../../words/inert.js';

/** What deciding a conflict needs. */
export interface FailedSaveParts {
  readonly failures: SaveFailures;
  readonly bases: RecordBases;
  readonly files: RecordFileSystem;
}

/** Opens a diff between the record on the manager and the document. */
export async function compareWithManager(_parts: FailedSaveParts, uri: vscode.Uri): Promise<void> {
  const title = l10n.t('{0}: manager ↔ mine', quoted(uri.path.slice(uri.path.lastIndexOf('/') + 1)));
  await showDifference(currentUri(uri), uri, title);
}

/** Keeps the user's value of a field, or of all fields in conflict, and saves when nothing is left to decide. */
export async function keepMine(parts: FailedSaveParts, uri: vscode.Uri, field?: string): Promise<void> {
  const decided = chosen(parts, uri, field);
  if (decided.length > 0) await startFromTheirs(parts, uri, decided);
}

/** Puts the manager's value of a field, or of all fields in conflict, into the document; saves as `keepMine` does. */
export async function takeTheirs(parts: FailedSaveParts, uri: vscode.Uri, field?: string): Promise<void> {
  const decided = chosen(parts, uri, field);
  if (decided.length === 0) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  await replaceText(document, text =>
    decided.reduce(
      (edited, { field: name, theirs }) =>
        applyEdits(edited, modify(edited, [name], theirs, { formattingOptions })),
      text,
    ),
  );
  await startFromTheirs(parts, uri, decided);
}

/** Gives up every change of a document and shows what the manager has; sends nothing. */
export async function discardMine(parts: FailedSaveParts, uri: vscode.Uri): Promise<void> {
  const { failures, bases, files } = parts;
  const stored = await files.readText(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await replaceText(document, () => stored);
  await bases.set(uri, stored);
  failures.clear(uri);
  await goOnAndSave(document);
}

/** Creates a record that was deleted meanwhile from its document. */
export async function createAgain({ failures }: FailedSaveParts, uri: vscode.Uri): Promise<void> {
  if (failures.get(uri)?.kind !== 'deleted') return;
  failures.agreeToCreate(uri);
  await (await vscode.workspace.openTextDocument(uri)).save();
}

const chosen = ({ failures }: FailedSaveParts, uri: vscode.Uri, field: string | undefined) =>
  failures.fields(uri).filter(conflict => field === undefined || conflict.field === field);

/** From here on the decided fields count as started from what the manager has now. */
async function startFromTheirs(
  { failures, bases }: FailedSaveParts,
  uri: vscode.Uri,
  decided: readonly FieldConflict[],
): Promise<void> {
  const theirs = Object.fromEntries(decided.map(({ field, theirs: value }) => [field, value]));
  await bases.decide(uri, text => printFields({ ...parseRecord(text), ...theirs }));
  failures.decide(uri, decided);
  if (failures.fields(uri).length === 0) await goOnAndSave(await vscode.workspace.openTextDocument(uri));
}

/** Goes on in the editor of the document itself, and saves; a tab that is not in front would keep its old name. */
async function goOnAndSave(document: vscode.TextDocument): Promise<void> {
  if (comparisonsOf(document.uri).length > 0) {
    await vscode.window.showTextDocument(document, { preview: false });
    // VS Code 1.110 does not know the tabs from before any more.
    await vscode.window.tabGroups.close(comparisonsOf(document.uri), true);
  }
  await document.save();
}

const comparisonsOf = (uri: vscode.Uri): vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ input }) => isComparison(input, uri)));

const isComparison = (input: unknown, uri: vscode.Uri): boolean =>
  input instanceof vscode.TabInputTextDiff &&
  input.original.scheme === Scheme.current &&
  input.modified.toString() === uri.toString();

/** The address under which the record on the manager stands in a diff. */
const currentUri = (uri: vscode.Uri): vscode.Uri => uri.with({ scheme: Scheme.current });
