import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command } from '../ids.js';
import type { InventoryTypeTarget } from 'netsensor-contract/inventory/inventoryRecord';
import type { ClickedRecord } from '../ui/recordUri.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import type { FailedSaveParts } from './documents/failedSaveCommands.js';
import type { SecretParts } from './secrets/secretCommands.js';

type FailedSaveAction = 'compareWithManager' | 'keepMine' | 'takeTheirs' | 'discardMine' | 'createAgain';

/** The commands on documents, on drafts and on what is secret in them. */
export const editorCommands = (parts: FailedSaveParts & SecretParts): Record<string, CommandHandler> => ({
  ...failedSaveCommands(parts),
  ...recordDraftCommands(parts.connections),
  ...secretCommands(parts),
});

/** Commands that decide what becomes of a document whose save failed; from the title of an editor they are about all of it. */
function failedSaveCommands(parts: FailedSaveParts): Record<string, CommandHandler> {
  const on = (action: FailedSaveAction) => async (target?: vscode.Uri, field?: unknown) => {
    const uri = target ?? uriInFront();
    const commands = await import('./documents/failedSaveCommands.js');
    if (uri) await commands[action](parts, uri, typeof field === 'string' ? field : undefined);
  };
  return {
    [Command.compareWithManager]: on('compareWithManager'),
    [Command.keepMine]: on('keepMine'),
    [Command.takeTheirs]: on('takeTheirs'),
    [Command.discardMine]: on('discardMine'),
    [Command.createAgain]: on('createAgain'),
  };
}

/** The document in front; of a comparison, its right side, whatever side has the cursor. */
function uriInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : vscode.window.activeTextEditor?.document.uri;
}

/** Commands that open drafts of inventory records, and those about templates of them. */
function recordDraftCommands(connections: Connections): Record<string, CommandHandler> {
  const load = () => import('./creation/recordDrafts.js');
  const loadTemplates = () => import('./creation/templateCommands.js');
  return {
    [Command.createRecord]: async (type?: InventoryTypeTarget) =>
      (await load()).draftRecord(connections, type),
    [Command.duplicateRecord]: async (record: ClickedRecord) =>
      (await load()).duplicateRecord(connections, record),
    [Command.createFromTemplate]: async (type?: InventoryTypeTarget) =>
      (await loadTemplates()).createFromTemplate(connections, type),
    [Command.saveAsTemplate]: async (record: ClickedRecord) => (await loadTemplates()).saveAsTemplate(record),
  };
}

/** Commands about the passwords of account keys. */
function secretCommands(parts: SecretParts): Record<string, CommandHandler> {
  const load = () => import('./secrets/secretCommands.js');
  return {
    [Command.setPassword]: async (place: ClickedRecord) => (await load()).setPassword(parts, place),
    [Command.copyPassword]: async (place: ClickedRecord) => (await load()).copyPassword(parts, place),
  };
}
