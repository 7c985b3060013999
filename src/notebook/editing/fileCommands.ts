import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { Command, Notebook } from '../../ids.js';
import { actedOn, type NodeTarget } from '../../model/sensors/nodeTarget.js';
import { window } from '../../ui/doors.js';
import { quoted, shown, SentenceError } from '../../words/inert.js';
import type { CommandHandler } from '../../ui/registerCommands.js';
import type { VariableServices } from '../run/cellVariables.js';
import { namedConnection, activeNotebook, requireCell } from '../notebookMetadata.js';
import { toNotebookData } from '../notebookData.js';
import { prepareQuery } from '../run/answerCell.js';
import { insertQuery } from './insertQuery.js';
import { starterNotebook } from '../../model/notebook/sampleNotebook.js';

/** What these commands need from outside. */
export interface FileServices extends VariableServices {
  readonly connections: Connections;
  /** The sensors and access points that are selected in the tree. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
}

/** The commands that carry queries into and out of notebooks. */
export function fileCommands(services: FileServices): Record<string, CommandHandler> {
  return {
    [Command.newQuery]: async (clicked?: NodeTarget, selected?: readonly NodeTarget[]) => {
      const [node] = actedOn(clicked, selected ?? (clicked ? undefined : await services.selected()));
      if (!node)
        throw new SentenceError(vscode.l10n.t('Select a domain, sensor or access point in the tree first.'));
      await openNodeQuery(node);
    },
    [Command.importQueries]: importQueries,
    [Command.exportQuery]: (clicked?: vscode.NotebookCell) => exportQuery(requireCell(clicked), services),
    [Command.copyQueryCurl]: (clicked?: vscode.NotebookCell) => copyCurl(requireCell(clicked), services),
  };
}

async function openNodeQuery(node: NodeTarget): Promise<void> {
  const { nodeQuery } = await import('../../model/query/writtenQueries.js');
  const { printCompactJson } = await import('../../model/text/exactJson.js');
  const data = toNotebookData({
    cells: [{ kind: 'query', text: printCompactJson(nodeQuery(node)), extra: {} }],
    extra: { connection: node.connectionId, timeRange: 'last 24 hours' },
  });
  const notebook = await vscode.workspace.openNotebookDocument(Notebook.type, data);
  await vscode.window.showNotebookDocument(notebook);
}

async function importQueries(): Promise<void> {
  const picked = await window.showOpenDialog({
    title: vscode.l10n.t('Import queries'),
    canSelectMany: true,
    filters: { JSON: ['json', 'jsonc'] },
  });
  if (!picked) return;
  const [{ queriesIn }, { readTextFile }] = await Promise.all([
    import('../../model/query/queryText.js'),
    import('../../ui/readTextFile.js'),
  ]);
  const texts: string[] = [];
  for (const uri of picked) {
    const found = queriesIn(await readTextFile(uri));
    if (!found) {
      const name = uri.path.split('/').at(-1) ?? '';
      throw new SentenceError(
        vscode.l10n.t('{0} holds no queries: it must be a JSON object, or a list of them.', quoted(name)),
      );
    }
    texts.push(...found);
  }
  const open = activeNotebook();
  if (open) return insertQuery(open, ...texts);
  const cells = texts.map(text => ({ kind: 'query' as const, text, extra: {} }));
  const notebook = await vscode.workspace.openNotebookDocument(
    Notebook.type,
    toNotebookData({ cells, extra: {} }),
  );
  await vscode.window.showNotebookDocument(notebook);
}

async function exportQuery(cell: vscode.NotebookCell, services: FileServices): Promise<void> {
  const [{ query }, { printExactJson }] = await Promise.all([
    prepareQuery(cell, services),
    import('../../model/text/exactJson.js'),
  ]);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    title: vscode.l10n.t('Export the query as it is sent'),
    filters: { JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, 'query.json') } : {}),
  });
  if (!target) return;
  const text = `${printExactJson(query, 2)}\n`;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

async function copyCurl(cell: vscode.NotebookCell, services: FileServices): Promise<void> {
  const id = namedConnection(cell.notebook);
  const address = id === undefined ? undefined : services.connections.get(id)?.address;
  if (address === undefined)
    throw new SentenceError(vscode.l10n.t('Select a connection for this notebook first.'));
  const [{ query }, { curlQuery }] = await Promise.all([
    prepareQuery(cell, services),
    import('../../model/sensors/nodeCopies.js'),
  ]);
  await vscode.env.clipboard.writeText(curlQuery(address, query));
  window.setStatusBarMessage(shown`$(check) ${vscode.l10n.t('Copied')}`, 3000);
}

/** Opens an unsaved notebook with one query over the last hour, bound to the connection if there is only one. */
export async function newNotebook(connections: Connections): Promise<void> {
  const [only, ...others] = connections.all;
  const connection = others.length === 0 ? only?.id : undefined;
  const notebook = await vscode.workspace.openNotebookDocument(
    Notebook.type,
    toNotebookData(starterNotebook(connection)),
  );
  await vscode.window.showNotebookDocument(notebook);
}
