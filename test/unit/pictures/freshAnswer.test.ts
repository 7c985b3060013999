import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Arriving, FreshAnswer, Turns } from '../../../src/pictures/freshAnswer.js';

describe('an answer for a picture', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is asked for once in a minute, and again for another question', async () => {
    const answers = new FreshAnswer<number>();
    const ask = vi.fn((value: number) => Promise.resolve(value));
    expect(await answers.read('a', () => ask(1))).toBe(1);
    vi.advanceTimersByTime(59_000);
    expect(await answers.read('a', () => ask(2))).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(await answers.read('a', () => ask(3))).toBe(3);
    expect(await answers.read('b', () => ask(4))).toBe(4);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('is asked for anew after a failure, as soon as the picture allows', async () => {
    const fail = () => Promise.reject(new Error('down'));
    const impatient = new FreshAnswer<number>();
    const patient = new FreshAnswer<number>({ failureFreshness: 5_000 });
    for (const answers of [impatient, patient]) await answers.read('a', fail).catch(() => {});
    expect(await impatient.read('a', () => Promise.resolve(1))).toBe(1);
    await expect(patient.read('a', () => Promise.resolve(1))).rejects.toThrow('down');
    vi.advanceTimersByTime(5_000);
    expect(await patient.read('a', () => Promise.resolve(1))).toBe(1);
  });

  it('is asked for anew as soon where a part of it is missing', async () => {
    const answers = new FreshAnswer<number>({ failureFreshness: 5_000, isWhole: answer => answer > 1 });
    const read = (value: number) => answers.read('a', () => Promise.resolve(value));
    expect([await read(1), await read(2)]).toEqual([1, 1]);
    vi.advanceTimersByTime(5_000);
    expect([await read(2), await read(3)]).toEqual([2, 2]);
    vi.advanceTimersByTime(5_000);
    expect(await read(3)).toBe(2);
  });
});

describe('pictures that are read at the same time', () => {
  it('are shown in the order in which they were asked for, without those that come too late', () => {
    const turns = new Turns();
    const slow = turns.begin();
    const quick = turns.begin();
    const later = turns.begin();
    expect([quick(), slow(), later(), quick()]).toEqual([true, false, true, false]);
    expect(turns.begin()()).toBe(true);
  });
});

describe('an answer that is waited for', () => {
  it('stays when the next one fails, which is said beside it, until a better one is there', async () => {
    const changed = vi.fn();
    const arriving = new Arriving<number>(changed);
    const follow = async (answer: Promise<number>) => {
      arriving.follow(answer);
      await answer.catch(() => undefined);
      return [arriving.value, arriving.problem];
    };
    expect(await follow(Promise.resolve(1))).toEqual([1, undefined]);
    expect(await follow(Promise.reject(new Error('down')))).toEqual([1, 'down']);
    expect(await follow(Promise.resolve(2))).toEqual([2, undefined]);
    expect(changed).toHaveBeenCalledTimes(3);
  });
});
