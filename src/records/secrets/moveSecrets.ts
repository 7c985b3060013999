import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { newSecretPlaceholder, secretFieldsOf } from '../../model/inventory/recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import {
  findSecrets,
  secretValues,
  wholeSecret,
  type SecretValue,
} from '../../model/inventory/secretText.js';
import { askForSecret } from '../../ui/askForSecret.js';
import { window } from '../../ui/doors.js';
import { applyOnce, editDocument, type TextChange } from '../../ui/editDocument.js';
import { inert, type Inert } from '../../words/inert.js';
import { pastedLines } from './pastedLines.js';
import type { RecordSecrets } from './recordSecrets.js';

/** Where secrets that were taken out of a document are kept. */
export type KeptSecrets = Pick<RecordSecrets, 'of' | 'add' | 'forget'>;

/** Where a list of records keeps secrets. */
export const nothingKept: KeptSecrets = { of: () => ({}), add: () => undefined, forget: () => undefined };

/** Says in a list where a secret is to be written instead. */
export const sayWhereInstead = (field: string): Thenable<unknown> =>
  window.showWarningMessage(
    l10n.t(
      'A list takes no {0}, so what you wrote is gone from it. Open the record to set its {0}; of a new record it is asked for when you save.',
      inert(field),
    ),
  );

/** What the password box says to somebody who has begun to type into a document. */
export const typeAgain = (field: string): Inert =>
  l10n.t('What you typed into the document is gone from it. Type the {0} from its start.', inert(field));

/** A change of a document. */
export interface SecretChange extends Pick<
  vscode.TextDocumentChangeEvent,
  'document' | 'reason' | 'contentChanges'
> {
  /** The whole text after it; the document may have another one by now. */
  readonly text: string;
}

/**
 * Takes secrets that were typed or pasted out of a document at once, long before VS Code puts unsaved text aside: a
 * pasted value is kept in memory, of a typed one nothing is kept, however many of its keys have arrived by now.
 * @returns the field that the user began to type a secret into, if any
 */
export async function moveSecrets(
  secrets: KeptSecrets,
  { document, reason, contentChanges, text }: SecretChange,
  type: InventoryType,
): Promise<string | undefined> {
  const fields = secretFieldsOf(type);
  const found = findSecrets(text, fields);
  // What was undone is not sent; where redo brings the placeholder back, a save asks for the value.
  if (reason !== undefined && (found.length > 0 || !text.includes(newSecretPlaceholder)))
    secrets.forget(document.uri);
  if (found.length === 0) return undefined;
  if (reason !== undefined) {
    await stepFurther(document, reason);
    await restore(secrets, document, fields);
    return undefined;
  }
  const [first] = found;
  const isTyped = contentChanges.length === 1 && (contentChanges[0]?.text.length ?? 0) < 2;
  const moved = (await moveLines(secrets, document, { text, fields, contentChanges }))
    ? found
    : found.filter(({ field, value }) => !isTyped && keepWhole(secrets, document, field, value));
  await restore(secrets, document, fields);
  const isKept = moved.some(({ field }) => secrets.of(document.uri)[field] !== undefined);
  if (!isKept) return first?.field;
  showKept();
  return undefined;
}

/** Says where a secret is now. */
export const showKept = (): vscode.Disposable =>
  window.setStatusBarMessage(l10n.t('$(key) Kept in memory until you save.'), noticeTime);

/**
 * Undo and redo may bring a secret back; one step further lies the text without it. VS Code ends a step with every paste
 * (`PasteOperation`) and every edit by a program (`BulkTextEdits`), so taking the secret out cannot be made a part of the step
 * that brought it, whatever stops the edit asks for; and taken out by another edit only, each undo would bring it back.
 */
async function stepFurther(
  { uri }: vscode.TextDocument,
  reason: vscode.TextDocumentChangeReason,
): Promise<void> {
  if (vscode.window.activeTextEditor?.document.uri.toString() !== uri.toString()) return;
  const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
  await vscode.commands.executeCommand(isUndo ? 'undo' : 'redo');
}

/**
 * Takes pasted lines out of a document; an edit that VS Code refuses is made again, wherever they stand by then.
 * @returns whether lines were pasted
 */
async function moveLines(
  secrets: KeptSecrets,
  document: vscode.TextDocument,
  {
    text,
    fields,
    contentChanges,
  }: Pick<SecretChange, 'text' | 'contentChanges'> & { readonly fields: readonly string[] },
): Promise<boolean> {
  const [pasted] = findSecrets(text, fields).flatMap(value => {
    const lines = pastedLines(text, value, contentChanges);
    return lines ? [{ ...value, ...lines }] : [];
  });
  if (!pasted) return false;
  const { field, offset, end } = pasted;
  if (/\S/.test(pasted.text)) secrets.add(document.uri, { [field]: pasted.text });
  const whole = text.slice(offset, end);
  for (let attempt = 0; attempt < mostAttempts && !document.isClosed; attempt += 1) {
    const now = document.getText();
    const place = { offset: now === text ? offset : now.indexOf(whole), length: whole.length };
    const edit = replacement(place, placeholderOf(secrets, document, field));
    if (place.offset < 0 || (await applyOnce(document, [edit]))) break;
  }
  return true;
}

function keepWhole(
  secrets: KeptSecrets,
  { uri }: vscode.TextDocument,
  field: string,
  value: string,
): boolean {
  const whole = wholeSecret(value);
  if (whole !== undefined) secrets.add(uri, { [field]: whole });
  return whole !== undefined;
}

const noticeTime = 8_000;
const mostAttempts = 20;

/** Puts the placeholders back. What comes meanwhile is looked at by itself: taken here, lines that were pasted would be cut apart. */
async function restore(
  secrets: KeptSecrets,
  document: vscode.TextDocument,
  fields: readonly string[],
): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts && !document.isClosed; attempt += 1) {
    const { version } = document;
    const edits = findSecrets(document.getText(), fields).map(value =>
      replacement(value, placeholderOf(secrets, document, value.field)),
    );
    if (edits.length === 0 || (await applyOnce(document, edits)) || document.version !== version) return;
  }
}

const placeholderOf = (secrets: KeptSecrets, { uri }: vscode.TextDocument, field: string): string =>
  secrets.of(uri)[field] === undefined ? secretPlaceholder : newSecretPlaceholder;

/**
 * Asks for a secret and marks the field in the document, so that the next save sends it.
 * @param prompt what the password box says instead of how long the secret is kept
 */
export async function setSecret(
  secrets: RecordSecrets,
  document: vscode.TextDocument,
  { field, prompt }: { readonly field: string; readonly prompt?: Inert },
): Promise<void> {
  const path = document.uri.path;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/(\.\d+)?\.json$/, '');
  const value = await askForSecret({ field, name, prompt });
  if (value === undefined) return;
  secrets.add(document.uri, { [field]: value });
  await editDocument(document, text =>
    secretValues(text, [field])
      .slice(0, 1)
      .map(place => replacement(place, newSecretPlaceholder)),
  );
}

const replacement = (
  { offset, length }: Pick<SecretValue, 'offset' | 'length'>,
  placeholder: string,
): TextChange => ({ offset, length, content: JSON.stringify(placeholder) });
