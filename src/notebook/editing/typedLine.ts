import * as vscode from 'vscode';
import { Owner } from '../../ui/listeners.js';
import { isQueryDocument } from '../notebookMetadata.js';

/** The line of a query that somebody is typing in: what is wrong with it can wait until the cursor has left it. */
export class TypedLine extends Owner {
  private typed: { readonly document: vscode.TextDocument; readonly line: number } | undefined;

  /** @param onLeave told of a query whose line is no longer typed in */
  constructor(private readonly onLeave: (document: vscode.TextDocument) => void) {
    super();
    this.own(
      vscode.workspace.onDidChangeTextDocument(change => this.follow(change)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections: [selection] }) =>
        this.leave(document === this.typed?.document ? selection?.active.line : undefined),
      ),
      vscode.window.onDidChangeActiveTextEditor(() => this.leave(undefined)),
    );
  }

  /** What of a query may be shown while a line of it is typed. */
  without(document: vscode.TextDocument, found: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
    const { typed } = this;
    if (typed?.document !== document) return [...found];
    return found.filter(({ range: { start, end } }) => typed.line < start.line || typed.line > end.line);
  }

  private follow({ document, contentChanges: [change], reason }: vscode.TextDocumentChangeEvent): void {
    const editor = vscode.window.activeTextEditor;
    const isTyped = reason === undefined && isQueryDocument(document);
    if (!change || !isTyped || editor?.document !== document) return;
    const { line } = change.range.start;
    // The cursor is there still, and will follow the text.
    if (editor.selection.active.line !== line) return;
    this.typed = { document, line: line + change.text.split('\n').length - 1 };
  }

  private leave(to: number | undefined): void {
    const { typed } = this;
    if (!typed || typed.line === to) return;
    this.typed = undefined;
    this.onLeave(typed.document);
  }
}
