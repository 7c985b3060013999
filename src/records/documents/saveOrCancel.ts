import { applyEdits, type Edit } from 'jsonc-parser';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withoutLayout } from '../../model/text/jsonEdit.js';
import { window } from '../../ui/doors.js';
import { editDocument, replaceText } from '../../ui/editDocument.js';
import { onDidCloseDocument } from '../../ui/listeners.js';
import { together } from '../../ui/lifetimes.js';
import { describeError } from '../../words/describeError.js';
import { GivenUpError } from '../../words/sentenceErrors.js';
import type { Stored } from './documentKind.js';
import type { DocumentTable } from '../documentTable.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { OutcomeError } from '../../changes/settle.js';

/** How long the status bar says what became of a save, in milliseconds. */
export const noteTime = 8_000;

/** What became of a document that was to be saved. */
export type SaveEnd = 'saved' | 'failed' | 'givenUp';

/** Saves a document as Ctrl+S does in its own editor: VS Code does it, and one whose save empties fields asks first. */
export async function saveAsItsEditor(
  { files, table }: { readonly files: RecordFileSystem; readonly table: DocumentTable },
  document: vscode.TextDocument,
): Promise<SaveEnd> {
  if (table.find(document.uri)?.emptying) return saveOrCancel(files, document);
  return (await document.save()) ? 'saved' : 'failed';
}

/**
 * Saves a document whose plan can be given up; then it stays as it is. VS Code takes every save that it began and that
 * stored nothing for a failure, and says so in red: so the save is made first, and VS Code is told only of what was
 * agreed to.
 * @returns what became of it; why it failed is said above the document and by VS Code
 */
export async function saveOrCancel(files: RecordFileSystem, document: vscode.TextDocument): Promise<SaveEnd> {
  const { uri } = document;
  const text = document.getText();
  const stored = files.store(uri, new TextEncoder().encode(text));
  const failure: unknown = await stored.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof GivenUpError) {
    window.setStatusBarMessage(failure.sentence, noteTime);
    return 'givenUp';
  }
  return (await tellSaved(files, document, { text, stored, isStored: failure === undefined }))
    ? 'saved'
    : 'failed';
}

/**
 * Changes a document without changes of its own and saves it. It changes only once the manager has taken that, so that
 * what fails leaves nothing in it that its user did not write.
 * @returns what was stored
 * @throws as {@link RecordFileSystem.store}; {OutcomeError} when it was stored and the document could not be changed
 */
export async function changeAndSave(
  files: RecordFileSystem,
  document: vscode.TextDocument,
  editsOf: (text: string) => Edit[],
): Promise<Stored> {
  const changed = () => applyEdits(document.getText(), editsOf(document.getText()));
  const sent = changed();
  const before = document.getText();
  const stored = files.store(document.uri, new TextEncoder().encode(sent));
  await stored;
  // VS Code may have read the document again meanwhile, which is no reason to save it anew; that somebody types in it is one.
  const text = document.isDirty ? sent : changed();
  await editDocument(document, editsOf).catch(async (error: unknown) => {
    // It still shows the text of before, which the next save must not take for an edit that puts the value back.
    await files.bases.set(document.uri, before);
    const reason = describeError(error);
    throw new OutcomeError(
      l10n.t('The change was stored, but cannot be shown yet. {0}', reason),
      'stored',
      reason,
    );
  });
  await tellSaved(files, document, { text, stored, isStored: true });
  return stored;
}

/**
 * Lets VS Code save what the manager was sent already, and says itself what became of it where VS Code has nothing to save
 * any more, or another text, which nobody asked to save.
 * @returns whether it is stored
 */
async function tellSaved(
  files: RecordFileSystem,
  document: vscode.TextDocument,
  { text, stored, isStored }: { text: string; stored: Promise<Stored>; isStored: boolean },
): Promise<boolean> {
  const { uri } = document;
  let isTold = false;
  // VS Code may have formatted the text before it saves it. What is typed until then becomes an edit again once it has saved it.
  files.made.set(uri.toString(), () => {
    isTold = true;
    return stored;
  });
  try {
    const isOther = document.isClosed || withoutLayout(document.getText()) !== withoutLayout(text);
    const isSaved = !(isOther && isStored) && !document.isClosed && (await document.save());
    if (isTold) return isSaved;
  } finally {
    files.made.delete(uri.toString());
  }
  await files.tell(uri, new TextEncoder().encode(text), stored);
  if (document.isDirty) followUntold(files, document, (await stored).receipt.storedText);
  return isStored;
}

/**
 * VS Code takes what a document showed before a save that it was not told of for what is stored, and the document for clean once
 * an undo leads back there, each time: it becomes an edit of what is stored. Ends with the next save.
 */
function followUntold(files: RecordFileSystem, document: vscode.TextDocument, storedText: string): void {
  let isUndone = false;
  const storedTexts = [storedText];
  const following = together(
    vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges, reason }) => {
      if (changed !== document) return;
      if (contentChanges.length > 0) isUndone = reason !== undefined;
      if (document.isDirty) return;
      const text = document.getText();
      // It was read again, or somebody begins to type, which is not called an edit yet.
      if (!isUndone) storedTexts.push(text);
      else if (!storedTexts.includes(text))
        void markEdited(document).catch((error: unknown) => window.showErrorMessage(describeError(error)));
    }),
    files.onDidSave(({ uri }) => {
      if (uri.toString() === document.uri.toString()) following.dispose();
    }),
    onDidCloseDocument(uri => {
      if (uri.toString() === document.uri.toString()) following.dispose();
    }),
  );
}

/** Makes VS Code take a document for edited whose text stays as it is: it leaves out an edit that changes nothing. */
async function markEdited(document: vscode.TextDocument): Promise<void> {
  const text = document.getText();
  await editDocument(document, now => [{ offset: now.length, length: 0, content: ' ' }]);
  await replaceText(document, now => (now === `${text} ` ? text : now));
}
