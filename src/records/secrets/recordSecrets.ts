import type * as vscode from 'vscode';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { onDidCloseDocument } from '../../ui/listeners.js';

/**
 * New values of secret fields, from when the user gives them until they are sent. They are kept in memory only and go
 * with the document (architecture, rule 5).
 */
export class RecordSecrets implements vscode.Disposable {
  private readonly given = new Map<string, RecordFields>();
  private readonly subscription = onDidCloseDocument(uri => this.forget(uri));

  of(uri: vscode.Uri): RecordFields {
    return this.given.get(uri.toString()) ?? {};
  }

  add(uri: vscode.Uri, secrets: RecordFields): void {
    this.given.set(uri.toString(), { ...this.of(uri), ...secrets });
  }

  forget(uri: vscode.Uri): void {
    this.given.delete(uri.toString());
  }

  dispose(): void {
    this.given.clear();
    this.subscription.dispose();
  }
}
