import { describe, expect, it } from 'vitest';
import { secretValues } from '../../../../src/model/inventory/secretText.js';
import { pastedLines } from '../../../../src/records/secrets/pastedLines.js';

const key = 'BEGIN\nabc\nEND';
const before = '{\n  "secret": "•••",\n  "name": "x"\n}\n';
const start = before.indexOf('•••');

/** What is taken out of a document after some edits of it, each a part of the text before and what came in its place. */
function taken(...edits: { readonly from: number; readonly length: number; readonly text: string }[]) {
  const sorted = edits.toSorted((a, b) => b.from - a.from);
  const text = sorted.reduce(
    (now, edit) => now.slice(0, edit.from) + edit.text + now.slice(edit.from + edit.length),
    before,
  );
  const changes = sorted.map(edit => ({ text: edit.text, rangeOffset: edit.from, rangeLength: edit.length }));
  const [value] = secretValues(text, ['secret']);
  const lines = value && pastedLines(text, value, changes);
  return lines && value && { kept: lines.text, left: text.slice(0, value.offset) + text.slice(lines.end) };
}

const without = before.replace('"•••"', '');

describe('a text of several lines that is pasted into a secret', () => {
  it('is taken whole, with the quotation marks of the value that JSON ends with its first line', () => {
    expect(taken({ from: start, length: 3, text: key })).toEqual({ kept: key, left: without });
  });

  it('may be pasted over the quotation marks too, or bring its own', () => {
    expect(taken({ from: start - 1, length: 5, text: key })).toEqual({ kept: key, left: without });
    expect(taken({ from: start - 1, length: 5, text: `"${key}"` })).toEqual({ kept: key, left: without });
  });

  it('may come in pieces, as an edit by a program does', () => {
    const pieces = [
      { from: start, length: 1, text: 'BEGIN\n' },
      { from: start + 2, length: 1, text: '\nEND' },
    ];
    expect(taken(...pieces)).toEqual({ kept: 'BEGIN\n•\nEND', left: without });
  });

  it('is none in one line, which JSON holds as it is', () => {
    expect(taken({ from: start, length: 3, text: 'abc' })).toBeUndefined();
  });

  it('is none where it goes into another field', () => {
    expect(taken({ from: before.indexOf('x'), length: 1, text: key })).toBeUndefined();
  });

  it('is none where an edit of several pieces leaves the value in one line', () => {
    const pieces = [
      { from: start, length: 3, text: 'abc' },
      { from: before.indexOf('x'), length: 1, text: key },
    ];
    expect(taken(...pieces)).toBeUndefined();
  });
});
