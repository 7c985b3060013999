import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command, ContextKey, View } from '../ids.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { TreeView } from '../ui/doors.js';
import { together } from '../ui/lifetimes.js';
import { grouped } from '../words/locale.js';
import { quoted, type Inert } from '../words/inert.js';
import type { ExplorerNode, TreeNode } from './explorerNode.js';
import type { SensorTrees } from './sensors/sensorTrees.js';
import type { TreeFilter } from './sensors/treeFilter.js';

/** Shows on the view what the filter lets through. */
export function showViewState(
  view: TreeView<ExplorerNode>,
  trees: SensorTrees,
  filter: TreeFilter,
): vscode.Disposable {
  const update = () => {
    view.message = filterMessage(trees, filter);
    void vscode.commands.executeCommand('setContext', ContextKey.isFiltered, filter.text !== '');
  };
  return together(trees.onDidChange(update), filter.onDidChange(update));
}

function filterMessage(trees: SensorTrees, filter: TreeFilter): Inert | undefined {
  if (!filter.text) return undefined;
  const matches = sum(trees, index => filter.matches(index).length);
  const all = sum(trees, index => index.size);
  return l10n.t(
    'Filter “{0}”: {1} of {2} nodes match. Clear it with Escape or with the funnel in the title.',
    quoted(filter.text),
    grouped(matches),
    grouped(all),
  );
}

const sum = (trees: SensorTrees, count: (index: SensorIndex) => number): number =>
  trees.keys.reduce((total, id) => {
    const index = trees.get(id);
    return index ? total + count(index) : total;
  }, 0);

/** What VS Code calls what is dragged in the tree. */
const draggedNodes = `application/vnd.code.tree.${View.explorer.toLowerCase()}`;

/** Sensors and access points are dropped on the domain that they are to stand below; a question comes before anything is sent. */
export const nodesByMouse: vscode.TreeDragAndDropController<ExplorerNode> = {
  dragMimeTypes: [],
  dropMimeTypes: [draggedNodes],
  handleDrag: (nodes, data) => data.set(draggedNodes, new vscode.DataTransferItem(nodes.filter(isTreeNode))),
  handleDrop: async (target, data) => {
    const nodes = (data.get(draggedNodes)?.value ?? []) as readonly TreeNode[];
    if (nodes.length > 0 && target?.kind === 'sensor' && target.sensorKind === 'domain')
      await vscode.commands.executeCommand(Command.moveNodes, nodes[0], nodes, target);
  },
};

/** Whether a node is a sensor or an access point. */
export const isTreeNode = (node: ExplorerNode): node is TreeNode =>
  node.kind === 'sensor' || node.kind === 'accessPoint';
