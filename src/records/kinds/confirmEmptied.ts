import { findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { demandedOf, nodeKinds, type NodeKind } from '../../model/sensors/nodeDocument.js';
import { chooseRisk } from '../../ui/confirmRisk.js';
import { editDocument } from '../../ui/editDocument.js';
import { rangeOf } from '../../ui/textPlace.js';
import { GivenUpError } from '../../words/sentenceErrors.js';
import { inert, quoted, type Inert } from '../../words/inert.js';
import { heldDocument } from '../documents/documentSnapshots.js';

/**
 * Names the fields that a write empties because the manager does not return them, and asks before it is sent
 * (contract 001, Modify flow, MSE or vendor sensor: all properties are updated). Where the manager demands one of them,
 * emptying is no choice.
 * @throws {GivenUpError} when the user does not agree, or wants to fill them in
 */
export async function confirmEmptied(
  uri: vscode.Uri,
  { name, kind, emptied }: { name: string; kind: NodeKind; emptied: readonly string[] },
): Promise<void> {
  const document = heldDocument(uri);
  const demanded = demandedOf(kind, emptied);
  const empty = l10n.t('Save and empty them');
  const add = l10n.t('Add these fields');
  const canAdd = document && absentIn(document.getText(), emptied).length > 0;
  const words = demanded.length > 0 ? demandWords(name, demanded) : emptyWords(name, emptied);
  const chosen = await chooseRisk({ ...words, safe: l10n.t('Keep editing') }, [
    ...(demanded.length > 0 ? [] : [empty]),
    ...(canAdd ? [add] : []),
  ]);
  if (chosen === empty) return;
  if (chosen !== add || !document) throw new GivenUpError();
  await addFields(document, kind, emptied);
  throw new GivenUpError(fillIn());
}

const emptyWords = (name: string, emptied: readonly string[]) => ({
  question: l10n.t(
    'Saving “{0}” empties these fields unless you fill them in: {1}.',
    quoted(name),
    inert(emptied.join(', ')),
  ),
  detail: l10n.t(
    'The manager does not return them, and a change of this sensor overwrites all its properties. To keep their values, add the fields to the document, fill them in and save again.',
  ),
});

const demandWords = (name: string, demanded: readonly string[]) => ({
  question: l10n.t('Saving “{0}” needs these fields: {1}.', quoted(name), inert(demanded.join(', '))),
  detail: l10n.t(
    'The manager does not return them, and refuses a change of this sensor without them. Add the fields to the document, fill them in and save again.',
  ),
});

/** What to do with fields that were added. */
export const fillIn = (): Inert => l10n.t('Nothing was sent. Fill in the fields that were added, then save.');

const fieldsIn = (text: string) =>
  (parseTree(text)?.children ?? []).map(({ children }) => String(children?.[0]?.value));

function absentIn(text: string, fields: readonly string[]): string[] {
  const present = fieldsIn(text);
  return fields.filter(field => !present.includes(field));
}

/**
 * Adds those fields that are not there without a value to the document, behind the others that may be changed, and selects the
 * first of these values.
 */
export async function addFields(
  document: vscode.TextDocument,
  kind: NodeKind,
  fields: readonly string[],
): Promise<void> {
  // To be filled in; and VS Code was seen to refuse every edit of a document that it is about to show by itself.
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const [first] = absentIn(document.getText(), fields);
  const writable = Object.keys(nodeKinds[kind].modify.shape);
  await editDocument(document, text => {
    const behind = fieldsIn(text).findLastIndex(field => writable.includes(field)) + 1;
    const options = {
      formattingOptions: { insertSpaces: true, tabSize: 2 },
      getInsertionIndex: () => behind,
    };
    return absentIn(text, fields).flatMap(field => modify(text, [field], null, options));
  });
  if (first !== undefined) selectValue(editor, first);
}

function selectValue(editor: vscode.TextEditor, field: string): void {
  const root = parseTree(editor.document.getText());
  const value = root && findNodeAtLocation(root, [field]);
  if (!value) return;
  const { start, end } = rangeOf(editor.document, value);
  editor.selection = new vscode.Selection(start, end);
  editor.revealRange(editor.selection);
}
