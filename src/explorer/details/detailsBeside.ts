import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { inBackground } from '../../ui/listeners.js';
import { together } from '../../ui/lifetimes.js';
import { quoted } from '../../words/inert.js';
import { nodeOf } from '../documentNode.js';
import type { RecordNode, TreeNode } from '../explorerNode.js';
import type { ExplorerParts, ExplorerTree } from '../explorerTree.js';
import { DetailsView } from './detailsView.js';

/** Opens a panel beside documents that says in words what the one in front is about, and follows from one to the next. */
export function openDetailsBeside(parts: ExplorerParts): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    'netsensor.detailsBeside',
    l10n.t('Details'),
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    {},
  );
  const view = new DetailsView(parts);
  let isOpen = true;
  let documentColumn: vscode.ViewColumn | undefined;
  const draw = async (uri: vscode.Uri) => {
    const node = await locate(parts.tree, uri);
    if (!node || !isOpen) return;
    panel.title = l10n.t('Details of {0}', quoted(node.name));
    view.show(node);
  };
  const follow = () => {
    const { document, viewColumn } = vscode.window.activeTextEditor ?? {};
    if (document?.uri.scheme !== Scheme.record) return;
    documentColumn = viewColumn;
    inBackground(parts.log, draw(document.uri));
  };
  const subscriptions = together(view, vscode.window.onDidChangeActiveTextEditor(follow));
  panel.onDidDispose(() => {
    isOpen = false;
    subscriptions.dispose();
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
  return panel;
}

/** The node of the tree that a document is about. */
async function locate(
  tree: ExplorerTree,
  { authority: connectionId, path }: vscode.Uri,
): Promise<RecordNode | TreeNode | undefined> {
  const record = parseRecordPath(path);
  if (record) return tree.locateRecord(connectionId, record.type, record.id);
  const ref = nodeOf(connectionId, path);
  return ref && tree.locate(ref);
}
