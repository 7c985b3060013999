import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { copiedFields } from '../model/inventory/recordDraft.js';
import { unlockedConnection } from '../ui/confirmRisk.js';
import { themeIcon, window } from '../ui/doors.js';
import { askForFile, sayWritten, writeText } from '../ui/saveFile.js';
import { wordOf } from '../words/names.js';
import { beginDraft } from './creation/recordDrafts.js';
import { saveAsTemplate } from './creation/templateCommands.js';
import { documentName } from './documents/documentSnapshots.js';
import { parseEdited } from './documents/saveThreeWay.js';
import type { RecordsOptions } from './recordsOptions.js';

/**
 * Makes something else of the text of a document, which stays as it is: a file, and of a record another one or a template.
 * “Save As…” of VS Code writes into the file system of the document alone, and takes the edit away from where it was typed.
 */
export async function saveDocumentAs(options: RecordsOptions, document: vscode.TextDocument): Promise<void> {
  const { uri } = document;
  const { type } = parseRecordPath(uri.path) ?? {};
  if (!type) return saveAsFile(document);
  const ways = [
    {
      label: l10n.t('JSON file…'),
      description: l10n.t('nothing is sent'),
      iconPath: themeIcon('json'),
      run: () => saveAsFile(document),
    },
    {
      label: l10n.t('New record…'),
      description: l10n.t('a draft, created once you save it'),
      iconPath: themeIcon('add'),
      run: () => saveAsRecord(options, document, type),
    },
    {
      label: l10n.t('Template of new {0}…', wordOf(type)),
      description: l10n.t('without passwords'),
      iconPath: themeIcon('file-code'),
      run: () => saveAsTemplate(options, uri),
    },
  ];
  const title = l10n.t('Save {0} as', documentName(uri));
  await (await window.showQuickPick(ways, { title }))?.run();
}

/** Writes the text into a file; a secret is not in it, as it is in no document. */
async function saveAsFile(document: vscode.TextDocument): Promise<void> {
  const text = document.getText();
  const name = documentName(document.uri);
  const target = await askForFile({ name, ending: 'json', title: l10n.t('Save {0} as', name) });
  if (!target) return;
  await writeText(target, text);
  sayWritten(target, document.isDirty ? l10n.t('The changes are not on the manager yet.') : '');
}

async function saveAsRecord(
  { connections }: RecordsOptions,
  document: vscode.TextDocument,
  type: InventoryType,
): Promise<void> {
  const fields = copiedFields(type, parseEdited(document.getText()));
  const { id } = await unlockedConnection(connections, document.uri.authority);
  await beginDraft({ connectionId: id, type, fields });
}
