import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import type { Report } from '../../model/report/report.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { askForFile, besideFile, sayWritten, writeText } from '../../ui/saveFile.js';
import { locale } from '../../words/locale.js';
import { joined, shown, type Inert } from '../../words/inert.js';
import { GivenUpError, NothingToDoError } from '../../words/sentenceErrors.js';
import { requireNotebook } from '../openNotebooks.js';
import { answerCount, notebookReport } from './notebookReport.js';
import type { ResultStore } from './resultStore.js';

/** A way to hand a notebook to somebody who has no more than a browser, or no more than an editor. */
interface ReportFormat {
  readonly label: Inert;
  readonly detail: Inert;
  readonly ending: 'html' | 'md';
  /** Writes all files of the report. @throws {GivenUpError} when somebody has enough */
  readonly write: (report: Report, target: vscode.Uri, pause: () => Promise<void>) => Promise<void>;
}

const formats = (): readonly ReportFormat[] => [
  {
    label: shown`HTML`,
    detail: l10n.t('One file for any browser: charts, tables, texts and queries. It loads nothing.'),
    ending: 'html',
    write: async (report, target, pause) => {
      const { reportPage } = await import('../../model/report/reportHtml.js');
      await writeText(target, await reportPage(report, { pause }));
    },
  },
  {
    label: shown`Markdown`,
    detail: l10n.t('A text, and a folder beside it with the charts as pictures.'),
    ending: 'md',
    write: writeMarkdown,
  },
];

/** Asks for a format and a place, and writes the notebook with its last answers there. */
export async function exportNotebook({ results }: { readonly results: ResultStore }): Promise<void> {
  const notebook = requireNotebook();
  const { answered, all } = answerCount(notebook, results);
  if (answered === 0) {
    throw new NothingToDoError(l10n.t('No query of this notebook has an answer yet. Run it first.'));
  }
  const format = await window.showQuickPick(formats(), { title: l10n.t('Export notebook') });
  if (!format) return;
  const name = nameOf(notebook);
  const folder = notebook.isUntitled ? undefined : besideFile(notebook.uri, '.');
  const file = { name, ending: format.ending, folder, title: l10n.t('Export notebook') };
  const target = await askForFile(file);
  if (!target) return;
  const about = { title: name, language: locale.language ?? 'en', writtenAt: Date.now() };
  const report = notebookReport(notebook, results, about);
  const title = l10n.t('Exporting the notebook…');
  await withCancellableProgress(title, async (signal, tell) => {
    // What charts say is in the language of the editor, as on a page.
    const { translateCharts } = await import('../../model/charts/chartWords.js');
    translateCharts(locale.translations);
    let done = 0;
    await format.write(report, target, async () => {
      await new Promise(resolve => setImmediate(resolve));
      if (signal.aborted) throw new GivenUpError();
      tell(l10n.t('{0} of {1} cells', (done += 1), report.cells.length));
    });
  });
  sayWritten(target, joined([leftOut(all - answered)]));
}

/** What the file lacks that the notebook could have. */
const leftOut = (queries: number): Inert | '' =>
  queries === 0
    ? ''
    : queries === 1
      ? l10n.t('1 query has no answer, and is there as a text alone.')
      : l10n.t('{0} queries have no answer, and are there as texts alone.', queries);

/** The name of a notebook without its ending. */
function nameOf({ uri, isUntitled }: vscode.NotebookDocument): string {
  const name =
    uri.path
      .split('/')
      .at(-1)
      ?.replace(/\.dqnb$/i, '') ?? '';
  return (!isUntitled && fileNameOf(name)) || 'notebook';
}

async function writeMarkdown(report: Report, target: vscode.Uri, pause: () => Promise<void>): Promise<void> {
  const { reportMarkdown } = await import('../../model/report/reportMarkdown.js');
  const base = target.path.split('/').at(-1)?.replace(/\.md$/i, '') ?? '';
  const folder = `${base}_files`;
  const { text, pictures } = await reportMarkdown(report, { folder, pause });
  for (const { name, svg } of pictures) await writeText(besideFile(target, folder, name), svg);
  await writeText(target, text);
}
