import type * as vscode from 'vscode';
import { window } from '../../ui/doors.js';
import { GivenUpError } from '../../words/inert.js';
import type { DocumentTable } from './documentTable.js';
import type { RecordFileSystem } from './recordFileSystem.js';

const noteTime = 8_000;

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
  // VS Code may have formatted the text before it saves it; what was typed meanwhile is saved anew.
  const isSame = (content: Uint8Array) =>
    failure !== undefined || withoutLayout(new TextDecoder().decode(content)) === withoutLayout(text);
  files.made.set(uri.toString(), content => (isSame(content) ? stored : undefined));
  try {
    return (await document.save()) ? 'saved' : 'failed';
  } finally {
    files.made.delete(uri.toString());
  }
}

/** What was saved is JSON, which is compared without its layout. */
function withoutLayout(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
