import { applyEdits, modify } from 'jsonc-parser';
import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { FieldConflict } from '../model/patchPlan.js';
import { parseRecord, printFields } from '../model/recordText.js';
import type { RecordBases } from './recordBases.js';
import type { RecordConflicts } from './recordConflicts.js';

/** Opens a diff between the record on the manager and the document. */
export async function compareWithManager(uri: vscode.Uri): Promise<void> {
  const title = vscode.l10n.t('{0}: manager ↔ mine', uri.path.slice(uri.path.lastIndexOf('/') + 1));
  await vscode.commands.executeCommand('vscode.diff', uri.with({ scheme: Scheme.current }), uri, title);
}

/** Saves the user's values over those of the manager, for the fields in conflict. */
export async function keepMine(
  uri: vscode.Uri,
  conflicts: RecordConflicts,
  bases: RecordBases,
): Promise<void> {
  const fields = await settle(uri, conflicts, bases);
  if (fields.length > 0) await save(uri);
}

/** Puts the manager's values into the document, for the fields in conflict, and saves what else was changed. */
export async function takeTheirs(
  uri: vscode.Uri,
  conflicts: RecordConflicts,
  bases: RecordBases,
): Promise<void> {
  const fields = await settle(uri, conflicts, bases);
  if (fields.length === 0) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const text = fields.reduce(
    (edited, { field, theirs }) => applyEdits(edited, modify(edited, [field], theirs, { formattingOptions })),
    document.getText(),
  );
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await save(uri);
}

/** Ends the conflict of a document: from here on its fields count as started from what the manager has now. */
async function settle(
  uri: vscode.Uri,
  conflicts: RecordConflicts,
  bases: RecordBases,
): Promise<readonly FieldConflict[]> {
  const fields = conflicts.get(uri) ?? [];
  if (fields.length === 0) return fields;
  const base = parseRecord(bases.get(uri) ?? '{}');
  const theirs = Object.fromEntries(fields.map(conflict => [conflict.field, conflict.theirs]));
  await bases.set(uri, printFields({ ...base, ...theirs }));
  conflicts.clear(uri);
  return fields;
}

async function save(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await document.save();
}
