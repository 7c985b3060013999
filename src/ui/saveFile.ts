import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inert, type Inert } from '../words/inert.js';
import { window } from './doors.js';
import { sayFailed } from './listeners.js';

/** A file that is to be written where the user wants it. */
export interface FileToSave {
  /** Proposed, without its ending. */
  readonly name: string;
  readonly ending: string;
  readonly folder?: vscode.Uri | undefined;
  readonly title: Inert;
  readonly content: () => Uint8Array;
}

/** Asks for a place, writes a file there and offers to open it. */
export async function saveFile({ name, ending, title, content, ...file }: FileToSave): Promise<void> {
  const folder = file.folder ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}.${ending}`) }),
    filters: { [ending.toUpperCase()]: [ending] },
    title,
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, content());
  const open = l10n.t('Open');
  const sentence = l10n.t('{0} was written.', inert(vscode.workspace.asRelativePath(target)));
  // Not awaited: the file is there, whether or not anybody looks at it.
  const opening = window.showInformationMessage(sentence, open).then(async choice => {
    if (choice !== open) return;
    // A page is for a browser.
    if (ending === 'html') await vscode.env.openExternal(target);
    else await vscode.commands.executeCommand('vscode.open', target);
  });
  opening.then(undefined, sayFailed);
}
