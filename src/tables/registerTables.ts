import * as vscode from 'vscode';
import { Command, tableEditorType } from '../ids.js';
import { together } from '../ui/lifetimes.js';
import { isRecordDocument, onceDocumentOpens } from '../ui/onceOpened.js';
import { commandsOf, registerCommands } from '../ui/registerCommands.js';
import type * as openTables from './openTables.js';
import type { TableParts } from './tableParts.js';

/** What each command does, by its name in their module. */
const commands: Readonly<Record<string, 'openAsTable' | 'openAsText' | 'openUsers'>> = {
  [Command.openAsTable]: 'openAsTable',
  [Command.openAsText]: 'openAsText',
  [Command.usersAsTable]: 'openUsers',
};

const isList = (document: vscode.TextDocument) =>
  isRecordDocument(document) && document.uri.path.startsWith('/lists/');

/** Registers the editor that shows a list of records as a table, and the commands that lead to it and back. */
export function registerTables(parts: TableParts): vscode.Disposable {
  const load = (): Promise<typeof openTables> => import('./openTables.js');
  return together(
    registerCommands(commandsOf(commands, load, parts), parts.log),
    onceDocumentOpens(isList, async () => (await load()).followLists(parts)),
    vscode.window.registerCustomEditorProvider(tableEditorType, {
      resolveCustomTextEditor: async (document, panel) => {
        const { TableEditor } = await import('./tableEditor.js');
        new TableEditor(document, panel, parts);
      },
    }),
  );
}
