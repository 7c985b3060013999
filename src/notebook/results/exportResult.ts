import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import type { ResultTable } from '../../model/query/queryResult.js';
import { captionedCsv, captionedMarkdown, resultCsv, resultJson } from '../../model/results/resultText.js';
import { resultCaption, type Caption } from '../../model/results/caption.js';
import type { RendererMessage, TextFormat } from '../../model/results/pageQuestions.js';
import { separator, window, type QuickPickItem } from '../../ui/doors.js';
import { folderOf, saveFile } from '../../ui/saveFile.js';
import { shown, type Inert } from '../../words/inert.js';
import { grouped, locale, rowCountText } from '../../words/locale.js';
import { readViewSettings, type ViewSettings } from '../../model/results/viewSettings.js';
import type { ViewedAs } from '../../model/charts/chartResult.js';
import { translateCharts } from '../../model/charts/chartWords.js';
import { shownTable } from '../../model/charts/shownTable.js';
import { drawnTable } from '../../model/charts/time/drawnTable.js';
import { cellFileName, cellName, viewField } from '../notebookMetadata.js';
import { requireResult, type KeptResult, type ResultStore } from './resultStore.js';

interface TextFile {
  readonly label: Inert;
  readonly ending: string;
  /** What is in it of a result as it is on the screen. */
  readonly shown: (result: KeptResult, settings: ViewSettings) => Printed;
  readonly print: (table: ResultTable, caption: Caption) => string;
}

/** The text files that a result can be written to, in the order of the list; JSON stays data and says nothing of itself. */
const textFiles = (): Readonly<Record<TextFormat, TextFile>> => ({
  csv: { label: shown`CSV`, ending: 'csv', shown: onScreen, print: resultCsv },
  titledCsv: { label: l10n.t('CSV with a title'), ending: 'csv', shown: onScreen, print: captionedCsv },
  json: { label: shown`JSON`, ending: 'json', shown: onScreen, print: resultJson },
  markdown: {
    label: shown`Markdown`,
    ending: 'md',
    shown: drawn,
    print: (table, caption) => `${captionedMarkdown(table, caption, table.rowCount)}\n`,
  },
});

/**
 * Asks for a file and writes a result to it: as it is on the screen, or all rows as they were sent.
 * @param settings how somebody looks at it; undefined for all rows as they were sent
 */
export async function exportResult(
  result: KeptResult,
  { format, settings }: { readonly format?: TextFormat; readonly settings?: ViewSettings },
): Promise<void> {
  const chosen = format ? textFiles()[format] : await chooseFile(result);
  if (!chosen) return;
  const { table, caption } = settings ? chosen.shown(result, settings) : asSent(result);
  await saveBeside(result, chosen.ending, () => new TextEncoder().encode(chosen.print(table, caption)));
}

/** What is printed of a result. */
interface Printed {
  readonly table: ResultTable;
  readonly caption: Caption;
}

const asSent = ({ table, said, cell }: KeptResult): Printed => ({
  table,
  caption: resultCaption({ ...said, name: cellName(cell) }),
});

const lookOf = ({ said }: KeptResult, settings: ViewSettings): ViewedAs => ({
  facts: said.facts,
  settings,
  zone: settings.zone ?? said.zone ?? 'sent',
});

function onScreen(result: KeptResult, settings: ViewSettings): Printed {
  const { table: all, said, cell } = result;
  const look = lookOf(result, settings);
  const table = shownTable(all, look);
  const { rowCount } = table;
  const passed = l10n.t(
    '{0} of {1} rows pass the filters of the table.',
    grouped(rowCount),
    grouped(all.rowCount),
  );
  const notes = [...(rowCount < all.rowCount ? [passed] : []), ...(said.notes ?? [])];
  return { table, caption: resultCaption({ ...said, name: cellName(cell), notes }, look) };
}

/** What people read: of a chart over time the series that it draws. */
function drawn(result: KeptResult, settings: ViewSettings): Printed {
  translateCharts(locale.translations);
  const { caption } = onScreen(result, settings);
  const { table, notes } = drawnTable(result.table, lookOf(result, settings));
  return { table, caption: { ...caption, notes: [...notes, ...caption.notes] } };
}

/** More rows than these are no use where text is pasted. */
const mostCopied = 1_000;

/**
 * Puts the first rows of a result, as it is on the screen, on the clipboard as a table in Markdown; of a chart over time those
 * of the series that it draws.
 */
export async function copyMarkdown(result: KeptResult, settings: ViewSettings): Promise<void> {
  const { table, caption } = drawn(result, settings);
  const cut = table.rowCount > mostCopied ? [rowCountText(mostCopied, table.rowCount)] : [];
  const text = captionedMarkdown(table, { ...caption, notes: [...cut, ...caption.notes] }, mostCopied);
  await vscode.env.clipboard.writeText(`${text}\n`);
}

/** Asks for a file and writes a picture of a chart to it. */
export async function savePicture(
  result: KeptResult,
  { format, data }: RendererMessage & { type: 'picture' },
): Promise<void> {
  await saveBeside(result, format, () => Buffer.from(data, format === 'png' ? 'base64' : 'utf8'));
}

/** The palette's way to a file or the clipboard: the result of the selected cell, in a form of choice. */
export async function exportSelected(results: ResultStore): Promise<void> {
  const result = requireResult(results);
  const { cell } = result;
  const settings = { ...readViewSettings(cell.metadata[viewField]), ...results.series.get(cell) };
  const files = Object.entries(textFiles()) as [TextFormat, TextFile][];
  const entries = (how: { readonly settings?: ViewSettings }) =>
    files.map(([format, { label }]) => ({ label, run: () => exportResult(result, { format, ...how }) }));
  const copy = { label: l10n.t('Copy as Markdown'), run: () => copyMarkdown(result, settings) };
  const items: (QuickPickItem & { readonly run?: () => Promise<void> })[] = [
    separator(l10n.t('As it is shown')),
    ...entries({ settings }),
    copy,
    separator(asSentTitle(result)),
    ...entries({}),
  ];
  const chosen = await window.showQuickPick(items, { title: l10n.t('Export result') });
  await chosen?.run?.();
}

const chooseFile = (result: KeptResult): Thenable<TextFile | undefined> =>
  window.showQuickPick(Object.values(textFiles()), { title: asSentTitle(result) });

function asSentTitle({ table: { rowCount } }: KeptResult): Inert {
  return rowCount === 1 ? l10n.t('1 row as sent') : l10n.t('All {0} rows as sent', grouped(rowCount));
}

async function saveBeside(
  { cell, said }: KeptResult,
  ending: string,
  content: () => Uint8Array,
): Promise<void> {
  await saveFile({
    name: cellFileName(cell, fileNameOf(resultCaption(said).title) || 'result'),
    ending,
    folder: folderOf(cell.notebook),
    title: l10n.t('Export'),
    content,
  });
}
