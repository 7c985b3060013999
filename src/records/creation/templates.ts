import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { window } from '../../ui/doors.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  parseRecord,
  printFields,
  RecordTextError,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import { sortedByName } from '../../model/text/nameOrder.js';
import { fileNameOf, lowerFirst } from 'netsensor-contract/text/plainText';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { inert, quoted } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { readTextFile } from '../../ui/readTextFile.js';

/** Where the templates of a type are: `.netsensor/templates/racks` in each folder of the workspace. */
const foldersOf = (type: InventoryType): vscode.Uri[] =>
  (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
    vscode.Uri.joinPath(uri, '.netsensor', 'templates', type),
  );

/** The templates of a type in all folders of the workspace, by name. */
export async function savedTemplates(type: InventoryType) {
  const found = await Promise.all(
    foldersOf(type).map(async folder => {
      const entries = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
      return entries
        .filter(([name, kind]) => name.endsWith('.json') && (kind & vscode.FileType.File) !== 0)
        .map(([name]) => ({ name: name.slice(0, -'.json'.length), file: vscode.Uri.joinPath(folder, name) }));
    }),
  );
  return sortedByName(found.flat(), ({ name }) => name);
}

/** @throws {Error} with a sentence for people when the file is no record */
export async function readTemplate(file: vscode.Uri): Promise<RecordFields> {
  const text = await readTextFile(file);
  try {
    return parseRecord(text);
  } catch (error) {
    if (!(error instanceof RecordTextError)) throw error;
    const name = quoted(file.path.slice(file.path.lastIndexOf('/') + 1));
    throw new SentenceError(
      l10n.t('{0} is no template: line {1}, {2}.', name, error.line, inert(lowerFirst(error.message))),
      { cause: error },
    );
  }
}

/**
 * The file for a template of this name, in the first folder of the workspace; the user picks one when no folder is open.
 * @returns undefined when the user gives up, also because a template of this name is there already
 */
export async function templateFile(type: InventoryType, name: string): Promise<vscode.Uri | undefined> {
  const fileName = `${fileNameOf(name)}.json`;
  const [folder] = foldersOf(type);
  if (!folder) {
    const title = l10n.t('Save template');
    return window.showSaveDialog({ title, filters: { JSON: ['json'] } });
  }
  const file = vscode.Uri.joinPath(folder, fileName);
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return file;
  const isAgreed = await confirmRisk({
    question: l10n.t('There is a template “{0}” already. Replace it?', quoted(name)),
    safe: l10n.t('Keep the old one'),
    risky: l10n.t('Replace'),
  });
  return isAgreed ? file : undefined;
}

export async function writeTemplate(file: vscode.Uri, fields: RecordFields): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(printFields(fields)));
}
