import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import { parseRecordPath } from '../../model/inventory/inventoryRecord.js';
import { parseAccessPointPath, parseSensorPath } from '../../model/sensors/nodeRef.js';
import { inBackground } from '../../ui/listeners.js';
import { quoted } from '../../words/inert.js';
import type { ExplorerNode } from '../explorerNode.js';
import type { ExplorerTree } from '../explorerTree.js';
import { DetailsView, type DetailsParts } from './detailsView.js';

/** What the panel needs besides. */
export interface BesideParts extends DetailsParts {
  readonly tree: ExplorerTree;
}

/** A panel beside documents that says in words what the one in front is about, and follows from one to the next. */
export class DetailsBeside implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  constructor(private readonly parts: BesideParts) {}

  /** Opens the panel, or shows the one that is open. */
  show(): void {
    if (this.panel) return this.panel.reveal(undefined, true);
    const title = vscode.l10n.t('Details');
    const panel = vscode.window.createWebviewPanel(
      'netsensor.detailsBeside',
      title,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      {},
    );
    this.panel = panel;
    const view = new DetailsView(this.parts);
    let documentColumn: vscode.ViewColumn | undefined;
    const follow = () => {
      const { document, viewColumn } = vscode.window.activeTextEditor ?? {};
      if (document?.uri.scheme !== Scheme.record) return;
      documentColumn = viewColumn;
      inBackground(this.parts.log, this.draw(panel, view, document.uri));
    };
    const subscriptions = vscode.Disposable.from(view, vscode.window.onDidChangeActiveTextEditor(follow));
    panel.onDidDispose(() => {
      subscriptions.dispose();
      this.panel = undefined;
    });
    view.drawOn({
      webview: panel.webview,
      get visible() {
        return panel.visible;
      },
      get documentColumn() {
        return documentColumn;
      },
      onDidChangeVisibility: panel.onDidChangeViewState,
      onDidDispose: panel.onDidDispose,
    });
    follow();
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private async draw(panel: vscode.WebviewPanel, view: DetailsView, uri: vscode.Uri): Promise<void> {
    const node = await this.locate(uri);
    if (!node || this.panel !== panel) return;
    panel.title = vscode.l10n.t('Details of {0}', quoted(node.name));
    view.show(node);
  }

  /** The node of the tree that a document is about. */
  private locate({ authority: connectionId, path }: vscode.Uri): Promise<Named | undefined> {
    const { tree } = this.parts;
    const [record, sensor, point] = [
      parseRecordPath(path),
      parseSensorPath(path),
      parseAccessPointPath(path),
    ];
    if (record) return tree.locateRecord(connectionId, record.type, record.id);
    if (sensor) return tree.locate({ connectionId, uuid: sensor.uuid });
    if (!point) return Promise.resolve(undefined);
    return tree.locate({ connectionId, ...('id' in point ? { accessPointId: point.id } : point) });
  }
}

type Named = Extract<ExplorerNode, { readonly name: string }>;
