import { expect, it } from 'vitest';
import { factsOfNames, many, useRenderer, type ShownOutput } from './useRenderer.js';

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

it.each(['list', 'table'])(
  'a %s is called as its cell is called now, also when it is drawn later',
  async view => {
    const output = (id: string) => ({
      ...many(3),
      id,
      name: 'before',
      settings: { view },
      facts: factsOfNames,
    });
    const title = ({ root }: ShownOutput) => root.querySelector('figcaption > .title')?.textContent;
    const one = renderer.draw(output('one'), { id: 'one' });
    await one.drawn;
    expect(title(one)).toBe('before');
    renderer.answer({ type: 'names', names: { one: 'traffic', other: 'hosts' } });
    expect(title(one)).toBe('traffic');
    const [other, unknown] = ['other', 'unknown'].map(id => renderer.draw(output(id), { id }));
    await Promise.all([other!.drawn, unknown!.drawn]);
    expect([title(other!), title(unknown!)]).toEqual(['hosts', 'before']);
  },
);
