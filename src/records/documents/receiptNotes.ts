import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { parseRecord } from '../../model/inventory/recordText.js';
import { inOneLine } from '../../model/text/exactJson.js';
import { setDecorations } from '../../ui/doors.js';
import { inert, type Inert, inertUpTo, shown } from '../../words/inert.js';
import { onDidCloseDocument, Owner } from '../../ui/listeners.js';
import { diagnosticAt, rangeOfField } from './documentProblems.js';
import { heldDocument } from './documentSnapshots.js';
import type { SaveReceipt } from './documentKind.js';
import type { RecordSaved } from './recordFileSystem.js';

/** What is said about a stored document, until it is edited again. */
interface Notes {
  readonly storedText: string;
  readonly sentences: readonly { readonly field: string; readonly sentence: Inert }[];
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

  private note(uri: vscode.Uri, { storedText, alteredFields = [], sent = {} }: SaveReceipt): void {
    this.forget(uri);
    if (alteredFields.length === 0) return;
    const stored = parseRecord(storedText);
    const sentences = alteredFields.map(field => ({
      field,
      sentence: sentenceOf(sent[field], stored[field]),
    }));
    this.notes.set(uri.toString(), { storedText, sentences });
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

function placed(document: vscode.TextDocument, { sentences }: Notes): PlacedNote[] {
  const root = parseTree(document.getText());
  if (!root) return [];
  return sentences.map(({ field, sentence }) => {
    const isThere = findNodeAtLocation(root, [field]) !== undefined;
    const message = isThere ? sentence : shown`${inert(field)}: ${sentence}`;
    return { range: rangeOfField(document, root, field), message };
  });
}

const longest = 60;

function sentenceOf(sent: unknown, stored: unknown): Inert {
  const words = inertUpTo(longest, inOneLine(sent));
  return stored === undefined || stored === null
    ? vscode.l10n.t('The manager did not keep {0}.', words)
    : vscode.l10n.t('The manager stored this in place of {0}.', words);
}
