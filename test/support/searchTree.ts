import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './eventually.js';

/** What the search shows of the nodes of a tree. */
export interface TreeSearch {
  /** The nodes, and what is said in their place. */
  readonly labels: readonly string[];
  /** Their kind, state and address. */
  readonly descriptions: readonly (string | undefined)[];
  /** Where the nodes stand. */
  readonly paths: readonly (string | undefined)[];
  /** Selects the first one in the tree, as the right arrow does. */
  readonly reveal: () => Thenable<void>;
}

/** Looks for words in the tree of a connection as the extension knows it, which reads the tree if necessary. */
export async function searchTree(connectionId: string, words: string): Promise<TreeSearch> {
  const hidden = new vscode.EventEmitter<void>();
  const pick = {
    value: words,
    busy: true,
    items: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    onDidChangeValue: new vscode.EventEmitter<string>().event,
    onDidTriggerButton: new vscode.EventEmitter<never>().event,
    onDidTriggerItemButton: new vscode.EventEmitter<never>().event,
    onDidAccept: new vscode.EventEmitter<void>().event,
    onDidHide: hidden.event,
    show: () => undefined,
    hide: () => hidden.fire(),
    dispose: () => undefined,
  };
  const { createQuickPick } = vscode.window;
  Object.assign(vscode.window, { createQuickPick: () => pick });
  try {
    await vscode.commands.executeCommand('netsensor.search', { connectionId });
  } finally {
    Object.assign(vscode.window, { createQuickPick });
  }
  await eventually(() => assert.equal(pick.busy, false));
  return {
    labels: pick.items.map(({ label }) => label),
    descriptions: pick.items.map(({ description }) => description),
    paths: pick.items.map(({ detail }) => detail),
    reveal: () => {
      pick.activeItems = pick.items.slice(0, 1);
      return vscode.commands.executeCommand('netsensor.search', 'reveal');
    },
  };
}
