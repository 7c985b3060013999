import * as vscode from 'vscode';
import { confirmRisk } from '../ui/confirmRisk.js';
import { inert, quoted } from '../ui/inert.js';
import { RejectedError } from './saveThreeWay.js';

/**
 * Names the fields that a write empties because the manager does not return them, and asks before it is sent
 * (contract 001, Modify flow, MSE or vendor sensor: all properties are updated).
 * @throws {RejectedError} when the user does not agree
 */
export async function confirmEmptied(name: string, fields: readonly string[]): Promise<void> {
  const list = inert(fields.join(', '));
  const isAgreed = await confirmRisk({
    question: vscode.l10n.t(
      'Saving “{0}” empties these fields unless you fill them in: {1}.',
      quoted(name),
      list,
    ),
    detail: vscode.l10n.t(
      'The manager does not return them, and a change of this sensor overwrites all its properties. To keep their values, cancel, write them into the document and save again.',
    ),
    risky: vscode.l10n.t('Save and Empty Them'),
  });
  if (isAgreed) return;
  throw new RejectedError(
    vscode.l10n.t('Nothing was sent. Fill in what is to stay ({0}), then save again.', list),
  );
}
