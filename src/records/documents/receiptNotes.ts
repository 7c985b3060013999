import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { itemNode } from '../../model/inventory/listDocument.js';
import type { AlteredField } from '../../model/inventory/recordRules.js';
import { setDecorations } from '../../ui/doors.js';
import { describeAltered } from '../../words/describeProblems.js';
import { inert, type Inert, shown } from '../../words/inert.js';
import { onDidCloseDocument } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { diagnosticAt, rangeOfField } from './documentProblems.js';
import { heldDocument } from './documentSnapshots.js';
import type { SaveReceipt } from './documentKind.js';
import type { RecordSaved } from './recordFileSystem.js';

/** What is said about a stored document, until it is edited again. */
interface Notes {
  readonly storedText: string;
  readonly altered: readonly AlteredField[];
}

/**
 * Points out, beside the line and in the Problems panel, values that the manager stored otherwise than they were sent,
 * or did not keep. The notes go with the next edit.
 */
export class ReceiptNotes extends Owner {
  private readonly collection = this.own(vscode.languages.createDiagnosticCollection('netsensor receipt'));
  private readonly beside = this.own(
    vscode.window.createTextEditorDecorationType({
      after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorWarning.foreground') },
    }),
  );
  private readonly notes = new Map<string, Notes>();

  constructor() {
    super();
    this.own(
      vscode.workspace.onDidOpenTextDocument(document => this.follow(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.follow(document)),
      onDidCloseDocument(uri => this.forget(uri)),
      vscode.window.onDidChangeVisibleTextEditors(editors => editors.forEach(editor => this.draw(editor))),
    );
  }

  /** Notes what a save altered; shown as soon as the document, whatever name its tab has then, shows what was stored. */
  add({ uri, receipt }: RecordSaved): void {
    const { renamedTo = uri, replacedBy } = receipt;
    for (const address of replacedBy ? [replacedBy] : [uri, renamedTo]) this.note(address, receipt);
  }

  private note(uri: vscode.Uri, { storedText, altered = [] }: SaveReceipt): void {
    this.forget(uri);
    if (altered.length === 0) return;
    this.notes.set(uri.toString(), { storedText, altered });
    const document = heldDocument(uri);
    if (document) this.follow(document);
  }

  private forget(uri: vscode.Uri): void {
    if (!this.notes.delete(uri.toString())) return;
    this.collection.delete(uri);
    vscode.window.visibleTextEditors.forEach(editor => this.draw(editor));
  }

  private follow(document: vscode.TextDocument): void {
    const notes = this.notes.get(document.uri.toString());
    if (!notes) return;
    if (document.getText() === notes.storedText) {
      this.collection.set(
        document.uri,
        placed(document, notes).map(note => diagnosticAt(note.range, note)),
      );
      vscode.window.visibleTextEditors.forEach(editor => this.draw(editor));
    } else if (this.collection.has(document.uri)) this.forget(document.uri);
  }

  private draw(editor: vscode.TextEditor): void {
    const notes = this.notes.get(editor.document.uri.toString());
    const isShown = notes && editor.document.getText() === notes.storedText;
    const options = (isShown ? placed(editor.document, notes) : []).map(({ range, message }) => ({
      range: editor.document.lineAt(range.end.line).range,
      renderOptions: { after: { contentText: message } },
    }));
    setDecorations(editor, this.beside, options);
  }
}

interface PlacedNote {
  readonly range: vscode.Range;
  readonly message: Inert;
}

function placed(document: vscode.TextDocument, { altered }: Notes): PlacedNote[] {
  const root = parseTree(document.getText());
  if (!root) return [];
  return altered.flatMap(({ id, field, sent, stored }) => {
    const record = id === undefined ? root : itemNode(root, id);
    if (!record) return [];
    const isThere = findNodeAtLocation(record, [field]) !== undefined;
    const sentence = describeAltered(sent, stored);
    const message = isThere ? sentence : shown`${inert(field)}: ${sentence}`;
    return [{ range: rangeOfField(document, record, field), message }];
  });
}
