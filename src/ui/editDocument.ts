import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { SentenceError } from '../words/sentenceErrors.js';

/** A part of a text, by offsets in it, and what stands there from now on. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/**
 * Changes the text of a document as typing does, so that undo takes it back. VS Code refuses an edit of a document that
 * is changing at that moment; then it is made anew from the text of then.
 * @param editsOf what to change in a text, by its offsets; nothing when there is nothing left to change
 * @throws {SentenceError} when VS Code refuses every time, or the document is closed
 */
export const editDocument = (
  document: vscode.TextDocument,
  editsOf: (text: string) => readonly TextChange[],
): Promise<void> =>
  insist(
    document,
    async () => {
      const edits = editsOf(document.getText());
      return edits.length === 0 || applyOnce(document, edits);
    },
    () => replaceCell(document, editsOf(document.getText())),
  );

/** The edits of each notebook that are under way. */
const editing = new WeakMap<vscode.NotebookDocument, Promise<void>>();

/**
 * Changes cells or metadata of a notebook; else as {@link editDocument}. One after the other, since metadata is written as a whole: one
 * that is made while another is under way would put back what that changes.
 */
export function editNotebook(
  notebook: vscode.NotebookDocument,
  editOf: () => vscode.NotebookEdit,
): Promise<void> {
  const edit = () =>
    insist(notebook, () => {
      const change = new vscode.WorkspaceEdit();
      change.set(notebook.uri, [editOf()]);
      return vscode.workspace.applyEdit(change);
    });
  const edited = (editing.get(notebook) ?? Promise.resolve()).then(edit, edit);
  editing.set(notebook, edited);
  return edited;
}

/** Gives a notebook other metadata, made from its own when it is edited. */
export const editNotebookMetadata = (
  notebook: vscode.NotebookDocument,
  metadataOf: () => Record<string, unknown>,
): Promise<void> => editNotebook(notebook, () => vscode.NotebookEdit.updateNotebookMetadata(metadataOf()));

/** Gives a cell other metadata, made from its own when it is edited. */
export const editCellMetadata = (
  cell: vscode.NotebookCell,
  metadataOf: () => Record<string, unknown>,
): Promise<void> =>
  editNotebook(cell.notebook, () => vscode.NotebookEdit.updateCellMetadata(cell.index, metadataOf()));

async function insist(
  changed: { readonly isClosed: boolean },
  edit: () => Thenable<boolean>,
  lastResort?: () => Thenable<boolean>,
): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts && !changed.isClosed; attempt += 1) {
    if (await edit()) return;
  }
  if (!changed.isClosed && (await lastResort?.())) return;
  throw new SentenceError(l10n.t('VS Code did not let the text be changed. Try again.'));
}

/** Gives a document another text, made from its own; what is the same at both ends is not touched. Else as {@link editDocument}. */
export const replaceText = (document: vscode.TextDocument, textOf: (text: string) => string): Promise<void> =>
  editDocument(document, text => changeTo(text, textOf(text)));

/**
 * Opens the document in front in another editor. What is not saved stays: the oldest supported VS Code takes it back
 * with the old editor, as one step that can be undone.
 */
export async function reopenWith(document: vscode.TextDocument, editor: string): Promise<void> {
  const edited = document.isDirty ? document.getText() : undefined;
  // A save that was under way ends with what is stored, which may be another text: nothing is to be put back over it.
  let isSaved = false;
  const saves = vscode.workspace.onDidSaveTextDocument(saved => (isSaved ||= saved === document));
  try {
    await vscode.commands.executeCommand('reopenActiveEditorWith', editor);
  } finally {
    saves.dispose();
  }
  if (edited === undefined || isSaved || document.isDirty || document.getText() === edited) return;
  // What undoes is for what is in front, which may be another document by now.
  const inFront = vscode.window.tabGroups.activeTabGroup.activeTab?.input as { uri?: vscode.Uri } | undefined;
  if (inFront?.uri?.toString() === document.uri.toString()) await vscode.commands.executeCommand('undo');
  await replaceText(document, () => edited);
}

/** Nothing in the middle of a character or of the end of a line is the border of a change: VS Code would move it. */
function changeTo(text: string, changed: string): TextChange[] {
  if (text === changed) return [];
  const shorter = Math.min(text.length, changed.length);
  let start = 0;
  while (start < shorter && text[start] === changed[start]) start += 1;
  while (start > 0 && isWithin(text, start)) start -= 1;
  let same = 0;
  while (same < shorter - start && text.at(-1 - same) === changed.at(-1 - same)) same += 1;
  while (same > 0 && isWithin(text, text.length - same)) same -= 1;
  const end = text.length - same;
  return [{ offset: start, length: end - start, content: changed.slice(start, changed.length - same) }];
}

const isWithin = (text: string, at: number): boolean =>
  /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)/.test(text.slice(at - 1, at + 1));

/** @returns whether VS Code made the edits */
export function applyOnce(document: vscode.TextDocument, edits: readonly TextChange[]): Thenable<boolean> {
  const change = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of edits) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    change.replace(document.uri, range, content);
  }
  return vscode.workspace.applyEdit(change);
}

const mostAttempts = 20;

/**
 * Puts a cell with the changed text in the place of a cell. VS Code tells extensions version 1 of one that was moved, or that undo
 * brought back (`ExtHostCell.asModelAddData`), and refuses all that they want to write in it until somebody types there.
 */
async function replaceCell(document: vscode.TextDocument, edits: readonly TextChange[]): Promise<boolean> {
  const cells = vscode.workspace.notebookDocuments.flatMap(notebook => notebook.getCells());
  const cell = cells.find(each => each.document === document);
  if (!cell) return false;
  const { notebook, index, kind, metadata, outputs, executionSummary } = cell;
  const fromTheEnd = edits.toSorted((one, other) => other.offset - one.offset);
  const text = fromTheEnd.reduce(
    (whole, { offset, length, content }) => whole.slice(0, offset) + content + whole.slice(offset + length),
    document.getText(),
  );
  const data = new vscode.NotebookCellData(kind, text, document.languageId);
  Object.assign(data, { metadata, outputs: [...outputs], executionSummary });
  await editNotebook(notebook, () =>
    vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(index, index + 1), [data]),
  );
  return true;
}
