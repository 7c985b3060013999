import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CompletionPlace, rememberedTreeValues } from '../../model/queryEditing/queryCompletion.js';
import type { QuerySnippet } from '../../model/queryEditing/querySnippets.js';
import { writtenReference } from '../../model/query/queryVariables.js';
import type { FrequentValue } from '../../model/query/writtenQueries.js';
import { computedNames, groupedNames, readQueryTree } from '../../model/queryEditing/queryTree.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { CompletionItem, abortSignal } from '../../ui/doors.js';
import { inert, joined, quoted, type Inert } from '../../words/inert.js';
import { rowCountText } from '../../words/locale.js';
import { rangeOnLine, textPlace } from '../../ui/textPlace.js';
import type { LiveValues, ValueQuestion } from '../variables/liveValues.js';
import { usedVariables } from '../variables/variableUses.js';
import { variableWords } from '../variables/variableWords.js';
import { valuePatience, valueQuestion } from './valueQuestion.js';
import { cellName, namedConnection, queryCells } from '../notebookMetadata.js';
import { cellOf } from '../openNotebooks.js';

/** What completion looks at besides the text. */
export interface CompletionServices {
  readonly values: () => Promise<LiveValues>;
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
}

interface Proposal {
  /** Null stands for no value. */
  readonly value: string | null;
  /** The name that people know a uuid by. */
  readonly name?: string | undefined;
  /** How many rows have it. */
  readonly rows?: number | undefined;
  /** What chooses it while somebody types; the value and the name without it. */
  readonly typed?: string;
}

/**
 * Completes what the JSON Schema cannot know: names of the cell's own outputs, uuids and names from the tree, and values
 * from the data. What is known is there at once; what is not is waited for without holding up typing.
 */
export class QueryCompletions implements vscode.CompletionItemProvider {
  private treeValues: ReturnType<typeof rememberedTreeValues> | undefined;

  constructor(private readonly services: CompletionServices) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[] | vscode.CompletionList> {
    const asked = textPlace(document, position);
    const { openReference } = await import('../../model/queryEditing/variableReferences.js');
    const reference = openReference(asked.text, asked.offset);
    const references = reference
      ? referenceItems(document, rangeOnLine(asked, reference.offset, reference.offset + reference.length))
      : [];
    const { completionPlace, separatorBefore } = await import('../../model/queryEditing/queryCompletion.js');
    const place = completionPlace(asked.text, asked.offset);
    if (!place || (reference && place.kind !== 'buckets')) return references;
    const range = rangeOnLine(asked, place.offset, place.offset + place.length);
    if (place.kind === 'buckets') {
      const { names, kept } = place;
      const items = names.map((value, index) => toItem({ value, typed: kept + value }, { index, range }));
      // Asked again at each letter: where a name was selected and is typed over, the text was ahead of the place asked about.
      return { items: [...references, ...items], isIncomplete: true };
    }
    if (place.kind === 'query') {
      const { querySnippets } = await import('../../model/queryEditing/querySnippets.js');
      return querySnippets().map((snippet, index) => toSnippetItem(snippet, { index, range }));
    }
    if (place.kind === 'parts') {
      const separator = separatorBefore(asked.text.slice(place.offset + place.length));
      return place.snippets.map((part, index) =>
        toSnippetItem({ ...part, text: part.text + separator }, { index, range }),
      );
    }
    const found = await this.proposals(place, document, token);
    // An empty text keeps them only where nulls are not those of SQL (field notes §2.11).
    const none = place.kind === 'values' ? [{ value: null, name: l10n.t('no value') }] : [];
    return [...found, ...none].map((proposal, index) => toItem(proposal, { index, range }));
  }

