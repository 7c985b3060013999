import * as vscode from 'vscode';
import { beginsNext, isEmptyPlace } from '../../model/queryEditing/queryCompletion.js';

/** A place in a text as it is now. */
interface Place {
  readonly uri: string;
  readonly version: number;
  readonly position: vscode.Position;
}

/** Opens the list of what fits where something is to be chosen: nobody has to ask for it. */
export class OpenedLists {
  private opened: Place | undefined;

  /** In front of the next element, whose comma was typed; VS Code would ask us alone there. */
  afterChange({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const [change, ...others] = contentChanges;
    if (change?.text !== ' ' || others.length > 0 || reason !== undefined) return;
    if (!beginsNext(document.getText().slice(0, change.rangeOffset))) return;
    this.open(document, document.positionAt(change.rangeOffset + 1));
  }

  /** Where completion, Tab or a new line leads to; a click or an arrow key asks for nothing. */
  atStop({ textEditor, selections, kind }: vscode.TextEditorSelectionChangeEvent): void {
    const { document } = textEditor;
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    const [selection, ...others] = selections;
    if (kind === Keyboard || kind === Mouse || !selection?.isEmpty || others.length > 0) return;
    const { active } = selection;
    const before = document.getText(new vscode.Range(new vscode.Position(0, 0), active));
    const after = document.getText(
      new vscode.Range(active, active.with({ character: Number.MAX_SAFE_INTEGER })),
    );
    if (isEmptyPlace(before, after)) this.open(document, active);
  }

  /**
   * Opens a list a second time that was given up while the cursor stayed where it was: VS Code closes lists when it
   * scrolls a notebook to show the line that the cursor has gone to.
   */
  givenUp(document: vscode.TextDocument): void {
    const { opened } = this;
    this.opened = undefined;
    const cursor = vscode.window.activeTextEditor?.selection.active;
    if (opened?.uri !== document.uri.toString() || opened.version !== document.version) return;
    if (cursor?.isEqual(opened.position)) suggest(document);
  }

  private open(document: vscode.TextDocument, position: vscode.Position): void {
    this.opened = { uri: document.uri.toString(), version: document.version, position };
    suggest(document);
  }
}

/** As typing does: without a word where nothing is known. */
function suggest(document: vscode.TextDocument): void {
  if (vscode.window.activeTextEditor?.document !== document) return;
  const isWanted = vscode.workspace.getConfiguration('editor', document).get('suggestOnTriggerCharacters');
  if (isWanted !== false) void vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true });
}
