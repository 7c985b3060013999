import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { ContextKey, View } from '../ids.js';
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

/** What is dragged in the tree, and where it is dropped; what becomes of it is loaded with the first. */
export const nodesByMouse: vscode.TreeDragAndDropController<ExplorerNode> = {
  dragMimeTypes: ['text/uri-list'],
  dropMimeTypes: [draggedNodes],
  handleDrag: async (nodes, data) => {
    const { dragged } = await import('./draggedNodes.js');
    const { documents, inTree } = dragged(nodes);
    data.set('text/uri-list', new vscode.DataTransferItem(documents));
    data.set(draggedNodes, new vscode.DataTransferItem(inTree));
  },
  handleDrop: async (target, data) => {
    const nodes = (data.get(draggedNodes)?.value ?? []) as readonly TreeNode[];
    await (await import('./draggedNodes.js')).dropNodes(target, nodes);
  },
};

/** Drops nodes of the tree into the text of a document. */
export const nodesIntoText = (connections: Connections): vscode.Disposable =>
  vscode.languages.registerDocumentDropEditProvider(
    '*',
    {
      provideDocumentDropEdits: async (document, position, data) =>
        (await import('./linkCommands.js')).dropEdit(connections, {
          document,
          position,
          dragged: data.get(draggedNodes),
        }),
    },
    { dropMimeTypes: [draggedNodes] },
  );
