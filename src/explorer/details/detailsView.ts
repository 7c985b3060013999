import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readLists } from './fieldRows.js';
import { Command, View } from '../../ids.js';
import { window } from '../../ui/doors.js';
import { inBackground, sayFailed } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { recordUri } from '../../ui/recordUri.js';
import { quoted } from '../../words/inert.js';
import { namesIn, recordTitle, titledPath } from '../../words/recordDetail.js';
import { isHiddenNode } from '../documentNode.js';
import { openDocument, shownAt } from '../documentUri.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { InventoryLists } from '../inventory/inventoryLists.js';
import type { ExplorerNode, RecordNode, TreeNode } from '../explorerNode.js';
import type { RecentTraffic } from './recentTraffic.js';
import { nodeRef } from '../../model/sensors/nodeTarget.js';

/** Where the details are drawn. */
export interface DetailsPlace {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  readonly onDidChangeVisibility: vscode.Event<unknown>;
  readonly onDidDispose: vscode.Event<void>;
  /** Where documents are opened that a link leads to; where VS Code wants when left out. */
  readonly documentColumn?: vscode.ViewColumn | undefined;
}

/** What a page says: the number of the command that was clicked, or none once it has been loaded. */
interface DetailsMessage {
  readonly drawing: number;
  readonly command?: number;
}

/** Says in words what a node of the tree is, such as the one that is selected. */
export class DetailsView extends Owner {
  private view: DetailsPlace | undefined;
  private node: ExplorerNode | undefined;
  /** Whether that was deleted: what has its number since may be something else. */
  private isGone = false;
  private commands: readonly vscode.Command[] = [];
  /** How many pages were set. VS Code loses one that is set while another loads, so each page tells which one it is. */
  private drawing = 0;
  private controller = new AbortController();
  private traffic: RecentTraffic | undefined;

  constructor(private readonly parts: ExplorerParts) {
    const draw = () => this.draw();
    super();
    this.own(
      { dispose: () => this.controller.abort() },
      parts.trees.onDidChange(draw),
      parts.lists.onDidChange(draw),
      parts.connections.onDidChange(draw),
    );
  }

