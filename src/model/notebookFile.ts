import { parseExactJson } from './exactJson.js';
import { printNotebookLines } from './notebookLines.js';

/** One cell of a notebook file; fields this version does not know are kept in `extra`. */
export interface NotebookCell {
  readonly kind: 'markdown' | 'query';
  readonly text: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A notebook file in memory; fields this version does not know are kept in `extra`. */
export interface NotebookFile {
  readonly cells: readonly NotebookCell[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A file that cannot be opened as a notebook; opening must fail so that a save never erases it. */
export class NotebookFileError extends Error {
  constructor(readonly code: 'notText' | 'notJson' | 'mergeConflict' | 'notNotebook' | 'newerVersion') {
    super(code);
  }
}

const formatVersion = 1;

/**
 * Reads the UTF-8 bytes of a `.dqnb` file.
 * @throws {NotebookFileError} for anything but a notebook of a known version or a blank file
 */
export function readNotebook(bytes: Uint8Array): NotebookFile {
  return parseNotebook(decode(bytes));
}

/**
 * Reads the text of a `.dqnb` file; a blank one is an empty notebook.
 * @throws {NotebookFileError} for anything else that is not a notebook of a known version
 */
export function parseNotebook(text: string): NotebookFile {
  if (text.trim() === '') return { cells: [], extra: {} };
  const file = parseJson(text);
  if (!isObject(file) || typeof file.version !== 'number' || !Array.isArray(file.cells)) {
    throw new NotebookFileError('notNotebook');
  }
  if (file.version > formatVersion) throw new NotebookFileError('newerVersion');
  if (file.version !== formatVersion) throw new NotebookFileError('notNotebook');
  const { version: _version, cells, ...extra } = file;
  return { cells: (cells as unknown[]).map(parseCell), extra };
}

/** The text of a notebook file: one line of text per array element, so that diffs read line by line. */
export function printNotebook({ cells, extra }: NotebookFile): string {
  const file = {
    version: formatVersion,
    ...inOrder(without(extra, 'version', 'cells'), notebookFields),
    cells: cells.map(cell => ({
      kind: cell.kind,
      ...inOrder(without(cell.extra, 'kind', 'text', resultField), cellFields),
      text: cell.text.split('\n'),
      // Last, so that what is long does not part the text from what is said of it.
      ...(Object.hasOwn(cell.extra, resultField) ? { [resultField]: cell.extra[resultField] } : {}),
    })),
  };
  return `${printNotebookLines(file)}\n`;
}

function parseCell(cell: unknown): NotebookCell {
  if (!isObject(cell) || (cell.kind !== 'markdown' && cell.kind !== 'query'))
    throw new NotebookFileError('notNotebook');
  const { kind, text, ...extra } = cell;
  if (typeof text === 'string') return { kind, text, extra };
  if (!Array.isArray(text) || !text.every(line => typeof line === 'string'))
    throw new NotebookFileError('notNotebook');
  return { kind, text: text.join('\n'), extra };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotebookFileError('notText');
  }
}

/** Integers whose digits a number does not hold are text, since VS Code's metadata keeps them in no other way. */
function parseJson(text: string): unknown {
  try {
    return parseExactJson(text.replace(/^\uFEFF/, ''), digits =>
      String(Number(digits)) === digits ? Number(digits) : digits,
    );
  } catch {
    throw new NotebookFileError(/^(<{7}|>{7})( |\r?$)/m.test(text) ? 'mergeConflict' : 'notJson');
  }
}

/** The order in which known fields are written, whatever was changed last; unknown ones follow as they came. */
export const notebookFields: readonly string[] = [
  'connection',
  'timeRange',
  'timeZone',
  'variables',
  'storeResults',
  'largeResults',
];
/** Where the stored result of a cell is. */
export const resultField = 'result';
const cellFields = ['name', 'timeRange', 'refreshSeconds'];

function inOrder(
  fields: Readonly<Record<string, unknown>>,
  first: readonly string[],
): Record<string, unknown> {
  const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => place(a) - place(b)));
}

/** The fields that the format itself does not claim. */
function without(extra: Readonly<Record<string, unknown>>, ...claimed: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !claimed.includes(name)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
