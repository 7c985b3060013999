import * as vscode from 'vscode';
import { rendererId } from '../../ids.js';
import type {
  ExtensionMessage,
  RendererMessage,
  TextsAnswer,
  TextsQuestion,
} from '../../model/results/shownResult.js';
import { describeError } from '../../words/describeError.js';
import { window } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { shown, unlinked } from '../../words/inert.js';
import type { ResultServices } from './answerAsked.js';
import type { KeptResult } from './resultStore.js';

/** Most rows in one message; VS Code hands this many over in a tenth of a second. */
const pageRows = 10_000;

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
      else await (await import('./answerAsked.js')).answerAsked(asked, result, services);
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
