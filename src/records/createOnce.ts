import * as vscode from 'vscode';
import { isOutcomeUnknown } from '../api/apiError.js';
import { createOnlyOnce } from '../model/createFlow.js';
import { quoted, type Inert } from '../ui/inert.js';
import type { SaveReceipt } from './documents/documentKind.js';
import type { DraftOutcomes } from './creation/draftOutcomes.js';
import { RejectedError } from './saveThreeWay.js';

/** How a document becomes something new on the manager. */
export interface Creation<T> {
  readonly uri: vscode.Uri;
  /** What people call it. */
  readonly name: string;
  readonly outcomes: DraftOutcomes;
  /** Sends it, once. */
  readonly create: () => Promise<T>;
  /**
   * Lets the user say what the document has become already, when nobody knows; undefined for none of what there is.
   * @throws `error`, if given, when the manager cannot be asked
   */
  readonly chooseTwin: (none: Inert, error?: unknown) => Promise<T | undefined>;
  /** Goes on with what was created now. */
  readonly finish: (created: T) => Promise<SaveReceipt>;
  /** Goes on with what an earlier save created; the document may have been edited since. */
  readonly adopt: (found: T) => Promise<SaveReceipt>;
  /** Goes on with the document that this one has become already. */
  readonly goOn: (becameAlready: vscode.Uri) => SaveReceipt;
}

/**
 * Creates something from a document, which goes on as what it has become.
 * @throws {RejectedError} {ApiError} when it was not created, or when nobody can tell
 */
export async function createOnce<T>(creation: Creation<T>): Promise<SaveReceipt> {
  const { uri, name, outcomes, create, chooseTwin, finish, adopt, goOn } = creation;
  const none = {
    beforeSending: vscode.l10n.t('None of these: create it'),
    afterwards: vscode.l10n.t('None of these: keep the draft'),
  };
  const result = await createOnlyOnce({
    outcome: outcomes.get(uri),
    noteSent: () => outcomes.set(uri, 'unknown'),
    noteRefused: () => outcomes.forget(uri),
    create,
    chooseTwin: (when, error) => chooseTwin(none[when], error),
    isOutcomeUnknown,
  });
  switch (result.kind) {
    case 'created':
      return finish(result.created);
    case 'adopted':
      return adopt(result.created);
    case 'became':
      return goOn(result.address);
    case 'unknown':
      throw new RejectedError(
        vscode.l10n.t(
          'The manager did not say whether “{0}” was created, and the tree does not show it. Save again to look once more and then to create it.',
          quoted(name),
        ),
      );
  }
}
