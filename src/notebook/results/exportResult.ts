import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { resultCsv, resultJson, resultMarkdown, type ResultTable } from '../../model/query/queryResult.js';
import type { RendererMessage, TextFormat } from '../../model/results/pageQuestions.js';
import { window } from '../../ui/doors.js';
import { saveFile } from '../../ui/saveFile.js';
import { shown, type Inert } from '../../words/inert.js';
import { cellFileName } from '../notebookMetadata.js';
import { requireResult, type KeptResult, type ResultStore } from './resultStore.js';

interface TextFile {
  readonly label: Inert;
  readonly ending: string;
  readonly print: (table: ResultTable) => string;
}

/** The text files that a result can be written to, in the order of the list. */
const textFiles: Readonly<Record<TextFormat, TextFile>> = {
  csv: { label: shown`CSV`, ending: 'csv', print: resultCsv },
  json: { label: shown`JSON`, ending: 'json', print: resultJson },
  markdown: {
    label: shown`Markdown`,
    ending: 'md',
    print: table => `${resultMarkdown(table, table.rowCount)}\n`,
  },
};

/** Asks for a file and writes all rows of a result to it. */
export async function exportResult({ table, cell }: KeptResult, format: TextFormat): Promise<void> {
  const { ending, print } = textFiles[format];
  await saveBeside(cell, ending, () => new TextEncoder().encode(print(table)));
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
  const formats = (Object.keys(textFiles) as TextFormat[]).map(format => ({
    label: textFiles[format].label,
    format,
  }));
  const { rowCount } = result.table;
  const title = rowCount === 1 ? l10n.t('Export 1 row') : l10n.t('Export all {0} rows', rowCount);
  const chosen = await window.showQuickPick(formats, { title });
  if (chosen) await exportResult(result, chosen.format);
}

async function saveBeside(
  cell: vscode.NotebookCell,
  ending: string,
  content: () => Uint8Array,
): Promise<void> {
  const { isUntitled, uri } = cell.notebook;
  await saveFile({
    name: cellFileName(cell, 'result'),
    ending,
    folder: isUntitled || uri.scheme !== 'file' ? undefined : vscode.Uri.joinPath(uri, '..'),
    title: l10n.t('Export'),
    content,
  });
}
