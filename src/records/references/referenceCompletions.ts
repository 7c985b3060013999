import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ColumnsRole } from 'netsensor-contract/inventory/references';
import { columnOffers } from '../../model/inventory/columnOffers.js';
import { modelOf, typesLike } from '../../model/inventory/models.js';
import { findRecords, type RecordList } from '../../model/inventory/recordList.js';
import { inert, shown } from '../../words/inert.js';
import { probably } from '../../words/names.js';
import { rangeOnLine, type TextPlace } from '../../ui/textPlace.js';
import { completions, numberCompletions, type Offer } from './namedValues.js';
import { recordLabel } from './referenceNames.js';
import type { RecordLists } from '../recordsOptions.js';
import { writtenValue, type WrittenValue } from './referencePlaces.js';

/** Records that are offered at once; typing narrows them down. */
const longestList = 100;

/** The records that may stand at a place of a document: found by name or number, written as their number. */
export async function referenceCompletions(
  { path, authority }: vscode.Uri,
  place: TextPlace,
  lists: RecordLists,
): Promise<vscode.CompletionList> {
  const written = writtenValue(path, place);
  if (!written) return { items: [] };
  const { role } = written;
  if (role.kind === 'colour') return { items: [] };
  if (role.kind === 'lookup') {
    const names = role.likely.map((word, index) => ({ number: String(index + 1), name: probably(word) }));
    return numberCompletions(names, written);
  }
  // VS Code would put a longer word that begins so before the one that is meant.
  if (role.kind === 'model')
    return { items: completions(modelOffers(written), written, 'Class'), isIncomplete: true };
  if (role.kind === 'columns') return { items: columnItems(place, role) };
  // A manager that does not answer is told by a hint; here there is just nothing to offer.
  const list = await lists.read(authority, role.to).catch(() => undefined);
  return list ? recordItems(list, written) : { items: [] };
}

function recordItems(list: RecordList, written: WrittenValue): vscode.CompletionList {
  const current = list.find(Number(unquoted(written.whole) || Number.NaN));
  const found = findRecords(list, current ? '' : unquoted(written.typed), longestList);
  const others = found.filter(record => record !== current);
  const records = (current ? [current, ...others] : others).slice(0, longestList);
  const offers = records.map(({ id }) => ({
    label: recordLabel(list.name(id) ?? ''),
    detail: shown`#${id} · ${l10n.t(inventoryType(list.type).singular)}`,
    insertText: String(id),
  }));
  return { items: completions(offers, written), isIncomplete: list.size > records.length };
}

/** The names of types like what is typed, each with what its records are called. */
const modelOffers = ({ typed }: WrittenValue): Offer[] =>
  typesLike(unquoted(typed)).map(type => ({
    label: inert(modelOf(type)),
    detail: l10n.t(inventoryType(type).plural),
    insertText: JSON.stringify(modelOf(type)),
  }));

/** The fields of the type that the record names. */
function columnItems(place: TextPlace, role: ColumnsRole): vscode.CompletionItem[] {
  const found = columnOffers(place.text, place.offset, role);
  if (!found) return [];
  const { names, isInside, start, end } = found;
  const offers = names.map(name => ({
    label: inert(name),
    insertText: isInside ? name : JSON.stringify(name),
  }));
  // VS Code itself narrows them down while one types on, by what is written of them.
  return completions(offers, { typed: '', range: rangeOnLine(place, start, end) }, 'Field').map(item =>
    Object.assign(item, { filterText: item.insertText }),
  );
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '').trim();
