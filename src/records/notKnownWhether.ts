import * as vscode from 'vscode';
import { describeError } from '../ui/describeError.js';
import { quoted } from '../ui/inert.js';
import { RejectedError } from './saveThreeWay.js';

/** The error for a create that was sent and whose outcome nobody can tell now. */
export const notKnownWhether = (name: string, reason: unknown): RejectedError =>
  new RejectedError(
    vscode.l10n.t(
      'It is not known whether “{0}” was created. {1} Save again to look for it.',
      quoted(name),
      describeError(reason),
    ),
  );
