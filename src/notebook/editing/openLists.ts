import * as vscode from 'vscode';
import { beginsNext, hasEmptyPlace, isEmptyPlace } from '../../model/queryEditing/emptyPlaces.js';

/** Opens the list of what fits where a change has left something to choose: nobody has to ask for it. */
export function openAfterChange({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
  const [change, ...others] = contentChanges;
  if (!change || others.length > 0 || reason !== undefined) return;
  const { text, rangeOffset } = change;
  if (hasEmptyPlace(text) || beginsNext(text, document.getText().slice(0, rangeOffset))) open(document);
}

/** Opens it where Tab leads to in a snippet; a click or an arrow key asks for nothing. */
export function openAtStop({ textEditor, selections, kind }: vscode.TextEditorSelectionChangeEvent): void {
  const { document } = textEditor;
  const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
  const [selection, ...others] = selections;
  if (kind === Keyboard || kind === Mouse || !selection?.isEmpty || others.length > 0) return;
  const { line, character } = document.validatePosition(selection.active);
  const { text } = document.lineAt(line);
  if (isEmptyPlace(text.slice(0, character), text.slice(character))) open(document);
}

/** As typing does: without a word where nothing is known. */
function open(document: vscode.TextDocument): void {
  if (vscode.window.activeTextEditor?.document !== document) return;
  const isWanted = vscode.workspace.getConfiguration('editor', document).get('suggestOnTriggerCharacters');
  if (isWanted !== false) void vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true });
}
