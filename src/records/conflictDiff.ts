import * as vscode from 'vscode';
import { Command, Scheme } from '../ids.js';
import { onDidCloseDocument } from '../ui/onDidCloseDocument.js';
import type { RecordConflicts } from './documents/saveFailures.js';

/**
 * Opens the comparison when the user's own save of the document in front was refused because of someone else's change;
 * never for automatic saves, which nobody watches.
 */
export function openDiffOfConflicts(conflicts: RecordConflicts): vscode.Disposable {
  const manual = new Set<string>();
  return vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (uri.scheme !== Scheme.record) return;
      if (reason === vscode.TextDocumentSaveReason.Manual) manual.add(uri.toString());
      else manual.delete(uri.toString());
    }),
    onDidCloseDocument(uri => manual.delete(uri.toString())),
    conflicts.onDidFind(uri => {
      const isInFront = vscode.window.activeTextEditor?.document.uri.toString() === uri.toString();
      if (!manual.delete(uri.toString()) || !isInFront || conflicts.fields(uri).length === 0) return;
      void vscode.commands.executeCommand(Command.compareWithManager, uri);
    }),
  );
}
