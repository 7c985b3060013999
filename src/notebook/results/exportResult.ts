import * as vscode from 'vscode';
import { resultCsv, resultJson, resultMarkdown } from '../../model/results/queryResult.js';
import type { RendererMessage, TextFormat } from '../../model/results/shownResult.js';
import { type QuickPickItem, window } from '../../ui/doors.js';
import { saveFile } from '../../ui/saveFile.js';
import { shown } from '../../words/inert.js';
import { cellFileName } from '../notebookMetadata.js';
import { requireResult, type KeptResult, type ResultStore } from './resultStore.js';

const endings: Readonly<Record<TextFormat | 'svg' | 'png', string>> = {
  csv: 'csv',
  json: 'json',
  markdown: 'md',
  svg: 'svg',
  png: 'png',
};

/** Asks for a file and writes all rows of a result to it. */
export async function exportResult({ table, cell }: KeptResult, format: TextFormat): Promise<void> {
  const print = {
    csv: resultCsv,
    json: resultJson,
    markdown: (all: typeof table) => `${resultMarkdown(all, all.rowCount)}\n`,
  };
  await saveBeside(cell, format, () => new TextEncoder().encode(print[format](table)));
}

/** Asks for a file and writes a picture of a chart to it. */
export async function savePicture(
  { cell }: KeptResult,
  { format, data }: RendererMessage & { type: 'picture' },
): Promise<void> {
  await saveBeside(cell, format, () => Buffer.from(data, format === 'png' ? 'base64' : 'utf8'));
}

/** The palette's way to a file: the result of the selected cell, in a format of choice. */
export async function exportSelected(results: ResultStore): Promise<void> {
  const result = requireResult(results);
  const formats: readonly (QuickPickItem & { readonly format: TextFormat })[] = [
    { label: shown`CSV`, format: 'csv' },
    { label: shown`JSON`, format: 'json' },
    { label: shown`Markdown`, format: 'markdown' },
  ];
  const { rowCount } = result.table;
  const title =
    rowCount === 1 ? vscode.l10n.t('Export 1 row') : vscode.l10n.t('Export all {0} rows', rowCount);
  const chosen = await window.showQuickPick(formats, { title });
  if (chosen) await exportResult(result, chosen.format);
}

async function saveBeside(
  cell: vscode.NotebookCell,
  format: TextFormat | 'svg' | 'png',
  content: () => Uint8Array,
): Promise<void> {
  const { isUntitled, uri } = cell.notebook;
  await saveFile({
    name: cellFileName(cell, 'result'),
    ending: endings[format],
    folder: isUntitled || uri.scheme !== 'file' ? undefined : vscode.Uri.joinPath(uri, '..'),
    title: vscode.l10n.t('Export'),
    content,
  });
}
