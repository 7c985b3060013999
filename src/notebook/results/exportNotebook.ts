import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import type { Report } from '../../model/report/report.js';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import {
  askForFile,
  besideFile,
  deleteFile,
  folderOf,
  namesIn,
  sayWritten,
  writeText,
} from '../../ui/saveFile.js';
import { locale } from '../../words/locale.js';
import { joined, quoted, shown, type Inert } from '../../words/inert.js';
import { GivenUpError, NothingToDoError } from '../../words/sentenceErrors.js';
import { requireNotebook } from '../openNotebooks.js';
import { isPictureName, writeMarkdownFiles, type Turns } from './markdownFiles.js';
import { answerCount, notebookReport } from './notebookReport.js';
import type { ResultStore } from './resultStore.js';

/** A way to hand a notebook to somebody who has no more than a browser, or no more than an editor. */
interface ReportFormat {
  readonly label: Inert;
  readonly detail: Inert;
  readonly ending: 'html' | 'md';
  /** Whether what the place holds besides may go. */
  readonly mayReplace?: (target: vscode.Uri) => Promise<boolean>;
  /** Writes all files of the report. @throws {GivenUpError} when somebody has enough */
  readonly write: (report: Report, target: vscode.Uri, turns: Turns) => Promise<void>;
}

const formats = (): readonly ReportFormat[] => [
  {
    label: shown`HTML`,
    detail: l10n.t('One file for any browser: charts, tables, texts and queries. It loads nothing.'),
    ending: 'html',
    write: async (report, target, { pause, goOn }) => {
      const { reportPage } = await import('../../model/report/reportHtml.js');
      const page = await reportPage(report, { pause });
      goOn();
      await writeText(target, page);
    },
  },
  {
    label: shown`Markdown`,
    detail: l10n.t('A text, and a folder beside it with the charts as pictures.'),
    ending: 'md',
    mayReplace: mayReplacePictures,
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
  const file = { name, ending: format.ending, folder: folderOf(notebook), title: l10n.t('Export notebook') };
  const target = await askForFile(file);
  if (!target || (await format.mayReplace?.(target)) === false) return;
  const about = { title: name, language: locale.language ?? 'en', writtenAt: Date.now() };
  const report = notebookReport(notebook, results, about);
  const title = l10n.t('Exporting the notebook…');
  await withCancellableProgress(title, async (signal, tell) => {
    // What charts say is in the language of the editor, as on a page.
    const { translateCharts } = await import('../../model/charts/chartWords.js');
    translateCharts(locale.translations);
    const goOn = () => {
      if (signal.aborted) throw new GivenUpError(l10n.t('The export was cancelled.'));
    };
    let done = 0;
    const pause = async () => {
      await new Promise(resolve => setImmediate(resolve));
      goOn();
      tell(l10n.t('{0} of {1} cells', (done += 1), report.cells.length));
    };
    await format.write(report, target, { pause, goOn });
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

/** The folder of the pictures of a text. */
const pictureFolder = (target: vscode.Uri): string =>
  `${target.path.split('/').at(-1)?.replace(/\.md$/i, '') ?? ''}_files`;

/** The pictures that a folder has from before. */
async function picturesIn(folder: vscode.Uri): Promise<string[]> {
  return (await namesIn(folder)).filter(isPictureName);
}

/** Who is asked about a file knows nothing yet of the folder beside it. */
async function mayReplacePictures(target: vscode.Uri): Promise<boolean> {
  const folder = pictureFolder(target);
  const { length } = await picturesIn(besideFile(target, folder));
  if (length === 0) return true;
  return confirmRisk({
    question:
      length === 1
        ? l10n.t('{0} holds a picture of an export of before.', quoted(folder))
        : l10n.t('{0} holds {1} pictures of an export of before.', quoted(folder), length),
    detail: l10n.t(
      'They are replaced, or deleted where this export has none of their name. Other files stay.',
    ),
    safe: l10n.t('Keep them'),
    risky: l10n.t('Replace'),
  });
}

async function writeMarkdown(report: Report, target: vscode.Uri, turns: Turns): Promise<void> {
  const { reportMarkdown } = await import('../../model/report/reportMarkdown.js');
  const folder = pictureFolder(target);
  const beside = (name: string) => besideFile(target, folder, name);
  await writeMarkdownFiles(await reportMarkdown(report, { folder, pause: turns.pause }), turns, {
    oldPictures: () => picturesIn(besideFile(target, folder)),
    writePicture: (name, svg) => writeText(beside(name), svg),
    deletePicture: name => deleteFile(beside(name)),
    writeText: text => writeText(target, text),
  });
}
