import { parseTree, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { nodePath } from '../../model/sensors/nodeRef.js';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import { domainTypes, listed, recordUuid, sensorTypes } from '../../model/sensors/nodeRecord.js';
import { textOf } from '../../model/text/looseValues.js';
import { childGroup, type SensorIndex } from '../../model/sensors/sensorIndex.js';
import { CompletionItem, DocumentLink, Hover, InlayHint, MarkdownString } from '../../ui/doors.js';
import { shownPath } from '../../ui/nodeLines.js';
import { rangeOnLine, type TextPlace } from '../../ui/textPlace.js';
import { inert, shown, unlinked, type Inert } from '../../words/inert.js';
import { rangeOf } from '../documents/documentProblems.js';
import { recordLabel } from './referenceNames.js';
import { recordUri } from '../../ui/recordUri.js';

/** The tree of the manager of a document, if it was read. */
export type TreeOf = (connectionId: string) => SensorIndex | undefined;

const numbers: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  domain_type: domainTypes,
  type: sensorTypes,
  status: { 0: 'down', 1: 'up' },
};

/** A uuid or number in the document of a node that stands for something with a name. */
interface NamedValue {
  readonly range: vscode.Range;
  readonly name: Inert;
  /** What else is known of it, one line each. */
  readonly lines: readonly Inert[];
  /** The document of what a uuid stands for. */
  readonly uri?: vscode.Uri;
}

function namedValues(document: vscode.TextDocument, treeOf: TreeOf): NamedValue[] {
  const tree = treeOf(document.uri.authority);
  return properties(parseTree(document.getText())).flatMap(({ field, value }): NamedValue[] => {
    const range = rangeOf(document, value);
    const names = numbers[field];
    if (names) {
      const name = names[Number(value.value)];
      return name === undefined ? [] : [{ range, name: inert(name), lines: [inert(listed(names))] }];
    }
    const uuid: unknown = value.value;
    if (!tree || !field.endsWith('_uuid') || typeof uuid !== 'string') return [];
    const number = tree.find({ connectionId: document.uri.authority, uuid });
    return number === undefined ? [] : [{ range, ...nodeNamed(document.uri, tree, number) }];
  });
}

function nodeNamed({ authority }: vscode.Uri, tree: SensorIndex, number: number): Omit<NamedValue, 'range'> {
  const name = tree.label(number);
  return {
    name: recordLabel(name),
    lines: [
      shown`${inert(tree.kindWords(number))}: ${recordLabel(name)}`,
      shownPath(tree.path(number)),
      ...Object.entries(tree.record(number)).flatMap(([field, value]) => fieldLine(field, value)),
    ],
    uri: recordUri(authority, nodePath(tree, number)),
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

/** The name of what each uuid and number stands for, beside it. */
export const nodeHints = (
  document: vscode.TextDocument,
  visible: vscode.Range,
  treeOf: TreeOf,
): InlayHint[] =>
  namedValues(document, treeOf)
    .filter(({ range }) => visible.intersection(range))
    .map(({ range, name, lines: [tooltip] }) => {
      const hint = new InlayHint(range.end, name);
      hint.paddingLeft = true;
      hint.tooltip = tooltip;
      return hint;
    });

/** What the value under the mouse stands for. */
export function nodeHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  treeOf: TreeOf,
): vscode.Hover | undefined {
  const named = namedValues(document, treeOf).find(({ range }) => range.contains(position));
  if (!named) return undefined;
  const markdown = new MarkdownString();
  for (const line of named.lines) {
    if (markdown.value) markdown.appendMarkdown('\n\n');
    markdown.appendText(unlinked(line));
  }
  return new Hover(markdown, named.range);
}

/** The uuids of a document as links to the documents of their nodes. */
export const nodeLinks = (document: vscode.TextDocument, treeOf: TreeOf): DocumentLink[] =>
  namedValues(document, treeOf).flatMap(({ range, uri, name }) => {
    if (!uri) return [];
    const link = new DocumentLink(range, uri);
    link.tooltip = vscode.l10n.t('Open {0}', name);
    return [link];
  });

const mostOffered = 100;

/** The value of a field that is being written. */
interface WrittenValue {
  readonly field: string;
  /** What stands before the cursor and behind it. */
  readonly typed: string;
  readonly rest: string;
  readonly range: vscode.Range;
}

function valueAt(place: TextPlace): WrittenValue | undefined {
  const { text, offset } = place;
  const before = /"(\w+)"\s*:\s*("?[^",}\r\n]*)$/.exec(text.slice(0, offset));
  if (!before) return undefined;
  const [, field = '', typed = ''] = before;
  const rest = /^[^",}\r\n]*"?/.exec(text.slice(offset))?.[0] ?? '';
  const range = rangeOnLine(place, offset - typed.length, offset + rest.trimEnd().length);
  return { field, typed, rest, range };
}

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
  if (value && numbers[value.field])
    return new vscode.CompletionList(numberCompletions(value, numbers[value.field] ?? {}));
  if (!value?.field.endsWith('_uuid')) return new vscode.CompletionList([]);
  return domainCompletions(value, connectionId, await searchOf(connectionId));
}

const numberCompletions = (
  { typed, rest, range }: WrittenValue,
  names: Readonly<Record<number, string>>,
): CompletionItem[] =>
  Object.entries(names).map(([number, name], at) => {
    const label = shown`${inert(number)} ${inert(name)}`;
    const item = new CompletionItem(label, vscode.CompletionItemKind.EnumMember);
    item.insertText = number;
    item.preselect = number === `${typed}${rest}`.trim();
    item.range = range;
    item.filterText = typed || label;
    item.sortText = `!${String(at).padStart(4, '0')}`;
    return item;
  });

function domainCompletions(
  { typed, rest, range }: WrittenValue,
  connectionId: string,
  search: NodeSearch,
): vscode.CompletionList {
  const { index } = search;
  const isDomain = (number: number) => index.group(number) === childGroup.domain;
  const words = typed.replaceAll('"', '').trim();
  const { numbers: found, total } =
    words === '' ? search.first(mostOffered, isDomain) : search.find(words, mostOffered, isDomain);
  const uuid = `${typed}${rest}`.replaceAll('"', '').trim();
  const present = index.find({ connectionId, uuid });
  const offered = present === undefined ? found : [...new Set([present, ...found])];
  const items = offered.map((number, at) => {
    const label = recordLabel(index.label(number));
    const item = new CompletionItem(label, vscode.CompletionItemKind.Reference);
    item.detail = shownPath(index.path(number).slice(0, -1));
    item.insertText = JSON.stringify(recordUuid(index.record(number)) ?? '');
    item.range = range;
    item.filterText = typed || label;
    item.sortText = `!${String(at).padStart(4, '0')}`;
    return item;
  });
  return new vscode.CompletionList(items, total > items.length);
}
