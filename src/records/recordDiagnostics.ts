import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import type { DocumentTable } from './documents/documentKind.js';
import type { RecordBases } from './documents/recordBases.js';

/** What the checks of documents need. */
export interface DiagnosticsOptions {
  readonly kinds: () => Promise<DocumentTable>;
  readonly bases: RecordBases;
  readonly log: Log;
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** What does not fit between the records of a document and others. */
  readonly checkReferences: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
}

const typingPause = 150;

/** Shows in the Problems panel what the JSON schemas cannot know: what a save would refuse, and what a manager would ignore. */
export class RecordDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('netsensor');
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly options: DiagnosticsOptions) {
    this.subscriptions = vscode.Disposable.from(
      this.collection,
      vscode.workspace.onDidOpenTextDocument(document => this.checkSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.checkSoon(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.collection.delete(uri)),
    );
    this.checkAll();
  }

  /** Checks all open documents of a connection; of all connections without one. */
  checkAll(connectionId?: string): void {
    for (const document of vscode.workspace.textDocuments)
      if (!connectionId || document.uri.authority === connectionId) this.checkSoon(document);
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.subscriptions.dispose();
  }

  private checkSoon(document: vscode.TextDocument): void {
    if (document.uri.scheme !== Scheme.record) return;
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    const check = () => {
      this.waiting.delete(key);
      inBackground(this.options.log, this.check(document));
    };
    this.waiting.set(key, setTimeout(check, typingPause));
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    const { kinds, bases, treeOf, checkReferences } = this.options;
    const { checkDocument } = await import('./checkDocument.js');
    const kind = (await kinds()).find(uri);
    const references = await checkReferences(document);
    if (document.isClosed || !kind) return;
    const against = { baseText: bases.get(uri), tree: treeOf(uri.authority) };
    this.collection.set(uri, [...checkDocument(kind, document, against), ...references]);
  }
}
