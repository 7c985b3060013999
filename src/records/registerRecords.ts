import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { registerCommands } from '../ui/registerCommands.js';
import { RecordBases } from './recordBases.js';
import { RecordConflicts } from './recordConflicts.js';
import { RecordFileSystem, type RecordSaved } from './recordFileSystem.js';
import { RecordLenses } from './recordLenses.js';

type ConflictAction = 'compareWithManager' | 'keepMine' | 'takeTheirs';

/** What records need from the rest of the extension. */
export interface RecordsOptions {
  readonly connections: Connections;
  readonly workspaceState: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the record documents: file system, conflicts, lenses and commands. */
export function registerRecords({ connections, workspaceState, log }: RecordsOptions): {
  files: RecordFileSystem;
  disposable: vscode.Disposable;
} {
  const bases = new RecordBases(workspaceState);
  const conflicts = new RecordConflicts();
  const files = new RecordFileSystem(connections, bases, conflicts);
  const onConflict = (action: ConflictAction) => async (target?: vscode.Uri) => {
    const uri = target ?? vscode.window.activeTextEditor?.document.uri;
    if (uri) await (await import('./conflictCommands.js'))[action](uri, conflicts, bases);
  };
  const disposable = vscode.Disposable.from(
    bases,
    conflicts,
    files,
    vscode.workspace.registerFileSystemProvider(Scheme.record, files, { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider(Scheme.current, {
      provideTextDocumentContent: async uri =>
        (await import('./readRecord.js')).readRecordText(connections, uri.with({ scheme: Scheme.record })),
    }),
    new RecordLenses(connections, conflicts),
    files.onDidSave(showReceipt),
    registerCommands(
      {
        [Command.compareWithManager]: onConflict('compareWithManager'),
        [Command.keepMine]: onConflict('keepMine'),
        [Command.takeTheirs]: onConflict('takeTheirs'),
      },
      log,
    ),
  );
  return { files, disposable };
}

/** Opens a record document; the tab that already shows this record wins, whatever name it carries. */
export async function openRecord(uri: vscode.Uri): Promise<void> {
  const { isSameRecord } = await import('./readRecord.js');
  const open = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .map(tab => (tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined))
    .find(candidate => candidate?.scheme === Scheme.record && isSameRecord(candidate, uri));
  await vscode.commands.executeCommand('vscode.open', open ?? uri);
}

const receiptTime = 8_000;

/** Says in the status bar what a save sent and merged; a value the manager altered gets a message. */
function showReceipt({ receipt }: RecordSaved): void {
  const { sentFields, mergedFields, alteredFields } = receipt;
  const sentences = [
    sentFields.length > 0
      ? vscode.l10n.t('Saved {0}.', sentFields.join(', '))
      : vscode.l10n.t('Nothing to send: the manager already has these values.'),
    mergedFields.length > 0 ? vscode.l10n.t('Changed by others and kept: {0}.', mergedFields.join(', ')) : '',
  ];
  vscode.window.setStatusBarMessage(`$(check) ${sentences.filter(Boolean).join(' ')}`, receiptTime);
  if (alteredFields.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'The manager stored another value than the one sent for {0}. The document shows what was stored.',
        alteredFields.join(', '),
      ),
    );
  }
}
