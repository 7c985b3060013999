import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueryFacts } from '../../../src/model/results/queryFacts.js';
import { carriedZoom, KeptLooks } from '../../../src/renderer/resultLook.js';
import { Session } from '../../../src/renderer/session.js';
import { factsOfNames, many, settle, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const answer = (id: string, more: object = {}) => ({
  ...many(500),
  id,
  facts: factsOfNames,
  settings: {},
  question: 'cell 1',
  ...more,
});
const filters = ({ root }: ShownOutput) => root.querySelector<HTMLElement>('.filters')!;

describe('the next answer to the same question', () => {
  beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(true));

  it.each(['before', 'after'])(
    'shows the same part of its table, drawn %s the one it replaces goes',
    when => {
      const first = renderer.draw(answer('one'), { id: 'one' });
      for (const key of ['ArrowRight', 'PageDown', 'PageDown', 'PageDown']) first.press(key);
      const { scrollTop } = first.grid;
      const active = first.grid.getAttribute('aria-activedescendant');
      expect(scrollTop).toBeGreaterThan(0);
      if (when === 'after') renderer.dispose('one');
      const next = renderer.draw(answer('two'), { id: 'two' });
      if (when === 'before') renderer.dispose('one');
      expect(next.grid.scrollTop).toBe(scrollTop);
      expect(next.active?.id).toBe(active);
    },
  );

  it('has the text that is typed to search by, open, with the cursor in it', async () => {
    const first = renderer.draw(answer('one'), { id: 'one' });
    first.root.querySelector<HTMLButtonElement>('button[aria-expanded]')!.click();
    const input = filters(first).querySelector('input')!;
    input.value = 'row 12';
    input.dispatchEvent(new Event('input'));
    input.setSelectionRange(4, 4);
    await settle();
    first.element.remove();
    document.body.append(first.element);
    input.focus();
    renderer.dispose('one');
    const next = renderer.draw(answer('two'), { id: 'two' });
    await settle();
    const again = filters(next).querySelector('input')!;
    expect([filters(next).hidden, again.value, next.caption]).toEqual([false, 'row 12', '11 of 500 rows']);
    expect(next.root.activeElement).toBe(again);
    expect(again.selectionStart).toBe(4);
  });

  it('is looked at anew when it is about something else', () => {
    const first = renderer.draw(answer('one'), { id: 'one' });
    for (const key of ['PageDown', 'PageDown']) first.press(key);
    expect(first.grid.scrollTop).toBeGreaterThan(0);
    renderer.dispose('one');
    const next = renderer.draw(answer('two', { question: 'cell 2' }), { id: 'two' });
    expect(next.grid.scrollTop).toBe(0);
  });

  it('is looked at as before beside more results than are kept', () => {
    const first = renderer.draw(answer('one'), { id: 'one' });
    for (const key of ['PageDown', 'PageDown', 'PageDown']) first.press(key);
    for (let number = 0; number < 50; number += 1)
      renderer.draw(answer(`${number}`, { question: `other ${number}` }), { id: `${number}` });
    const next = renderer.draw(answer('two'), { id: 'two' });
    expect(next.grid.scrollTop).toBe(first.grid.scrollTop);
    expect(next.grid.scrollTop).toBeGreaterThan(0);
  });

  it('leaves the focus where somebody has gone with it meanwhile', () => {
    const first = renderer.draw(answer('one'), { id: 'one' });
    first.grid.focus();
    renderer.dispose('one');
    const elsewhere = document.body.appendChild(document.createElement('button'));
    elsewhere.focus();
    renderer.draw(answer('two'), { id: 'two' });
    expect(document.activeElement).toBe(elsewhere);
  });
});

describe('what is zoomed into', () => {
  const hour = 3_600_000;
  const facts = (start: number, end: number): QueryFacts => ({
    ...factsOfNames,
    bucketLength: hour,
    stretches: [{ start: start * hour, end: end * hour }],
  });
  const span = (from: number, to: number) => ({ from: from * 3600, to: to * 3600 });

  it.each([
    ['stays where it is', span(5, 8), span(5, 8)],
    ['follows the end where it reached that', span(20, 23), span(23, 26)],
    ['is cut where its time has passed', span(1, 4), span(2.5, 4)],
    ['is all of it again when all of its time has passed', span(0, 2), undefined],
    ['is nothing that was not there', undefined, undefined],
  ])('%s', (_what, zoomed, expected) => {
    expect(carriedZoom(zoomed, facts(0, 24), facts(2.5, 26.5))).toEqual(expected);
  });

  it('is kept for the next answer, with what was chosen since this one came', () => {
    const looks = new KeptLooks();
    const host = { post: undefined, recall: () => undefined, remember: () => undefined };
    const output = { ...answer('one'), facts: facts(0, 24) };
    const first = new Session(output, host);
    first.zoomed = span(5, 8);
    first.change({ off: ['a'] });
    looks.keep(first);
    const next = new Session({ ...output, id: 'two' }, host, looks.of(output));
    expect([next.zoomed, next.settings]).toEqual([span(5, 8), { off: ['a'] }]);
    looks.keep(next);
    const third = new Session({ ...output, settings: { off: ['b'] } }, host, looks.of(output));
    expect(third.settings).toEqual({ off: ['b'] });
  });
});
