import { getLocation, stripComments, type JSONPath, type Location } from 'jsonc-parser';
import { domainDimensions, type DataSource } from 'netsensor-contract/query/dataSources';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import {
  computedNames,
  groupedNames,
  nodeAt,
  readQueryTree,
  textAt,
  textsOf,
  type QueryTree,
} from './queryTree.js';
import { aggregationSnippets, filterSnippets, type QuerySnippet } from './querySnippets.js';
import { autoGranularity } from '../query/queryVariables.js';
import type { FrequentValue } from '../query/writtenQueries.js';
import { childGroup, recordDomainType, recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../sensors/sensorIndex.js';

/** What fits at a place of a query and depends on more than the JSON Schema. */
export type CompletionPlace = Wanted & {
  /** The text that an item replaces: the value there, else nothing. */
  readonly offset: number;
  readonly length: number;
};

/** Looks at a place in the text of a query; undefined where the JSON Schema says everything. */
export function completionPlace(text: string, offset: number): CompletionPlace | undefined {
  const location = getLocation(text, offset);
  const tree = readQueryTree(text);
  // A cell that holds nothing but comments and the first letters of what is wanted.
  if (!tree && /^(?:[a-z]\w*)?$/i.test(withoutComments(text)))
    return { kind: 'query', ...wordAt(text, offset) };
  if (location.isAtPropertyKey || !tree) return undefined;
  const there = nodeAt(tree.root, location.path);
  const range = replaced(location, text, offset);
  const wanted = wantedAt(tree, location.path) ?? bucketsAt(location.path, text.slice(range.offset, offset));
  if (wanted?.kind === 'parts' && there?.children && offset > there.offset) return undefined;
  return wanted && { ...wanted, ...range };
}

/** Behind the beginning of a reference VS Code's JSON leaves out all bucket sizes that do not begin so. */
function bucketsAt(path: JSONPath, before: string): Wanted | undefined {
  const isMeant = path.length === 1 && path[0] === 'granularity' && before.includes('$');
  return isMeant ? { kind: 'buckets', names: granularityNames.contract, kept: keptOf(before) } : undefined;
}

/** What is left of `"${auto}"` before the cursor: a name may be typed behind it, or in place of its end. */
function keptOf(before: string): string {
  const whole = JSON.stringify(autoGranularity);
  let length = 0;
  while (length < before.length && before[length] === whole[length]) length += 1;
  return before.slice(0, length);
}

/** What has to stand behind an element or a field that is put into a text, so that the next one may follow. */
export const separatorBefore = (after: string): ',' | '' =>
  /^["{[]/.test(withoutComments(after)) ? ',' : '';

const withoutComments = (text: string) => stripComments(text).trim();

type Wanted =
  | { readonly kind: 'query' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** Chosen by what is typed behind that which is `kept` of a reference; in place of both. */
  | { readonly kind: 'buckets'; readonly names: readonly string[]; readonly kept: string }
  | { readonly kind: 'namespaces' }
  | { readonly kind: 'parts'; readonly snippets: readonly QuerySnippet[] }
  | { readonly kind: 'values'; readonly dataSource: DataSource; readonly dimension: string };

function wantedAt({ root, queryType, dataSource }: QueryTree, path: JSONPath): Wanted | undefined {
  const [first, second, index, last] = path;
  if (first === 'metric' && queryType === 'topN' && (path.length === 1 || path.at(-1) === 'metric')) {
    return { kind: 'names', names: textsOf(computedNames(root)) };
  }
  const isOrder = first === 'orderBy' || first === 'limitSpec';
  if (
    isOrder &&
    second === 'columns' &&
    (last === 'dimension' || (path.length === 3 && index !== undefined))
  ) {
    const columns = [...computedNames(root), ...groupedNames(root).map(({ output }) => output)];
    return { kind: 'names', names: textsOf(columns) };
  }
  if (first === 'granularity' && second === 'timeZone' && path.length === 2) {
    return { kind: 'names', names: ['UTC', ...Intl.supportedValuesOf('timeZone')] };
  }
  if (first === 'namespace_uuids' && path.length === 2) return { kind: 'namespaces' };
  if (!dataSource) return undefined;
  if (first === 'aggregations' && path.length === 2) {
    return { kind: 'parts', snippets: aggregationSnippets(dataSource) };
  }
  if (!path.includes('filter')) return undefined;
  if (path.at(-1) === 'filter' || path.at(-1) === 'field' || path.at(-2) === 'fields') {
    return { kind: 'parts', snippets: filterSnippets() };
  }
  const isValue = path.at(-1) === 'value' || path.at(-2) === 'values';
  const filter = path.slice(0, path.at(-1) === 'value' ? -1 : -2);
  const dimension = textAt(root, [...filter, 'dimension']);
  return isValue && dimension ? { kind: 'values', dataSource, dimension } : undefined;
}

/**
 * A value that is there is replaced whole, quotes included, and so is a word that has none yet; an unfinished text
 * reaches to its last character.
 */
function replaced(
  { previousNode }: Location,
  text: string,
  offset: number,
): { offset: number; length: number } {
  const isInside =
    previousNode && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length;
  if (!isInside) return wordAt(text, offset);
  const end = previousNode.offset + previousNode.length;
  const isOpen = previousNode.type === 'string' && (text[end - 1] !== '"' || previousNode.length === 1);
  return {
    offset: previousNode.offset,
    length: (isOpen ? Math.max(offset, end) : end) - previousNode.offset,
  };
}

function wordAt(text: string, offset: number): { offset: number; length: number } {
  const [before = ''] = /[\w.-]*$/.exec(text.slice(0, offset)) ?? [];
  const [after = ''] = /^[\w.-]*/.exec(text.slice(offset)) ?? [];
  return { offset: offset - before.length, length: before.length + after.length };
}

/** A uuid with the name that people know. */
export interface NamedValue {
  readonly value: string;
  readonly name: string;
}

/** Values that the data has, the most frequent first and with the names of the tree, then those that only the tree has. */
export function withCounts(
  found: readonly FrequentValue[],
  fromTree: readonly NamedValue[],
): (NamedValue | FrequentValue)[] {
  const names = new Map(fromTree.map(({ value, name }) => [value, name]));
  const counted = new Set(found.map(({ value }) => value));
  return [
    ...found.map(each => ({ ...each, name: names.get(each.value) })),
    ...fromTree.filter(({ value }) => !counted.has(value)),
  ];
}

/** The domains, whose uuids name what is searched (contract 002, Query object). */
export function namespaces(tree: SensorIndex): NamedValue[] {
  return values(tree, number => tree.group(number) === childGroup.domain, 'uuid');
}

/** The values of a dimension that the tree knows better than the data; undefined for all others. */
export function treeValues(tree: SensorIndex, dimension: string): NamedValue[] | undefined {
  const isSensor = (number: number) => tree.group(number) === childGroup.sensor;
  if (dimension === 'sensor_uuid') return values(tree, isSensor, 'uuid');
  if (dimension === 'sensor_name') return values(tree, isSensor, 'name');
  if (dimension === 'namespace_uuid') return namespaces(tree);
  const name = dimension.replace(/_uuid$/, '');
  const [type] = Object.entries(domainDimensions).find(([, domain]) => domain === name) ?? [];
  if (type === undefined) return undefined;
  const isDomain = (number: number) =>
    tree.group(number) === childGroup.domain && recordDomainType(tree.record(number)) === Number(type);
  return values(tree, isDomain, name === dimension ? 'name' : 'uuid');
}

/** As `treeValues`, but each dimension of a tree is looked through once, for as long as the tree is used. */
export function rememberedTreeValues(): typeof treeValues {
  const known = new WeakMap<SensorIndex, Map<string, NamedValue[] | undefined>>();
  return (tree, dimension) => {
    const found = known.get(tree) ?? new Map<string, NamedValue[] | undefined>();
    known.set(tree, found);
    if (!found.has(dimension)) found.set(dimension, treeValues(tree, dimension));
    return found.get(dimension);
  };
}

function values(
  tree: SensorIndex,
  isMeant: (number: number) => boolean,
  what: 'uuid' | 'name',
): NamedValue[] {
  const found = new Map<string, NamedValue>();
  for (let number = 0; number < tree.size; number += 1) {
    if (!isMeant(number)) continue;
    const name = tree.label(number);
    const value = what === 'name' ? name : recordUuid(tree.record(number));
    if (value !== undefined && !found.has(value)) {
      found.set(value, { value, name: what === 'uuid' ? name : tree.path(number).slice(0, -1).join(' / ') });
    }
  }
  return [...found.values()];
}

/** Whether the next field or element begins behind a text: nothing but space follows a brace, a bracket or a comma. */
export const beginsNext = (before: string): boolean => /[{[,]$/.test(before.trimEnd());

/**
 * Whether something is to be chosen at a place: a value is missing there, or a line is empty where the next field or
 * element begins; or nothing stands between two braces.
 * @param before the text before it
 * @param after the rest of its line
 */
export function isEmptyPlace(before: string, after: string): boolean {
  if (/(?:: ?|\[)"$/.test(before)) return after.startsWith('"');
  if (before.endsWith('{')) return after.startsWith('}');
  const isMissing = /(?:: ?|\[)$/.test(before) || (/\n[ \t]*$/.test(before) && beginsNext(before));
  return isMissing && /^(?:,| ?[}\]]|$)/.test(after);
}
