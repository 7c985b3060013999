import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { parseExactJson, printCompactJson } from 'netsensor-contract/text/exactJson';
import { firstNumber } from '../text/jsonEdit.js';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** Where the text of a query cell stops being JSON; line and column count from 1. */
export interface QueryTextProblem {
  /** Name of a jsonc-parser error such as `CommaExpected`; `Empty` for a cell without JSON; `TooDeep`; `LostNumber`. */
  readonly code: string;
  readonly line: number;
  readonly column: number;
}

/** What the text of a query cell says. */
export type QueryText = { readonly query: unknown } | { readonly problem: QueryTextProblem };

/**
 * Reads a query cell: JSON with comments and trailing commas. Integers beyond 2^53 are `bigint` and keep every digit; other
 * numbers that JavaScript does not hold, such as 1e400, are a problem.
 */
export function parseQueryText(text: string): QueryText {
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    const lost = first ? undefined : firstNumber(text, number => typeof parseExactJson(number) === 'string');
    if (lost) return { problem: { code: 'LostNumber', ...position(text, lost.offset) } };
    if (root && !first) return { query: toValue(root, text) };
    const offset = first?.offset ?? text.length;
    const isEmpty = !root && text.slice(offset).trim() === '';
    const code = first && !isEmpty ? printParseErrorCode(first.error) : 'Empty';
    return { problem: { code, ...position(text, offset) } };
  } catch (error) {
    if (error instanceof RangeError) return { problem: { code: 'TooDeep', line: 1, column: 1 } };
    throw error;
  }
}

/** What has a text that changes, such as a document of VS Code. */
interface Texted {
  getText(): string;
}

/** Reads of each document anew only what depends on its text, once that is another one: with every key all cells are looked at. */
export function cachedByText<T>(read: (document: Texted) => T): (document: Texted) => T {
  const known = new WeakMap<Texted, { readonly text: string; readonly found: T }>();
  return document => {
    const text = document.getText();
    const before = known.get(document);
    if (before?.text === text) return before.found;
    const found = read(document);
    known.set(document, { text, found });
    return found;
  };
}

/** What the text of a cell says; undefined as long as it is not JSON. */
export const queryOf = cachedByText(document => {
  const text = parseQueryText(document.getText());
  return 'query' in text ? text.query : undefined;
});

/** Own properties only, so that a field called `__proto__` is a field. */
function toValue(node: Node, text: string): unknown {
  const { type, value, children = [] } = node as { type: string; value?: unknown; children?: Node[] };
  if (type === 'number') return parseExactJson(text.slice(node.offset, node.offset + node.length));
  if (type === 'array') return children.map(child => toValue(child, text));
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: [name, field] = [] }) => [
      String(name?.value),
      field ? toValue(field, text) : undefined,
    ]),
  );
}

function position(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * The texts of the queries in a plain JSON file: one object, or a list of them. One that stands alone keeps its comments.
 * Undefined when the file holds anything else.
 */
export function queriesIn(file: string): string[] | undefined {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const parsed = parseQueryText(text);
  if ('problem' in parsed) return undefined;
  if (isRecord(parsed.query)) return [text.trim()];
  const list: unknown[] = Array.isArray(parsed.query) ? parsed.query : [];
  return list.length > 0 && list.every(isRecord) ? list.map(query => printCompactJson(query)) : undefined;
}
