import { expect, it } from 'vitest';
import type { RunSaid } from '../../../src/model/results/shownResult.js';
import { useRenderer } from './useRenderer.js';

const renderer = useRenderer();
const said = () => [...document.querySelectorAll('[role=log] > *')].map(({ textContent }) => textContent);
const run = (number: number, sentence: string): RunSaid => ({ type: 'said', number, sentence });

it('the page says of runs each sentence once, one after the other, and keeps the last ones', () => {
  expect(document.querySelector('[role=log]')).not.toBeNull();
  renderer.answer(run(1, 'Query running'));
  renderer.answer(run(2, '24 rows after 0.3 s'));
  renderer.answer(run(2, '24 rows after 0.3 s'));
  expect(said()).toEqual(['Query running', '24 rows after 0.3 s']);
  for (let number = 3; number < 20; number += 1) renderer.answer(run(number, `Sentence ${number}`));
  expect(said()).toEqual([15, 16, 17, 18, 19].map(number => `Sentence ${number}`));
});

it('an output says that its query runs, until its answer takes its place', () => {
  const shown = renderer.draw({ isRunning: true });
  expect(shown.caption).toBe('Query running…');
  // It is said where runs are said, and not a second time.
  expect(shown.all('status')).toEqual([]);
});
