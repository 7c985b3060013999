import * as vscode from 'vscode';
import type { Connections, ConnectionWords } from '../connections/connection.js';
import { Notebook, selectFocused, View } from '../ids.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import type { NodeRef, NodeHint } from 'netsensor-contract/sensors/nodeRecord';
import type { SavedNode } from '../model/sensors/treeWith.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground, sayFailed } from '../ui/listeners.js';
import { loadedOnce, ownedOnce } from '../ui/loadedOnce.js';
import { isRecordDocument, onceDocumentOpens, onceNotebookOpens } from '../ui/onceOpened.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import { together } from '../ui/lifetimes.js';
import type * as explorerCommands from './explorerCommands.js';
import type { Explorer } from './explorerCommands.js';
import { isTreeNode, type ExplorerNode, type TreeNode } from './explorerNode.js';
import type { PicturesInFront } from './front.js';
import type { ChangedRecords } from './inventory/openRecords.js';
import type { SavedAs } from './pins/places.js';
import { PointedRow } from './details/pointedRow.js';
import { showDetails } from './details/showDetails.js';
import { showDownView } from './downView.js';
import { ExplorerTree, toConnectionNode, type ExplorerParts } from './explorerTree.js';
import { isReadInPart, type InventoryLists } from './inventory/inventoryLists.js';
import { InventoryTree } from './inventory/inventoryTree.js';
import { RecordViews } from './inventory/recordViews.js';
import { ArrivingTrees, sensorTrees, VendorSensors } from './sensors/sensorTrees.js';
import { TreeFilter } from './sensors/treeFilter.js';
import { nodesByMouse, nodesIntoText, showViewState } from './viewState.js';

/** What the explorer needs from the rest of the extension. */
export interface ExplorerOptions {
  readonly connections: Connections;
  readonly connectionWords: () => Promise<ConnectionWords>;
  readonly lists: InventoryLists;
  /** Keeps how the records of a type are sorted. */
  readonly workspaceState: vscode.Memento;
  /** Keeps what belongs to no workspace. */
  readonly globalState: vscode.Memento;
  /** Where the files of the extension are. */
  readonly extensionUri: vscode.Uri;
  /** Where files are kept that belong to no workspace. */
  readonly storage: vscode.Uri;
  readonly log: Log;
}

/** What each command does, by its name in their module. */
const commands: Readonly<Record<string, keyof typeof explorerCommands>> = {
  [selectFocused]: 'selectRow',
  ...named(
    'refresh',
    'retry',
    'revealNode',
    'search',
    'findInRecords',
    'revealDocument',
    'deleteDown',
    'filterTree',
    'clearFilter',
    'pin',
    'unpin',
    'openPin',
    'renamePin',
    'movePinUp',
    'movePinDown',
    'newPinGroup',
    'removePinGroup',
    'openPinsFile',
    'forgetRecent',
    'copyUuid',
    'copyMac',
    'copyPath',
    'copyJson',
    'copyLink',
    'copyCurl',
    'openInBrowser',
    'sortRecords',
    'filterRecords',
    'clearRecordFilter',
  ),
};

/** Shows the explorer view and its commands; what the rest of the extension may ask of it. */
export function registerExplorer(options: ExplorerOptions) {
  const { connections, globalState, log } = options;
  const explorer = makeExplorer(options);
  const { trees, arriving, filter, views, inventory, tree, view, down, selection, pointed } = explorer;
  const drawState = (id: string) => inBackground(log, tree.drawState(id));
  const disposable = together(
    trees,
    arriving,
    filter,
    views,
    inventory,
    tree,
    view,
    showViewState(view, trees, filter, log),
    nodesIntoText(connections),
    showFirstLook(globalState, explorer),
    down.disposable,
    explorer.drawn,
    explorer.places,
    oncePlacesAreUseful(explorer),
    pointed,
    showDetails(explorer, selection, { down, pointed }),
    refreshFromTimeToTime(explorer),
    vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (typed, token) =>
        (await import('./search/searchAll.js')).workspaceSymbols(explorer, typed, token),
    }),
    connections.onDidChange(() => inBackground(log, showConnections(explorer))),
    connections.onDidReach(drawState),
    trees.onDidChange(drawState),
    explorer.lists.onDidChange(({ connectionId }) => drawState(connectionId)),
    vscode.window.registerUriHandler({
      handleUri: async uri => (await import('./linkCommands.js')).openLink(explorer, uri).catch(sayFailed),
    }),
    registerCommands(
      commandsOf(commands, () => import('./explorerCommands.js'), explorer),
      log,
    ),
  );
  return {
    ...selectionServices(explorer),
    ...treeServices(explorer),
    ...recordServices(explorer),
    ...revealServices(explorer),
    disposable,
  };
}

