import { describe, expect, it } from 'vitest';
import { QueryQueue } from '../src/dataQuery/queryQueue.js';

const never = new AbortController().signal;
const small = 1000;
const large = 3_000_000;
const larger = 30_000_000;

/** Queries that run until a test ends them; `started` lists those that got a place, in order. */
function queriesAt(queue: QueryQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    ask: (name: string, cost: number, signal = never) =>
      queue.run(
        () => {
          started.push(name);
          return new Promise<void>(resolve => ends.set(name, resolve));
        },
        { signal, cost },
      ),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

/** What started has been told. */
const settled = () => new Promise(resolve => setImmediate(resolve));

describe('the query queue', () => {
  it('lets as many run as it was told, and the others in order', async () => {
    const { started, ask, end } = queriesAt(new QueryQueue(2));
    for (const name of ['a', 'b', 'c', 'd']) void ask(name, small);
    await settled();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts a small query at once, however many large ones run and wait', async () => {
    const { started, ask, end } = queriesAt(new QueryQueue(2));
    for (let number = 0; number < 20; number += 1) void ask(`large ${number}`, large);
    await settled();
    expect(started).toEqual(['large 0']);
    void ask('small', small);
    await settled();
    expect(started).toEqual(['large 0', 'small']);
    await end('small');
    expect(started).toEqual(['large 0', 'small']);
  });

  it('does not let large queries wait for a stream of small ones', async () => {
    const { started, ask, end } = queriesAt(new QueryQueue(2));
    for (const name of ['a', 'b', 'c', 'd']) void ask(name, small);
    void ask('large', large);
    await settled();
    await end('a');
    expect(started).toEqual(['a', 'b', 'large']);
  });

  it('lets the quicker of two large queries go first when they come together', async () => {
    const { started, ask, end } = queriesAt(new QueryQueue(1));
    void ask('first', large);
    void ask('larger', larger);
    void ask('large', large);
    await settled();
    await end('first');
    await end('large');
    expect(started).toEqual(['first', 'large', 'larger']);
  });

  it('forgets who gives up waiting', async () => {
    const { started, ask, end } = queriesAt(new QueryQueue(1));
    void ask('first', small);
    const abort = new AbortController();
    const second = ask('second', large, abort.signal);
    abort.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    void ask('third', large);
    await end('first');
    expect(started).toEqual(['first', 'third']);
  });
});
