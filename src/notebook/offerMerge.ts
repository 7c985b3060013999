import * as vscode from 'vscode';
import { window } from '../ui/doors.js';
import { quoted } from '../words/inert.js';

/** What this needs of the API of VS Code's own Git extension. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    readonly repositories: readonly {
      readonly state: { readonly mergeChanges: readonly { readonly uri: vscode.Uri }[] };
    }[];
  };
}

/**
 * Offers VS Code's merge editor for a notebook that is not read because of its conflict, where Git says that it has one.
 * @param content of the file, whose address VS Code does not tell those who read it
 */
export async function offerMerge(content: Uint8Array): Promise<void> {
  const uri = await conflictedFile(content);
  if (!uri) return;
  const open = vscode.l10n.t('Open merge editor');
  const name = quoted(uri.path.split('/').at(-1) ?? '');
  const chosen = await window.showWarningMessage(vscode.l10n.t('{0} has a merge conflict.', name), open);
  if (chosen === open) await vscode.commands.executeCommand('git.openMergeEditor', uri);
}

async function conflictedFile(content: Uint8Array): Promise<vscode.Uri | undefined> {
  const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  if (!git?.enabled) return undefined;
  const changes = git.getAPI(1).repositories.flatMap(({ state }) => state.mergeChanges);
  for (const { uri } of changes) {
    if (!uri.path.endsWith('.dqnb')) continue;
    // One that is deleted on both sides cannot be read.
    const other = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch(() => undefined);
    if (other && Buffer.compare(other, content) === 0) return uri;
  }
  return undefined;
}
