import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import type { NodeKind } from '../model/sensors/nodeDocument.js';
import type { NodeRef, NodeTarget } from '../model/sensors/nodeTarget.js';
import type { InventoryRef } from '../model/recordTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import { inert, joined, shown } from '../ui/inert.js';
import { registerCommands } from '../ui/registerCommands.js';
import { openDiffOfConflicts } from './conflictDiff.js';
import { CopiedSecrets } from './secrets/copiedSecrets.js';
import type { CreateParts } from './creation/createNode.js';
import { CurrentVersions } from './currentVersions.js';
import { documentKinds } from './documentKinds.js';
import type { DocumentKind } from './documents/documentKind.js';
import { DraftOutcomes } from './creation/draftOutcomes.js';
import { KeptBases } from './documents/keptBases.js';
import type { ReceiptNotes } from './documents/receiptNotes.js';
import { RecordBases } from './documents/recordBases.js';
import { conflictCommands, recordDraftCommands, secretCommands } from './editorCommands.js';
import { RecordConflicts } from './documents/saveFailures.js';
import { RecordDiagnostics } from './recordDiagnostics.js';
import { RecordFileSystem, type OpenFailure, type RecordSaved } from './documents/recordFileSystem.js';
import { RecordLenses } from './recordLenses.js';
import type { RecordLists } from './recordLists.js';
import { registerReferences } from './registerReferences.js';
import { RecordSecrets } from './secrets/recordSecrets.js';
import { replaceTab } from './replaceTab.js';
import { watchSecrets } from './secrets/watchSecrets.js';

/** What records need from the rest of the extension. */
export interface RecordsOptions {
  readonly connections: Connections;
  readonly lists: RecordLists;
  readonly workspaceState: vscode.Memento;
  /** A folder of the extension's own; of this workspace where there is one. */
  readonly storage: vscode.Uri;
  readonly globalState: vscode.Memento;
  readonly log: Log;
  /** Kinds of documents that other features bring, loaded when the first document is asked for. */
  readonly otherKinds?: readonly (() => Promise<DocumentKind>)[];
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  readonly selected: CreateParts['selected'];
  readonly searchOf: CreateParts['searchOf'];
  /** Reads the tree again and selects a node that was just created. */
  readonly revealNode: (node: NodeRef) => Promise<void>;
  /** Selects an inventory record that was just created. */
  readonly revealRecord: (record: InventoryRef) => Promise<void>;
}

