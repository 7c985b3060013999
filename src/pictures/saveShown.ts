import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { goesBy, type NamedThing } from '../model/pictures/shownThings.js';
import { Command } from '../ids.js';
import { unlockedConnection } from '../ui/confirmRisk.js';
import { window } from '../ui/doors.js';
import { nameList, type Inert } from '../words/inert.js';
import { targetOf, type DocumentsBeside } from './documentsBeside.js';
import { recordDocuments } from '../ui/recordUri.js';
import { openDocuments } from './openDocuments.js';
import type { PictureParts } from './pictureParts.js';

const noteTime = 8_000;

/**
 * Saves what is not saved yet of the things that a picture shows, each as Ctrl+S does in its own editor, one after the
 * other. A refusal is told there, so the first one is shown, a conflict in its comparison; the others are saved all the same.
 * @throws {SentenceError} on a read-only connection
 */
export async function saveShown(
  { connections, saveRecord }: PictureParts,
  beside: DocumentsBeside,
  shown: readonly NamedThing[],
): Promise<void> {
  const { connectionId } = beside;
  const things = new Map(shown);
  const waiting = openDocuments(connectionId).flatMap(({ key, path, isDirty }) => {
    const target = targetOf(path);
    const name = things.get(key) ?? (target && things.get(goesBy(target)));
    return isDirty && name !== undefined ? [{ key, name: name || l10n.t('Without a name') }] : [];
  });
  if (waiting.length === 0) return say(l10n.t('Nothing in this picture waits to be saved.'));
  await unlockedConnection(connections, connectionId);
  const saved: typeof waiting = [];
  const others: typeof waiting = [];
  let refused: { readonly uri: vscode.Uri; readonly isConflict: boolean } | undefined;
  for (const one of waiting) {
    const document = recordDocuments(connectionId).find(({ uri }) => uri.toString() === one.key);
    const end = document && (await saveRecord(document));
    (end === 'saved' ? saved : others).push(one);
    if (end !== 'saved') refused ??= { uri: vscode.Uri.parse(one.key, true), isConflict: end === 'conflict' };
  }
  if (refused) await beside.show(refused.uri);
  // Whether VS Code took it for the document in front when it was refused is chance.
  if (refused?.isConflict) await vscode.commands.executeCommand(Command.compareWithManager, refused.uri);
  // Of one document its editor, or VS Code, says more.
  if (waiting.length === 1) return;
  say(
    others.length === 0
      ? l10n.t('$(check) Saved: {0}.', nameList(saved.map(({ name }) => name)))
      : l10n.t(
          '$(warning) Saved {0} of {1}. Not saved: {2}.',
          saved.length,
          waiting.length,
          nameList(others.map(({ name }) => name)),
        ),
  );
}

function say(sentence: Inert): void {
  window.setStatusBarMessage(sentence, noteTime);
}
