import { expect, it } from 'vitest';
import { many, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const isMarked = ({ root }: ShownOutput) => {
  const note = root.querySelector('#stale');
  return note?.textContent?.startsWith('From before the last change.') ?? false;
};

it('results are marked as long as they are from before a change, also those that are drawn or drawn again later', () => {
  const [one, other] = ['one', 'other'].map(id => renderer.draw({ ...many(3), id }, { id }));
  renderer.answer({ type: 'stale', results: ['one', 'later'] });
  // Also one without rows.
  const later = renderer.draw({ ...many(0), id: 'later' }, { id: 'later' });
  renderer.answer({ type: 'texts', texts: {} });
  expect([one, other, later].map(shown => isMarked(shown!))).toEqual([true, false, true]);
  renderer.answer({ type: 'stale', results: [] });
  expect([one, other, later].map(shown => isMarked(shown!))).toEqual([false, false, false]);
});
