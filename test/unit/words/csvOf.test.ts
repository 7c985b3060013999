import { describe, expect, it } from 'vitest';
import { parseCsv } from 'netsensor-contract/text/csvText';
import { csvOf, csvSentence } from '../../../src/words/csvOf.js';
import { SentenceError } from '../../../src/words/sentenceErrors.js';

describe('a text that is no CSV', () => {
  it.each([
    [
      'a,b\n1,"open',
      'Line 2: a quotation mark is opened and never closed. Close it, then choose the file again.',
    ],
    [
      'a,b\n1,2\n"x"y,2',
      'Line 3: a cell goes on after its closing quotation mark. Write two quotation marks for one within a cell, then choose the file again.',
    ],
  ])('is refused with the line and what to do: %j', (text, sentence) => {
    const read = () => csvOf(() => parseCsv(text));
    expect(read).toThrow(sentence);
    expect(read).toThrow(SentenceError);
  });

  it('is told from other failures, which stay as they are', () => {
    const failure = new RangeError('Out of memory');
    expect(() =>
      csvOf(() => {
        throw failure;
      }),
    ).toThrow(failure);
    expect(csvOf(() => 'rows')).toBe('rows');
  });
});

describe('what is wrong with a table', () => {
  it.each([
    ['unknownColumn', 'Line 4: there is no field named nmae. Take the column out.'],
    ['noColumn', 'The first line must hold the names of fields, such as nmae.'],
    ['wrongMac', 'Line 4: “nmae” is no MAC address.'],
    ['duplicateId', 'Line 4: the id nmae stands in two lines.'],
  ] as const)('is said with its line and what to do: %s', (kind, sentence) => {
    expect(csvSentence({ kind, line: 4, subject: 'nmae' })).toBe(sentence);
  });

  it('does nothing that stands in the file', () => {
    const sentence = csvSentence({ kind: 'notNumber', line: 2, subject: '$(key)[a](command:b)' });
    expect(sentence).toBe('Line 2: $\u2060(key)[a]\u2060(command:b) must be a number.');
  });
});
