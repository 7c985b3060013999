import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { RecordConflicts } from './documents/saveFailures.js';
import type { RecordFileSystem } from './documents/recordFileSystem.js';

/** Records as the manager has them now, for the left side of a diff; read again when a save was refused. */
export class CurrentVersions implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly files: RecordFileSystem,
    conflicts: RecordConflicts,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      conflicts.onDidFind(uri => this.changed.fire(uri.with({ scheme: Scheme.current }))),
      vscode.workspace.registerTextDocumentContentProvider(Scheme.current, this),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.files.readText(uri.with({ scheme: Scheme.record }));
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}
