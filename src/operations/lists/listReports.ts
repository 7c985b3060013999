import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';

/** Why a record of a list was not written. */
export interface ListReport {
  /** Which object of the list, or undefined for a record that is not in it any more. */
  readonly index: number | undefined;
  readonly message: string;
}

/** Shows beside each record of a list why it was not written, until the list is saved again or closed. */
export class ListReports implements vscode.Disposable {
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('netsensor');
  private readonly closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === Scheme.record) this.clear(uri);
  });

  /** @param lines the line in which each object of the list begins, from 0 */
  show(uri: vscode.Uri, lines: readonly number[], reports: readonly ListReport[]): void {
    this.diagnostics.set(
      uri,
      reports.map(({ index, message }) => {
        const line = (index === undefined ? undefined : lines[index]) ?? 0;
        const diagnostic = new vscode.Diagnostic(new vscode.Range(line, 0, line, 1000), message);
        diagnostic.source = 'netsensor';
        return diagnostic;
      }),
    );
  }

  clear(uri: vscode.Uri): void {
    this.diagnostics.delete(uri);
  }

  dispose(): void {
    vscode.Disposable.from(this.diagnostics, this.closing).dispose();
  }
}
