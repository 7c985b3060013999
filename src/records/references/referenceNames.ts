import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { isRecordId, type LookupRole, type ReferenceRole } from '../../model/inventory/references.js';
import { InlayHint, Hover, MarkdownString, DocumentLink } from '../../ui/doors.js';
import { inert, type Inert, inertUpTo, shown, unlinked } from '../../words/inert.js';
import type { ReferenceLists } from './referenceLists.js';
import { valuePlaces } from './referencePlaces.js';
import { Scheme } from '../../ids.js';
import { parseRecordPath, recordPath, type RecordRef } from '../../model/inventory/inventoryRecord.js';
import { recordUri } from '../../ui/recordUri.js';

const longest = 60;

/** The name of the record behind each id, beside it. What a manager calls a record is shown as plain text. */
export function referenceHints(
  document: vscode.TextDocument,
  visible: vscode.Range,
  lists: ReferenceLists,
): vscode.InlayHint[] {
  const known = { connectionId: document.uri.authority, lists };
  return valuePlaces(document)
    .filter(({ range }) => visible.intersection(range))
    .flatMap(({ role, value, range }) => {
      if (role.kind === 'colour' || !isRecordId(value)) return [];
      const hint = role.kind === 'lookup' ? lookupHint(role, value) : recordHint(role, value, known);
      if (!hint) return [];
      const inlay = new InlayHint(range.end, hint.label);
      inlay.paddingLeft = true;
      inlay.tooltip = hint.tooltip;
      return [inlay];
    });
}

interface Hint {
  readonly label: Inert;
  readonly tooltip: Inert;
}

/** The lists that the ids of a document stand in. */
interface ListsOfDocument {
  readonly connectionId: string;
  readonly lists: ReferenceLists;
}

function recordHint(
  { to }: ReferenceRole,
  id: number,
  { connectionId, lists }: ListsOfDocument,
): Hint | undefined {
  const list = lists.get(connectionId, to);
  if (!list) {
    const tooltip = whyUnknown(lists, connectionId, to);
    return tooltip && { label: vscode.l10n.t('name not known'), tooltip };
  }
  const name = list.name(id);
  if (name === undefined) return undefined;
  return { label: recordLabel(name), tooltip: shown`${vscode.l10n.t(inventoryType(to).singular)} #${id}` };
}

function whyUnknown(lists: ReferenceLists, connectionId: string, type: InventoryType): Inert | undefined {
  const failure = lists.failure(connectionId, type);
  const names = vscode.l10n.t(inventoryType(type).plural);
  return failure && vscode.l10n.t('The names of {0} could not be read. {1}', names, failure);
}

function lookupHint({ what, likely }: LookupRole, id: number): Hint | undefined {
  const word = likely[id - 1];
  if (word === undefined) return undefined;
  const tooltip = vscode.l10n.t(
    'A guess: the API does not say what the number of a {0} means.',
    vscode.l10n.t(what),
  );
  return { label: vscode.l10n.t('{0} (probably)', inert(word)), tooltip };
}

/** One line that cannot turn around what stands beside it. */
export const recordLabel = (name: string): Inert => inertUpTo(longest, name);

/** What the value under the mouse stands for. */
export function referenceHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  lists: ReferenceLists,
): vscode.Hover | undefined {
  const place = valuePlaces(document).find(({ range }) => range.contains(position));
  if (!place || place.role.kind === 'colour' || !isRecordId(place.value)) return undefined;
  const { role, value, range } = place;
  const lines =
    role.kind === 'lookup'
      ? lookupLines(role, value)
      : recordLines(role, value, { connectionId: document.uri.authority, lists });
  const markdown = new MarkdownString();
  for (const line of lines) {
    if (markdown.value) markdown.appendMarkdown('\n\n');
    markdown.appendText(unlinked(line));
  }
  return lines.length > 0 ? new Hover(markdown, range) : undefined;
}

const mostFields = 5;

function recordLines(
  { to, isPublished }: ReferenceRole,
  id: number,
  { connectionId, lists }: ListsOfDocument,
): Inert[] {
  const { singular, fields } = inventoryType(to);
  const list = lists.get(connectionId, to);
  if (!list) {
    const failure = whyUnknown(lists, connectionId, to);
    return failure ? [failure] : [];
  }
  const record = list.find(id);
  if (!record) return [];
  const known = Object.keys(fields).filter(field => record[field] !== undefined && record[field] !== null);
  return [
    shown`${vscode.l10n.t(singular)} #${id}: ${recordLabel(list.name(id) ?? '')}`,
    ...known
      .slice(0, mostFields)
      .map(field => shown`${inert(field)}: ${recordLabel(shownValue(record[field]))}`),
    ...(isPublished
      ? []
      : [vscode.l10n.t('Known by the name of the field only; the API does not describe it.')]),
  ];
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function lookupLines({ what, likely }: LookupRole, id: number): Inert[] {
  const name = vscode.l10n.t(what);
  const list = inert(likely.map((word, index) => `${index + 1} ${word}`).join(', '));
  return [
    vscode.l10n.t(
      'Number {0} of a {1}. The API does not describe these numbers, so it stays a number.',
      id,
      name,
    ),
    ...(list ? [vscode.l10n.t('A guess, from the order that similar products use: {0}.', list)] : []),
  ];
}

/** The ids in a document as links to their records; those that point nowhere are none. */
export function referenceLinks(document: vscode.TextDocument, lists: ReferenceLists): DocumentLink[] {
  const { authority } = document.uri;
  return valuePlaces(document).flatMap(({ role, value, range }) => {
    if (role.kind !== 'reference' || !isRecordId(value)) return [];
    const list = lists.get(authority, role.to);
    if (list && !list.find(value)) return [];
    const name = list?.name(value) ?? inventoryType(role.to).singular;
    const link = new DocumentLink(range, openUri(authority, { type: role.to, id: value }, name));
    link.tooltip = vscode.l10n.t('Open the record');
    return [link];
  });
}

/** The address of a record; of its open document, whatever name that carries. */
export function openUri(connectionId: string, ref: RecordRef, name: string): vscode.Uri {
  const open = vscode.workspace.textDocuments.find(({ uri }) => {
    const other = uri.scheme === Scheme.record && uri.authority === connectionId && parseRecordPath(uri.path);
    return other && other.type === ref.type && other.id === ref.id;
  });
  return open?.uri ?? recordUri(connectionId, recordPath(ref, name));
}
