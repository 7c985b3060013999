import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PageRow, TableAct, TableMessage, TableQuestion } from '../../src/model/tables/tableMessages.js';
import { eventually } from './eventually.js';

/** A row as it is shown. */
type ShownRow = Pick<PageRow, 'state' | 'changed'> & { readonly fields: Readonly<Record<string, unknown>> };

/** The page of a table, played by a test: the editor behind it is told and asked what its script would. */
export class PlayedTable {
  /** What the editor has said. */
  readonly told: TableMessage[] = [];
  private readonly heard = new vscode.EventEmitter<TableQuestion>();
  private readonly closed = new vscode.EventEmitter<void>();

  constructor(private readonly document: vscode.TextDocument) {}

  /** For the editor in place of one of VS Code. */
  get panel(): vscode.WebviewPanel {
    const webview = {
      onDidReceiveMessage: this.heard.event,
      postMessage: (message: TableMessage) => Promise.resolve(this.told.push(message) > 0),
      asWebviewUri: (uri: vscode.Uri) => uri,
    };
    const onDidChangeViewState = new vscode.EventEmitter<never>().event;
    const panel = { webview, onDidDispose: this.closed.event, onDidChangeViewState, active: false };
    return panel as unknown as vscode.WebviewPanel;
  }

  ask(question: TableQuestion): void {
    this.heard.fire(question);
  }

  /** Does something, and waits for what is said of it. */
  act(what: TableAct, version = this.document.version): Promise<TableMessage & { type: 'done' }> {
    const before = this.told.length;
    this.ask({ type: 'act', version, act: what });
    return eventually(() => {
      const done = this.told.slice(before).find(message => message.type === 'done');
      assert.ok(done);
      return done;
    });
  }

  /** The last message of a type. */
  last<T extends TableMessage['type']>(type: T): (TableMessage & { type: T }) | undefined {
    return this.told.findLast((message): message is TableMessage & { type: T } => message.type === type);
  }

  /** The rows that a page has after all that it was told, with their values by field. */
  get rows(): readonly ShownRow[] {
    let fields: readonly string[] = [];
    let rows: readonly PageRow[] = [];
    for (const message of this.told) {
      if (message.type === 'table') fields = message.columns.map(({ field }) => field);
      if (message.type === 'table') rows = message.rows;
      if (message.type === 'rows') rows = rows.toSpliced(message.from, message.removed, ...message.rows);
    }
    return rows.map(({ cells, state, changed }) => ({
      state,
      changed,
      fields: Object.fromEntries(fields.map((field, at) => [field, cells[at]])),
    }));
  }

  /** The version of the text that a page shows. */
  get version(): number | undefined {
    return this.told.reduce<number | undefined>(
      (version, message) => ('version' in message ? message.version : version),
      undefined,
    );
  }

  close(): void {
    this.closed.fire();
  }
}

/** Opens a document as a table of the extension whose page is played. */
export async function playTable(
  tables: vscode.CustomTextEditorProvider,
  document: vscode.TextDocument,
): Promise<PlayedTable> {
  const page = new PlayedTable(document);
  await tables.resolveCustomTextEditor(document, page.panel, new vscode.CancellationTokenSource().token);
  page.ask({ type: 'ready' });
  return page;
}
