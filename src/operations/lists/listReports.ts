import * as vscode from 'vscode';
import { placedReports, type ReportedRecord } from '../../model/inventory/placedReports.js';
import { problemAt } from '../../ui/doors.js';
import type { Inert } from '../../words/inert.js';
import { onDidCloseDocument } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { rangeOf } from '../../ui/textPlace.js';

/** Why a record of a list was not written. */
export interface ListReport extends ReportedRecord {
  readonly message: Inert;
}

/** Milliseconds without typing, after which it is looked where what is said stands now. */
const typingPause = 150;

/**
 * Shows beside each record of a list why it was not written, wherever it stands, until that is changed, or the list is saved
 * again or closed.
 */
export class ListReports extends Owner {
  private readonly diagnostics = this.own(vscode.languages.createDiagnosticCollection('netsensor'));
  private readonly reports = new Map<string, readonly ListReport[]>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor() {
    super();
    this.own(
      onDidCloseDocument(uri => this.clear(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.placeSoon(document)),
      { dispose: () => this.waiting.forEach(timer => clearTimeout(timer)) },
    );
  }

  show(document: vscode.TextDocument, reports: readonly ListReport[]): void {
    this.reports.set(document.uri.toString(), reports);
    this.place(document);
  }

  clear(uri: vscode.Uri): void {
    this.reports.delete(uri.toString());
    this.diagnostics.delete(uri);
  }

  private placeSoon(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (!this.reports.has(key)) return;
    clearTimeout(this.waiting.get(key));
    this.waiting.set(
      key,
      setTimeout(() => this.place(document), typingPause),
    );
  }

  private place(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.waiting.delete(key);
    const reports = this.reports.get(key);
    if (!reports || document.isClosed) return;
    const diagnostics = placedReports(document.getText(), reports).map(({ message, ...place }) => {
      const diagnostic = problemAt(rangeOf(document, place), message);
      diagnostic.source = 'netsensor';
      return diagnostic;
    });
    this.diagnostics.set(document.uri, diagnostics);
  }
}
