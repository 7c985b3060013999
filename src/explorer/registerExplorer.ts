import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import { Command, Scheme, View } from '../ids.js';
import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import type { NodeHint } from '../model/nodeHint.js';
import type { InventoryTypeTarget, RecordTarget } from '../model/recordTarget.js';
import type { NodeSearch } from '../model/sensors/nodeSearch.js';
import { actedOn, type NodeRef, type NodeTarget } from '../model/sensors/nodeTarget.js';
import { window, type Log } from '../ui/doors.js';
import type { Inert } from '../ui/inert.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { AutoRefresh } from './autoRefresh.js';
import type { ErrorNode, ExplorerNode, TreeNode } from './explorerNode.js';
import { ExplorerTree } from './explorerTree.js';
import type { InventoryLists } from './inventory/inventoryLists.js';
import { InventoryTree } from './inventory/inventoryTree.js';
import { RecordViews } from './inventory/recordViews.js';
import type { SearchCommands } from './sensors/searchCommands.js';
import { sensorTrees } from './sensorTrees.js';
import { TreeFilter } from './sensors/treeFilter.js';
import { settledSelection } from './settledSelection.js';
import { showViewState } from './viewState.js';

/** What the explorer needs from the rest of the extension. */
export interface ExplorerOptions {
  readonly connections: Connections;
  readonly connectionState: (connection: Connection) => Inert;
  readonly lists: InventoryLists;
  /** Opens a record document, reusing the one that is open already. */
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  /** Keeps how the records of a type are sorted. */
  readonly workspaceState: vscode.Memento;
  readonly log: Log;
}

/** What the rest of the extension may ask of the explorer. */
export interface Explorer {
  readonly tree: ExplorerTree;
  /** The sensors and access points that are selected in the view. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
  /** The same of a view that is shown, at once: none while VS Code draws nodes anew. */
  readonly selectedNow: () => readonly NodeTarget[];
  /** The inventory records and types that are selected in the view. */
  readonly selectedRecords: () => Promise<readonly (RecordTarget | InventoryTypeTarget)[]>;
  /** The numbers of the records that the filter of a type lets through; undefined where nothing is filtered. */
  readonly shownRecords: (
    connectionId: string,
    type: InventoryType,
  ) => Promise<readonly number[] | undefined>;
  /** Reads lists of inventory records again that were read, or whose records are open. */
  readonly readRecordsAgain: (connectionId: string, types: readonly InventoryType[]) => Promise<void>;
  /** Reads the sensor tree of a connection again, if it was read; a failure is shown in the tree. */
  readonly refreshSensors: (connectionId: string) => Promise<void>;
  /** Reads the tree again and selects a node that was made a moment ago, whatever hides it. */
  readonly revealNew: (ref: NodeRef) => Promise<void>;
  /** Selects a node that something else is about; false when the manager does not have it. */
  readonly revealHint: (hint: NodeHint) => Promise<boolean>;
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** The search over the sensor tree of a connection, which is read if necessary. */
  readonly searchOf: (connectionId: string) => Promise<NodeSearch>;
  /** Fires with the connection whose tree was read or forgotten. */
  readonly onDidReadTree: vscode.Event<string>;
  /** Selects an inventory record, whatever hides it; nothing happens when the manager does not have it. */
  readonly revealRecord: (record: RecordIdentity) => Promise<void>;
  readonly disposable: vscode.Disposable;
}

/** Names one inventory record. */
export interface RecordIdentity {
  readonly connectionId: string;
  readonly type: InventoryType;
  readonly id: number;
}

