import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import { Command } from '../ids.js';
import type { FieldConflict } from '../model/inventory/recordRules.js';
import { mayBeVendor } from 'netsensor-contract/sensors/nodeRecord';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import { remedyButton } from '../ui/remedyButtons.js';
import { inert, joined, quoted, shown, type Inert } from '../words/inert.js';
import { describeError } from '../words/describeError.js';
import { isWorthAnotherTry, remedyFor, type OfferedRemedy } from '../words/remedies.js';
import { lens, secretLenses } from './secrets/secretLenses.js';
import type { SaveFailure } from './documents/saveFailures.js';

/** Whether a document shows a sensor of a kind that the contract cannot modify, or that cannot be told. */
const isShownSensor = ({ path }: vscode.Uri) => path.startsWith('/sensors/other/');

/** Whether a document shows a sensor that may be one of a vendor. */
export function isOfUnpublishedType(document: vscode.TextDocument): boolean {
  const root = parseTree(document.getText());
  return mayBeVendor({ type: root && (findNodeAtLocation(root, ['type'])?.value as unknown) });
}

/** The line above a record: how to sign in, why its manager cannot be asked, how to unlock a read-only one, how to decide a conflict, and how to set a secret. */
export function recordLenses(
  document: vscode.TextDocument,
  connection: Connection,
  failure: SaveFailure | undefined,
): vscode.CodeLens[] {
  const { id, name, isLocked, isSignedOut = false } = connection;
  const top = new vscode.Range(0, 0, 0, 0);
  const secrets = secretLenses(document, isLocked);
  if (isSignedOut) {
    const title = l10n.t('$(debug-disconnect) {0} is signed out. Enter its API key', quoted(name));
    return [lens(top, title, Command.signIn, { connectionId: id })];
  }
  if (isShownSensor(document.uri)) {
    const why = l10n.t('$(eye) Only shown: a manager has no call that changes this kind of sensor');
    const edit = l10n.t('It is a vendor sensor: edit it');
    const offer = isOfUnpublishedType(document) ? [lens(top, edit, Command.editAsVendor, document.uri)] : [];
    return [lens(top, why, ''), ...offer];
  }
  if (isLocked) {
    const title = l10n.t('$(lock) {0} is read-only. Unlock for changes', quoted(name));
    return [
      ...troubleLenses(connection),
      lens(top, title, Command.unlockConnection, { connectionId: id }),
      ...secrets,
    ];
  }
  const trouble = failure?.kind === 'failed' ? [] : troubleLenses(connection);
  return [...trouble, ...(failure ? conflictLenses(document, failure) : []), ...secrets];
}

/**
 * What can be done about a failed save: for all of it above the document, for each field above its line. What can be
 * clicked comes before what explains it, because half of a narrow window cuts the end of the line off.
 */
function conflictLenses(document: vscode.TextDocument, failure: SaveFailure): vscode.CodeLens[] {
  const { uri } = document;
  const top = new vscode.Range(0, 0, 0, 0);
  if (failure.kind === 'deleted') {
    return [
      lens(top, l10n.t('$(warning) This record was deleted on the manager'), ''),
      lens(top, l10n.t('Restore'), Command.createAgain, uri),
    ];
  }
  if (failure.kind === 'failed')
    return [...helpLenses(failure), lens(top, shown`$(error) ${failure.title}`, '')];
  const names = joined(
    failure.fields.map(({ field }) => quoted(field)),
    ', ',
  );
  return [
    lens(top, l10n.t('$(warning) Changed by someone else'), ''),
    lens(top, l10n.t('Overwrite'), Command.keepMine, uri),
    lens(top, l10n.t('Discard'), Command.discardMine, uri),
    lens(top, l10n.t('Compare'), Command.compareWithManager, uri),
    lens(top, names, ''),
    ...fieldLenses(document, failure.fields),
  ];
}

/** Why nothing of a connection can be read or saved, before somebody finds out by a save. */
function troubleLenses(connection: Connection): vscode.CodeLens[] {
  const { id, reach } = connection;
  const trouble = reach?.trouble;
  if (!trouble) return [];
  const top = new vscode.Range(0, 0, 0, 0);
  const remedy = remedyFor(trouble, connection);
  const again = { kind: 'unread', connectionIds: [id] };
  return [
    ...remedyLenses(remedy && { remedy, connectionId: id }),
    ...(isWorthAnotherTry(trouble) ? [lens(top, l10n.t('$(refresh) Try again'), Command.retry, again)] : []),
    lens(top, shown`$(warning) ${describeError(trouble)}`, ''),
  ];
}

function remedyLenses(offered: OfferedRemedy | undefined): vscode.CodeLens[] {
  const button = offered && remedyButton(offered);
  if (!button) return [];
  const { command, arguments: given } = button.command;
  const title = shown`$(${inert(button.icon)}) ${button.label}`;
  return [lens(new vscode.Range(0, 0, 0, 0), title, command, ...given)];
}

/** What helps against a failed save. */
function helpLenses({ offered, mayWorkLater }: Extract<SaveFailure, { kind: 'failed' }>): vscode.CodeLens[] {
  const top = new vscode.Range(0, 0, 0, 0);
  return [
    ...remedyLenses(offered),
    ...(mayWorkLater ? [lens(top, l10n.t('$(debug-rerun) Save again'), Command.saveDocument)] : []),
  ];
}

function fieldLenses(document: vscode.TextDocument, conflicts: readonly FieldConflict[]): vscode.CodeLens[] {
  const root = parseTree(document.getText());
  return conflicts.flatMap(({ field, theirs, base }) => {
    const node = root && findNodeAtLocation(root, [field]);
    const at = document.positionAt(node?.parent?.offset ?? root?.offset ?? 0);
    const range = new vscode.Range(at, at);
    const title = l10n.t(
      '{0} is now {1} on the manager (it was {2})',
      inert(field),
      show(theirs),
      show(base),
    );
    return [
      lens(range, l10n.t('Keep mine'), Command.keepMine, document.uri, field),
      lens(range, l10n.t('Take theirs'), Command.takeTheirs, document.uri, field),
      lens(range, title, ''),
    ];
  });
}

const show = (value: unknown): Inert => (value === undefined ? l10n.t('nothing') : quoted(inOneLine(value)));
