import { describe, expect, it } from 'vitest';
import { refusedText } from '../../../src/words/describeProblems.js';
import { inert } from '../../../src/words/inert.js';
import { describeMisfit, describeTyped } from '../../../src/words/tableWords.js';

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

it('a name that is typed for a record is told apart from what a save refuses', () => {
  const named = { field: 'rack_id', to: 'racks', name: 'A' } as const;
  expect(describeTyped({ ...named, code: 'noName' })).toBe('None of the racks is called A');
  expect(describeTyped({ ...named, code: 'severalNames' })).toBe(
    'Several of the racks are called A; type the id instead',
  );
  expect(describeTyped({ field: 'name', code: 'missing' })).toBe('name is required');
  expect(describeMisfit({ line: 2, typed: 'A', problem: { ...named, code: 'noName' } })).toBe(
    'Line 2, A for rack_id: None of the racks is called A.',
  );
  expect(describeMisfit({ line: 2, typed: 'A', problem: { code: 'noColumn' } })).toBe(
    'Line 2: no column is left for A.',
  );
});
