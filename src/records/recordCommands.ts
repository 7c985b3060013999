import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { Scheme } from '../ids.js';
import { parseRecord } from '../model/inventory/recordText.js';
import type { NodeKind } from '../model/sensors/nodeDocument.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import { draftNode } from './creation/nodeDrafts.js';
import { documentName, heldDocument } from './documents/documentSnapshots.js';
import * as failedSave from './documents/failedSaveCommands.js';
import { saveOrCancel } from './documents/saveOrCancel.js';
import { unlockedConnection } from '../ui/confirmRisk.js';
import { waitPatiently } from '../ui/doors.js';
import { shownUri } from '../ui/listeners.js';
import { isRecordDocument } from '../ui/onceOpened.js';
import { NothingToDoError, SentenceError } from '../words/sentenceErrors.js';
import type { RecordsOptions } from './recordsOptions.js';
import type { OpenRecord } from './registerChecks.js';
import * as saveAs from './saveDocumentAs.js';
import type { SecretParts } from './secrets/secretCommands.js';

/** What the commands of records work with. */
export interface RecordCommandParts extends RecordsOptions, failedSave.FailedSaveParts, SecretParts {
  readonly openRecord: OpenRecord;
}

/** What the commands of records do, in one module that is loaded when the first of them is called. */
export { draftRecord as createRecord, duplicateRecord } from './creation/recordDrafts.js';
export { createFromTemplate, saveAsTemplate } from './creation/templateCommands.js';
export { editAsVendor } from './documents/documentTabs.js';
export { moveChosen } from './moveCommand.js';
export { copyPassword, setPassword } from './secrets/secretCommands.js';

/** Opens the documents of what was clicked or is selected, or one by its address. */
export async function openChosen(
  { documentsOf, openRecord }: RecordCommandParts,
  clicked?: NodeTarget | vscode.Uri,
  others?: readonly NodeTarget[] | vscode.TextDocumentShowOptions,
): Promise<void> {
  if (clicked instanceof vscode.Uri) return openRecord(clicked, areNodes(others) ? undefined : others);
  const nodes = areNodes(others) ? others : undefined;
  for (const uri of await documentsOf(clicked, nodes)) await openRecord(uri);
}

const areNodes = (others: unknown): others is readonly NodeTarget[] => Array.isArray(others);

/** Saves the document in front, if it has changes; the save can be given up. */
export async function saveInFront({ files, connections }: RecordCommandParts): Promise<void> {
  const shown = uriInFront();
  const document = vscode.window.activeTextEditor?.document ?? (shown && heldDocument(shown));
  if (!document?.isDirty) return;
  if (isRecordDocument(document)) await unlockedConnection(connections, document.uri.authority);
  await saveOrCancel(files, document);
}

/** Makes something else of the text of the document in front, or of one whose tab was clicked. */
export async function saveDocumentAs(parts: RecordCommandParts, target?: vscode.Uri): Promise<void> {
  const uri = target ?? uriInFront();
  const document = uri && heldDocument(uri);
  if (!document || uri.scheme !== Scheme.record)
    throw new NothingToDoError(l10n.t('Open a document of a manager first.'));
  await saveAs.saveDocumentAs(parts, document);
}

/** Shows in a document without changes what the manager has now. */
export async function reloadDocument(
  { files, lists }: RecordCommandParts,
  target?: vscode.Uri,
): Promise<void> {
  const uri = target ?? uriInFront();
  const document = uri && heldDocument(uri);
  if (!document || uri.scheme !== Scheme.record)
    throw new NothingToDoError(l10n.t('Open a document of a manager first.'));
  const name = documentName(uri);
  const { version } = document;
  if (document.isDirty)
    throw new SentenceError(
      l10n.t('{0} has changes that are not saved. Save them or undo them, then reload it.', name),
    );
  const stored = await waitPatiently(l10n.t('Reading {0}…', name), files.readText(uri));
  files.showExisting(uri);
  // What was typed or saved meanwhile is newer than the answer.
  if (document.isDirty || document.isClosed || document.version !== version) return;
  files.show(uri, stored);
  const ref = parseRecordPath(uri.path);
  if (ref) lists.put(uri.authority, ref.type, { ...parseRecord(stored), id: ref.id });
}

const draft = (kind: NodeKind) => (parts: RecordCommandParts, clicked?: NodeTarget) =>
  draftNode(parts, kind, clicked);

export const createDomain = draft('domain');
export const createFlowSensor = draft('flow');
export const createVendorSensor = draft('vendor');
export const createMseSensor = draft('mse');
export const createAccessPoint = draft('accessPoint');

/** Decides what becomes of a document whose save failed; from the title of an editor, of all of it. */
const decide =
  (act: (parts: failedSave.FailedSaveParts, uri: vscode.Uri, field?: string) => Promise<void>) =>
  async (parts: RecordCommandParts, target?: vscode.Uri, field?: unknown): Promise<void> => {
    const uri = target ?? uriInFront();
    if (uri) await act(parts, uri, typeof field === 'string' ? field : undefined);
  };

export const compareWithManager = decide(failedSave.compareWithManager);
export const keepMine = decide(failedSave.keepMine);
export const takeTheirs = decide(failedSave.takeTheirs);
export const discardMine = decide(failedSave.discardMine);
export const createAgain = decide(failedSave.createAgain);

/** The document in front; of a comparison, its right side, whatever side has the cursor. */
function uriInFront(): vscode.Uri | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  if (activeTab?.input instanceof vscode.TabInputTextDiff) return activeTab.input.modified;
  return (activeTab && shownUri(activeTab)) ?? vscode.window.activeTextEditor?.document.uri;
}
