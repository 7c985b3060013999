import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { formatVersion, type NotebookCell, type NotebookFile } from './notebookFile.js';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** A file that cannot be opened as a notebook; opening must fail so that a save never erases it. */
export class NotebookFileError extends Error {
  constructor(readonly code: 'notText' | 'notJson' | 'mergeConflict' | 'notNotebook' | 'newerVersion') {
    super(code);
  }
}

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
  if (!isRecord(file) || typeof file.version !== 'number' || !Array.isArray(file.cells)) {
    throw new NotebookFileError('notNotebook');
  }
  if (file.version > formatVersion) throw new NotebookFileError('newerVersion');
  if (file.version !== formatVersion) throw new NotebookFileError('notNotebook');
  const { version: _version, cells, ...extra } = file;
  return { cells: (cells as unknown[]).map(parseCell), extra };
}

function parseCell(cell: unknown): NotebookCell {
  if (!isRecord(cell) || (cell.kind !== 'markdown' && cell.kind !== 'query'))
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
