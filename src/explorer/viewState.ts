import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { ContextKey, View } from '../ids.js';
import type { Log, TreeView } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { together } from '../ui/lifetimes.js';
import type { ExplorerNode } from './explorerNode.js';
import type { SensorTrees } from './sensors/sensorTrees.js';
import type { TreeFilter } from './sensors/treeFilter.js';

/** Shows on the view what the filter lets through. */
export function showViewState(
  view: TreeView<ExplorerNode>,
  trees: SensorTrees,
  filter: TreeFilter,
  log: Log,
): vscode.Disposable {
  const say = async () => {
    const { filterMessage } = await import('./sensors/filterMessage.js');
    view.message = filterMessage(trees, filter);
  };
  const update = () => {
    if (filter.text) inBackground(log, say());
    else view.message = undefined;
    void vscode.commands.executeCommand('setContext', ContextKey.isFiltered, filter.text !== '');
  };
  return together(trees.onDidChange(update), filter.onDidChange(update));
}

/** What VS Code calls what is dragged in the tree. */
const draggedNodes = `application/vnd.code.tree.${View.explorer.toLowerCase()}`;

/** What is dragged in the tree, and where it is dropped; what becomes of it is loaded with the first. */
export const nodesByMouse: vscode.TreeDragAndDropController<ExplorerNode> = {
  dragMimeTypes: ['text/uri-list'],
  dropMimeTypes: [draggedNodes, 'text/uri-list'],
  handleDrag: async (nodes, data) => {
    const { dragged } = await import('./draggedNodes.js');
    const { documents, inTree } = dragged(nodes);
    data.set('text/uri-list', new vscode.DataTransferItem(documents));
    data.set(draggedNodes, new vscode.DataTransferItem(inTree));
  },
  handleDrop: async (target, data) => {
    const nodes = (data.get(draggedNodes)?.value ?? []) as readonly ExplorerNode[];
    const documents = data.get('text/uri-list');
    await (await import('./draggedNodes.js')).dropNodes(target, nodes, documents);
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
