import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { isRecordDocument, onceDocumentOpens } from '../../ui/onceOpened.js';
import type { Pasted } from './pasteSecret.js';
import type { RecordSecrets } from './recordSecrets.js';

/**
 * Keeps secrets out of documents: whatever is written over a placeholder goes, and typing is led to the password box. A
 * list of records keeps none; where to write them instead is said.
 */
export function watchSecrets(secrets: RecordSecrets, log: Log): vscode.Disposable {
  const asking = new Set<string>();
  const lastMove = new WeakMap<vscode.TextDocument, Promise<unknown>>();
  const follow = async (event: vscode.TextDocumentChangeEvent) => {
    const { document, reason, contentChanges } = event;
    const change = { document, reason, contentChanges, text: document.getText() };
    const [{ secretType, isList }, { moveSecrets, setSecret, ...words }] = await load();
    const key = document.uri.toString();
    const type = secretType(document.uri);
    const kept = isList(document.uri) ? words.nothingKept : secrets;
    if (!type) return;
    // One change after the other: what one takes out is not cut apart by the edit of another.
    const moving = Promise.resolve(lastMove.get(document)).then(() => moveSecrets(kept, change, type));
    lastMove.set(
      document,
      moving.catch(() => undefined),
    );
    const field = await moving;
    if (field === undefined || asking.has(key)) return;
    asking.add(key);
    try {
      await (isList(document.uri)
        ? words.sayWhereInstead(field)
        : setSecret(secrets, document, { field, prompt: words.typeAgain(field) }));
    } finally {
      asking.delete(key);
    }
  };
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('netsensor', 'secret');
  const paste = async (pasted: Pasted) => {
    const [{ isList }, { nothingKept, sayWhereInstead }, { pasteSecret }] = await load();
    const isOfList = isList(pasted.document.uri);
    const taken = await pasteSecret(isOfList ? nothingKept : secrets, pasted);
    if (taken && isOfList) inBackground(log, sayWhereInstead(taken.field));
    return taken && [taken.edit];
  };
  return vscode.Disposable.from(
    onceDocumentOpens(isRecordDocument, () =>
      vscode.languages.registerDocumentPasteEditProvider(
        { scheme: Scheme.record },
        {
          provideDocumentPasteEdits: (document, ranges, transfer) =>
            isInventory(document.uri) ? paste({ kind, document, ranges, transfer }) : undefined,
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

const load = () =>
  Promise.all([import('./secretLenses.js'), import('./moveSecrets.js'), import('./pasteSecret.js')]);
