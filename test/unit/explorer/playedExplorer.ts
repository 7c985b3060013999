import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Connections } from '../../../src/connections/connection.js';
import type { ExplorerNode } from '../../../src/explorer/explorerNode.js';
import { ExplorerTree } from '../../../src/explorer/explorerTree.js';
import { InventoryLists } from '../../../src/explorer/inventory/inventoryLists.js';
import { InventoryTree } from '../../../src/explorer/inventory/inventoryTree.js';
import { RecordViews } from '../../../src/explorer/inventory/recordViews.js';
import { ArrivingTrees, sensorTrees, VendorSensors } from '../../../src/explorer/sensors/sensorTrees.js';
import { TreeFilter } from '../../../src/explorer/sensors/treeFilter.js';
import type { Log } from '../../../src/ui/doors.js';
import { inert } from '../../../src/words/inert.js';
import { storedState } from '../storedState.js';

/** What a manager plays. */
interface PlayedManager {
  /** Its whole tree, or parts of it first. */
  tree: (onPart?: (top: object) => void) => Promise<object>;
  /** Its lists, by the types of inventory. */
  lists: Readonly<Record<string, readonly object[]>>;
  /** Bytes by time, for every query. */
  traffic: readonly { readonly timestamp: string; readonly values: { readonly bytes: number } }[];
}

const connection = { id: 'lab', name: 'Lab', address: 'https://lab.example', source: 'saved' };

/** The tree of the explorer over a manager that a test plays, and ways through its rows as VS Code would draw them. */
export function playedExplorer(play: Partial<PlayedManager> = {}) {
  const manager: PlayedManager = { tree: async () => ({}), lists: {}, traffic: [], ...play };
  const client = {
    sensors: { rawTree: (_uuid: unknown, _signal: unknown, onPart: () => void) => manager.tree(onPart) },
    listRecords: async (type: string) => ({ rows: manager.lists[type] ?? [], unread: [] }),
    runQuery: async () => ({ rows: manager.traffic }),
  };
  const connections = {
    all: [connection],
    get: () => connection,
    client: async () => client,
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as Connections;
  const arriving = new ArrivingTrees();
  const trees = sensorTrees(connections, new VendorSensors(storedState()), arriving);
  const filter = new TreeFilter();
  const lists = new InventoryLists(connections);
  const views = new RecordViews(storedState());
  const log = { error: (words: string) => assert.fail(words) } as unknown as Log;
  const inventory = new InventoryTree(lists, views, log);
  const connectionWords = async () => ({
    connectionState: () => inert(''),
    helpFor: () => undefined,
    reachLines: () => [],
  });
  const parts = {
    connections,
    connectionWords,
    trees,
    arriving,
    filter,
    lists,
    inventory,
    log,
  };
  const tree = new ExplorerTree(parts);
  const [top] = tree.getChildren() as ExplorerNode[];
  const [sensors, records] = tree.getChildren(top) as [ExplorerNode, ExplorerNode];
  return { ...parts, client, manager, tree, views, sensors, records, ...rowsOf(tree) };
}

function rowsOf(tree: ExplorerTree) {
  const below = async (parent: ExplorerNode) => {
    const nodes = await tree.getChildren(parent);
    return Promise.all(nodes.map(async node => ({ node, item: await tree.getTreeItem(node) })));
  };
  const row = async (parent: ExplorerNode, label: string) => {
    const rows = await below(parent);
    const found = rows.find(({ item }) => item.label === label);
    return found ?? assert.fail(`No ${label} in ${rows.map(({ item }) => String(item.label)).join()}`);
  };
  return {
    /** The row with a label below a node. */
    row,
    /** The node that one gets to by opening the rows with these labels, one after the other. */
    at: async (start: ExplorerNode, ...labels: readonly string[]): Promise<ExplorerNode> => {
      let node = start;
      for (const label of labels) ({ node } = await row(node, label));
      return node;
    },
    /** What VS Code is given of all that stands below a node. */
    items: async (parent: ExplorerNode): Promise<vscode.TreeItem[]> =>
      (await below(parent)).map(({ item }) => item),
  };
}
