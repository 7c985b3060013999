import { expect, it } from 'vitest';
import { many, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const isMarked = ({ element, root }: ShownOutput) => {
  const note = root.querySelector('.note');
  expect(element.classList.contains('stale')).toBe(note !== null);
  return note?.textContent?.startsWith('This result is from before the last change.') ?? false;
};

it('results are marked as long as they are from before a change, also those that are drawn or drawn again later', () => {
  const [one, other] = ['one', 'other'].map(id => renderer.draw({ ...many(3), id }, { id }));
  renderer.answer({ type: 'stale', results: ['one', 'later'] });
  const later = renderer.draw({ ...many(3), id: 'later' }, { id: 'later' });
  renderer.answer({ type: 'texts', texts: {} });
  expect([one, other, later].map(shown => isMarked(shown!))).toEqual([true, false, true]);
  renderer.answer({ type: 'stale', results: [] });
  expect([one, other, later].map(shown => isMarked(shown!))).toEqual([false, false, false]);
});
