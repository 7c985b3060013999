import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { isRecordDocument, onceDocumentOpens } from '../../ui/onceOpened.js';
import { together } from '../../ui/lifetimes.js';
import type { RecordSecrets } from './recordSecrets.js';
import type { SecretWatcher } from './secretWatcher.js';

/** Keeps secrets out of documents, as {@link SecretWatcher} does; it is loaded with the first inventory document. */
export function registerSecrets(secrets: RecordSecrets, log: Log): vscode.Disposable {
  let watcher: SecretWatcher | undefined;
  const load = async (): Promise<SecretWatcher> => {
    const { SecretWatcher } = await import('./secretWatcher.js');
    return (watcher ??= new SecretWatcher(secrets, log));
  };
  const follow = async ({ document, reason, contentChanges }: vscode.TextDocumentChangeEvent) => {
    if (watcher?.watches(document) === false) return;
    // Taken before any wait, after which the document may have another text.
    const change = { document, reason, contentChanges, text: document.getText() };
    await (await load()).follow(change);
  };
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('netsensor', 'secret');
  return together(
    onceDocumentOpens(isRecordDocument, () =>
      vscode.languages.registerDocumentPasteEditProvider(
        { scheme: Scheme.record },
        {
          provideDocumentPasteEdits: async (document, ranges, transfer) =>
            isInventory(document.uri)
              ? (await load()).paste({ kind, document, ranges, transfer })
              : undefined,
        },
        { pasteMimeTypes: ['text/plain'], providedPasteEditKinds: [kind] },
      ),
    ),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (isInventory(uri)) inBackground(log, load());
    }),
    vscode.workspace.onDidChangeTextDocument(event => {
      if (isInventory(event.document.uri) && event.contentChanges.length > 0)
        inBackground(log, follow(event));
    }),
  );
}

const isInventory = ({ scheme, path }: vscode.Uri) =>
  scheme === Scheme.record && /^\/(inventory|new|lists)\//.test(path);