  /** Draws on a view or panel that VS Code has just made. */
  drawOn(view: DetailsPlace): void {
    this.view = view;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.parts.extensionUri, 'dist')],
    };
    view.webview.onDidReceiveMessage((message: DetailsMessage) => this.hear(message));
    view.onDidChangeVisibility(() => {
      this.controller.abort();
      this.draw();
    });
    view.onDidDispose(() => {
      this.view = undefined;
      this.controller.abort();
    });
    this.draw();
  }

  /** Says something about another node. */
  show(node: ExplorerNode | undefined): void {
    if (node?.itemId === this.node?.itemId) return;
    // What was deleted is told until there is something else to tell.
    if (node === undefined && this.deleted()) return;
    this.node = node;
    this.isGone = false;
    this.draw();
  }

  private draw(): void {
    if (this.view?.visible) inBackground(this.parts.log, this.drawNow());
  }

  /** Draws what there is to say by now, unless the page that was set last says it. */
  private async drawNow(): Promise<void> {
    const [{ commandsOf, detailsPage, sentencePage }, { nodeDetails, recordDetails }] = await Promise.all([
      import('./detailsPage.js'),
      import('./details.js'),
    ]);
    if (!this.view?.visible) return;
    const { webview } = this.view;
    const node = this.current();
    const deleted = node ? undefined : this.deleted();
    this.node = node ?? this.node;
    this.isGone = deleted !== undefined;
    const isLocked = !node || (this.parts.connections.get(node.connectionId)?.isLocked ?? true);
    const details =
      node?.kind === 'record'
        ? recordDetails(node, this.parts.lists, isLocked)
        : node && nodeDetails(node, isLocked, this.parts.trees.stale(node.connectionId));
    const traffic = node?.kind === 'record' ? undefined : l10n.t('Traffic, last hour');
    const script = vscode.Uri.joinPath(this.parts.extensionUri, 'dist', 'details.js');
    const page = (drawing: number) => {
      const parts = {
        source: webview.cspSource,
        script: webview.asWebviewUri(script).toString(),
        drawing,
        node: node?.itemId ?? '',
      };
      if (details) return detailsPage(details, { ...parts, traffic });
      return sentencePage(
        parts,
        deleted
          ? l10n.t('{0} was deleted.', quoted(deleted.name))
          : l10n.t('Select a domain, a sensor, an access point or a record in the tree.'),
      );
    };
    if (webview.html === page(this.drawing)) return;
    this.commands = details ? commandsOf(details) : [];
    webview.html = page(++this.drawing);
  }

  /**
   * The node as the manager has it now, since what was selected may have been read again; undefined once it is gone, until it is
   * there again under its name.
   */
  private current(): TreeNode | RecordNode | undefined {
    const { node } = this;
    if (!isShownNode(node)) return undefined;
    const now = this.found(node);
    // What was forgotten since, as of a connection that was signed out, tells nothing of it.
    if (this.isGone && !this.isKnown(node)) return undefined;
    return this.isGone && now?.name !== node.name ? undefined : now;
  }

  private isKnown(node: TreeNode | RecordNode): boolean {
    const { trees, lists } = this.parts;
    const { connectionId } = node;
    return (
      (node.kind === 'record' ? lists.get(connectionId, node.type) : trees.get(connectionId)) !== undefined
    );
  }

  private found(node: TreeNode | RecordNode): TreeNode | RecordNode | undefined {
    if (node.kind === 'record') return recordNow(node, this.parts.lists);
    const index = this.parts.trees.get(node.connectionId);
    if (!index || index === node.index) return node;
    const number = index.find(nodeRef(node));
    return number === undefined ? undefined : { ...node, index, number };
  }

  /** What is to be shown, where it is not on the manager any more. */
  private deleted(): TreeNode | RecordNode | undefined {
    const { node } = this;
    if (!isShownNode(node) || this.current()) return undefined;
    const isWhole = node.kind === 'record' || !this.parts.trees.get(node.connectionId)?.unread.length;
    return isWhole ? node : undefined;
  }

  /** Selects the record whose document is opened in the tree, where that is shown; what is read here clears no filter. */
  private async reveal({ authority, path }: vscode.Uri): Promise<void> {
    if (!this.parts.view.visible) return;
    const ref = parseRecordPath(path);
    const node = ref && (await this.parts.tree.locateRecord(authority, ref.type, ref.id));
    if (node && !isHiddenNode(this.parts, node))
      await this.parts.view.reveal(node, { select: true, focus: false });
  }

  private hear({ drawing, command: number }: DetailsMessage): void {
    if (drawing !== this.drawing) {
      // The page is another one then, so that it is set again.
      this.drawing++;
      this.draw();
    } else if (number === undefined) {
      inBackground(this.parts.log, this.sendTraffic());
    } else if (this.commands[number]) {
      inBackground(this.parts.log, this.run(this.commands[number]));
    }
  }

  private async sendTraffic(): Promise<void> {
    this.controller.abort();
    const node = this.current();
    if (!node || node.kind === 'record') return;
    const { signal } = (this.controller = new AbortController());
    const { RecentTraffic } = await import('./recentTraffic.js');
    this.traffic ??= new RecentTraffic(this.parts.connections);
    const traffic = await this.traffic.read(node, signal);
    if (!signal.aborted) await this.view?.webview.postMessage(traffic);
  }

  private async run({ command, arguments: given = [] }: vscode.Command): Promise<void> {
    const [target] = given as readonly unknown[];
    if (command === readLists) return this.readUnread(String(target));
    if (command === 'vscode.open' && target instanceof vscode.Uri) return this.open(target);
    if (command === Command.revealNode && isHiddenNode(this.parts, target as TreeNode))
      return this.show(target as TreeNode);
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
  }

  /** Reads the lists that were not read, or not read again, which are drawn as they arrive; the first that cannot be read is said. */
  private async readUnread(connectionId: string): Promise<void> {
    const { readAhead } = await import('../inventory/openRecords.js');
    const { lists } = this.parts;
    const reading = Promise.all([readAhead(lists, connectionId), lists.retry(connectionId)]);
    await window
      .withProgress({ location: { viewId: View.details } }, () => reading)
      .then(undefined, sayFailed);
  }

  /** Opens a document, in its tab where it is open already. */
  private async open(uri: vscode.Uri): Promise<void> {
    inBackground(this.parts.log, this.reveal(uri));
    const viewColumn = shownAt(uri)?.viewColumn ?? this.view?.documentColumn;
    await openDocument(uri, viewColumn ? { viewColumn } : {});
  }
}

const isShownNode = (node: ExplorerNode | undefined): node is TreeNode | RecordNode =>
  node?.kind === 'record' || node?.kind === 'sensor' || node?.kind === 'accessPoint';

/** A record as its list has it now, by its new number once it was created again; a list that was not sent whole does not tell that one is gone. */
function recordNow(node: RecordNode, lists: InventoryLists): RecordNode | undefined {
  const { connectionId, type, recordId } = node;
  const list = lists.get(connectionId, type);
  const record = list?.find(recordId);
  if (!record) {
    const again = lists.newNumbers.get(`${connectionId}/${type}/${recordId}`);
    if (again !== undefined) {
      const itemId = `${connectionId}/inventory/${type}/${again}`;
      return recordNow({ ...node, recordId: again, itemId }, lists);
    }
    return list && !isPart(list.remainder) ? undefined : node;
  }
  const nameOf = namesIn(lists, connectionId);
  const uri = recordUri(connectionId, titledPath(type, record, nameOf));
  return { ...node, record, name: recordTitle(type, record, nameOf), uri };
}
