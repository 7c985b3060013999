import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection, Connections } from '../../connections/connection.js';
import { Notebook, View } from '../../ids.js';
import type { QueryPart } from '../../model/queryEditing/queryParts.js';
import { themeIcon, TreeItem, window, type Log, type TreeView } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import { ownedOnce } from '../../ui/loadedOnce.js';
import { joined, quoted } from '../../words/inert.js';
import { isQueryDocument, namedConnection, notebookRange, notebookZone } from '../notebookMetadata.js';
import { nearestNotebook } from '../nearestNotebook.js';
import { activeNotebook } from '../openNotebooks.js';
import type { LiveValues } from '../variables/liveValues.js';
import type { RowLook } from './dataLooks.js';
import type { DataScope } from './dataQuestions.js';
import type { DataRow } from './dataRows.js';
import type { DataTree } from './dataTree.js';
import type { PartTarget } from './insertPart.js';

/** What the view needs from the rest. */
export interface DataServices {
  readonly connections: Connections;
  /** Lets the user choose a connection. */
  readonly pickConnection: () => Promise<Connection | undefined>;
  readonly log: Log;
}

/** What a drag carries from the view. */
const draggedPart = 'application/vnd.netsensor.querypart';

/**
 * What the data sources hold, for the manager and the range of the notebook in front, or of the last one. What it shows is
 * loaded when it is visible for the first time.
 */
export class DataView extends Owner {
  private readonly changed = this.own(new Emitter<undefined>());
  private readonly view: TreeView<DataRow>;
  private readonly tree = ownedOnce(() => this.load());
  /** The connection that is asked while there is no notebook. */
  private chosen: string | undefined;
  /** The queries with the cursor of the user, and those that were begun from here. */
  private readonly queries = new WeakSet<vscode.TextDocument>();
  private dragged: { readonly part: QueryPart; readonly text: string } | undefined;

