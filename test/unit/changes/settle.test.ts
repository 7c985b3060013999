import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { settle, settleWaits, type Patience } from '../../../src/changes/settle.js';
import { sendOnce } from '../../../src/changes/steps.js';

const failure = (reason: 'timeout' | 'unreachable' | 'server') =>
  new ApiError({ reason, method: 'GET', path: '/' });

/** A manager that shows `values` one look after the other, the last one for good; pauses take no time and are noted. */
function looks(...values: readonly (string | Error)[]) {
  const events: (number | string)[] = [];
  let number = 0;
  return {
    events,
    look: async () => {
      const value = values[Math.min(number, values.length - 1)];
      number += 1;
      events.push('look');
      if (value instanceof Error) throw value;
      return value;
    },
    isSettled: (seen: string | undefined) => seen === 'new',
    pause: async (milliseconds: number) => void events.push(milliseconds),
  };
}

describe('settling a write', () => {
  const [first, second, third] = settleWaits;

  it('looks once, and waits for nothing, when the write shows at once', async () => {
    const { events, ...looking } = looks('new');
    expect(await settle(looking)).toEqual({ isSettled: true, seen: 'new' });
    expect(events).toEqual(['look']);
  });

  it('looks again after about 1, 2 and 5 seconds, until it shows', async () => {
    const { events, ...looking } = looks('old', 'old', failure('server'), 'new');
    expect(await settle(looking)).toEqual({ isSettled: true, seen: 'new' });
    expect(events).toEqual(['look', first, 'look', second, 'look', third, 'look']);
  });

  it('says that it does not show, with what was seen last, when all looks are used up', async () => {
    const { events, ...looking } = looks('old');
    expect(await settle(looking)).toEqual({
      isSettled: false,
      seen: 'old',
      error: undefined,
      isCancelled: false,
    });
    expect(events.filter(event => event === 'look')).toHaveLength(4);
  });

  it('keeps what it saw when a later look fails, with the reason', async () => {
    const error = failure('unreachable');
    expect(await settle(looks('old', error))).toEqual({
      isSettled: false,
      seen: 'old',
      error,
      isCancelled: false,
    });
  });

  it('does not look again after a look that ran out of time', async () => {
    const { events, ...looking } = looks('old', failure('timeout'), 'new');
    expect(await settle(looking)).toMatchObject({ isSettled: false, seen: 'old' });
    expect(events).toEqual(['look', first, 'look']);
  });

  it('tells before each wait that it waits', async () => {
    const { events, ...looking } = looks('old', 'old', 'new');
    await settle({ ...looking, onWaiting: () => void events.push('waiting') });
    expect(events).toEqual(['look', 'waiting', first, 'look', 'waiting', second, 'look']);
  });

  it('ends in the middle of a real wait or of a look when it is cancelled', async () => {
    const cancelled = new AbortController();
    const waiting = settle({
      look: async () => 'old',
      isSettled: () => false,
      signal: cancelled.signal,
      onWaiting: () => setTimeout(() => cancelled.abort()),
    });
    expect(await waiting).toEqual({ isSettled: false, seen: 'old', error: undefined, isCancelled: true });
    const stopped = new AbortController();
    const looking = settle({
      look: () => new Promise<string>(() => setTimeout(() => stopped.abort())),
      isSettled: () => true,
      signal: stopped.signal,
    });
    expect(await looking).toEqual({
      isSettled: false,
      seen: undefined,
      error: undefined,
      isCancelled: true,
    });
  });

  it('gives that look little time when it was cancelled before', async () => {
    const limit = new AbortController();
    const limited = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const look = async () => {
      limit.abort();
      return new Promise<never>(() => undefined);
    };
    expect(await settle({ look, isSettled: () => true, signal: AbortSignal.abort() })).toMatchObject({
      isSettled: false,
      seen: undefined,
      isCancelled: true,
    });
    expect(limited).toHaveBeenCalledWith(2_000);
    limited.mockRestore();
  });

  it('looks once when it was cancelled before', async () => {
    const { events, ...looking } = looks('old');
    expect(await settle({ ...looking, signal: AbortSignal.abort() })).toMatchObject({ isCancelled: true });
    expect(events.filter(event => event === 'look')).toHaveLength(1);
    expect(await settle({ ...looks('new'), signal: AbortSignal.abort() })).toMatchObject({ isSettled: true });
  });
});

describe('sending a write once', () => {
  const at = (patience: Patience) => ({ pause: async () => undefined, ...patience });

  it('finds what shows late after a lost answer', async () => {
    const { look, isSettled, ...patience } = looks('old', 'old', 'new');
    const find = async () => ((await look()) === 'new' ? 'found' : undefined);
    const send = async () => {
      throw failure('timeout');
    };
    expect(await sendOnce<string>(send, find, at(patience))).toBe('found');
    expect(isSettled('new')).toBe(true);
  });

  it('fails as the write failed when it never shows, and looks for nothing that was refused', async () => {
    const lost = failure('timeout');
    const { events, look, pause } = looks('old');
    const sending = (error: Error) =>
      sendOnce<string>(
        async () => {
          throw error;
        },
        async () => void (await look()) as undefined,
        { pause },
      );
    await expect(sending(lost)).rejects.toBe(lost);
    expect(events.filter(event => event === 'look')).toHaveLength(4);
    events.length = 0;
    await expect(sending(new Error('refused'))).rejects.toThrow('refused');
    expect(events).toEqual([]);
  });
});
