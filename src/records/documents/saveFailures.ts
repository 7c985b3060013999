import * as vscode from 'vscode';
import { ContextKey, Scheme } from '../../ids.js';
import type { FieldConflict } from '../../model/patchPlan.js';
import type { Inert } from '../../ui/inert.js';
import { onDidCloseDocument } from '../../ui/onDidCloseDocument.js';

/** Why a document could not be saved: the same fields were changed elsewhere, the record is gone, or something failed. */
export type RecordConflict =
  | { readonly kind: 'fields'; readonly fields: readonly FieldConflict[] }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'failed'; readonly sentence: Inert };

/** The documents whose last save was refused, mostly because of what someone else did; their users have to decide. */
export class RecordConflicts implements vscode.Disposable {
  private readonly open = new Map<string, RecordConflict>();
  private readonly agreed = new Set<string>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly found = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChange = this.changed.event;
  /** A save was refused just now. */
  readonly onDidFind = this.found.event;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.found,
      vscode.window.onDidChangeActiveTextEditor(() => this.updateContext()),
      onDidCloseDocument(uri => this.clear(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === Scheme.record && !document.isDirty) this.clear(document.uri);
      }),
    );
  }

  get(uri: vscode.Uri): RecordConflict | undefined {
    return this.open.get(uri.toString());
  }

  /** The fields that are still to be decided; none where there is no conflict about fields. */
  fields(uri: vscode.Uri): readonly FieldConflict[] {
    const conflict = this.get(uri);
    return conflict?.kind === 'fields' ? conflict.fields : [];
  }

  /** Notes that a save was refused. */
  find(uri: vscode.Uri, conflict: RecordConflict): void {
    this.open.set(uri.toString(), conflict);
    this.announce();
    this.found.fire(uri);
  }

  /** Notes that some fields were decided; with the last of them the conflict ends. */
  decide(uri: vscode.Uri, decided: readonly FieldConflict[]): void {
    const left = this.fields(uri).filter(conflict => !decided.includes(conflict));
    if (left.length === 0) return this.clear(uri);
    this.open.set(uri.toString(), { kind: 'fields', fields: left });
    this.announce();
  }

  /** Whether the user has said that a record that is gone is to be created again. */
  mayCreate(uri: vscode.Uri): boolean {
    return this.agreed.has(uri.toString()) && this.get(uri)?.kind === 'deleted';
  }

  agreeToCreate(uri: vscode.Uri): void {
    this.agreed.add(uri.toString());
  }

  clear(uri: vscode.Uri): void {
    this.agreed.delete(uri.toString());
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
    const kind = uri && this.get(uri)?.kind;
    const set = (key: string, value: boolean) =>
      void vscode.commands.executeCommand('setContext', key, value);
    set(ContextKey.hasConflict, kind === 'fields');
    set(ContextKey.isDeleted, kind === 'deleted');
  }
}
