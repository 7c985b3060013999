import * as l10n from '@vscode/l10n';
import { isApiError } from '../api/apiError.js';
import { Command } from '../ids.js';
import { closeButton, runCommand, window, type CancellationToken, type InputBoxOptions } from './doors.js';
import { remedyButton, type RemedyButton } from './remedyButtons.js';
import { inert, joined, quoted, type Inert } from '../words/inert.js';
import { failureIn, isWorthAnotherTry, offeredRemedy } from '../words/remedies.js';
import { GivenUpError, LockedError, SentenceError } from '../words/sentenceErrors.js';

/** What a dialog says before it is answered. */
export interface Told {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: Inert;
  readonly detail?: Inert | undefined;
}

/**
 * Shows a dialog that has to be answered. Enter presses the first button.
 * @param close what closing it is called, where that is no cancelling; VS Code has a button for it in any case
 * @returns the button that was pressed; undefined when it was closed
 */
export async function askModal(
  { severity, message, detail = joined([]) }: Told,
  buttons: readonly Inert[],
  close?: Inert,
): Promise<Inert | undefined> {
  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[severity];
  const closing = close === undefined ? [] : [closeButton(close)];
  const chosen = await show(message, { modal: true, detail }, ...buttons, ...closing);
  return buttons.find(button => button === chosen);
}

/** Asks which way to go on, as a warning. Else as {@link askModal}. @throws {GivenUpError} when it was closed */
export async function requireAnswer(told: Omit<Told, 'severity'>, buttons: readonly Inert[]): Promise<Inert> {
  const chosen = await askModal({ severity: 'warning', ...told }, buttons);
  if (chosen === undefined) throw new GivenUpError();
  return chosen;
}

/** A question before something that cannot be taken back. */
export interface Risk {
  readonly question: Inert;
  readonly detail?: Inert;
  /** The button that leaves it, which says what stays. */
  readonly safe: Inert;
  /** The button that goes on, which says what is done. */
  readonly risky: Inert;
}

/** Asks whether to go on. */
export const confirmRisk = async ({ risky, ...asked }: Risk): Promise<boolean> =>
  (await chooseRisk(asked, [risky])) === risky;

/**
 * Asks which way to go on; undefined for none. Enter presses the first button of VS Code's dialogs, so that is the safe
 * one. VS Code adds Cancel beside it: the only way without it is to mark the safe one as `isCloseAffordance`, which puts it
 * last and leaves Enter to a risky one.
 */
export async function chooseRisk(
  { question, detail, safe }: Omit<Risk, 'risky'>,
  risky: readonly Inert[],
): Promise<Inert | undefined> {
  const chosen = await askModal({ severity: 'warning', message: question, detail }, [safe, ...risky]);
  return chosen === safe ? undefined : chosen;
}

/** Asks whether what was changed here wins over what somebody else changed in the same fields. */
export const confirmMine = (question: Inert, detail: Inert): Promise<boolean> =>
  confirmRisk({ question, detail, safe: l10n.t('Leave theirs'), risky: l10n.t('Keep mine') });

/**
 * Asks to type a word that shows that the user knows what is meant; false when given up.
 * @param closed takes the question back, such as when what it is about is not to be seen any more
 */
export async function typeToConfirm(
  word: string,
  title: Inert,
  closed?: CancellationToken,
): Promise<boolean> {
  const shownWord = inert(word);
  // What was copied from where it is shown holds what makes it inert.
  const isWord = (text: string) => [word, shownWord].includes(text.trim());
  const options: InputBoxOptions = {
    title,
    prompt: l10n.t('Type {0} to go on.', shownWord),
    placeHolder: shownWord,
    ignoreFocusOut: true,
    validateInput: text => (text === '' || isWord(text) ? undefined : l10n.t('This is not {0}.', shownWord)),
  };
  const typed = await window.showInputBox(options, closed);
  return typed !== undefined && !closed?.isCancellationRequested && isWord(typed);
}

/** What says whether a connection may be written to. */
interface Lockable {
  readonly id: string;
  readonly name: string;
  readonly isLocked: boolean;
}

/**
 * The connection that a command changes.
 * @throws {SentenceError} with a sentence for people when it is gone, {LockedError} when it is read-only
 */
export function requireUnlocked<T extends Lockable>(connection: T | undefined): T {
  if (!connection)
    throw new SentenceError(l10n.t('This connection no longer exists. Add the manager again.'));
  if (connection.isLocked) {
    throw new LockedError(
      l10n.t('{0} is read-only. Unlock it for changes, then try again.', quoted(connection.name)),
      connection.id,
    );
  }
  return connection;
}

/**
 * The connection that a command is about to change: one that is read-only is asked about, before anything else.
 * @throws {SentenceError} when it is gone, {GivenUpError} when it stays read-only
 */
export async function unlockedConnection<T extends Lockable>(
  connections: { get(id: string): T | undefined },
  id: string,
): Promise<T> {
  if (connections.get(id)?.isLocked) {
    await runCommand(Command.unlockConnection, { connectionId: id });
    if (connections.get(id)?.isLocked) throw new GivenUpError();
  }
  return requireUnlocked(connections.get(id));
}

/** Does what a button does. */
export const press = ({ command, arguments: given }: RemedyButton['command']): Thenable<unknown> =>
  runCommand(command, ...given);

/**
 * Says why something failed, with the button that solves it: what helps, to do the same again where it only read, and the log
 * where the manager has more to tell than a sentence.
 * @param again does the same again, and tells by itself when it fails
 */
export async function sayWithRemedy(
  error: unknown,
  sentence: Inert,
  again?: () => PromiseLike<unknown>,
): Promise<void> {
  const offered = offeredRemedy(error);
  const button = offered && remedyButton(offered);
  const buttons: readonly (readonly [label: Inert, act: () => PromiseLike<unknown>])[] = [
    ...(button ? [[button.label, () => press(button.command)] as const] : []),
    ...(again && isWorthAnotherTry(error) ? [[l10n.t('Try again'), again] as const] : []),
    ...(isApiError(failureIn(error), 'server', 'badResponse')
      ? [[l10n.t('Show log'), () => runCommand(Command.showLog)] as const]
      : []),
  ];
  const chosen = await window.showErrorMessage(sentence, ...buttons.map(([label]) => label));
  await buttons.find(([label]) => label === chosen)?.[1]();
}
