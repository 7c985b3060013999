import * as vscode from 'vscode';
import { Command, Notebook, View } from '../ids.js';
import { inBackground } from '../ui/listeners.js';
import type { ExplorerParts } from './explorerTree.js';
import { treeNode } from './sensors/sensorNodes.js';
import { revealRow } from './polledSelection.js';

/** `noteShown` notes that it was shown. */
type FirstLookParts = ExplorerParts & { readonly noteShown: () => PromiseLike<void> };

/**
 * As soon as there is a connection: the tree with its first levels open, and a notebook with its first result. Who had
 * connections before does not need it; where variables make the connection, as after `npm start`, it is the notebook of
 * samples in the workspace. In a workspace that nobody trusts nothing of it is opened and no query is run; that of the
 * environment waits until it is trusted.
 */
export function firstLook(parts: FirstLookParts): vscode.Disposable {
  const { connections, log } = parts;
  const [first] = connections.all;
  if (first?.source === 'environment') {
    const show = () => inBackground(log, showSamples(parts, first.id));
    if (!vscode.workspace.isTrusted) return vscode.workspace.onDidGrantWorkspaceTrust(show);
    show();
  }
  if (first) return { dispose: () => undefined };
  const listener = connections.onDidChange(() => {
    const [added] = connections.all;
    if (!added) return;
    listener.dispose();
    inBackground(log, showProduct(parts, { connectionId: added.id }));
  });
  return listener;
}

async function showSamples(parts: FirstLookParts, connectionId: string): Promise<void> {
  const [notebook] = await vscode.workspace.findFiles('sample-queries.dqnb', undefined, 1);
  if (notebook) await showProduct(parts, { connectionId, notebook });
}

async function showProduct(
  { trees, view, noteShown }: FirstLookParts,
  { connectionId, notebook: file }: { connectionId: string; notebook?: vscode.Uri },
): Promise<void> {
  await noteShown();
  await vscode.commands.executeCommand(`${View.explorer}.focus`);
  const index = await trees.read(connectionId);
  await revealRow(view, treeNode({ connectionId, index }, 0), { expand: 2, focus: false, select: false });
  // Who added a manager to run a notebook has one already.
  if (
    vscode.window.visibleNotebookEditors.some(
      ({ notebook: { notebookType } }) => notebookType === Notebook.type,
    )
  )
    return;
  if (file) {
    const opened = await vscode.workspace.openNotebookDocument(file);
    await vscode.window.showNotebookDocument(opened, { preserveFocus: true });
  } else await vscode.commands.executeCommand(Command.newNotebook);
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  const query = notebook?.getCells().find(({ kind }) => kind === vscode.NotebookCellKind.Code);
  if (!notebook || !query || !vscode.workspace.isTrusted) return;
  const ranges = [{ start: query.index, end: query.index + 1 }];
  await vscode.commands.executeCommand('notebook.cell.execute', { ranges, document: notebook.uri });
}
