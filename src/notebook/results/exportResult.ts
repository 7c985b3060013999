import * as vscode from 'vscode';
import { resultCsv, resultJson, resultMarkdown } from '../../model/results/queryResult.js';
import type { RendererMessage, TextFormat } from '../../model/results/shownResult.js';
import { describeError } from '../../words/describeError.js';
import { type QuickPickItem, window } from '../../ui/doors.js';
import { inert, shown } from '../../words/inert.js';
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
  const target = await askForFile(cell, format);
  if (!target) return;
  const print = {
    csv: resultCsv,
    json: resultJson,
    markdown: (all: typeof table) => `${resultMarkdown(all, all.rowCount)}\n`,
  };
  await write(target, new TextEncoder().encode(print[format](table)));
}

/** Asks for a file and writes a picture of a chart to it. */
export async function savePicture(
  { cell }: KeptResult,
  { format, data }: RendererMessage & { type: 'picture' },
): Promise<void> {
  const target = await askForFile(cell, format);
  if (target) await write(target, Buffer.from(data, format === 'png' ? 'base64' : 'utf8'));
}

/** The palette's way to a file: the result of the selected cell, in a format of choice. */
export async function exportSelected(results: ResultStore): Promise<void> {
  const result = requireResult(results);
  const formats: readonly (QuickPickItem & { readonly format: TextFormat })[] = [
    { label: shown`CSV`, format: 'csv' },
    { label: shown`JSON`, format: 'json' },
    { label: shown`Markdown`, format: 'markdown' },
  ];
  const title = vscode.l10n.t('Export all {0} rows', result.table.rowCount);
  const chosen = await window.showQuickPick(formats, { title });
  if (chosen) await exportResult(result, chosen.format);
}

async function askForFile(
  { notebook }: vscode.NotebookCell,
  format: TextFormat | 'svg' | 'png',
): Promise<vscode.Uri | undefined> {
  const folder =
    notebook.isUntitled || notebook.uri.scheme !== 'file'
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(notebook.uri, '..');
  const ending = endings[format];
  return window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `result.${ending}`) }),
    filters: { [ending.toUpperCase()]: [ending] },
    title: vscode.l10n.t('Export'),
  });
}

async function write(target: vscode.Uri, bytes: Uint8Array): Promise<void> {
  await vscode.workspace.fs.writeFile(target, bytes);
  const open = vscode.l10n.t('Open');
  const sentence = vscode.l10n.t('{0} was written.', inert(vscode.workspace.asRelativePath(target)));
  // Not awaited: the export is done, whether or not anybody looks at the file.
  const opening = window.showInformationMessage(sentence, open).then(async choice => {
    if (choice === open) await vscode.commands.executeCommand('vscode.open', target);
  });
  opening.then(undefined, (error: unknown) => window.showErrorMessage(describeError(error)));
}
