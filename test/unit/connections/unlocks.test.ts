import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unlocks } from '../../../src/connections/unlocks.js';

const minute = 60_000;

describe('what a window has unlocked', () => {
  /** What each clock shows; VS Code's timers go by the steady one. */
  let wall: number;
  let slept: number;
  let unlocks: Unlocks;
  let ends: number;

  beforeEach(() => {
    vi.useFakeTimers();
    wall = 0;
    slept = 0;
    ends = 0;
    const start = Date.now();
    const steady = () => Date.now() - start;
    unlocks = new Unlocks({ wall: () => wall + steady() + slept, steady });
    unlocks.onDidEnd(() => (ends += 1));
  });
  afterEach(() => {
    unlocks.dispose();
    vi.useRealTimers();
  });

  it('is unlocked until the time is over, and tells of it then, once', () => {
    unlocks.unlock('a', 15 * minute);
    unlocks.unlock('b');
    vi.advanceTimersByTime(15 * minute - 1);
    expect([unlocks.until('a'), unlocks.until('b'), ends]).toEqual([15 * minute, 'windowCloses', 0]);
    vi.advanceTimersByTime(1);
    expect([unlocks.until('a'), unlocks.until('b'), ends]).toEqual([undefined, 'windowCloses', 1]);
    vi.advanceTimersByTime(60 * minute);
    expect([ends, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('is locked at once after a sleep in which the time ended, and told of it some seconds later', () => {
    unlocks.unlock('a', 15 * minute);
    slept = 20 * minute;
    expect([unlocks.until('a'), ends]).toEqual([undefined, 0]);
    vi.advanceTimersByTime(5000);
    expect(ends).toBe(1);
  });

  it('has no longer time because somebody sets the clock back', () => {
    unlocks.unlock('a', 15 * minute);
    wall = -60 * minute;
    vi.advanceTimersByTime(15 * minute - 1);
    expect(unlocks.until('a')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect([unlocks.until('a'), ends]).toEqual([undefined, 1]);
  });

  it('is locked when it is locked, and given more time when it is unlocked again', () => {
    unlocks.unlock('a', minute);
    vi.advanceTimersByTime(minute / 2);
    unlocks.unlock('a', minute);
    vi.advanceTimersByTime(minute / 2);
    expect(unlocks.until('a')).toBe(1.5 * minute);
    unlocks.lock('a');
    expect(unlocks.until('a')).toBeUndefined();
    vi.advanceTimersByTime(minute);
    expect(ends).toBe(0);
  });

  it('leaves no timer behind', () => {
    unlocks.unlock('a', minute);
    unlocks.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});
