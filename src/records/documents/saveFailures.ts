import * as vscode from 'vscode';
import { Command, ContextKey, Scheme } from '../../ids.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { FieldConflict } from '../../model/inventory/recordRules.js';
import type { Inert } from '../../words/inert.js';
import type { OfferedRemedy } from '../../words/remedies.js';
import { onDidCloseDocument } from '../../ui/listeners.js';
import { Emitter, Owner, together } from '../../ui/lifetimes.js';

/** Why a document could not be saved: the same fields were changed elsewhere, the record is gone, or something else. */
export type SaveFailure =
  | { readonly kind: 'fields'; readonly fields: readonly FieldConflict[] }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'failed';
      /** What became of the save, and why. */
      readonly title: Inert;
      readonly sentence: Inert;
      /** What helps; undefined where the text has to be corrected, or only saving again is left. */
      readonly offered?: OfferedRemedy | undefined;
      /** Whether saving the same again may work. */
      readonly mayWorkLater?: boolean;
      /** Fields that the manager named when it refused them, with the values that were sent. */
      readonly refused: RecordFields;
    };

/** The documents whose last save failed, and why; where someone else changed the record, their users have to decide. */
export class SaveFailures extends Owner {
  private readonly known = new Map<string, SaveFailure>();
  private readonly agreed = new Set<string>();
  private readonly changed = this.own(new Emitter<void>());
  private readonly failed = this.own(new Emitter<vscode.Uri>());
  readonly onDidChange = this.changed.event;
  /** A save failed just now. */
  readonly onDidFail = this.failed.event;

  constructor() {
    super();
    this.own(
      vscode.window.onDidChangeActiveTextEditor(() => this.updateContext()),
      onDidCloseDocument(uri => this.clear(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === Scheme.record && !document.isDirty) this.clear(document.uri);
      }),
    );
  }

  get(uri: vscode.Uri): SaveFailure | undefined {
    return this.known.get(uri.toString());
  }

  /** The fields that are still to be decided; none where there is no conflict about fields. */
  fields(uri: vscode.Uri): readonly FieldConflict[] {
    const failure = this.get(uri);
    return failure?.kind === 'fields' ? failure.fields : [];
  }

  /** Notes that a save failed. A record that was gone is taken for gone until it is there again. */
  note(uri: vscode.Uri, failure: SaveFailure): void {
    if (failure.kind === 'failed' && this.get(uri)?.kind === 'deleted') return;
    this.known.set(uri.toString(), failure);
    this.announce();
    this.failed.fire(uri);
  }

  /** Notes that some fields were decided; with the last of them the conflict ends. */
  decide(uri: vscode.Uri, decided: readonly FieldConflict[]): void {
    const left = this.fields(uri).filter(conflict => !decided.includes(conflict));
    if (left.length === 0) return this.clear(uri);
    this.known.set(uri.toString(), { kind: 'fields', fields: left });
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
    if (this.known.delete(uri.toString())) this.announce();
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

/**
 * Opens the comparison when the user's own save of the document in front was refused because of someone else's change;
 * never for automatic saves, which nobody watches.
 */
export function openDiffOfConflicts(failures: SaveFailures): vscode.Disposable {
  const manual = new Set<string>();
  return together(
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

/**
 * Shows records as the manager has them now on the left side of a diff; they are read again when a save failed.
 * @param read the text of a document on the manager now
 */
export function registerCurrentVersions(
  failures: SaveFailures,
  read: (uri: vscode.Uri) => Promise<string>,
): vscode.Disposable {
  const changed = new Emitter<vscode.Uri>();
  return together(
    changed,
    failures.onDidFail(uri => changed.fire(uri.with({ scheme: Scheme.current }))),
    vscode.workspace.registerTextDocumentContentProvider(Scheme.current, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri => read(uri.with({ scheme: Scheme.record })),
    }),
  );
}
