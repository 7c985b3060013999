import { afterEach, describe, expect, it, vi } from 'vitest';
import { Emitter, Owner, together } from '../../../src/ui/lifetimes.js';

afterEach(() => vi.useRealTimers());

describe('an emitter', () => {
  it('tells each listener until it is disposed of, the same function twice', () => {
    const emitter = new Emitter<number>();
    const told: number[] = [];
    const listener = (value: number) => told.push(value);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    expect(told).toEqual([1, 1, 2]);
  });

  it('tells all of one value before the next one that a listener fires, and that before it goes on', () => {
    const emitter = new Emitter<string>();
    const told: string[] = [];
    emitter.event(value => {
      if (value === 'a') emitter.fire('b');
      told.push(`first: ${value}`);
    });
    emitter.event(value => told.push(`second: ${value}`));
    emitter.fire('a');
    expect(told).toEqual(['second: a', 'first: b', 'second: b', 'first: a']);
  });

  it('tells nobody who was disposed of or came meanwhile', () => {
    const emitter = new Emitter<void>();
    const told: string[] = [];
    emitter.event(() => {
      second.dispose();
      emitter.event(() => told.push('third'));
      told.push('first');
    });
    const second = emitter.event(() => told.push('second'));
    emitter.fire();
    expect(told).toEqual(['first']);
  });

  it('tells the others when a listener fails, and hides the failure from nobody', () => {
    vi.useFakeTimers();
    const emitter = new Emitter<void>();
    const second = vi.fn();
    emitter.event(() => {
      throw new Error('a listener');
    });
    emitter.event(second);
    emitter.fire();
    expect(second).toHaveBeenCalledOnce();
    expect(() => vi.runAllTimers()).toThrow('a listener');
  });
});

it('things that end together end once', () => {
  const parts = [{ dispose: vi.fn() }, { dispose: vi.fn() }];
  const all = together(...parts);
  all.dispose();
  all.dispose();
  for (const { dispose } of parts) expect(dispose).toHaveBeenCalledOnce();
});

it('an owner ends what it owns once, with it', () => {
  const parts = [{ dispose: vi.fn() }, { dispose: vi.fn() }] as const;
  class Room extends Owner {
    readonly first = this.own(...parts);
  }
  const room = new Room();
  expect(room.first).toBe(parts[0]);
  room.dispose();
  room.dispose();
  for (const { dispose } of parts) expect(dispose).toHaveBeenCalledOnce();
});