/** Registers the record documents: file system, conflicts, lenses and commands. */
export function registerRecords(options: RecordsOptions): {
  files: RecordFileSystem;
  /** Opens a document; the tab that already shows this record wins, whatever name it carries. */
  openRecord: (uri: vscode.Uri) => Promise<void>;
  /** Checks open documents against a tree that was just read, and shows what changed elsewhere. */
  treeWasRead: (connectionId: string) => Promise<void>;
  disposable: vscode.Disposable;
} {
  const {
    connections,
    lists,
    workspaceState,
    storage,
    globalState,
    log,
    otherKinds = [],
    treeOf,
    revealNode,
    revealRecord,
  } = options;
  const bases = new RecordBases(new KeptBases(workspaceState, join(storage.fsPath, 'bases')), log);
  const conflicts = new RecordConflicts();
  const outcomes = new DraftOutcomes(workspaceState);
  const secrets = new RecordSecrets();
  const clipboard = new CopiedSecrets(log);
  const kinds = documentKinds({
    otherKinds,
    treeOf,
    revealNode,
    revealRecord,
    connections,
    globalState,
    outcomes,
    secrets,
  });
  const files = new RecordFileSystem(connections, kinds, bases, conflicts);
  const openRecord = async (uri: vscode.Uri) =>
    (await import('./openDocument.js')).openDocument(await kinds(), files, uri);
  const tellFailure = async (failure: OpenFailure) => {
    const { tellWhyNotOpened } = await import('./openDocument.js');
    await tellWhyNotOpened(failure, uri => openRecord(uri).catch(() => undefined));
  };
  const references = registerReferences({ connections, lists, files, kinds, openRecord, log });
  const diagnostics = new RecordDiagnostics({ kinds, bases, treeOf, log, checkReferences: references.check });
  const treeWasRead = async (connectionId: string) => {
    const tree = treeOf(connectionId);
    diagnostics.checkAll(connectionId);
    if (!tree) return;
    const { followTree } = await import('./followTree.js');
    await followTree({ connections, table: await kinds(), files }, connectionId, tree);
  };
  let notes: Promise<ReceiptNotes> | undefined;
  const showNotes = async (saved: RecordSaved) => {
    if (!notes && saved.receipt.alteredFields.length === 0) return;
    notes ??= import('./documents/receiptNotes.js').then(loaded => new loaded.ReceiptNotes());
    (await notes).add(saved);
  };
  const disposable = vscode.Disposable.from(
    bases,
    conflicts,
    files,
    vscode.workspace.registerFileSystemProvider(Scheme.record, files, { isCaseSensitive: true }),
    new CurrentVersions(files, conflicts),
    openDiffOfConflicts(conflicts),
    watchSecrets(secrets, log),
    secrets,
    clipboard,
    new RecordLenses(connections, conflicts),
    diagnostics,
    files.onDidSave(showReceipt),
    files.onDidFailToOpen(failure => inBackground(log, tellFailure(failure))),
    references.disposable,
    references.onDidChange(() => diagnostics.checkAll()),
    files.onDidFinish(saved => inBackground(log, goOn(saved))),
    files.onDidFinish(saved => inBackground(log, showNotes(saved))),
    {
      dispose: () =>
        inBackground(
          log,
          Promise.resolve(notes).then(loaded => loaded?.dispose()),
        ),
    },
    outcomes.followTabs(log),
    registerCommands(
      {
        ...conflictCommands({ conflicts, bases, files }),
        ...recordDraftCommands(connections),
        ...secretCommands({ connections, secrets, clipboard }),
        ...createCommands(options),
        [Command.editAsVendor]: editAsVendor,
      },
      log,
    ),
  );
  return { files, openRecord, treeWasRead, disposable };
}

function createCommands(parts: CreateParts) {
  const create = (kind: NodeKind) => async (node?: NodeTarget) =>
    (await import('./creation/createNode.js')).createNode(parts, kind, node);
  return {
    [Command.createDomain]: create('domain'),
    [Command.createFlowSensor]: create('flow'),
    [Command.createVendorSensor]: create('vendor'),
    [Command.createMseSensor]: create('mse'),
    [Command.createAccessPoint]: create('accessPoint'),
  };
}

/**
 * Opens a shown sensor as a vendor sensor. Their type is not published, so the user knows better than the tree
 * (contract 001, Gaps).
 */
async function editAsVendor(target?: vscode.Uri): Promise<void> {
  const uri = target ?? vscode.window.activeTextEditor?.document.uri;
  if (!uri?.path.startsWith('/sensors/other/')) return;
  await replaceTab(uri, uri.with({ path: uri.path.replace('/sensors/other/', '/sensors/vendor/') }));
}

/** Goes on with the document that the saved one has become. */
async function goOn({ uri, receipt: { replacedBy, afterwards } }: RecordSaved): Promise<void> {
  try {
    if (replacedBy) await replaceTab(uri, replacedBy);
  } finally {
    await afterwards?.();
  }
}

const receiptTime = 8_000;

/** Says in the status bar what a save sent and merged. */
function showReceipt({ receipt }: RecordSaved): void {
  const { sentFields, mergedFields, message } = receipt;
  const sent =
    sentFields.length > 0
      ? vscode.l10n.t('Saved {0}.', inert(sentFields.join(', ')))
      : vscode.l10n.t('Nothing to send: the manager already has these values.');
  const sentences = [
    message ?? sent,
    mergedFields.length > 0
      ? vscode.l10n.t('Changed by others and kept: {0}.', inert(mergedFields.join(', ')))
      : undefined,
  ];
  window.setStatusBarMessage(shown`$(check) ${joined(sentences)}`, receiptTime);
}
