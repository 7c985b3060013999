import * as vscode from 'vscode';
import { describeError } from '../ui/describeError.js';
import { window } from '../ui/doors.js';
import { quoted, type Inert } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import { offerBackup } from './backups.js';
import { nameList } from './confirmPlan.js';
import { mayHaveHappened } from './users/renewOwnKey.js';

/** A change of a tree after it was made. */
export interface Sent<T> {
  /** As the manager has it now; undefined when it could not be read again, or when there was nothing to do. */
  readonly record: T | undefined;
  /** What was done; undefined when there was nothing to do. */
  readonly message: Inert | undefined;
}

/** A change that the user agreed to. */
export interface AgreedChange<T> {
  /** The name of the domain. */
  readonly name: string;
  readonly manager: string;
  readonly backup: vscode.Uri;
  readonly send: () => Promise<void>;
  readonly read: () => Promise<T>;
  /** Names of what is not as planned. */
  readonly differences: (after: T) => readonly string[];
  readonly isUnchanged: (after: T) => boolean;
}

/**
 * Sends a change once, reads what is there and names what differs from the plan. When the answer is lost, what is there
 * decides whether it was done (design, Libraries).
 * @throws {Error} when it was not done or when nobody can tell
 */
export async function sendOnce<T extends object>(change: AgreedChange<T>): Promise<Sent<T>> {
  const { manager, backup, send, read } = change;
  const name = quoted(change.name);
  const title = vscode.l10n.t('Overwriting {0} on {1}…', name, quoted(manager));
  const { lost, after } = await window.withProgress(
    { location: vscode.ProgressLocation.Notification, title },
    async () => ({ lost: await reasonUnknown(send), after: await orReason(read) }),
  );
  const warn = (sentence: Inert) => void offerBackup(window.showWarningMessage, sentence, backup);
  if (typeof after === 'string') {
    const sentence =
      lost === undefined
        ? vscode.l10n.t('{0} was overwritten, but could not be read again. {1}', name, after)
        : vscode.l10n.t('It is not known whether {0} was overwritten. {1}', name, after);
    warn(sentence);
    if (lost !== undefined) throw new SentenceError(sentence);
    return { record: undefined, message: sentence };
  }
  const differences = change.differences(after);
  if (lost !== undefined && differences.length > 0) {
    if (change.isUnchanged(after))
      throw new SentenceError(vscode.l10n.t('{0} was not overwritten; nothing was changed. {1}', name, lost));
    const sentence = vscode.l10n.t(
      'The answer was lost, and {0} is neither as before nor as planned: {1}.',
      name,
      nameList(differences),
    );
    warn(sentence);
    throw new SentenceError(sentence);
  }
  const message = vscode.l10n.t('{0} was overwritten.', name);
  if (differences.length === 0) void offerBackup(window.showInformationMessage, message, backup);
  else
    warn(
      vscode.l10n.t('{0} was overwritten, but these differ from the plan: {1}.', name, nameList(differences)),
    );
  return { record: after, message };
}

/** Why it is not known whether a change was made; undefined when it was. @throws when it was not */
async function reasonUnknown(send: () => Promise<void>): Promise<Inert | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    return describeError(error);
  }
}

async function orReason<T>(read: () => Promise<T>): Promise<T | Inert> {
  try {
    return await read();
  } catch (error) {
    return describeError(error);
  }
}
