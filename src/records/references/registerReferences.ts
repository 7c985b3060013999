import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { inBackground } from '../../ui/listeners.js';
import { isRecordDocument, onceDocumentOpens } from '../../ui/onceOpened.js';
import { registerCommands } from '../../ui/registerCommands.js';
import type { ClickedRecord } from '../../ui/recordUri.js';
import { together } from '../../ui/lifetimes.js';
import type { RecordSaved } from '../documents/recordFileSystem.js';
import { ReferenceLists } from './referenceLists.js';
import type { ReferencesOptions } from './referenceProviders.js';

/** Names, links, completion and colours in documents of inventory and of nodes; each part is loaded when it is first needed. */
export function registerReferences(options: ReferencesOptions): {
  /** What does not fit between the records of a document and others. */
  check: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
  /** Fires when a check may find something else. */
  onDidChange: vscode.Event<void>;
  disposable: vscode.Disposable;
} {
  const { connections, lists, openRecord, treeOf, elements, log } = options;
  const known = new ReferenceLists(lists, connections);
  const disposable = together(
    known,
    onceDocumentOpens(isRecordDocument, async () =>
      (await import('./referenceProviders.js')).registerReferenceProviders(options, known),
    ),
    registerCommands(
      {
        [Command.findUses]: async (target: ClickedRecord) =>
          (await import('./findUses.js')).findUses(target, { lists, openRecord }),
      },
      log,
    ),
    keepInStep(options),
  );
  const check = async (document: vscode.TextDocument) => {
    const { nameDiagnostics, nodeDiagnostics, referenceDiagnostics } =
      await import('./referenceDiagnostics.js');
    const found = await elements(document);
    return [
      ...referenceDiagnostics(document, found, known),
      ...nameDiagnostics(document, found, known),
      ...nodeDiagnostics(document, found, treeOf(document.uri.authority)),
    ];
  };
  return { check, onDidChange: known.onDidChange, disposable };
}

/** Puts what was saved into its list, and what a list shows into open documents. */
function keepInStep({ connections, lists, files, kinds, log }: ReferencesOptions): vscode.Disposable {
  let savedBy: string | undefined;
  const remember = async (saved: RecordSaved) => {
    const { rememberSaved } = await import('../documents/refreshDocuments.js');
    savedBy = saved.uri.toString();
    rememberSaved(lists, saved);
    savedBy = undefined;
  };
  const follow = async ({ connectionId, type }: { connectionId: string; type: InventoryType }) => {
    const changed = { connectionId, type, savedBy };
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) =>
      uri.path.startsWith(`/inventory/${type}/`),
    );
    if (!isOpen) return;
    if (!lists.get(connectionId, type)) return void lists.read(connectionId, type).catch(() => undefined);
    const { refreshFromList } = await import('../documents/refreshDocuments.js');
    await refreshFromList({ connections, table: await kinds(), files }, lists, changed);
  };
  return together(
    files.onDidSave(saved => inBackground(log, remember(saved))),
    lists.onDidChange(change => inBackground(log, follow(change))),
  );
}
