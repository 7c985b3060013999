import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connections } from '../../../../src/connections/connection.js';
// Loaded when somebody asks; a busy machine takes a while.
import '../../../../src/model/query/writtenQueries.js';
import type { FrequentValue } from '../../../../src/model/query/writtenQueries.js';
import { LiveValues, type ValueQuestion } from '../../../../src/notebook/variables/liveValues.js';

const question = {
  connectionId: 'office',
  dataSource: 'rb_flow',
  dimension: 'host',
  range: 'last hour',
  zone: 'UTC',
} as const;

/** A manager that answers when it is told to. */
function slowManager() {
  const asked: { signal: AbortSignal; answer: (hosts: readonly string[]) => void; refuse: () => void }[] = [];
  const runQuery = (_query: unknown, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Aborted')));
      const answer = (hosts: readonly string[]) =>
        resolve({
          rows: hosts.map(host => ({ timestamp: '2026-11-20T08:00:00Z', values: { host } })),
          bytes: 1,
        });
      asked.push({ signal, answer, refuse: () => reject(new Error('Refused')) });
    });
  const connections = { client: () => Promise.resolve({ runQuery }) } as unknown as Connections;
  const live = new LiveValues(connections);
  const texts = (found: readonly FrequentValue[]) => found.map(({ value }) => value);
  const read = async (...asking: Parameters<LiveValues['read']>) => texts(await live.read(...asking));
  const known = (asking: ValueQuestion) => {
    const found = live.known(asking);
    return found && texts(found);
  };
  const require = async (...asking: Parameters<LiveValues['require']>) =>
    texts(await live.require(...asking));
  const forget = (asking: ValueQuestion) => live.forget(asking);
  return { asked, values: { read, known, require, forget } };
}

describe('values that completion asks a manager for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for once, however many wait, and kept while they are fresh', async () => {
    const { asked, values } = slowManager();
    const { signal } = new AbortController();
    const both = Promise.all([values.read(question, signal), values.read(question, signal)]);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.answer(['a', 'b']);
    expect(await both).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(values.known(question)).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    expect(values.known(question)).toBeUndefined();
  });

  it('are those of the manager that is asked, though another one was asked the same', async () => {
    const { asked, values } = slowManager();
    const { signal } = new AbortController();
    const elsewhere = { ...question, connectionId: 'factory' };
    const both = Promise.all([values.read(question, signal), values.read(elsewhere, signal)]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[0]?.answer(['a']);
    asked[1]?.answer(['b']);
    expect(await both).toEqual([['a'], ['b']]);
    expect([values.known(question), values.known(elsewhere)]).toEqual([['a'], ['b']]);
  });

  it('are not waited for when typing goes on, and the request ends when nobody asks again', async () => {
    const { asked, values } = slowManager();
    const typing = new AbortController();
    const read = values.read(question, typing.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    typing.abort();
    expect(await read).toEqual([]);
    expect(asked[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1500);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('keep their request when somebody asks again soon', async () => {
    const { asked, values } = slowManager();
    const typing = new AbortController();
    const first = values.read(question, typing.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    typing.abort();
    await first;
    const again = values.read(question, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1500);
    asked[0]?.answer(['a']);
    expect(await again).toEqual(['a']);
    expect(asked).toHaveLength(1);
  });

  it('are none when the manager refuses, which is asked again soon, and at once after giving up', async () => {
    const { asked, values } = slowManager();
    const { signal } = new AbortController();
    const refused = values.read(question, signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.refuse();
    expect([await refused, await values.read(question, signal)]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(11_000);
    const typing = new AbortController();
    const given = values.read(question, typing.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    typing.abort();
    await given;
    await vi.advanceTimersByTimeAsync(1500);
    const again = values.read(question, signal);
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    asked[2]?.answer(['a']);
    expect(await again).toEqual(['a']);
    expect(await values.read(question, AbortSignal.abort())).toEqual([]);
  });

  it('are asked again for who is told why there are none, and once they are forgotten', async () => {
    const { asked, values } = slowManager();
    const { signal } = new AbortController();
    const refused = values.require(question, signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.refuse();
    await expect(refused).rejects.toThrow('Refused');
    const again = values.require(question, signal);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.answer(['a']);
    expect([await again, await values.require(question, signal)]).toEqual([['a'], ['a']]);
    expect(asked).toHaveLength(2);
    values.forget(question);
    expect(values.known(question)).toBeUndefined();
    await expect(values.require(question, AbortSignal.abort())).rejects.toThrow('abort');
  });

  it('are those of one source, dimension, range and time zone', async () => {
    const { asked, values } = slowManager();
    const { signal } = new AbortController();
    const others = [
      { dataSource: 'rb_event' as const },
      { dimension: 'url' },
      { range: 'today' },
      { zone: 'Asia/Tokyo' },
    ];
    const all = [question, ...others.map(other => ({ ...question, ...other }))];
    const read = all.map(each => values.read(each, signal));
    await vi.waitFor(() => expect(asked).toHaveLength(5));
    for (const { answer } of asked) answer(['a']);
    await Promise.all(read);
  });
});
