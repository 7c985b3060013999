import * as vscode from 'vscode';
import { Command, View } from '../../ids.js';
import { nodeRef } from '../../model/sensors/nodeTarget.js';
import { inBackground } from '../../ui/listeners.js';
import { registerCommands } from '../../ui/registerCommands.js';
import type { showDownView } from '../downView.js';
import type { ExplorerNode, TreeNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { DownNode } from '../sensors/downNodes.js';
import { treeNode } from '../sensors/sensorNodes.js';
import type { DetailsView } from './detailsView.js';
import { SelectionFollower } from './selectionFollower.js';

/** The details, loaded when they are first shown: a view that follows what is selected in the two views, and a panel. */
export function showDetails(
  parts: ExplorerParts,
  selection: () => Promise<readonly ExplorerNode[]>,
  { view: downView, onDidDraw }: ReturnType<typeof showDownView>,
): vscode.Disposable {
  let details: DetailsView | undefined;
  let beside: vscode.WebviewPanel | undefined;
  const downSelection = async () => {
    const { settledSelection } = await import('../settledSelection.js');
    const nodes = (await settledSelection(downView, parts.trees)).map(nodeOfDown);
    // VS Code names one that was deleted until it has drawn the others anew.
    return nodes.filter(node => parts.trees.get(node.connectionId)?.find(nodeRef(node)) !== undefined);
  };
  const follower = new SelectionFollower<ExplorerNode>({
    views: [selection, downSelection],
    show: node => details?.show(node),
    keyOf: ({ itemId }) => itemId,
  });
  const drawn = () => inBackground(parts.log, follower.drawn());
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(View.details, {
      resolveWebviewView: async made => {
        const { DetailsView } = await import('./detailsView.js');
        details ??= new DetailsView(parts);
        details.drawOn(made);
        inBackground(parts.log, follower.look());
      },
    }),
    parts.view.onDidChangeSelection(({ selection: [node] }) =>
      inBackground(parts.log, follower.selected(selection, node)),
    ),
    downView.onDidChangeSelection(({ selection: [node] }) =>
      inBackground(parts.log, follower.selected(downSelection, node && nodeOfDown(node))),
    ),
    parts.tree.onDidDraw(drawn),
    onDidDraw(drawn),
    parts.trees.onDidChange(() => inBackground(parts.log, follower.look())),
    registerCommands(
      {
        [Command.showDetails]: async () => {
          const { openDetailsBeside } = await import('./detailsBeside.js');
          if (beside) return beside.reveal(undefined, true);
          beside = openDetailsBeside(parts);
          beside.onDidDispose(() => (beside = undefined));
        },
      },
      parts.log,
    ),
    new vscode.Disposable(() => {
      details?.dispose();
      beside?.dispose();
    }),
  );
}

/** What is down, as the tree has it. */
const nodeOfDown = (node: DownNode): TreeNode => (node.kind === 'site' ? treeNode(node, node.number) : node);
