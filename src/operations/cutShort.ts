import * as vscode from 'vscode';
import { isClosedClient } from '../api/apiError.js';
import { describeError } from '../ui/describeError.js';
import { joined, type Inert } from '../ui/inert.js';
import { nameList } from './confirmPlan.js';

/** Why it could not be read again what is there after a change. */
export class Unread {
  readonly reason: Inert;
  /** Whether the connection was signed out or deleted in the middle of the change. */
  readonly isCutShort: boolean;

  constructor(error: unknown) {
    this.reason = describeError(error);
    this.isCutShort = isClosedClient(error);
  }
}

/** How far a change came whose connection was signed out or deleted in the middle. */
export interface CutShort {
  /** Names of what the manager did as it was told. */
  readonly accepted: readonly string[];
  readonly failures: readonly Inert[];
  readonly notTried: readonly string[];
}

/** Says what was done and what was not. */
export const cutShortSentence = ({ accepted, failures, notTried }: CutShort): Inert =>
  joined([
    vscode.l10n.t('The connection was signed out or deleted in the middle.'),
    accepted.length > 0
      ? vscode.l10n.t('Deleted: {0}.', nameList(accepted))
      : failures.length === 0
        ? vscode.l10n.t('Nothing was deleted.')
        : '',
    ...failures,
    notTried.length > 0 ? vscode.l10n.t('Not tried: {0}.', nameList(notTried)) : '',
  ]);
