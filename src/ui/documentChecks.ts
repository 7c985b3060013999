import * as vscode from 'vscode';
import type { Log } from './doors.js';
import { inBackground } from './listeners.js';
import { together } from './lifetimes.js';

/** What is checked, and how. */
export interface Checking {
  /** Name of the collection of what is found. */
  readonly name: string;
  readonly isChecked: (document: vscode.TextDocument) => boolean;
  /** What is wrong with a document; undefined for one that is not to be judged. */
  readonly check: (document: vscode.TextDocument) => Promise<readonly vscode.Diagnostic[] | undefined>;
  readonly log: Log;
}

const typingDebounce = 150;

/** Shows in the Problems panel what is wrong with documents, a moment after they were opened or typed into. */
export class DocumentChecks implements vscode.Disposable {
  private collection: vscode.DiagnosticCollection | undefined;
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly checking: Checking) {
    this.subscriptions = together(
      vscode.workspace.onDidOpenTextDocument(document => this.checkSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.checkSoon(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.collection?.delete(uri)),
    );
    this.checkAll();
  }

  /** Made when there is something to check. */
  protected get found(): vscode.DiagnosticCollection {
    return (this.collection ??= vscode.languages.createDiagnosticCollection(this.checking.name));
  }

  /** Checks all open documents of an authority; of all without one. */
  checkAll(authority?: string): void {
    for (const document of vscode.workspace.textDocuments)
      if (!authority || document.uri.authority === authority) this.checkSoon(document);
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.subscriptions.dispose();
    this.collection?.dispose();
  }

  private checkSoon(document: vscode.TextDocument): void {
    if (!this.checking.isChecked(document)) return;
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    const check = () => {
      this.waiting.delete(key);
      inBackground(this.checking.log, this.check(document));
    };
    this.waiting.set(key, setTimeout(check, typingDebounce));
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const found = await this.checking.check(document);
    if (found && !document.isClosed) this.found.set(document.uri, found);
  }
}
