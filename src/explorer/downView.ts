import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { ContextKey, View } from '../ids.js';
import { window, type Log, type TreeView } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { Emitter, together } from '../ui/lifetimes.js';
import { ownedOnce } from '../ui/loadedOnce.js';
import type { DownNode } from './sensors/downNodes.js';
import type { DownLists } from './sensors/downLists.js';
import type { DownSources } from './sensors/downUnknown.js';
import type { SensorTrees } from './sensors/sensorTrees.js';

/** Milliseconds that what the user opens at the start has for itself. */
const afterStart = 1000;

/** What the explorer may ask of what is down. */
export interface DownNodes {
  /** VS Code may take one that it no longer shows for visible, but then it has no badge. */
  readonly view: TreeView<DownNode>;
  /** Tells when VS Code is asked to draw them anew. */
  readonly onDidChange: Emitter<unknown>['event'];
  /** Tells of each node that VS Code is about to draw. */
  readonly onDidDraw: Emitter<DownNode>['event'];
  /** What was read to know what is down where no tree was. */
  readonly lists: () => Promise<DownLists>;
  readonly disposable: vscode.Disposable;
}

/** Tells, now and when it changes, whether all managers are to be asked although nobody looks. */
function readAtStart(tell: (isWanted: boolean) => void): vscode.Disposable {
  const { getConfiguration, onDidChangeConfiguration } = vscode.workspace;
  const read = () => tell(getConfiguration('netsensor.explorer').get('readAtStart', true));
  read();
  return onDidChangeConfiguration(
    event => event.affectsConfiguration('netsensor.explorer.readAtStart') && read(),
  );
}

const loaded = () => import('./sensors/downRows.js');

interface RowSources {
  readonly connections: Connections;
  readonly sources: () => Promise<DownSources>;
  /** Is told of each row that VS Code is about to draw. */
  readonly drawing: Emitter<DownNode>;
}

const rowsOf = ({ connections, sources, drawing }: RowSources): vscode.TreeDataProvider<DownNode> => ({
  getChildren: async node => (await loaded()).downChildren(await sources(), node),
  getParent: async node => (await loaded()).downParent(node),
  getTreeItem: async node => {
    const item = (await loaded()).downRow(node, connections);
    drawing.fire(node);
    return item;
  },
  resolveTreeItem: async (item, node) => (await loaded()).resolvedDownRow(item, node),
});

/**
 * Shows which access points are down, by site, as long as some are or it is not known whether some are. Its badge is what
 * one sees of it from elsewhere.
 */
export function showDownView(connections: Connections, trees: SensorTrees, log: Log): DownNodes {
  const changing = new Emitter<undefined>();
  const drawing = new Emitter<DownNode>();
  const lists = ownedOnce(async () => {
    const made = new (await loaded()).DownLists(connections, trees, log, readAtStart);
    made.onDidChange(update);
    return made;
  });
  const sources = async () => ({ connections, trees, lists: await lists.get() });
  const view = window.createTreeView<DownNode>(View.down, {
    canSelectMany: true,
    treeDataProvider: { onDidChangeTreeData: changing.event, ...rowsOf({ connections, sources, drawing }) },
  });
  let isDue = false;
  const update = () => {
    if (isDue || connections.all.length + trees.keys.length === 0) return;
    isDue = true;
    inBackground(log, drawAnew());
  };
  const drawAnew = async () => {
    const { downBadge, isUnknown } = await loaded();
    const known = await sources();
    isDue = false;
    view.badge = downBadge(known);
    const isShown = view.badge !== undefined || isUnknown(known);
    void vscode.commands.executeCommand('setContext', ContextKey.hasDown, isShown);
    changing.fire(undefined);
  };
  const start = setTimeout(update, afterStart);
  const listeners = [trees.onDidChange(update), connections.onDidChange(update)];
  return {
    view,
    onDidChange: changing.event,
    onDidDraw: drawing.event,
    lists: lists.get,
    disposable: together(changing, drawing, view, lists, ...listeners, {
      dispose: () => clearTimeout(start),
    }),
  };
}
