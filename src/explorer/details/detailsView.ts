import * as vscode from 'vscode';
import { inBackground, Owner } from '../../ui/listeners.js';
import { parseRecordPath } from '../../model/inventory/inventoryRecord.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { ExplorerNode, RecordNode, TreeNode } from '../explorerNode.js';
import { nodeRef } from '../sensors/sensorNodes.js';
import type { Traffic } from './traffic.js';

/** Where the details are drawn. */
export interface DetailsPlace {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  readonly onDidChangeVisibility: vscode.Event<unknown>;
  readonly onDidDispose: vscode.Event<void>;
  /** Where documents are opened that a link leads to; where VS Code wants when left out. */
  readonly documentColumn?: vscode.ViewColumn | undefined;
}

/** Says in words what a node of the tree is, such as the one that is selected. */
export class DetailsView extends Owner {
  private view: DetailsPlace | undefined;
  private node: ExplorerNode | undefined;
  private commands: readonly vscode.Command[] = [];
  /** Sent as soon as the page can draw it. */
  private traffic: Promise<Traffic> | undefined;
  private controller = new AbortController();

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
    view.webview.onDidReceiveMessage(({ command }: { command?: unknown }) => this.hear(command));
    view.onDidChangeVisibility(() => this.draw());
    view.onDidDispose(() => {
      this.view = undefined;
      this.controller.abort();
    });
    this.draw();
  }

  /** Says something about another node. */
  show(node: ExplorerNode | undefined): void {
    if (node?.itemId === this.node?.itemId) return;
    this.node = node;
    this.draw();
  }

  private draw(): void {
    this.controller.abort();
    this.controller = new AbortController();
    if (this.view?.visible) inBackground(this.parts.log, this.drawNow(this.view, this.controller.signal));
  }

  private async drawNow({ webview }: DetailsPlace, signal: AbortSignal): Promise<void> {
    const [page, { nodeDetails, recordDetails }] = await Promise.all([
      import('./detailsPage.js'),
      import('./details.js'),
    ]);
    if (signal.aborted) return;
    const script = vscode.Uri.joinPath(this.parts.extensionUri, 'dist', 'details.js');
    const parts = { source: webview.cspSource, script: webview.asWebviewUri(script).toString() };
    const node = this.current();
    if (!node) {
      const sentence = vscode.l10n.t('Select a domain, a sensor, an access point or a record in the tree.');
      webview.html = page.sentencePage(parts, sentence);
      return;
    }
    const isLocked = this.parts.connections.get(node.connectionId)?.isLocked ?? true;
    const isRecord = node.kind === 'record';
    const details = isRecord ? recordDetails(node, this.parts.lists, isLocked) : nodeDetails(node, isLocked);
    this.commands = page.commandsOf(details);
    const traffic = isRecord ? undefined : vscode.l10n.t('Traffic, last hour');
    this.traffic = isRecord
      ? undefined
      : import('./traffic.js').then(({ readTraffic }) => readTraffic(this.parts.connections, node, signal));
    webview.html = page.detailsPage(details, { ...parts, traffic });
  }

  /** The node as the manager has it now: what was selected may have been read again since. */
  private current(): TreeNode | RecordNode | undefined {
    const { node } = this;
    if (node?.kind === 'record') return node;
    if (node?.kind !== 'sensor' && node?.kind !== 'accessPoint') return undefined;
    const index = this.parts.trees.get(node.connectionId);
    if (!index || index === node.index) return node;
    const number = index.find(nodeRef(node));
    return number === undefined ? undefined : { ...node, index, number };
  }

  /** Selects the record whose document is opened in the tree, where that is shown. */
  private async reveal({ authority, path }: vscode.Uri): Promise<void> {
    if (!this.parts.view.visible) return;
    const ref = parseRecordPath(path);
    const node = ref && (await this.parts.tree.locateRecord(authority, ref.type, ref.id));
    if (node) await this.parts.view.reveal(node, { select: true, focus: false });
  }

  /** @param number of the command that was clicked; undefined from a page that has just been loaded */
  private hear(number: unknown): void {
    const { log } = this.parts;
    if (number === undefined && this.traffic)
      inBackground(
        log,
        this.traffic.then(read => this.view?.webview.postMessage(read)),
      );
    const command = typeof number === 'number' ? this.commands[number] : undefined;
    if (!command) return;
    const isDocument = command.command === 'vscode.open';
    const [uri] = (command.arguments ?? []) as readonly unknown[];
    if (isDocument && uri instanceof vscode.Uri) inBackground(log, this.reveal(uri));
    const viewColumn = isDocument ? this.view?.documentColumn : undefined;
    const args = [...((command.arguments ?? []) as unknown[]), ...(viewColumn ? [{ viewColumn }] : [])];
    inBackground(log, vscode.commands.executeCommand(command.command, ...args));
  }
}
