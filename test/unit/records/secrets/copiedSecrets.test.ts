import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CopiedSecrets } from '../../../../src/records/secrets/copiedSecrets.js';

describe('a copied secret', () => {
  let text = '';
  let seconds = 30;
  const said: number[] = [];
  const copied = () =>
    new CopiedSecrets({
      readText: () => Promise.resolve(text),
      writeText: written => Promise.resolve(void (text = written)),
      seconds: () => seconds,
      say: told => said.push(told),
      goOn: work => void work,
    });
  const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => {
    vi.useFakeTimers();
    seconds = 30;
    said.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  it.each([1, 30, 600])(
    'is on the clipboard for the %i seconds of the setting, and no longer',
    async time => {
      seconds = time;
      await copied().copy('first');
      await after(time * 1000 - 1);
      expect([text, ...said]).toEqual(['first', time]);
      await after(1);
      expect(text).toBe('');
    },
  );

  it('counts anew when another one is copied', async () => {
    const secrets = copied();
    await secrets.copy('first');
    await after(20_000);
    await secrets.copy('second');
    await after(29_999);
    expect(text).toBe('second');
    await after(1);
    expect(text).toBe('');
  });

  it('leaves what was copied after it', async () => {
    await copied().copy('first');
    text = 'something else';
    await after(60_000);
    expect(text).toBe('something else');
  });

  it('stays where the setting says so, until the window goes', async () => {
    seconds = 0;
    const secrets = copied();
    await secrets.copy('first');
    await after(3_600_000);
    expect(text).toBe('first');
    secrets.dispose();
    await after(0);
    expect(text).toBe('');
  });
});
