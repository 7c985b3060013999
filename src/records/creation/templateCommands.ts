import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordName, type InventoryTypeTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { keptInTemplate, templateFields } from '../../model/inventory/recordDraft.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { separator, type QuickPickItem, window, withCancellableProgress } from '../../ui/doors.js';
import { replaceText } from '../../ui/editDocument.js';
import { inert, quoted, shown, type Inert } from '../../words/inert.js';
import { namesIn, recordDetail, recordTitle } from '../../words/recordDetail.js';
import { toldApart } from '../../ui/nodeLines.js';
import { openDraft, placeOf, requireRecord } from './recordDrafts.js';
import { parseEdited } from '../documents/saveThreeWay.js';
import { readTemplate, savedTemplates, templateFile, writeTemplate } from './templates.js';
import type { ClickedRecord } from '../../ui/recordUri.js';
import type { RecordsOptions } from '../recordsOptions.js';

/** Opens a draft with the fields of a template of the workspace, of a record, or of a file that the user picks. */
export async function createFromTemplate(
  options: RecordsOptions,
  clicked?: InventoryTypeTarget,
): Promise<void> {
  const place = await placeOf(options.connections, clicked);
  if (!place) return;
  const { connection, type } = place;
  const source = await pickSource(options, connection.id, type);
  if (source === undefined) return;
  if (source.recordId !== undefined) {
    await openDraft(connection, type, { copyOf: source.recordId });
    return;
  }
  const file = source.file ?? (await pickFile(titleOf(type)));
  if (!file) return;
  const template = await readTemplate(file);
  const { document } = await openDraft(connection, type);
  await replaceText(document, () => printFields(templateFields(type, template)));
}

/** What a draft may begin with; neither file nor record means a file that is still to be picked. */
interface Source extends QuickPickItem {
  readonly file?: vscode.Uri;
  readonly recordId?: number;
}

async function pickSource(
  { connections, lists }: RecordsOptions,
  connectionId: string,
  type: InventoryType,
): Promise<Source | undefined> {
  const client = await connections.client(connectionId);
  const words = inventoryType(type);
  const nameOf = namesIn(lists, connectionId);
  const [templates, records] = await Promise.all([
    savedTemplates(type),
    withCancellableProgress(
      l10n.t('Reading {0}…', inert(l10n.t(words.plural).toLowerCase())),
      async signal => (await client.listRecords(type, signal)).rows,
    ),
  ]);
  const items: Source[] = [
    separator(l10n.t('Templates')),
    ...templates.map(({ name, file }) => ({ label: inert(name), file })),
    { label: l10n.t('$(folder-opened) From a file…') },
    separator(l10n.t(words.plural)),
    ...toldApart(
      records.map(record => ({
        label: inert(recordTitle(type, record, nameOf)),
        description: recordDetail(type, record, nameOf),
        recordId: record.id,
      })),
      ({ recordId }) => shown`#${recordId}`,
    ),
  ];
  return window.showQuickPick(items, { title: titleOf(type), matchOnDescription: true });
}

const titleOf = (type: InventoryType) =>
  l10n.t('Template of a new {0}', inert(l10n.t(inventoryType(type).singular).toLowerCase()));

async function pickFile(title: Inert): Promise<vscode.Uri | undefined> {
  const [file] = (await window.showOpenDialog({ title, filters: { json: ['json'] } })) ?? [];
  return file;
}

/** Writes what new records can begin with of a record into the workspace: never a secret, nothing of the manager's own. */
export async function saveAsTemplate(_parts: RecordsOptions, clicked: ClickedRecord): Promise<void> {
  const { uri, type } = requireRecord(clicked);
  const fields = parseEdited((await vscode.workspace.openTextDocument(uri)).getText());
  const name = await askForName(type, fields);
  const file = name && (await templateFile(type, name));
  if (!file) return;
  await writeTemplate(file, keptInTemplate(type, fields));
  window.setStatusBarMessage(
    l10n.t('$(check) Template “{0}” saved in {1}.', quoted(name), inert(file.fsPath)),
    8_000,
  );
}

const askForName = (type: InventoryType, fields: RecordFields) =>
  window.showInputBox({
    title: l10n.t('Name of the template'),
    prompt: l10n.t('It is saved in the folder .netsensor/templates of the workspace, without passwords.'),
    value: fileNameOf(recordName(type, { ...fields, id: Number(fields['id'] ?? 0) })),
    validateInput: name => (fileNameOf(name) === '' ? l10n.t('Give the template a name.') : undefined),
  });
