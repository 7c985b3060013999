import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { timeLimit } from '../../src/text/timeLimit.js';

const abortOf = (signal: AbortSignal) =>
  new Promise<string>(resolve => {
    signal.addEventListener('abort', () => resolve((signal.reason as Error).name), { once: true });
  });

describe('a time limit', () => {
  it('ends a wait also when nothing else holds it in memory', async () => {
    setFlagsFromString('--expose-gc');
    const ended = abortOf(timeLimit(50, new AbortController().signal).signal);
    (runInNewContext('gc') as () => void)();
    expect(await ended).toBe('TimeoutError');
  });

  it('ends with the signal that it follows, at once when that has ended', async () => {
    const controller = new AbortController();
    const ended = abortOf(timeLimit(600_000, controller.signal).signal);
    controller.abort();
    expect(await ended).toBe('AbortError');
    expect(timeLimit(600_000, AbortSignal.abort()).signal.aborted).toBe(true);
  });

  it('is over when its work is', async () => {
    const controller = new AbortController();
    const { signal, end } = timeLimit(1, controller.signal);
    end();
    controller.abort();
    await abortOf(timeLimit(5).signal);
    expect(signal.aborted).toBe(false);
  });

  it('may be longer than a timer can be', async () => {
    const { signal, end } = timeLimit(2 ** 40);
    await abortOf(timeLimit(5).signal);
    expect(signal.aborted).toBe(false);
    end();
  });
});