function makeExplorer(options: ExplorerOptions): Explorer {
  const { connections, connectionWords, lists, workspaceState, globalState, extensionUri, storage, log } =
    options;
  const vendors = new VendorSensors(globalState);
  const arriving = new ArrivingTrees();
  const trees = sensorTrees(connections, vendors, arriving);
  const filter = new TreeFilter();
  const views = new RecordViews(workspaceState);
  const inventory = new InventoryTree(lists, views, log);
  const shown = { connections, trees, filter, lists, inventory };
  const tree = new ExplorerTree({ ...shown, connectionWords, arriving });
  const view = window.createTreeView<ExplorerNode>(View.explorer, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: nodesByMouse,
  });
  const parts: ExplorerParts = { ...shown, tree, view, extensionUri, log };
  const search = loadedOnce(
    async () => new (await import('./sensors/searchCommands.js')).SearchCommands(parts),
  );
  const selection = async () => (await import('./polledSelection.js')).polledSelection(view, trees);
  const down = showDownView(connections, trees, log);
  const places = ownedOnce(
    async () => new (await import('./pins/places.js')).Places({ ...parts, workspaceState, storage }),
  );
  return {
    ...parts,
    vendors,
    arriving,
    views,
    search,
    selection,
    down,
    drawn: lastOf(tree.onDidChangeTreeData, tree.onDidDraw, down.onDidChange, down.onDidDraw),
    keys: {},
    places,
    pointed: new PointedRow(),
    shownSearch: {},
    workspaceState,
  };
}

/** When the last of these fired, in milliseconds. */
function lastOf(...events: readonly ((listener: () => void) => vscode.Disposable)[]): Explorer['drawn'] {
  const last = { at: 0 };
  return Object.assign(last, together(...events.map(event => event(() => (last.at = Date.now())))));
}

/** Draws the tree anew at once; what that takes besides is loaded with the first change. */
const showConnections = async (explorer: Explorer) =>
  (await import('./refreshTree.js')).showConnections(explorer);

/** Shows what is pinned and was used lately from when the tree is first seen; what is opened before that is noted too. */
function oncePlacesAreUseful({ view, places, log }: Explorer): vscode.Disposable {
  const load = () => inBackground(log, places.get());
  const isOurs = ({ notebookType }: vscode.NotebookDocument) => notebookType === Notebook.type;
  return together(
    view.onDidChangeVisibility(load),
    onceDocumentOpens(isRecordDocument, places.get),
    onceNotebookOpens(isOurs, places.get),
  );
}

function followFront(explorer: Explorer, pictures: PicturesInFront): vscode.Disposable {
  const { log } = explorer;
  const follower = ownedOnce(async () => {
    const [{ DocumentFollower }, { frontOf }] = await Promise.all([
      import('./followDocument.js'),
      import('./front.js'),
    ]);
    return new DocumentFollower(explorer, frontOf(pictures), explorer.pointed);
  });
  return together(
    follower,
    onceDocumentOpens(isRecordDocument, follower.get),
    pictures.onDidChange(() => inBackground(log, follower.get())),
  );
}

const selectionServices = ({ tree, view, selection }: Explorer) => ({
  /** The documents of the nodes that a command acts on: those that were clicked, else those that are selected. */
  documentsOf: async (
    clicked?: ExplorerNode | NodeTarget,
    selected?: readonly (ExplorerNode | NodeTarget)[],
  ): Promise<vscode.Uri[]> => {
    const [{ documentsOf }, { actedOn }] = await Promise.all([
      import('./documentUri.js'),
      import('../model/sensors/nodeTarget.js'),
    ]);
    return documentsOf(tree, actedOn(clicked, selected ?? (clicked ? undefined : await selection())));
  },
  /** Of what is selected in the view, the sensors and access points. */
  selected: async (): Promise<TreeNode[]> => (await selection()).filter(isTreeNode),
  /** The same of a view that is shown, at once: none while VS Code draws nodes anew. */
  selectedNow: () => (view.visible ? view.selection.filter(isTreeNode) : []),
  /** The inventory records and types that are selected in the view. */
  selectedRecords: async () =>
    (await selection()).filter(node => node.kind === 'record' || node.kind === 'inventoryType'),
});

