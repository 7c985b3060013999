import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Notebook } from '../../ids.js';
import { actedOn, type NodeTarget } from '../../model/sensors/nodeTarget.js';
import { window } from '../../ui/doors.js';
import { quoted, shown } from '../../words/inert.js';
import { NothingToDoError, SentenceError } from '../../words/sentenceErrors.js';
import type { RunServices } from '../variables/cellVariables.js';
import { cellFileName, namedConnection } from '../notebookMetadata.js';
import { activeNotebook, requireCell } from '../openNotebooks.js';
import { toNotebookData } from '../notebookData.js';
import { prepareQuery } from '../run/answerCell.js';
import { insertQuery } from '../insertQuery.js';
import type { NotebookFile } from '../../model/notebook/notebookFile.js';
import { starterNotebook } from '../../model/notebook/sampleNotebook.js';
import { queriesIn } from '../../model/query/queryText.js';
import { nodeQuery } from '../../model/query/writtenQueries.js';
import { curlQuery } from '../../model/sensors/nodeCopies.js';
import { printCompactJson, printExactJson } from 'netsensor-contract/text/exactJson';
import { readTextFile } from '../../ui/readTextFile.js';
import { saveFile } from '../../ui/saveFile.js';

/** What these commands need from outside. */
export interface FileServices extends RunServices {
  /** The sensors and access points that are selected in the tree. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
}

/** Opens a query on a node, in a notebook that no file holds yet. */
export async function newQuery(
  { selected }: FileServices,
  clicked?: NodeTarget,
  others?: readonly NodeTarget[],
): Promise<void> {
  const [node] = actedOn(clicked, others ?? (clicked ? undefined : await selected()));
  if (!node) throw new NothingToDoError(l10n.t('Select a domain, sensor or access point in the tree first.'));
  await openQueries(node.connectionId, [nodeQuery(node)]);
}

/** Opens queries, of a connection where one is chosen, in a notebook that no file holds yet. */
export const openQueries = (
  connectionId: string | undefined,
  queries: readonly unknown[],
): Promise<vscode.NotebookDocument> =>
  openNotebook({
    cells: queries.map(query => ({ kind: 'query', text: printCompactJson(query), extra: {} })),
    extra: { ...(connectionId !== undefined && { connection: connectionId }), timeRange: 'last 24 hours' },
  });

/** Opens a notebook that no file holds yet. */
async function openNotebook(file: NotebookFile): Promise<vscode.NotebookDocument> {
  const notebook = await vscode.workspace.openNotebookDocument(Notebook.type, toNotebookData(file));
  await vscode.window.showNotebookDocument(notebook);
  return notebook;
}

/** Puts the queries of files below the selected cell, or into a notebook that no file holds yet. */
export async function importQueries(): Promise<void> {
  const picked = await window.showOpenDialog({
    title: l10n.t('Import queries'),
    canSelectMany: true,
    filters: { JSON: ['json', 'jsonc'] },
  });
  if (!picked) return;
  const texts: string[] = [];
  for (const uri of picked) {
    const found = queriesIn(await readTextFile(uri));
    if (!found) {
      const name = uri.path.split('/').at(-1) ?? '';
      throw new SentenceError(
        l10n.t('{0} holds no queries: it must be a JSON object, or a list of them.', quoted(name)),
      );
    }
    texts.push(...found);
  }
  const open = activeNotebook();
  if (open) return insertQuery(open, ...texts);
  const cells = texts.map(text => ({ kind: 'query' as const, text, extra: {} }));
  await openNotebook({ cells, extra: {} });
}

export async function exportQuery(services: FileServices, clicked?: vscode.NotebookCell): Promise<void> {
  const cell = requireCell(clicked);
  const { query } = await prepareQuery(cell, services);
  await saveFile({
    name: cellFileName(cell, 'query'),
    ending: 'json',
    title: l10n.t('Export the query as it is sent'),
    content: () => new TextEncoder().encode(`${printExactJson(query, 2)}\n`),
  });
}

export async function copyQueryCurl(services: FileServices, clicked?: vscode.NotebookCell): Promise<void> {
  const cell = requireCell(clicked);
  const id = namedConnection(cell.notebook);
  const address = id === undefined ? undefined : services.connections.get(id)?.address;
  if (address === undefined)
    throw new NothingToDoError(l10n.t('Select a connection for this notebook first.'));
  const { query } = await prepareQuery(cell, services);
  await vscode.env.clipboard.writeText(curlQuery(address, query));
  window.setStatusBarMessage(shown`$(check) ${l10n.t('Copied')}`, 3000);
}

/** Opens an unsaved notebook with one query over the last hour, bound to the connection if there is only one. */
export async function newNotebook({ connections }: FileServices): Promise<void> {
  const [only, ...others] = connections.all;
  await openNotebook(starterNotebook(others.length === 0 ? only?.id : undefined));
}
