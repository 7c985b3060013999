import * as vscode from 'vscode';
import {
  readPageQuestion,
  type PageQuestion,
  type RendererMessage,
} from '../../model/results/pageQuestions.js';
import type * as RangeChanges from '../rangeChanges.js';
import type { ExtensionMessage } from '../../model/results/shownResult.js';
import type { ViewSettings } from '../../model/results/viewSettings.js';
import { describeError } from '../../words/describeError.js';
import type { Log } from '../../ui/doors.js';
import { shown, unlinked } from '../../words/inert.js';
import { isGivenUp, noteUnread, sayFailed } from '../../ui/listeners.js';
import type { Connections } from '../../connections/connection.js';
import type { RangeSteps } from '../time/rangeSteps.js';
import { requireResult, type KeptResult, type ResultStore } from './resultStore.js';
import type { Reply } from './resultTabs.js';
import type { ValueServices } from './valueActions.js';

/**
 * Milliseconds after which VS Code has seen that a page has the keyboard: it looks four times a second (`trackFocus`). One that
 * lost it before would have it for good (`notebookOutputFocused`), and Ctrl+A would select nothing in the cells any more.
 */
const seenFocus = 300;
/** Most rows in one message; VS Code hands this many over in a tenth of a second. */
const pageRows = 10_000;

/** What answering the renderer needs. */
export interface ResultServices extends ValueServices {
  readonly connections: Connections;
  readonly results: ResultStore;
  readonly ranges: RangeSteps;
  /** Where the files of the extension are. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** Says to a page that was just loaded what became of runs meanwhile. */
  readonly sayAgain: (editor: vscode.NotebookEditor) => Promise<void>;
}

/** Answers what an output asks for: more rows, edits of the notebook, files. What no page of ours asks is left alone. */
export async function answerRenderer(
  messaging: vscode.NotebookRendererMessaging,
  { message, editor }: { readonly message: unknown; readonly editor: vscode.NotebookEditor },
  services: ResultServices,
): Promise<void> {
  const asked = readPageQuestion(message);
  if (!asked) return noteUnread(services.log, message);
  if (asked.type === 'ready') return;
  const reply: Reply = async answer => void (await messaging.postMessage(answer, editor));
  const result = asked.type === 'texts' ? undefined : services.results.get(asked.result);
  await answerAsked(asked, { result, reply }, services);
  if (asked.type === 'texts') await services.sayAgain(editor);
}

/** The palette's way to a tab: the result of the selected cell. */
export async function openSelected(services: ResultServices): Promise<void> {
  await openTab(requireResult(services.results), undefined, services);
}

async function openTab(
  result: KeptResult,
  settings: ViewSettings | undefined,
  services: ResultServices,
): Promise<void> {
  const tabs = await import('./resultTabs.js');
  tabs.openTab(result, settings, {
    ...services,
    answer: (asked, about) => answerAsked(asked, about, services),
  });
}

/** Answers what a page asks for about a result; there may be none any more. */
export async function answerAsked(
  asked: Exclude<PageQuestion, { type: 'ready' }>,
  { result, reply }: { readonly result: KeptResult | undefined; readonly reply: Reply },
  services: ResultServices,
): Promise<void> {
  if (asked.type === 'texts') {
    const texts = vscode.l10n.bundle;
    if (texts) await reply({ type: 'texts', texts });
    return;
  }
  try {
    // What is copied comes from the output, whose result may be gone.
    if (asked.type === 'copy') await vscode.env.clipboard.writeText(asked.text);
    else if (!result) await reply({ type: 'gone', result: asked.result });
    else if (asked.type === 'rows') await reply(page(asked, result));
    else if (asked.type === 'before') await reply(await before(asked, result, services));
    else if (asked.type === 'marks') await reply(await marks(asked, result, services));
    else await act(asked, result, services);
  } catch (error) {
    if (asked.type === 'before') await reply({ type: 'noBefore', result: asked.result, shift: asked.shift });
    if (asked.type === 'marks') await reply({ type: 'noMarks', result: asked.result, source: asked.source });
    if (!isGivenUp(error)) services.log.error(unlinked(shown`Notebook: ${describeError(error)}`));
    await sayFailed(error);
  }
}

function page(
  { result, from, count }: RendererMessage & { type: 'rows' },
  { table }: KeptResult,
): ExtensionMessage {
  const columns = table.columns.map(({ values }) => values.slice(from, from + Math.min(count, pageRows)));
  return { type: 'rows', result, from, columns };
}

async function before(
  { result: id, shift }: RendererMessage & { type: 'before' },
  result: KeptResult,
  { connections }: ResultServices,
): Promise<ExtensionMessage> {
  const { earlierRows } = await import('./earlierRows.js');
  const table = await earlierRows(shift, result, connections);
  return { type: 'before', result: id, shift, ...table, totalRows: table.rowCount };
}

async function marks(
  { result: id, source }: RendererMessage & { type: 'marks' },
  result: KeptResult,
  services: ResultServices,
): Promise<ExtensionMessage> {
  const { chartMarks } = await import('./eventMarks.js');
  return { type: 'marks', result: id, source, ...(await chartMarks(source, result, services)) };
}

/**
 * Does what an output asks for, besides its rows and copying.
 * @throws {Error} with a sentence for people
 */
async function act(
  asked: Exclude<RendererMessage, { type: 'rows' | 'before' | 'marks' | 'copy' }>,
  result: KeptResult,
  services: ResultServices,
): Promise<void> {
  const { cell } = result;
  switch (asked.type) {
    case 'settings':
      return (await import('./resultEdits.js')).writeSettings(cell, asked.settings, services.results);
    case 'interval':
      return changeRange(cell, services, by => by.useInterval(cell, asked, services.ranges));
    case 'back':
      return changeRange(cell, services, by => by.goBack({ cell, notebook: cell.notebook }, services.ranges));
    case 'value':
      return (await import('./valueActions.js')).actOnValue(asked, result, services);
    case 'export':
      return (await import('./exportResult.js')).exportResult(result, asked);
    case 'copyMarkdown':
      return (await import('./exportResult.js')).copyMarkdown(result, asked.settings);
    case 'picture':
      return (await import('./exportResult.js')).savePicture(result, asked);
    case 'limit':
      return (await import('./limitEdits.js')).changeLimit(result, asked.limit);
    case 'oddRows':
      return (await import('./runWords.js')).openOddRows(result.oddRows);
    case 'tab':
      await new Promise(resolve => setTimeout(resolve, seenFocus));
      return openTab(result, asked.settings, services);
  }
}

async function changeRange(
  { notebook }: vscode.NotebookCell,
  { ranges }: ResultServices,
  change: (by: typeof RangeChanges) => Promise<unknown>,
): Promise<void> {
  const [by, { tellingWhoStays }] = await Promise.all([
    import('../rangeChanges.js'),
    import('../time/timeCommands.js'),
  ]);
  await tellingWhoStays(notebook, ranges, () => change(by));
}
