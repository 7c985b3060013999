import * as vscode from 'vscode';
import { Owner } from '../../ui/lifetimes.js';
import { isQueryDocument } from '../notebookMetadata.js';

/** What is wrong at a place of a query. */
export interface FoundProblem {
  readonly diagnostic: vscode.Diagnostic;
  /** What is to be completed, where something is missing. */
  readonly unfinished?: vscode.Range | undefined;
}

/** Milliseconds after which somebody who types has paused. */
const pause = 2_000;

type SelectionChange = vscode.TextEditorSelectionChangeEvent;

interface Typed {
  readonly document: vscode.TextDocument;
  /** Undefined until the cursor has followed the text. */
  line: number | undefined;
}

/** The line of a query that somebody is typing in: what is wrong with it can wait until the cursor has left it, or rests. */
export class TypedLine extends Owner {
  private typed: Typed | undefined;
  private resting: NodeJS.Timeout | undefined;

  /** @param onLeave told of a query whose line is no longer typed in */
  constructor(private readonly onLeave: (document: vscode.TextDocument) => void) {
    super();
    this.own(
      vscode.workspace.onDidChangeTextDocument(change => this.follow(change)),
      vscode.window.onDidChangeTextEditorSelection(change => this.go(change)),
      vscode.window.onDidChangeActiveTextEditor(() => this.leave()),
      { dispose: () => clearTimeout(this.resting) },
    );
  }

  /** What of a query may be shown while a line of it is typed. */
  without(document: vscode.TextDocument, found: readonly FoundProblem[]): vscode.Diagnostic[] {
    const { typed } = this;
    const line = typed?.document === document ? typed.line : undefined;
    const isTyped = ({ start, end }: vscode.Range) =>
      line !== undefined && start.line <= line && line <= end.line;
    return found
      .filter(
        ({ diagnostic, unfinished }) => !isTyped(diagnostic.range) && !(unfinished && isTyped(unfinished)),
      )
      .map(({ diagnostic }) => diagnostic);
  }

  private follow({ document, contentChanges: [change], reason }: vscode.TextDocumentChangeEvent): void {
    const editor = vscode.window.activeTextEditor;
    const isTyped = reason === undefined && isQueryDocument(document);
    if (!change || !isTyped || editor?.document !== document) return;
    const { line } = change.range.start;
    // The cursor is there still, and will follow the text.
    if (editor.selection.active.line !== line) return;
    const isOneLine = !change.text.includes('\n') && change.range.isSingleLine;
    this.typed = { document, line: isOneLine ? line : undefined };
    this.waitForRest();
  }

  private waitForRest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.leave(), pause);
  }

  /** A skeleton is left with an arrow key or the mouse; Tab leads on in it. */
  private go({ textEditor: { document }, selections: [selection], kind }: SelectionChange): void {
    const { typed } = this;
    if (!typed || !selection) return;
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    const { line } = selection.active;
    if (typed.document !== document) return this.leave();
    if (typed.line === line) return;
    if (typed.line !== undefined && (kind === Keyboard || kind === Mouse)) return this.leave();
    typed.line = line;
    this.waitForRest();
  }

  private leave(): void {
    const { typed } = this;
    this.typed = undefined;
    clearTimeout(this.resting);
    if (typed) this.onLeave(typed.document);
  }
}
