import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { window } from '../ui/doors.js';
import { inert, joined } from '../words/inert.js';
import { offerBackup, type Offer } from './backups.js';
import type { StartedOperation } from './operationJournal.js';
import type { OperationServices } from './operationServices.js';

/**
 * Says which change an earlier window left in the middle. What was a save comes back as an edit, whether it is stored or not:
 * saving it again shows what is left, and sends nothing before that is agreed to.
 */
export async function tellInterrupted(
  { openDocument }: Pick<OperationServices, 'openDocument'>,
  { doing, backup, document }: StartedOperation,
): Promise<void> {
  const said = l10n.t('VS Code was closed in the middle of a change: {0}.', inert(doing));
  const next =
    document === undefined
      ? l10n.t('Check on the manager what was done.')
      : l10n.t('Save the document again to see what is left of it.');
  const sentence = joined([said, next]);
  const offers = document === undefined ? [] : [saveAgain(vscode.Uri.parse(document, true), openDocument)];
  if (backup !== undefined)
    return offerBackup(window.showWarningMessage, sentence, vscode.Uri.parse(backup, true), offers);
  const chosen = await window.showWarningMessage(sentence, ...offers.map(({ button }) => button));
  await offers.find(({ button }) => button === chosen)?.accept();
}

const saveAgain = (uri: vscode.Uri, openDocument: OperationServices['openDocument']): Offer => ({
  button: l10n.t('Save again'),
  accept: async () => {
    await openDocument(uri);
    const shown = vscode.window.activeTextEditor?.document;
    if (shown?.uri.toString() !== uri.toString()) return;
    if (shown.isDirty) await vscode.commands.executeCommand(Command.saveDocument);
    else
      void window.showInformationMessage(
        l10n.t('Nothing in this document is unsaved. Check that your change is in it.'),
      );
  },
});
