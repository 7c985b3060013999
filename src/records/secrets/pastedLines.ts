import type * as vscode from 'vscode';
import type { SecretValue } from '../../model/inventory/secretText.js';

/** A piece of a text that was replaced, by its place in the text before. */
type TextChanged = Pick<vscode.TextDocumentContentChangeEvent, 'text' | 'rangeOffset' | 'rangeLength'>;

/**
 * A text of several lines, such as an SSH key, that was pasted into a value: JSON would end the value with its first line.
 * VS Code tells of one paste, but of an edit by a program only the pieces that differ from the text before.
 */
export function pastedLines(
  text: string,
  { offset, length }: SecretValue,
  changes: readonly TextChanged[],
): { text: string; end: number } | undefined {
  if (!changes.some(change => /[\r\n]/.test(change.text))) return undefined;
  const { start, end } = changedPart(changes);
  if (start < offset || start > offset + length) return undefined;
  const tail = /^[^"\r\n]*"/.exec(text.slice(end))?.[0] ?? '';
  if (changes.length === 1) return { text: unquoted(text.slice(start, end)), end: end + tail.length };
  const isOneLine = length > 1 && text[offset + length - 1] === '"';
  if (isOneLine) return undefined;
  return { text: unquoted(text.slice(offset, end + tail.length)), end: end + tail.length };
}

const unquoted = (text: string): string => text.replace(/^"|"$/g, '');

/** From the first to the last change of an event, as offsets in the text after it. */
function changedPart(changes: readonly TextChanged[]): {
  start: number;
  end: number;
} {
  const ends = changes.map(({ rangeOffset, rangeLength }) => rangeOffset + rangeLength);
  const growth = changes.reduce((sum, { text, rangeLength }) => sum + text.length - rangeLength, 0);
  return {
    start: Math.min(...changes.map(({ rangeOffset }) => rangeOffset)),
    end: Math.max(...ends) + growth,
  };
}
