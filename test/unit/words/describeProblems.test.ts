import { describe, expect, it } from 'vitest';
import { refusedText } from '../../../src/words/describeProblems.js';
import { inert } from '../../../src/words/inert.js';

describe('a text that cannot be sent', () => {
  const refused = (count: number) => {
    const problems = Array.from({ length: count }, (_, index) => ({ offset: index }));
    return refusedText('a\nb\nc', problems, () => inert('A name is missing.')).message;
  };

  it('is told by its first problem, and by the number of the others', () => {
    const first = 'Line 1: A name is missing. Nothing was sent.';
    expect([1, 2, 3].map(refused)).toEqual([
      first,
      `${first} There is 1 more problem.`,
      `${first} There are 2 more problems.`,
    ]);
  });
});
