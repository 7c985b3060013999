import { modify, type Edit, type JSONPath, type Node } from 'jsonc-parser';
import { aggregationTriples, dataSourceNames } from 'netsensor-contract/query/dataSources';
import {
  type QueryType,
  elementsAt,
  markedPlace,
  nodeAt,
  computedNames,
  textAt,
  valueOf,
  type QueryTree,
} from './queryTree.js';
import { misspeltChoices } from './misspeltChoices.js';
import type { QueryProblem } from './queryProblems.js';

/** What a fix does, for its title. */
export type FixKind =
  | { readonly kind: 'replace'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'move'; readonly name: string }
  | { readonly kind: 'add'; readonly name: string }
  | { readonly kind: 'toTopN' };

/** One way to mend a query. */
export interface QueryFix {
  readonly what: FixKind;
  /** The part of the text that is wrong. */
  readonly offset: number;
  readonly length: number;
  readonly edits: readonly Edit[];
}

/** Fields of one query type, and the field of another type that says the same (contract 002, Query object). */
const onlyIn: Readonly<Record<string, readonly QueryType[]>> = {
  dimension: ['topN'],
  metric: ['topN'],
  threshold: ['topN'],
  dimensions: ['groupBy', 'timeseries'],
  orderBy: ['groupBy'],
  having: ['groupBy'],
  descending: ['timeseries'],
};

/** Every fix for a query, whether the JSON Schema or the check of the meaning found what is wrong. */
export function queryFixes(text: string, tree: QueryTree, problems: readonly QueryProblem[]): QueryFix[] {
  return [
    ...fieldFixes(text, tree),
    ...noAggregationFixes(text, tree),
    ...choiceFixes(tree),
    ...problems.flatMap(problem => problemFixes(text, tree, problem)),
  ];
}

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2 } };
const change = (text: string, path: JSONPath, value: unknown): Edit[] => modify(text, path, value, layout);

const replaced = (node: Node, name: string): QueryFix => ({
  what: { kind: 'replace', name },
  offset: node.offset,
  length: node.length,
  edits: [{ offset: node.offset, length: node.length, content: JSON.stringify(name) }],
});

function fieldFixes(text: string, { root, queryType }: QueryTree): QueryFix[] {
  const written = (root.children ?? []).flatMap(({ children = [] }) => children.slice(0, 1));
  return written.flatMap(key => {
    const name = String(key.value);
    const place = { offset: key.offset, length: key.length };
    const remove: QueryFix = {
      what: { kind: 'remove', name },
      ...place,
      edits: change(text, [name], undefined),
    };
    if (!queryType || !Object.hasOwn(onlyIn, name) || onlyIn[name]?.includes(queryType)) return [];
    const moved = movedField(root, name);
    if (!moved) return [remove];
    const edits = [{ ...place, content: JSON.stringify(moved.name) }, moved.edit];
    return [{ what: { kind: 'move', name: moved.name }, ...place, edits }, remove];
  });
}

function unknownFieldFixes(text: string, { node, choices }: QueryProblem): QueryFix[] {
  const name = String(node.value);
  const { offset, length } = node;
  const renames = nearestNames(name, choices).map((right): QueryFix => ({
    what: { kind: 'rename', name: right },
    offset,
    length,
    edits: [{ offset, length, content: JSON.stringify(right) }],
  }));
  return [
    ...renames,
    { what: { kind: 'remove', name }, offset, length, edits: change(text, [name], undefined) },
  ];
}

/** `dimension` of a topN says what a single element of `dimensions` says elsewhere. */
function movedField(root: Node, name: string): { name: string; edit: Edit } | undefined {
  const node = nodeAt(root, [name]);
  if (!node || nodeAt(root, [name === 'dimension' ? 'dimensions' : 'dimension'])) return undefined;
  const edit = (value: unknown) => ({
    offset: node.offset,
    length: node.length,
    content: JSON.stringify(value),
  });
  if (name === 'dimension') return { name: 'dimensions', edit: edit([valueOf(node)]) };
  const [only, ...others] = elementsAt(root, ['dimensions']);
  const isOne = name === 'dimensions' && only && others.length === 0;
  return isOne ? { name: 'dimension', edit: edit(valueOf(only)) } : undefined;
}

function noAggregationFixes(text: string, tree: QueryTree): QueryFix[] {
  const node = nodeAt(tree.root, ['aggregations']);
  if (node?.type !== 'array' || node.children?.length) return [];
  return addFixes(text, tree, { node, choices: ['aggregations'] });
}

