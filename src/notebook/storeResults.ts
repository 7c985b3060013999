import * as vscode from 'vscode';
import { window } from '../ui/doors.js';
import { requireNotebook, updateNotebook } from './notebookMetadata.js';
import { byteCount } from './runSummary.js';
import { storeAndAsk, type Storing } from './storeLarge.js';
import { largeField, storedLimit, storeField, storesResults } from './storeShown.js';

/** Asks what the notebook keeps of results in its file, and puts those that are shown into it or takes them out. */
export async function chooseStoring(storing: Storing): Promise<void> {
  const notebook = requireNotebook();
  const current = storesResults(notebook) ? (notebook.metadata[largeField] === 'firstRows' ? 2 : 1) : 0;
  const limit = vscode.l10n.t('up to {0} for each cell', byteCount(storedLimit()));
  const items = [
    { label: vscode.l10n.t('Do not store results'), detail: vscode.l10n.t('The file holds queries only.') },
    {
      label: vscode.l10n.t('Store results in the file'),
      detail: vscode.l10n.t('Whoever opens the notebook sees them without running it, {0}.', limit),
      fields: { [storeField]: true, [largeField]: undefined },
    },
    {
      label: vscode.l10n.t('Store results, and the first rows of large ones'),
      detail: vscode.l10n.t('Of a result that takes more, the file holds the rows that it has room for.'),
      fields: { [storeField]: true, [largeField]: 'firstRows' },
    },
  ].map((item, index) => ({
    ...item,
    description: index === current ? vscode.l10n.t('current') : undefined,
    index,
  }));
  const picked = await window.showQuickPick(items, { title: vscode.l10n.t('Results of this notebook') });
  if (!picked || picked.index === current) return;
  const none = { [storeField]: undefined, [largeField]: undefined };
  await updateNotebook(notebook, picked.fields ?? none);
  storing.asked.delete(notebook);
  await storeAndAsk(notebook.getCells(), storing);
}
