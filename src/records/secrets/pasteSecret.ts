import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { newSecretPlaceholder, secretFieldsOf } from '../../model/inventory/recordText.js';
import { secretValues, wholeSecret } from '../../model/inventory/secretText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { showKept, type KeptSecrets } from './moveSecrets.js';
import { isList, secretType } from './secretLenses.js';

/** A paste as VS Code tells of it. */
export interface Pasted {
  /** What this kind of paste is called in VS Code's settings. */
  readonly kind: vscode.DocumentDropOrPasteEditKind;
  readonly document: vscode.TextDocument;
  readonly ranges: readonly vscode.Range[];
  readonly transfer: Pick<vscode.DataTransfer, 'get'>;
}

/**
 * Keeps a secret that is pasted over a whole value in memory, and lets its placeholder be pasted instead: the secret is never
 * in the document, so VS Code cannot put it aside with unsaved text, however busy the machine is. A list keeps none.
 * @returns what is pasted, and into which field; undefined for any other paste, after which {@link moveSecrets} looks
 */
export async function pasteSecret(
  secrets: Pick<KeptSecrets, 'add'>,
  { kind, document, ranges, transfer }: Pasted,
): Promise<{ readonly field: string; readonly edit: vscode.DocumentPasteEdit } | undefined> {
  const [range, another] = ranges;
  const type = secretType(document.uri);
  const text = await transfer.get('text/plain')?.asString();
  if (!type || !text || !range || another) return undefined;
  const start = document.offsetAt(range.start);
  const end = document.offsetAt(range.end);
  // The whole value, with its quotes or without.
  const place = secretValues(document.getText(), secretFieldsOf(type)).find(({ offset, length }) =>
    [0, 1].some(inside => start === offset + inside && end === offset + length - inside),
  );
  const whole = wholeSecret(text);
  if (!place || whole === undefined || !/\S/.test(whole)) return undefined;
  const isQuoted = start > place.offset;
  secrets.add(document.uri, { [place.field]: whole });
  const placeholder = isList(document.uri) ? secretPlaceholder : newSecretPlaceholder;
  const inserted = isQuoted ? placeholder : JSON.stringify(placeholder);
  const title = l10n.t('Keep in memory until you save');
  if (!isList(document.uri)) showKept();
  return { field: place.field, edit: new vscode.DocumentPasteEdit(inserted, title, kind) };
}
