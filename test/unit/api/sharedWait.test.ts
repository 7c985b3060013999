import { expect, it } from 'vitest';
import { SharedWait } from '../../../src/api/sharedWait.js';

it('is given up by all who wait, and by none who comes later, while one of those is being sent', async () => {
  const shown: AbortController[] = [];
  const ends: Promise<void>[] = [];
  const shared = new SharedWait(during => {
    const cancel = new AbortController();
    shown.push(cancel);
    const end = during(cancel.signal, () => undefined);
    ends.push(end);
    return end;
  });
  const wait = { seconds: 20, asked: 20 };
  const one = shared.join();
  const other = shared.join();
  one.tell(wait);
  other.tell(wait);
  expect(shown).toHaveLength(1);
  shown[0]?.abort();
  expect([one.ended.aborted, other.ended.aborted]).toEqual([true, true]);
  await ends[0];
  other.leave();
  const late = shared.join();
  expect(late.ended.aborted).toBe(false);
  late.tell(wait);
  expect(shown).toHaveLength(2);
  one.leave();
  late.leave();
  await ends[1];
  expect(late.ended.aborted).toBe(false);
});
