import { parseTree, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { nodePath } from '../../model/sensors/nodeRef.js';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import { domainTypes, listed, recordUuid, sensorTypes } from '../../model/sensors/nodeRecord.js';
import { textOf } from '../../model/text/looseValues.js';
import { childGroup, type SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { CompletionItem } from '../../ui/doors.js';
import { shownPath } from '../../ui/nodeLines.js';
import { rangeOf, rangeOnLine, type PlacedText, type TextPlace } from '../../ui/textPlace.js';
import { inert, shown, type Inert } from '../../words/inert.js';
import { completions, namedValues, type NamedValue } from './namedValues.js';
import { recordLabel } from './referenceNames.js';
import { recordUri } from '../../ui/recordUri.js';

const numbers: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  domain_type: domainTypes,
  type: sensorTypes,
  status: { 0: 'down', 1: 'up' },
};

/** The uuids and numbers in the document of a node that stand for something with a name. */
export function nodeValues(document: vscode.TextDocument, tree: SensorIndex | undefined) {
  const connectionId = document.uri.authority;
  const values = properties(parseTree(document.getText())).flatMap(({ field, value }): NamedValue[] => {
    const range = rangeOf(document, value);
    const names = numbers[field];
    if (names) {
      const name = names[Number(value.value)];
      if (name === undefined) return [];
      const tooltip = inert(listed(names));
      return [{ range, hint: () => ({ label: inert(name), tooltip }), lines: () => [tooltip] }];
    }
    const uuid: unknown = value.value;
    if (!tree || !field.endsWith('_uuid') || typeof uuid !== 'string') return [];
    const number = tree.find({ connectionId, uuid });
    return number === undefined ? [] : [{ range, ...nodeNamed(connectionId, tree, number) }];
  });
  return namedValues(values);
}

/** Where the document of a node names another one, in a field or in its enrichment; undefined when it does not. */
export function nodeUse(document: PlacedText, used: string): vscode.Range | undefined {
  const use = properties(parseTree(document.getText())).find(
    ({ field, value }) => field.endsWith('_uuid') && value.value === used,
  );
  return use && rangeOf(document, use.value);
}

function nodeNamed(connectionId: string, tree: SensorIndex, number: number): Omit<NamedValue, 'range'> {
  const label = recordLabel(tree.label(number));
  const tooltip = shown`${inert(tree.kindWords(number))}: ${label}`;
  return {
    hint: () => ({ label, tooltip }),
    lines: () => [
      tooltip,
      shownPath(tree.path(number)),
      ...Object.entries(tree.record(number)).flatMap(([field, value]) => fieldLine(field, value)),
    ],
    link: () => ({
      uri: recordUri(connectionId, nodePath(tree, number)),
      tooltip: vscode.l10n.t('Open {0}', label),
    }),
  };
}

/** What the lines above it say already. */
const saidAlready = ['id', 'name', 'type', 'domain_type'];

/** A field that holds a text or a number. */
function fieldLine(field: string, value: unknown): Inert[] {
  const isSaid = saidAlready.includes(field) || value === '' || !['string', 'number'].includes(typeof value);
  return isSaid ? [] : [shown`${inert(field)}: ${recordLabel(textOf(value) ?? '')}`];
}

/** The fields of a node, and those of its enrichment. */
function properties(root: Node | undefined): { field: string; value: Node }[] {
  return (root?.children ?? []).flatMap(({ children = [] }) => {
    const [key, value] = children;
    if (!key || !value) return [];
    return value.type === 'object' ? properties(value) : [{ field: String(key.value), value }];
  });
}

const mostOffered = 100;

/** The value of a field that is being written: what stands before the cursor, and all of it. */
function valueAt(place: TextPlace) {
  const { text, offset } = place;
  const before = /"(\w+)"\s*:\s*("?[^",}\r\n]*)$/.exec(text.slice(0, offset));
  if (!before) return undefined;
  const [, field = '', typed = ''] = before;
  const rest = /^[^",}\r\n]*"?/.exec(text.slice(offset))?.[0] ?? '';
  const range = rangeOnLine(place, offset - typed.length, offset + rest.trimEnd().length);
  return { field, typed, whole: `${typed}${rest}`, range };
}

type WrittenValue = NonNullable<ReturnType<typeof valueAt>>;

/**
 * What stands for something with a name, by that name, where it is being written: numbers, and the uuids of domains, of
 * which the one that stands there comes first. Reads the tree if needed.
 */
export async function nodeCompletions(
  place: TextPlace,
  connectionId: string,
  searchOf: (connectionId: string) => Promise<NodeSearch>,
): Promise<vscode.CompletionList> {
  const value = valueAt(place);
  const names = value && numbers[value.field];
  if (names) return new vscode.CompletionList(numberCompletions(value, names));
  if (!value?.field.endsWith('_uuid')) return new vscode.CompletionList([]);
  return domainCompletions(value, connectionId, await searchOf(connectionId));
}

function numberCompletions(value: WrittenValue, names: Readonly<Record<number, string>>): CompletionItem[] {
  const offers = Object.entries(names).map(([number, name]) => ({
    label: shown`${inert(number)} ${inert(name)}`,
    insertText: number,
  }));
  const items = completions(offers, value, vscode.CompletionItemKind.EnumMember);
  for (const item of items) item.preselect = item.insertText === value.whole.trim();
  return items;
}

function domainCompletions(
  value: WrittenValue,
  connectionId: string,
  search: NodeSearch,
): vscode.CompletionList {
  const { index } = search;
  const isDomain = (number: number) => index.group(number) === childGroup.domain;
  const words = value.typed.replaceAll('"', '').trim();
  const { numbers: found, total } =
    words === '' ? search.first(mostOffered, isDomain) : search.find(words, mostOffered, isDomain);
  const uuid = value.whole.replaceAll('"', '').trim();
  const present = index.find({ connectionId, uuid });
  const offered = present === undefined ? found : [...new Set([present, ...found])];
  const offers = offered.map(number => ({
    label: recordLabel(index.label(number)),
    detail: shownPath(index.path(number).slice(0, -1)),
    insertText: JSON.stringify(recordUuid(index.record(number)) ?? ''),
  }));
  return new vscode.CompletionList(completions(offers, value), total > offers.length);
}
