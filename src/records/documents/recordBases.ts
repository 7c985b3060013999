import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { StoredBases } from './storedBases.js';
import {
  EditedDocument,
  lostBy,
  type AcceptedSave,
  type DocumentSave,
  type PartlySaved,
} from '../../changes/records/editedDocument.js';
import { Scheme } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground, onDidCloseDocument } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { SentenceError } from '../../words/sentenceErrors.js';

/**
 * What each document started from: the text it last took over from the manager, or that the manager last took from it. The
 * base of a changed document is also kept beyond the window, so that it survives a reload (architecture, rule 4). It never
 * holds a secret, because documents do not.
 */
export class RecordBases extends Owner {
  private readonly documents = new Map<string, EditedDocument>();
  /** Documents that were closed in the middle of a save. */
  private readonly closing = new Map<string, EditedDocument>();

  constructor(
    private readonly kept: StoredBases,
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
    return this.known(uri)?.baseText;
  }

  /** The address of what a document has become whose tab is still its own. */
  became(uri: vscode.Uri): vscode.Uri | undefined {
    const became = this.known(uri)?.earlier.became;
    return became === undefined ? undefined : vscode.Uri.parse(became, true);
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
      l10n.t(
        'What this document started from is not known any more. Copy your changes, revert the file, and make them again.',
      ),
    );
  }

  /** Notes the text that a document is given; it becomes the base once the document shows it. */
  serve(uri: vscode.Uri, text: string): void {
    this.of(uri).serve(text);
  }

  /** Replaces the base of a document, as after a part of it was saved. */
  async set(uri: vscode.Uri, text: string, did: PartlySaved = {}): Promise<void> {
    this.of(uri).startFrom(text, did);
    await this.kept.set(uri, text);
  }

  /** Gives what a document started from the values that its user decided, in a conflict or by Undo. */
  async decide(uri: vscode.Uri, withDecided: (text: string) => string): Promise<void> {
    const document = this.known(uri);
    document?.decide(withDecided);
    if (this.kept.has(uri)) await this.kept.set(uri, document?.baseText);
  }

  /** Saves a document once no other save of it is under way, and moves on when the manager took it. @throws as its `write` */
  async save<Accepted extends AcceptedSave>(
    uri: vscode.Uri,
    save: DocumentSave<Accepted>,
  ): Promise<Accepted> {
    const document = this.known(uri) ?? new EditedDocument();
    const before = document.baseText;
    try {
      return await document.save(save);
    } finally {
      const isMoved = document.baseText !== before;
      if (isMoved && this.isOpen(uri, document) && this.kept.has(uri)) this.keep(uri, document.baseText);
    }
  }

  /** Reads a document while no save of it is under way, and once more where one began meanwhile. @throws as the read */
  read<T>(uri: vscode.Uri, read: () => Promise<T>): Promise<T> {
    const document = this.known(uri) ?? this.closing.get(uri.toString());
    return document ? document.read(read) : read();
  }

  /** Whether a save of a document is under way. */
  isSaving(uri: vscode.Uri): boolean {
    return this.documents.get(uri.toString())?.isSaving ?? false;
  }

  /** Whether a document started from a text, and nothing of an earlier save is known that the text does not show. */
  isSettled(uri: vscode.Uri, text: string): boolean {
    const { baseText, isSaving, earlier } = this.documents.get(uri.toString()) ?? {};
    const { sent = [], created = [], told = [], became, made, saved } = earlier ?? {};
    const isTold = sent.length + created.length + told.length === 0 && !became && !made && !saved;
    return baseText === text && !isSaving && isTold;
  }

  private follow(document: vscode.TextDocument): void {
    const { uri, isDirty } = document;
    if (uri.scheme !== Scheme.record) return;
    const edited = this.of(uri);
    if (edited.show({ isDirty, getText: () => document.getText() })) this.keep(uri, undefined);
    else if (isDirty && !this.kept.has(uri)) this.keep(uri, edited.baseText);
  }

  private forget(uri: vscode.Uri): void {
    if (uri.scheme !== Scheme.record) return;
    const key = uri.toString();
    const closed = this.documents.get(key);
    this.documents.delete(key);
    if (closed) inBackground(this.log, this.untilClosed(key, closed));
    this.keep(uri, undefined);
    inBackground(this.log, this.kept.setEarlier(uri, undefined));
  }

  private async untilClosed(key: string, closed: EditedDocument): Promise<void> {
    this.closing.set(key, closed);
    await closed.read(() => Promise.resolve());
    // What it lost may be stored as long as anybody looks at the record.
    if (this.closing.get(key) === closed && lostBy(closed.earlier).length === 0) this.closing.delete(key);
  }

  private known(uri: vscode.Uri): EditedDocument | undefined {
    return this.documents.get(uri.toString()) ?? (this.kept.has(uri) ? this.of(uri) : undefined);
  }

  private of(uri: vscode.Uri): EditedDocument {
    const known = this.documents.get(uri.toString());
    if (known) return known;
    const document = new EditedDocument(this.kept.get(uri), this.kept.earlier(uri), changed => {
      if (this.isOpen(uri, changed)) inBackground(this.log, this.kept.setEarlier(uri, changed.earlier));
    });
    const closed = this.closing.get(uri.toString());
    if (closed) document.follow(closed);
    this.documents.set(uri.toString(), document);
    return document;
  }

  /** Nothing is kept of a document that was closed meanwhile. */
  private isOpen(uri: vscode.Uri, document: EditedDocument): boolean {
    return this.documents.get(uri.toString()) === document;
  }

  private keep(uri: vscode.Uri, text: string | undefined): void {
    if (text !== undefined || this.kept.has(uri)) inBackground(this.log, this.kept.set(uri, text));
  }
}
