import { printCompactJson } from './compactJson.js';
import { parseQueryText } from './queryText.js';

/**
 * The texts of the queries in a plain JSON file: one object, or a list of them. One that stands alone keeps its comments.
 * Undefined when the file holds anything else.
 */
export function queriesIn(file: string): string[] | undefined {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const parsed = parseQueryText(text);
  if ('problem' in parsed) return undefined;
  if (isObject(parsed.query)) return [text.trim()];
  const list: unknown[] = Array.isArray(parsed.query) ? parsed.query : [];
  return list.length > 0 && list.every(isObject) ? list.map(query => printCompactJson(query)) : undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