const treeServices = ({ connections, trees, tree, vendors, search, places }: Explorer) => ({
  /** The sensor tree of a connection, if it was read. */
  treeOf: (connectionId: string) => trees.get(connectionId),
  /** The sensor tree of a connection; it is read if it was not. */
  readTree: (connectionId: string) => trees.read(connectionId),
  /** Milliseconds, when the whole sensor tree of a connection was read; undefined where it was not. */
  treeReadAt: (connectionId: string) => trees.readAt(connectionId),
  /** Why the sensor tree of a connection is not as new as it was asked for. */
  treeStale: (connectionId: string) => trees.stale(connectionId),
  /** Fires with the connection whose tree was read or forgotten. */
  onDidReadTree: trees.onDidChange,
  /** The search over the sensor tree of a connection, which is read if necessary. */
  searchOf: async (connectionId: string) => (await search()).over(connectionId),
  /** Reads the sensor tree of a connection again, if it was read; a failure is shown in the tree. */
  refreshSensors: (connectionId: string) => tree.readSensorsAgain(connectionId),
  /** Reads a domain of a tree that was read again, with all below it; the rest stays. @throws {ApiError} */
  readDomainAgain: async (connectionId: string, uuid: string): Promise<void> => {
    const { readDomain } = await import('./sensors/readDomain.js');
    if (await readDomain({ connections, trees }, connectionId, uuid)) tree.drawSensors(connectionId);
  },
  /** Takes a sensor for a vendor sensor from now on. */
  noteVendor: async (connectionId: string, uuid: string): Promise<void> => {
    await vendors.add(connectionId, uuid);
    // Who shows a node of the tree elsewhere says its kind too.
    const index = trees.get(connectionId);
    if (index) trees.replace(connectionId, index);
    tree.drawSensors(connectionId);
  },
  /** Forgets what was noted of a connection that was deleted. */
  forget: async (connectionId: string): Promise<void> => {
    await vendors.forget(connectionId);
    (await places.get()).forgetConnection(connectionId);
  },
});

const recordServices = ({ lists, trees, inventory, views }: Explorer) => ({
  readInPart: {
    of: (connectionId: string) => isReadInPart({ trees, lists }, connectionId),
    onDidChange: (listener: () => void) => together(trees.onDidChange(listener), lists.onDidChange(listener)),
  },
  /** The words that the tree filters a type by; empty for none. */
  filterOf: (connectionId: string, type: InventoryType) => views.filter(connectionId, type),
  /** The numbers of the records that the filter of a type lets through; undefined where nothing is filtered. */
  shownRecords: (connectionId: string, type: InventoryType) => inventory.shownRecords(connectionId, type),
  /** What the records of a connection are called, as far as its lists were read. */
  nameOf: inventory.nameOf,
  /** Shows inventory records of these types as they are now; reads lists that were read, or whose records are open. */
  recordsChanged: async (...changed: ChangedRecords): Promise<void> =>
    (await import('./inventory/openRecords.js')).readRecordsAgain(lists, ...changed),
});

function revealServices(explorer: Explorer) {
  const { connections, trees, tree, view, search, places } = explorer;
  return {
    /** Shows in the details what a row of a table is, until something is selected in a view; nothing of a table any more. */
    showInDetails: (row: InventoryRef | NodeRef | undefined) => explorer.pointed.set(row),
    /** Has the tree and the details follow what is in front, once there is something to follow. */
    follow: (pictures: PicturesInFront) => followFront(explorer, pictures),
    /** Shows a document that was saved, and the node as it was read then; notes that the user changed it. */
    showSaved: async (uri: vscode.Uri, { node, ...saved }: { readonly node?: SavedNode } & SavedAs) => {
      await tree.showSaved(uri, node);
      (await places.get()).noteSaved(uri, saved);
    },
    /** Selects a connection in the view, and opens it there; the keyboard stays where it is. */
    revealConnection: async (connectionId: string): Promise<void> => {
      const connection = connections.get(connectionId);
      const { revealRow } = await import('./polledSelection.js');
      if (connection) await revealRow(view, toConnectionNode(connection), { expand: true });
    },
    /** Selects a node that something else is about; false when the manager does not have it. */
    revealNode: async (hint: NodeHint): Promise<boolean> => {
      const { revealHint } = await import('./sensors/revealHint.js');
      const commands = await search();
      return revealHint(hint, { read: id => trees.read(id), reveal: ref => commands.reveal(ref) });
    },
    /** Reads the tree again and selects a node that was made a moment ago, whatever hides it. */
    revealNew: async (ref: NodeRef): Promise<void> => {
      await tree.readSensorsAgain(ref.connectionId);
      await (await search()).reveal(ref);
    },
    /** Reads its list again and selects an inventory record that was made a moment ago, whatever hides it. */
    revealRecord: async (record: InventoryRef): Promise<void> =>
      (await import('./inventory/recordViewCommands.js')).revealNew(explorer, record),
  };
}

/** Reads the trees again from time to time, once the setting for it was seen. */
function refreshFromTimeToTime(parts: Explorer): vscode.Disposable {
  const refresh = ownedOnce(async () => (await import('./autoRefresh.js')).autoRefresh(parts, parts.down));
  const load = () => {
    const seconds = vscode.workspace.getConfiguration('netsensor.explorer').get('autoRefresh', 0);
    if (seconds !== 0) inBackground(parts.log, refresh.get());
  };
  load();
  return together(vscode.workspace.onDidChangeConfiguration(load), refresh);
}

const firstLookKey = 'firstLook';

/** Shows the product to who has not seen it yet, once. */
function showFirstLook(globalState: vscode.Memento, parts: ExplorerParts): vscode.Disposable {
  const noteShown = () => globalState.update(firstLookKey, true);
  const look = ownedOnce(async () => (await import('./firstLook.js')).firstLook({ ...parts, noteShown }));
  if (!globalState.get(firstLookKey)) inBackground(parts.log, look.get());
  return look;
}