  private async proposals(
    place: Exclude<CompletionPlace, { kind: 'query' | 'parts' | 'buckets' }>,
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<readonly Proposal[]> {
    if (place.kind === 'names') return place.names.map(value => ({ value }));
    const cell = cellOf(document);
    const connectionId = cell && namedConnection(cell.notebook);
    if (!cell || connectionId === undefined) return [];
    const tree = this.services.treeOf(connectionId);
    const { rememberedTreeValues, withCounts } = await import('../../model/queryEditing/queryCompletion.js');
    this.treeValues ??= rememberedTreeValues();
    const dimension = place.kind === 'namespaces' ? 'namespace_uuid' : place.dimension;
    const fromTree = tree && this.treeValues(tree, dimension);
    const question = place.kind === 'values' ? valueQuestion(cell, place) : undefined;
    if (!question) return fromTree ?? [];
    const signal = abortSignal(token);
    if (!fromTree) return this.frequent(question, signal);
    const counted = await this.frequent(
      question,
      AbortSignal.any([signal, AbortSignal.timeout(valuePatience)]),
    );
    return withCounts(counted, fromTree);
  }

  private async frequent(question: ValueQuestion, signal: AbortSignal): Promise<readonly FrequentValue[]> {
    const values = await this.services.values();
    return values.known(question) ?? values.read(question, signal);
  }
}

interface ItemPlace {
  readonly index: number;
  readonly range: vscode.Range;
}

/** Keeps the order of the items. */
const sortText = (index: number) => String(index).padStart(6, '0');

function toSnippetItem(
  { label, description, text }: QuerySnippet,
  { index, range }: ItemPlace,
): vscode.CompletionItem {
  const item = new CompletionItem(inert(label), vscode.CompletionItemKind.Snippet);
  if (description !== undefined) item.documentation = inert(description);
  item.insertText = new vscode.SnippetString(text);
  item.sortText = sortText(index);
  item.range = range;
  return item;
}

/** Names from the manager are plain text here; what filters while typing is the value and the name. */
function toItem({ value, name, rows, typed }: Proposal, { index, range }: ItemPlace): vscode.CompletionItem {
  const text = JSON.stringify(value);
  const description = joined(
    [name && inert(name), rows === undefined ? '' : rowCountText(rows, rows)],
    ' · ',
  );
  const label = { label: inert(text), ...(description && { description }) };
  const item = new CompletionItem(label, vscode.CompletionItemKind.Value);
  item.insertText = text;
  item.filterText = typed ?? (name ? `"${name} ${value ?? ''}"` : text);
  item.sortText = sortText(index);
  item.range = range;
  return item;
}

/**
 * What a reference in a cell can stand for: each variable of its notebook, also those that only other cells use yet, and each
 * column of another cell that has a name.
 */
function referenceItems(document: vscode.TextDocument, range: vscode.Range): vscode.CompletionItem[] {
  const cell = cellOf(document);
  if (!cell) return [];
  const variables = usedVariables(cell.notebook)
    .filter(({ variable, cells }) => variable ?? cells.some(other => other !== cell))
    .flatMap(({ name, variable }) => referenceItem(writtenReference(name), variableWords(variable), range));
  const others = queryCells(cell.notebook).filter(other => other !== cell);
  return [...variables, ...others.flatMap(other => columnItems(other, range))];
}

/** The columns that the result of a named cell has, as far as its query names them. */
function columnItems(cell: vscode.NotebookCell, range: vscode.Range): vscode.CompletionItem[] {
  const name = cellName(cell);
  const tree = readQueryTree(cell.document.getText());
  if (name === undefined || !tree) return [];
  const columns = [...groupedNames(tree.root).map(({ output }) => output), ...computedNames(tree.root)];
  const about = l10n.t('Column of the cell {0}', quoted(name));
  return [...new Set(columns.map(({ value }) => String(value)))].flatMap(column =>
    referenceItem(writtenReference(name, column), about, range),
  );
}

function referenceItem(
  text: string | undefined,
  description: Inert,
  range: vscode.Range,
): vscode.CompletionItem[] {
  if (text === undefined) return [];
  const item = new CompletionItem({ label: inert(text), description }, vscode.CompletionItemKind.Variable);
  item.insertText = text;
  item.range = range;
  return [item];
}
