import { describe, expect, it } from 'vitest';
import { BoundedCache, firstTwice } from '../../src/text/collections.js';

describe('a cache of so many entries', () => {
  it('lets the entry go that was set first, and says which', () => {
    const cache = new BoundedCache<string, number>(2);
    expect([cache.set('a', 1), cache.set('b', 2), cache.set('c', 3)]).toEqual([undefined, undefined, 1]);
    expect(['a', 'b', 'c'].map(key => cache.get(key))).toEqual([undefined, 2, 3]);
  });

  it('keeps an entry longer that is set again, and has room where one was taken', () => {
    const cache = new BoundedCache<string, number>(2);
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const)
      cache.set(key, value);
    expect(cache.set('c', 4)).toBe(2);
    expect([cache.take('a'), cache.take('a')]).toEqual([3, undefined]);
    expect(cache.set('d', 5)).toBeUndefined();
  });
});

it('finds the first of many items that was there before, in one pass', () => {
  expect(firstTwice(['a', 'b', 'c', 'b', 'a'])).toBe('b');
  expect(firstTwice(Array.from({ length: 300_000 }, (_, index) => index))).toBeUndefined();
});
