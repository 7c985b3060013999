import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ResultTable } from '../../model/query/queryResult.js';
import { captionedCsv, captionedMarkdown, resultCsv, resultJson } from '../../model/results/resultText.js';
import { resultCaption, type Caption } from '../../model/results/caption.js';
import type { RendererMessage, TextFormat } from '../../model/results/pageQuestions.js';
import { window } from '../../ui/doors.js';
import { saveFile } from '../../ui/saveFile.js';
import { shown, type Inert } from '../../words/inert.js';
import { cellFileName, cellName } from '../notebookMetadata.js';
import { requireResult, type KeptResult, type ResultStore } from './resultStore.js';
import { rowCountText } from './runWords.js';

interface TextFile {
  readonly label: Inert;
  readonly ending: string;
  readonly print: (table: ResultTable, caption: Caption) => string;
}

/** The text files that a result can be written to, in the order of the list; JSON stays data and says nothing of itself. */
const textFiles = (): Readonly<Record<TextFormat, TextFile>> => ({
  csv: { label: shown`CSV`, ending: 'csv', print: resultCsv },
  titledCsv: { label: l10n.t('CSV with a title'), ending: 'csv', print: captionedCsv },
  json: { label: shown`JSON`, ending: 'json', print: resultJson },
  markdown: {
    label: shown`Markdown`,
    ending: 'md',
    print: (table, caption) => `${captionedMarkdown(table, caption, table.rowCount)}\n`,
  },
});

/** Asks for a file and writes all rows of a result to it. */
export async function exportResult(result: KeptResult, format: TextFormat): Promise<void> {
  const { ending, print } = textFiles()[format];
  const content = () => new TextEncoder().encode(print(result.table, captionOf(result)));
  await saveBeside(result.cell, ending, content);
}

/** What a text says of its result. */
const captionOf = ({ said, cell }: KeptResult): Caption => resultCaption({ ...said, name: cellName(cell) });

/** More rows than these are no use where text is pasted. */
const mostCopied = 1_000;

/** Puts the first rows of a result on the clipboard as a table in Markdown, with what is said of it. */
export async function copyMarkdown(result: KeptResult): Promise<void> {
  const { table } = result;
  const { notes, ...caption } = captionOf(result);
  const { rowCount } = table;
  const cut = rowCount > mostCopied ? [rowCountText(mostCopied, rowCount)] : [];
  const text = captionedMarkdown(table, { ...caption, notes: [...cut, ...notes] }, mostCopied);
  await vscode.env.clipboard.writeText(`${text}\n`);
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
  const files = textFiles();
  const formats = (Object.keys(files) as TextFormat[]).map(format => ({
    label: files[format].label,
    run: () => exportResult(result, format),
  }));
  const copy = { label: l10n.t('Copy as Markdown'), run: () => copyMarkdown(result) };
  const { rowCount } = result.table;
  const title = rowCount === 1 ? l10n.t('Export 1 row') : l10n.t('Export all {0} rows', rowCount);
  const chosen = await window.showQuickPick([...formats, copy], { title });
  await chosen?.run();
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
