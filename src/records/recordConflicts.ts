import * as vscode from 'vscode';
import { ContextKey, Scheme } from '../ids.js';
import type { FieldConflict } from '../model/patchPlan.js';

/** The documents whose last save was refused because someone else changed the same field. */
export class RecordConflicts implements vscode.Disposable {
  private readonly open = new Map<string, readonly FieldConflict[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      vscode.window.onDidChangeActiveTextEditor(() => this.updateContext()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clear(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === Scheme.record && !document.isDirty) this.clear(document.uri);
      }),
    );
  }

  get(uri: vscode.Uri): readonly FieldConflict[] | undefined {
    return this.open.get(uri.toString());
  }

  set(uri: vscode.Uri, conflicts: readonly FieldConflict[]): void {
    this.open.set(uri.toString(), conflicts);
    this.announce();
  }

  clear(uri: vscode.Uri): void {
    if (this.open.delete(uri.toString())) this.announce();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private announce(): void {
    this.changed.fire();
    this.updateContext();
  }

  private updateContext(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    void vscode.commands.executeCommand(
      'setContext',
      ContextKey.hasConflict,
      uri !== undefined && this.get(uri) !== undefined,
    );
  }
}
