import * as vscode from 'vscode';
import { window, type QuickPickItem } from '../ui/doors.js';
import { inert, quoted, type Inert } from '../ui/inert.js';
import { RejectedError } from './saveThreeWay.js';

/** Something that a draft may have become. */
export interface ShownTwin<T> {
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly identity: string;
  readonly created: T;
}

/**
 * Lets the user say which of these the draft has become.
 * @param none what the answer "none of these" is called
 * @returns undefined when there is none, or none is meant
 * @throws {RejectedError} when the user gives up
 */
export async function pickTwin<T>(
  draftName: string,
  twins: readonly ShownTwin<T>[],
  none: Inert,
): Promise<T | undefined> {
  if (twins.length === 0) return undefined;
  const items = twins.map(({ name, identity, created }) => ({
    label: inert(name),
    description: inert(identity),
    created,
  }));
  const answer = await window.showQuickPick<QuickPickItem & { created: T | undefined }>(
    [...items, { label: none, created: undefined }],
    {
      title: vscode.l10n.t('“{0}” may have been created. Which one is it?', quoted(draftName)),
      ignoreFocusOut: true,
    },
  );
  if (answer) return answer.created;
  throw new RejectedError(
    vscode.l10n.t('It is not known whether “{0}” was created. Save again to decide.', quoted(draftName)),
  );
}