  constructor(
    private readonly services: DataServices,
    private readonly values: () => Promise<LiveValues>,
  ) {
    super();
    this.view = window.createTreeView<DataRow>(View.data, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: this.changed.event,
        getChildren: async row => (await this.tree.get()).below(row),
        getTreeItem: async row => toItem(row, (await this.tree.get()).look(row)),
      },
      dragAndDropController: {
        dragMimeTypes: [draggedPart, 'text/plain'],
        dropMimeTypes: [],
        handleDrag: ([row], data) => this.drag(row, data),
      },
    });
    this.own(
      this.view,
      this.tree,
      this.view.onDidExpandElement(({ element }) => this.withTree(tree => tree.open(element))),
      this.view.onDidChangeVisibility(() => this.update()),
      services.connections.onDidChange(() => this.update()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document }, kind }) => {
        const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
        if (isQueryDocument(document) && (kind === Keyboard || kind === Mouse)) this.queries.add(document);
      }),
      vscode.workspace.onDidCloseNotebookDocument(() => this.update()),
      vscode.workspace.onDidChangeNotebookDocument(({ metadata, notebook }) => {
        if (metadata && notebook === nearestNotebook()) this.update();
      }),
      vscode.languages.registerDocumentDropEditProvider(
        Notebook.language,
        { provideDocumentDropEdits: (document, position, data) => this.drop(document, position, data) },
        { dropMimeTypes: [draggedPart] },
      ),
    );
    this.update();
  }

  /** Puts what a row is into the query with the cursor, else starts one with it. */
  async add(row: DataRow): Promise<void> {
    const part = await partOf(row);
    if (part) await (await import('./insertPart.js')).addPart(part, this.target());
  }

  /** Puts a query with what a row is into a cell of its own. */
  async start(row: DataRow): Promise<void> {
    const part = await partOf(row);
    if (part) await (await import('./insertPart.js')).startQuery(part, this.target());
  }

  /** Asks what a row is about, anew where that is known, or first whom to ask. */
  async ask(row: DataRow): Promise<void> {
    if (row.kind === 'noConnection') return this.chooseConnection();
    await (await this.tree.get()).ask(row);
  }

  async cancel(row: DataRow): Promise<void> {
    (await this.tree.get()).cancel(row);
  }

  /** Lets the user choose whom to ask: for a notebook its kernel, which it remembers. */
  private async chooseConnection(): Promise<void> {
    const notebook = nearestNotebook();
    if (notebook) {
      await vscode.window.showNotebookDocument(notebook);
      await vscode.commands.executeCommand('notebook.selectKernel');
    } else this.chosen = (await this.services.pickConnection())?.id ?? this.chosen;
    this.update();
  }

  private async load(): Promise<DataTree> {
    const { DataTree } = await import('./dataTree.js');
    const tree = new DataTree({
      connections: this.services.connections,
      values: await this.values(),
      scope: () => this.scope(),
      whileAsking: asked => window.withProgress({ location: { viewId: View.data } }, asked),
    });
    this.own(tree.onDidChange(() => this.changed.fire(undefined)));
    return tree;
  }

  private withTree(act: (tree: DataTree) => Promise<void>): void {
    inBackground(this.services.log, this.tree.get().then(act));
  }

  private scope(): DataScope | undefined {
    const { connectionId } = this.target();
    const notebook = nearestNotebook() ?? { metadata: {} };
    return connectionId === undefined
      ? undefined
      : { connectionId, range: notebookRange(notebook), zone: notebookZone(notebook) };
  }

  /** The connection of the notebook; where none is chosen, the only one. */
  private target(): PartTarget {
    const { connections } = this.services;
    const notebook = nearestNotebook();
    const [only, ...others] = connections.all;
    const named = notebook ? namedConnection(notebook) : this.chosen;
    const id = named ?? (others.length === 0 ? only?.id : undefined);
    const connectionId = id === undefined ? undefined : connections.get(id)?.id;
    return { notebook, connectionId, chosen: this.queries };
  }

  private update(): void {
    if (!this.view.visible) return;
    this.withTree(async tree => {
      const notebook = nearestNotebook();
      const isInFront = notebook === activeNotebook();
      const other = notebook && !isInFront ? quoted(fileName(notebook.uri)) : undefined;
      this.view.description = joined([tree.scopeWords(), other && l10n.t('as {0}', other)], ' · ');
      this.changed.fire(undefined);
    });
  }

  private async drag(row: DataRow | undefined, data: vscode.DataTransfer): Promise<void> {
    const part = row && (await partOf(row));
    if (!part) return;
    const text = JSON.stringify(part);
    this.dragged = { part, text };
    const { partText } = await import('./dataRows.js');
    data.set(draggedPart, new vscode.DataTransferItem(text));
    data.set('text/plain', new vscode.DataTransferItem(partText(part)));
  }

  /** What comes from another window is dropped as its name. */
  private async drop(
    document: vscode.TextDocument,
    position: vscode.Position,
    data: vscode.DataTransfer,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const { part, text } = this.dragged ?? {};
    if (!part || (await data.get(draggedPart)?.asString()) !== text) return undefined;
    return (await import('./insertPart.js')).dropEdit(document, position, part);
  }
}

const partOf = async (row: DataRow): Promise<QueryPart | undefined> =>
  (await import('./dataRows.js')).partOf(row);

const fileName = ({ path }: vscode.Uri): string => path.split('/').at(-1) ?? '';

function toItem(row: DataRow, look: RowLook): TreeItem {
  const { label, description, kindWord, command } = look;
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new TreeItem(label, look.canOpen ? Collapsed : None);
  item.id = row.id;
  item.contextValue = row.kind;
  item.iconPath = themeIcon(...look.icon);
  if (description) item.description = description;
  item.tooltip = joined([label, ...(look.tips ?? [description])], '\n');
  item.accessibilityInformation = { label: joined([label, kindWord, description], ', ') };
  if (command) item.command = { title: '', ...command };
  return item;
}
