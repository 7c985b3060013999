import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inert, joined, type Inert } from '../words/inert.js';
import { window } from './doors.js';
import { sayFailed } from './listeners.js';

/** What is said when somebody is asked where a file is to be written. */
export interface AskedFile {
  /** Proposed, without its ending. */
  readonly name: string;
  readonly ending: string;
  readonly folder?: vscode.Uri | undefined;
  readonly title: Inert;
}

/** A file that is to be written where the user wants it. */
export interface FileToSave extends AskedFile {
  readonly content: () => Uint8Array;
}

/** Asks for a place, writes a file there and offers to open it. */
export async function saveFile({ content, ...file }: FileToSave): Promise<void> {
  const target = await askForFile(file);
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, content());
  sayWritten(target);
}

/** Asks where a file is to be written. */
export async function askForFile({
  name,
  ending,
  title,
  ...file
}: AskedFile): Promise<vscode.Uri | undefined> {
  const folder = file.folder ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  return window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}.${ending}`) }),
    filters: { [ending.toUpperCase()]: [ending] },
    title,
  });
}

/** Says that a file was written, and offers to open it. @param besides what is to be known of it */
export function sayWritten(target: vscode.Uri, besides: Inert | '' = ''): void {
  const open = l10n.t('Open');
  const written = l10n.t('{0} was written.', inert(vscode.workspace.asRelativePath(target)));
  const sentence = joined([written, besides]);
  // Not awaited: the file is there, whether or not anybody looks at it.
  const opening = window.showInformationMessage(sentence, open).then(async choice => {
    if (choice !== open) return;
    // A page is for a browser, which knows no files of another machine.
    const isHere = target.scheme === 'file' && vscode.env.remoteName === undefined;
    if (isHere && /\.html?$/i.test(target.path)) await vscode.env.openExternal(target);
    else await vscode.commands.executeCommand('vscode.open', target);
  });
  opening.then(undefined, sayFailed);
}

/** The folder of a document, to propose it; undefined where none of it is on a disk. */
export const folderOf = ({ uri, isUntitled }: Pick<vscode.NotebookDocument, 'uri' | 'isUntitled'>) =>
  isUntitled || uri.scheme !== 'file' ? undefined : besideFile(uri, '.');

/** A file or folder beside a file. */
export const besideFile = (file: vscode.Uri, ...path: readonly string[]): vscode.Uri =>
  vscode.Uri.joinPath(file, '..', ...path);

/** Writes a text into a file; its folder comes with it. */
export const writeText = (target: vscode.Uri, text: string): Thenable<void> =>
  vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));

/** The names of what a folder holds; none where there is no such folder. */
export async function namesIn(folder: vscode.Uri): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  return entries.map(([name]) => name);
}

/** Deletes a file. */
export const deleteFile = (target: vscode.Uri): Thenable<void> => vscode.workspace.fs.delete(target);
