import * as vscode from 'vscode';
import { problemAt } from '../../ui/doors.js';
import type { Inert } from '../../words/inert.js';
import { onDidCloseDocument } from '../../ui/listeners.js';

/** Why a record of a list was not written. */
export interface ListReport {
  /** Where it is shown, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly message: Inert;
}

/** Shows beside each record of a list why it was not written, until the list is saved again or closed. */
export class ListReports implements vscode.Disposable {
  private diagnostics: vscode.DiagnosticCollection | undefined;
  private readonly closing = onDidCloseDocument(uri => this.clear(uri));

  show(document: vscode.TextDocument, reports: readonly ListReport[]): void {
    this.diagnostics ??= vscode.languages.createDiagnosticCollection('netsensor');
    this.diagnostics.set(
      document.uri,
      reports.map(({ offset, length, message }) => {
        const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
        const diagnostic = problemAt(range, message);
        diagnostic.source = 'netsensor';
        return diagnostic;
      }),
    );
  }

  clear(uri: vscode.Uri): void {
    this.diagnostics?.delete(uri);
  }

  dispose(): void {
    this.diagnostics?.dispose();
    this.closing.dispose();
  }
}
