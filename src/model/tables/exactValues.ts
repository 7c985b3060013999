import { getNodeValue, type Node } from 'jsonc-parser';
import { isBeyondNumbers, parseExactJson } from 'netsensor-contract/text/exactJson';
import type { RecordFields } from '../inventory/recordText.js';

/**
 * The records of a JSON text, as rows have them: numbers beyond those of JavaScript are their digits, as documents have what a
 * manager sends so.
 * @throws {SyntaxError} when the text is not JSON
 */
export const exactRecords = (text: string): RecordFields[] =>
  parseExactJson(text, digits => digits) as RecordFields[];

/** The same of any value; undefined for no JSON. */
export function exactValue(text: string): unknown {
  try {
    return exactRecords(text);
  } catch {
    return undefined;
  }
}

/** The same of a part of the tree of a text. */
export function exactNodeValue(node: Node, text: string): unknown {
  const { type, children = [] } = node;
  if (type === 'array') return children.map(child => exactNodeValue(child, text));
  if (type === 'object')
    return Object.fromEntries(
      children.flatMap(({ children: [name, value] = [] }) =>
        name && value ? [[name.value, exactNodeValue(value, text)] as const] : [],
      ),
    );
  const written = type === 'number' ? text.slice(node.offset, node.offset + node.length) : '';
  return isBeyondNumbers(written) ? written : getNodeValue(node);
}
