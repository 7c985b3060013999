import * as vscode from 'vscode';
import type { KeptBases } from './keptBases.js';
import { Scheme } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground, onDidCloseDocument, Owner } from '../../ui/listeners.js';
import { SentenceError } from '../../words/inert.js';

/**
 * What each document started from: the text it last took over from the manager. The base of a changed document is also
 * kept beyond the window, so that it survives a reload (architecture, rule 4). It never holds a secret, because documents
 * do not.
 */
export class RecordBases extends Owner {
  private readonly bases = new Map<string, string>();
  private readonly served = new Map<string, string>();

  constructor(
    private readonly kept: KeptBases,
    private readonly log: Log,
  ) {
    super();
    this.own(
      vscode.workspace.onDidOpenTextDocument(document => this.follow(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.follow(document)),
      onDidCloseDocument(uri => this.forget(uri)),
    );
    for (const document of vscode.workspace.textDocuments) this.follow(document);
    inBackground(log, kept.removeForgotten());
  }

  /** The base text of a document; undefined when it is not known. */
  get(uri: vscode.Uri): string | undefined {
    const base = this.bases.get(uri.toString()) ?? this.kept.get(uri);
    if (base !== undefined) this.bases.set(uri.toString(), base);
    return base;
  }

  /**
   * The base text of a document that is saved.
   * @param shown what was served for a document that is not open
   * @throws {SentenceError} when it is not known any more
   */
  require(uri: vscode.Uri, shown: string | undefined): string {
    const base = this.get(uri) ?? shown;
    if (base !== undefined) return base;
    throw new SentenceError(
      vscode.l10n.t(
        'What this document started from is not known any more. Copy your changes, revert the file, and make them again.',
      ),
    );
  }

  /** Notes the text that a document is given, or that a save left in it; it becomes the base once the document shows it. */
  serve(uri: vscode.Uri, text: string): void {
    this.served.set(uri.toString(), text);
  }

  /** Replaces the base of a document after its user decided a conflict. */
  async set(uri: vscode.Uri, text: string): Promise<void> {
    this.bases.set(uri.toString(), text);
    await this.kept.set(uri, text);
  }

  private follow(document: vscode.TextDocument): void {
    const { uri, isDirty } = document;
    if (uri.scheme !== Scheme.record) return;
    const base = this.bases.get(uri.toString());
    const served = this.served.get(uri.toString());
    // `isDirty` is still false while the first edit is announced, so the text itself has to be compared too.
    if (!isDirty && served !== undefined && document.getText() === served) {
      this.bases.set(uri.toString(), served);
      this.keep(uri, undefined);
    } else if (isDirty && base !== undefined && !this.kept.has(uri)) this.keep(uri, base);
  }

  private forget(uri: vscode.Uri): void {
    if (uri.scheme !== Scheme.record) return;
    this.bases.delete(uri.toString());
    this.served.delete(uri.toString());
    this.keep(uri, undefined);
  }

  private keep(uri: vscode.Uri, text: string | undefined): void {
    if (text !== undefined || this.kept.has(uri)) inBackground(this.log, this.kept.set(uri, text));
  }
}
