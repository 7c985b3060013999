import * as vscode from 'vscode';
import { Scheme } from '../ids.js';

const stateKey = (uri: vscode.Uri) => `base ${uri.toString()}`;

/**
 * What each document started from: the text it last took over from the manager. The base of a changed document is also
 * kept in the workspace state, so that it survives a window reload (design, the Save walk). It never holds a secret,
 * because documents do not.
 */
export class RecordBases implements vscode.Disposable {
  private readonly bases = new Map<string, string>();
  private readonly served = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly state: vscode.Memento) {
    this.subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(document => this.follow(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.follow(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
    );
    for (const document of vscode.workspace.textDocuments) this.follow(document);
  }

  /** The base text of a document; undefined when it is not known. */
  get(uri: vscode.Uri): string | undefined {
    return this.bases.get(uri.toString()) ?? this.state.get<string>(stateKey(uri));
  }

  /** Notes the text that a document is given, or that a save left in it; it becomes the base once the document shows it. */
  serve(uri: vscode.Uri, text: string): void {
    this.served.set(uri.toString(), text);
  }

  /** Replaces the base of a document after its user decided a conflict. */
  async set(uri: vscode.Uri, text: string): Promise<void> {
    this.bases.set(uri.toString(), text);
    await this.state.update(stateKey(uri), text);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private follow(document: vscode.TextDocument): void {
    const { uri, isDirty } = document;
    if (uri.scheme !== Scheme.record) return;
    const stored = this.state.get<string>(stateKey(uri));
    // `isDirty` is still false while the first edit is announced, so the text itself has to be compared too.
    if (!isDirty && document.getText() === this.served.get(uri.toString())) {
      this.bases.set(uri.toString(), document.getText());
      if (stored !== undefined) void this.state.update(stateKey(uri), undefined);
    } else if (isDirty && stored === undefined && this.bases.has(uri.toString())) {
      void this.state.update(stateKey(uri), this.bases.get(uri.toString()));
    }
  }

  private forget(uri: vscode.Uri): void {
    if (uri.scheme !== Scheme.record) return;
    this.bases.delete(uri.toString());
    if (this.state.get(stateKey(uri)) !== undefined) void this.state.update(stateKey(uri), undefined);
  }
}
