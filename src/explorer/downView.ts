import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { ContextKey, View } from '../ids.js';
import { window, type TreeView } from '../ui/doors.js';
import { Emitter, together } from '../ui/lifetimes.js';
import type { DownNode } from './sensors/downNodes.js';
import type { SensorTrees } from './sensors/sensorTrees.js';
import { downBadge } from './viewState.js';

/** What the explorer may ask of what is down. */
export interface DownNodes {
  /** VS Code may take one that it no longer shows for visible, but then it has no badge. */
  readonly view: TreeView<DownNode>;
  /** Fires with each node that VS Code is about to draw. */
  readonly onDidDraw: vscode.Event<DownNode>;
  readonly disposable: vscode.Disposable;
}

/** Shows which access points are down, by site, as long as some are. Its badge is what one sees of it from elsewhere. */
export function showDownView(connections: Connections, trees: SensorTrees): DownNodes {
  const changed = new Emitter<undefined>();
  const drew = new Emitter<DownNode>();
  const loaded = () => import('./sensors/downNodes.js');
  const view = window.createTreeView<DownNode>(View.down, {
    canSelectMany: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async node => {
        const { downSites, downPoints } = await loaded();
        if (node) return node.kind === 'site' ? downPoints(node) : [];
        return trees.keys.flatMap(connectionId => {
          const index = trees.get(connectionId);
          const origin = connections.all.length > 1 ? (connections.get(connectionId)?.name ?? '') : '';
          return index ? downSites({ connectionId, origin, index }) : [];
        });
      },
      getParent: async node => (node.kind === 'site' ? undefined : (await loaded()).siteAround(node)),
      getTreeItem: async node => {
        const { downItem } = await loaded();
        drew.fire(node);
        return downItem(node, connections.get(node.connectionId)?.isLocked ?? true);
      },
      resolveTreeItem: async (item, node) => {
        if (node.kind !== 'accessPoint') return item;
        const { nodeTooltip } = await import('./nodeTooltip.js');
        const { tooltip } = await import('./sensors/sensorItem.js');
        const { openingCommand } = await import('./documentUri.js');
        const text = nodeTooltip(node, () => undefined);
        if (text) item.tooltip ??= tooltip(text);
        // Only now, because a save may have renamed its tab.
        const command = openingCommand(node);
        if (command) item.command ??= command;
        return item;
      },
    },
  });
  const update = () => {
    view.badge = downBadge(trees);
    void vscode.commands.executeCommand('setContext', ContextKey.hasDown, view.badge !== undefined);
    changed.fire(undefined);
  };
  const listeners = [trees.onDidChange(update), connections.onDidChange(update)];
  return {
    view,
    onDidDraw: drew.event,
    disposable: together(changed, drew, view, ...listeners),
  };
}