/** Shows the explorer view and its commands. */
export function registerExplorer(options: ExplorerOptions): Explorer {
  const { connections, connectionState, lists, openRecord, workspaceState, log } = options;
  const trees = sensorTrees(connections);
  const filter = new TreeFilter();
  const views = new RecordViews(workspaceState);
  const inventory = new InventoryTree(lists, views);
  const tree = new ExplorerTree({ connections, connectionState, trees, filter, lists, inventory, log });
  const view = window.createTreeView<ExplorerNode>(View.explorer, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  let searching: Promise<SearchCommands> | undefined;
  const search = () => {
    searching ??= import('./sensors/searchCommands.js').then(
      loaded => new loaded.SearchCommands({ connections, trees, filter, tree, view, openRecord }),
    );
    return searching;
  };
  const selection = () => settledSelection(view, trees);
  const open = async (clicked?: ExplorerNode, selected?: readonly ExplorerNode[]) => {
    const { documentUri } = await import('./documentUri.js');
    for (const node of actedOn(clicked, selected ?? (clicked ? undefined : await selection()))) {
      const uri = documentUri(node);
      if (uri) await openRecord(uri);
    }
  };
  const disposable = vscode.Disposable.from(
    trees,
    filter,
    views,
    inventory,
    tree,
    view,
    showViewState(view, trees, filter),
    new AutoRefresh({ connections, trees, tree, view, log }),
    connections.onDidChange(() => tree.showConnections()),
    registerCommands(
      {
        [Command.refresh]: (node?: ExplorerNode) => tree.refresh(node),
        [Command.retry]: (node: ErrorNode) => tree.refresh(node.parent),
        [Command.openRecord]: open,
        [Command.findNode]: async (node?: ExplorerNode) => (await search()).find(node?.connectionId),
        [Command.filterTree]: async () => (await search()).askForFilter(),
        [Command.clearFilter]: async () => (await search()).setFilter(''),
        ...loadedCommands(
          [Command.copyUuid, Command.copyMac, Command.copyPath, Command.copyJson, Command.copyCurl],
          async () => (await import('./copyCommands.js')).copyCommands(connections, selection),
        ),
        ...loadedCommands([Command.sortRecords, Command.filterRecords, Command.clearRecordFilter], async () =>
          (await import('./inventory/recordCommands.js')).recordCommands(views, selection),
        ),
      },
      log,
    ),
  );
  return {
    tree,
    selected: async () => (await selection()).filter(isTreeNode),
    selectedNow: () => (view.visible ? view.selection.filter(isTreeNode) : []),
    selectedRecords: async () =>
      (await selection()).filter(node => node.kind === 'record' || node.kind === 'inventoryType'),
    shownRecords: (connectionId, type) => inventory.shownRecords(connectionId, type),
    readRecordsAgain: async (connectionId, types) => {
      const known = types.filter(type => lists.get(connectionId, type) ?? isAnyOpen(connectionId, type));
      await Promise.allSettled(known.map(type => lists.update(connectionId, type)));
    },
    refreshSensors: connectionId => tree.readSensorsAgain(connectionId),
    revealNew: async ref => {
      await tree.readSensorsAgain(ref.connectionId);
      await (await search()).reveal(ref);
    },
    revealHint: async hint => {
      const { revealHint } = await import('./sensors/revealHint.js');
      return revealHint(hint, {
        read: id => trees.read(id),
        reveal: async ref => (await search()).reveal(ref),
      });
    },
    treeOf: connectionId => trees.get(connectionId),
    searchOf: async id => (await search()).over(id),
    onDidReadTree: trees.onDidChange,
    revealRecord: async ({ connectionId, type, id }) => {
      const node = await tree.locateRecord(connectionId, type, id);
      if (node) await view.reveal(node, { select: true, focus: true });
    },
    disposable,
  };
}

/** Whether a record of the type is open, which then follows its list. */
const isAnyOpen = (connectionId: string, type: InventoryType): boolean =>
  vscode.workspace.textDocuments.some(
    ({ uri }) =>
      uri.scheme === Scheme.record &&
      uri.authority === connectionId &&
      uri.path.startsWith(`/inventory/${type}/`),
  );

function isTreeNode(node: ExplorerNode): node is TreeNode {
  return node.kind === 'sensor' || node.kind === 'accessPoint';
}
