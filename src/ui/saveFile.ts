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
    // A page is for a browser.
    if (/\.html?$/i.test(target.path)) await vscode.env.openExternal(target);
    else await vscode.commands.executeCommand('vscode.open', target);
  });
  opening.then(undefined, sayFailed);
}

/** A file or folder beside a file. */
export const besideFile = (file: vscode.Uri, ...path: readonly string[]): vscode.Uri =>
  vscode.Uri.joinPath(file, '..', ...path);

/** Writes a text into a file; its folder comes with it. */
export const writeText = (target: vscode.Uri, text: string): Thenable<void> =>
  vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
