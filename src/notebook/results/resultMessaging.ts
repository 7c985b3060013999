import * as vscode from 'vscode';
import { rendererId } from '../../ids.js';
import type {
  ExtensionMessage,
  RendererMessage,
  TextsAnswer,
  TextsQuestion,
} from '../../model/results/shownResult.js';
import { describeError } from '../../words/describeError.js';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { shown, unlinked } from '../../words/inert.js';
import type { KeptResult, ResultStore } from './resultStore.js';
import type { ValueServices } from './valueActions.js';

/** Most rows in one message; VS Code hands this many over in a tenth of a second. */
const pageRows = 10_000;

/** What answering the renderer needs. */
export interface ResultServices extends ValueServices {
  readonly results: ResultStore;
  readonly log: Log;
}

/** Answers what outputs ask for: more rows, edits of the notebook, files. */
export function answerRenderer(services: ResultServices): vscode.Disposable {
  const { results, log } = services;
  const messaging = vscode.notebooks.createRendererMessaging(rendererId);
  const answer = async ({ message, editor }: { message: unknown; editor: vscode.NotebookEditor }) => {
    const asked = message as RendererMessage | TextsQuestion;
    const reply = (answer: ExtensionMessage | TextsAnswer) => messaging.postMessage(answer, editor);
    if (asked.type === 'texts') {
      const texts = vscode.l10n.bundle;
      if (texts) await reply({ type: 'texts', texts });
      return;
    }
    const result = results.get(asked.result);
    try {
      // What is copied comes from the output, whose result may be gone.
      if (asked.type === 'copy') await vscode.env.clipboard.writeText(asked.text);
      else if (!result) await reply({ type: 'gone', result: asked.result });
      else if (asked.type === 'rows') await reply(page(asked, result));
      else await act(asked, result, services);
    } catch (error) {
      const sentence = describeError(error);
      log.error(unlinked(shown`Notebook: ${sentence}`));
      void window.showErrorMessage(sentence);
    }
  };
  return messaging.onDidReceiveMessage(received => inBackground(log, answer(received)));
}

function page(
  { result, from, count }: RendererMessage & { type: 'rows' },
  { table }: KeptResult,
): ExtensionMessage {
  const columns = table.columns.map(({ values }) => values.slice(from, from + Math.min(count, pageRows)));
  return { type: 'rows', result, from, columns };
}

async function act(
  asked: Exclude<RendererMessage, { type: 'rows' | 'copy' }>,
  result: KeptResult,
  services: ResultServices,
): Promise<void> {
  switch (asked.type) {
    case 'settings':
      return (await import('./resultEdits.js')).writeSettings(result.cell, asked.settings, services.results);
    case 'interval':
      return (await import('./resultEdits.js')).useInterval(result.cell, asked);
    case 'value':
      return (await import('./valueActions.js')).actOnValue(asked, result, services);
    case 'export':
      return (await import('./exportResult.js')).exportResult(result, asked.format);
    case 'picture':
      return (await import('./exportResult.js')).savePicture(result, asked);
    case 'oddRows':
      return (await import('./runSummary.js')).openOddRows(result);
  }
}
