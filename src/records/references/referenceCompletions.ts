import * as vscode from 'vscode';
import { inventoryType } from '../../model/inventory/inventoryTypes.js';
import { findRecords, type RecordList } from '../../model/inventory/recordList.js';
import { CompletionItem } from '../../ui/doors.js';
import { inert, shown, type Inert } from '../../words/inert.js';
import type { TextPlace } from '../../ui/textPlace.js';
import { recordLabel } from './referenceNames.js';
import type { RecordLists } from './referenceLists.js';
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
  if (!written) return new vscode.CompletionList([]);
  const { role, range, typed } = written;
  if (role.kind === 'colour') return new vscode.CompletionList([]);
  if (role.kind === 'lookup')
    return new vscode.CompletionList(
      role.likely.map((word, index) =>
        item({
          label: inert(String(index + 1)),
          detail: vscode.l10n.t('{0}? (a guess)', inert(word)),
          insertText: String(index + 1),
          typed,
          range,
          index,
        }),
      ),
    );
  // A manager that does not answer is told by a hint; here there is just nothing to offer.
  const list = await lists.read(authority, role.to).catch(() => undefined);
  return list ? recordItems(list, written) : new vscode.CompletionList([]);
}

function recordItems(list: RecordList, { typed, whole, range }: WrittenValue): vscode.CompletionList {
  const current = list.find(Number(unquoted(whole) || Number.NaN));
  const found = findRecords(list, current ? '' : unquoted(typed), longestList);
  const others = found.filter(record => record !== current);
  const records = (current ? [current, ...others] : others).slice(0, longestList);
  const items = records.map((record, index) =>
    item({
      label: recordLabel(list.name(record.id) ?? ''),
      detail: shown`#${record.id} · ${vscode.l10n.t(inventoryType(list.type).singular)}`,
      insertText: String(record.id),
      typed,
      range,
      index,
    }),
  );
  return new vscode.CompletionList(items, list.size > records.length);
}

interface Offer {
  readonly label: Inert;
  readonly detail: Inert;
  readonly insertText: string;
  readonly typed: string;
  readonly range: vscode.Range;
  readonly index: number;
}

function item({ label, detail, insertText, typed, range, index }: Offer): vscode.CompletionItem {
  const completion = new CompletionItem(label, vscode.CompletionItemKind.Reference);
  completion.detail = detail;
  completion.insertText = insertText;
  completion.range = range;
  // What is offered was found already, by more than VS Code would look at.
  completion.filterText = typed || label;
  completion.sortText = `!${String(index).padStart(4, '0')}`;
  return completion;
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '').trim();
