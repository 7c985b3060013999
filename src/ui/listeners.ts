import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import { window, type Log } from './doors.js';
import { GivenUpError, NothingToDoError } from '../words/sentenceErrors.js';
import { quoted, unlinked, type Inert } from '../words/inert.js';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** Lets something go on that nobody waits for, such as what a listener does; when it fails, the log says so. */
export function inBackground(log: Pick<Log, 'error'>, work: PromiseLike<unknown>): void {
  work.then(undefined, async (error: unknown) => log.error(unlinked(await errorWords(error))));
}

/** Notes that a page has sent what no page of ours sends, which is left alone; of what it sent, only what it calls itself. */
export const noteUnread = (log: Log, sent: unknown): void =>
  log.warn(unlinked(l10n.t('A page sent a message that is not understood: {0}.', typeOf(sent))));

const typeOf = (sent: unknown): Inert => quoted(isRecord(sent) ? String(sent['type']) : typeof sent);

/** As `describeError`, whose sentences are loaded with the first failure. */
export const errorWords = async (error: unknown): Promise<Inert> =>
  (await import('../words/describeError.js')).describeError(error);

/** Whether something ended because the user wanted that. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof vscode.CancellationError ||
  error instanceof GivenUpError ||
  isApiError(error, 'cancelled');

/**
 * Says why something failed, so that nobody else says it: with the button that solves it, as information where there was
 * nothing to do; nothing of what was given up.
 * @param again does the same again, for what only reads until it asks
 */
export async function sayFailed(error: unknown, again?: () => PromiseLike<unknown>): Promise<void> {
  if (isGivenUp(error)) return;
  const sentence = await errorWords(error);
  if (error instanceof NothingToDoError) return void window.showInformationMessage(sentence);
  const { sayWithRemedy } = await import('./confirmRisk.js');
  void sayWithRemedy(error, sentence, again);
}

/**
 * Tells of documents that nobody has open any more. VS Code's own event also comes when the language of a document is
 * changed, which closes nothing.
 */
export const onDidCloseDocument = (listener: (uri: vscode.Uri) => void): vscode.Disposable =>
  vscode.workspace.onDidCloseTextDocument(document => {
    if (!vscode.workspace.textDocuments.includes(document)) listener(document.uri);
  });

/** The document that a tab shows, as text or as a table; undefined of any other tab. */
export const shownUri = ({ input }: Pick<vscode.Tab, 'input'>): vscode.Uri | undefined =>
  input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