/** So many choices are all offered where none is near. */
const fewChoices = 4;

/** What may be meant where one of a closed list should stand: what is near, else what holds the word, else all of a few. */
function choiceFixes(tree: QueryTree): QueryFix[] {
  return misspeltChoices(tree).flatMap(({ node, choices }) => {
    const written = String(node.value);
    const near = nearestNames(written, choices);
    const holds = (name: string) => written.length > 2 && name.toLowerCase().includes(written.toLowerCase());
    const holding = choices.filter(holds).slice(0, fewChoices);
    const few = choices.length <= fewChoices ? choices : [];
    const meant = [near, holding, few].find(names => names.length > 0) ?? [];
    return meant.map(name => replaced(node, name));
  });
}

/** Adds to a query what it lacks, as far as one can tell what is meant. */
function addFixes(
  text: string,
  { root, dataSource }: QueryTree,
  { node, choices }: Pick<QueryProblem, 'node' | 'choices'>,
): QueryFix[] {
  const { description: _description, ...triple } = aggregationTriples[dataSource ?? 'rb_flow'].at(-1) ?? {
    description: '',
    type: 'count',
    name: 'rows',
  };
  const values: Readonly<Record<string, unknown>> = {
    queryType: nodeAt(root, ['dimension']) ? 'topN' : 'groupBy',
    dataSource: dataSourceNames[0],
    granularity: 'all',
    aggregations: [triple],
    metric: computedNames(root)[0]?.value ?? triple.name,
    threshold: 10,
  };
  const isOfQuery = node.parent?.parent === root || node.offset === root.offset;
  if (!isOfQuery) return [];
  return choices
    .filter(name => Object.hasOwn(values, name))
    .map(name => ({
      what: { kind: 'add', name },
      ...markedPlace(node),
      edits: change(text, [name], values[name]),
    }));
}

function problemFixes(text: string, tree: QueryTree, problem: QueryProblem): QueryFix[] {
  const { code, node, choices } = problem;
  const { root } = tree;
  if (code === 'fieldMissing') return addFixes(text, tree, problem);
  if (code === 'metricUnknown' || code === 'orderUnknown') {
    return choices.map(name => replaced(node, name));
  }
  if (code === 'fieldUnknown') return unknownFieldFixes(text, problem);
  if (code === 'columnUnknown' || code === 'dimensionUnknown') {
    return nearestNames(String(node.value), choices).map(name => replaced(node, name));
  }
  if (code === 'couldBeTopN') return toTopN(text, root, node);
  if (code !== 'fieldsEmpty' || nodeAt(root, ['filter', 'fields']) !== node) return [];
  const edits = change(text, ['filter'], undefined);
  return [{ what: { kind: 'remove', name: 'filter' }, ...markedPlace(node), edits }];
}

/** A groupBy by one dimension with its highest values first, as the topN that is much faster (contract 002, Query types). */
function toTopN(text: string, root: Node, node: Node): QueryFix[] {
  const [spec] = elementsAt(root, ['dimensions']);
  const [key] = (root.children ?? []).flatMap(({ children = [] }) =>
    children[0]?.value === 'dimensions' ? [children[0]] : [],
  );
  const order = nodeAt(root, ['orderBy']);
  const dimensionsNode = nodeAt(root, ['dimensions']);
  const orderKey = order?.parent?.children?.[0];
  if (!spec || !key || !order || !dimensionsNode || !orderKey) return [];
  const metric = textAt(root, ['orderBy', 'columns', 0, 'dimension']);
  const limit = nodeAt(root, ['orderBy', 'limit'])?.value as unknown;
  const put = ({ offset, length }: Node, content: string): Edit => ({ offset, length, content });
  const edits = [
    put(node, '"topN"'),
    put(key, '"dimension"'),
    put(dimensionsNode, text.slice(spec.offset, spec.offset + spec.length)),
    put(orderKey, '"metric"'),
    put(order, `${JSON.stringify(metric)},\n  "threshold": ${JSON.stringify(limit)}`),
  ];
  return [{ what: { kind: 'toTopN' }, offset: node.offset, length: node.length, edits }];
}

/** The names that somebody may have meant, the nearest first; none when all are far away. */
export function nearestNames(written: string, names: readonly string[], most = 3): string[] {
  const wanted = written.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map(name => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Characters to insert, drop or replace, two swapped neighbours counting as one. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? from.length;
}
