import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import {
  referencesOf,
  type LookupRole,
  type ReferenceRole,
  type ReferenceUse,
} from 'netsensor-contract/inventory/references';
import { inert, type Inert, inertUpTo, shown } from '../../words/inert.js';
import type { PlacedElement } from '../../model/text/placedElements.js';
import { probably } from '../../words/names.js';
import { namesIn, titledPath } from '../../words/recordDetail.js';
import { namedValues, type Named } from './namedValues.js';
import type { ReferenceLists } from './referenceLists.js';
import { roleValues } from './referencePlaces.js';
import { Scheme } from '../../ids.js';
import {
  isRecordId,
  parseRecordPath,
  recordPath,
  type InventoryRecord,
  type RecordRef,
} from 'netsensor-contract/inventory/inventoryRecord';
import { recordUri } from '../../ui/recordUri.js';

const longest = 60;

/** The ids and numbers in a document of inventory. What a manager calls a record is shown as plain text. */
export function recordValues(
  document: vscode.TextDocument,
  elements: readonly PlacedElement[],
  lists: ReferenceLists,
) {
  const known = { connectionId: document.uri.authority, lists };
  return namedValues(
    document,
    roleValues(document.uri.path, elements),
    ({ role, value }): Named | undefined => {
      if (!isRecordId(value)) return undefined;
      if (role.kind === 'lookup')
        return { hint: () => lookupHint(role, value), lines: () => lookupLines(role, value) };
      if (role.kind !== 'reference') return undefined;
      return {
        hint: () => recordHint(role, value, known),
        lines: () => recordLines(role, value, known),
        link: () => recordLink(role, value, known),
      };
    },
  );
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
): ReturnType<Named['hint']> {
  const list = lists.get(connectionId, to);
  if (!list) {
    const tooltip = whyUnknown(lists, connectionId, to);
    return tooltip && { label: l10n.t('name not known'), tooltip };
  }
  const name = list.name(id);
  if (name === undefined) return undefined;
  return { label: recordLabel(name), tooltip: shown`${l10n.t(inventoryType(to).singular)} #${id}` };
}

function whyUnknown(lists: ReferenceLists, connectionId: string, type: InventoryType): Inert | undefined {
  const failure = lists.failure(connectionId, type);
  const names = l10n.t(inventoryType(type).plural);
  return failure && l10n.t('The names of {0} could not be read. {1}', names, failure);
}

function lookupHint({ what, likely }: LookupRole, id: number): ReturnType<Named['hint']> {
  const word = likely[id - 1];
  if (word === undefined) return undefined;
  const tooltip = l10n.t(
    'Probably, as in similar products: the API does not say what the number of a {0} means.',
    l10n.t(what),
  );
  return { label: probably(word), tooltip };
}

/** One line that cannot turn around what stands beside it. */
export const recordLabel = (name: string): Inert => inertUpTo(longest, name);

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
    shown`${l10n.t(singular)} #${id}: ${recordLabel(list.name(id) ?? '')}`,
    ...known
      .slice(0, mostFields)
      .map(field => shown`${inert(field)}: ${recordLabel(shownValue(record[field]))}`),
    ...(isPublished ? [] : [l10n.t('Known by the name of the field only; the API does not describe it.')]),
  ];
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : inOneLine(value));

function lookupLines({ what, likely }: LookupRole, id: number): Inert[] {
  const name = l10n.t(what);
  const list = inert(likely.map((word, index) => `${index + 1} ${word}`).join(', '));
  return [
    l10n.t('Number {0} of a {1}. The API does not describe these numbers, so it stays a number.', id, name),
    ...(list ? [l10n.t('Probably, as in similar products: {0}.', list)] : []),
  ];
}

/** An id that points nowhere is no link. */
function recordLink(
  { to }: ReferenceRole,
  id: number,
  { connectionId, lists }: ListsOfDocument,
): ReturnType<NonNullable<Named['link']>> {
  const list = lists.get(connectionId, to);
  const record = list?.find(id);
  if (list && !record) return undefined;
  return {
    uri: () =>
      record
        ? openUri(connectionId, titledPath(to, record, namesIn(lists, connectionId)))
        : openUri(connectionId, recordPath({ type: to, id }, inventoryType(to).singular)),
    tooltip: l10n.t('Open the record'),
  };
}

/** The address of a record; of its open document, whatever name that carries. */
export function openUri(connectionId: string, path: string): vscode.Uri {
  const ref = parseRecordPath(path);
  const open = vscode.workspace.textDocuments.find(({ uri }) => {
    const other = uri.scheme === Scheme.record && uri.authority === connectionId && parseRecordPath(uri.path);
    return other && other.type === ref?.type && other.id === ref.id;
  });
  return open?.uri ?? recordUri(connectionId, path);
}

/** Where a record refers to another one; undefined when it does not. */
export const useIn = (
  type: InventoryType,
  record: InventoryRecord,
  used: RecordRef,
): ReferenceUse | undefined =>
  referencesOf(type, record).find(({ role, id }) => role.to === used.type && id === used.id);
