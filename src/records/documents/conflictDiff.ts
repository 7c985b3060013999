import * as vscode from 'vscode';
import { Command, Scheme } from '../../ids.js';
import { onDidCloseDocument } from '../../ui/listeners.js';
import type { SaveFailures } from './saveFailures.js';
import type { RecordFileSystem } from './recordFileSystem.js';

/**
 * Opens the comparison when the user's own save of the document in front was refused because of someone else's change;
 * never for automatic saves, which nobody watches.
 */
export function openDiffOfConflicts(failures: SaveFailures): vscode.Disposable {
  const manual = new Set<string>();
  return vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (uri.scheme !== Scheme.record) return;
      if (reason === vscode.TextDocumentSaveReason.Manual) manual.add(uri.toString());
      else manual.delete(uri.toString());
    }),
    onDidCloseDocument(uri => manual.delete(uri.toString())),
    failures.onDidFail(uri => {
      const isInFront = vscode.window.activeTextEditor?.document.uri.toString() === uri.toString();
      if (!manual.delete(uri.toString()) || !isInFront || failures.fields(uri).length === 0) return;
      void vscode.commands.executeCommand(Command.compareWithManager, uri);
    }),
  );
}

/** Shows records as the manager has them now on the left side of a diff; they are read again when a save failed. */
export function registerCurrentVersions(files: RecordFileSystem, failures: SaveFailures): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    failures.onDidFail(uri => changed.fire(uri.with({ scheme: Scheme.current }))),
    vscode.workspace.registerTextDocumentContentProvider(Scheme.current, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri => files.readText(uri.with({ scheme: Scheme.record })),
    }),
  );
}
