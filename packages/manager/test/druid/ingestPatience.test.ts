import { afterEach, describe, expect, it, vi } from 'vitest';
import { Brokers } from '../../src/druid/ingest/brokers.js';
import { ingest } from '../../src/druid/ingest/ingest.js';
import { Overlord } from '../../src/druid/ingest/overlord.js';
import { MayPass, realTime } from '../../src/druid/ingest/patiently.js';
import { inlineInputs } from '../../src/druid/ingest/taskInputs.js';
import type { Asked, Behaviour } from './fakeCluster.js';
import { useIngest } from './useIngest.js';

/** A clock that stands still while somebody works, and jumps while somebody waits. */
function quickTime() {
  let time = 0;
  const wait = async (milliseconds: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    time += milliseconds;
  };
  return { now: () => time, wait };
}

type Instead = ReturnType<NonNullable<Behaviour['instead']>>;

/** Answers each request of a kind by its number, from 1. */
function whenAsked(kind: Asked, answer: (time: number) => Instead) {
  const asked = { times: 0 };
  const instead = (what: Asked) => (what === kind ? answer((asked.times += 1)) : undefined);
  return { asked, behaviour: { instead } };
}

const running = { status: 200, body: { status: { statusCode: 'RUNNING' } } };
const looks = ['status', 'timeseries'] as const;

describe('a load that meets failures', { timeout: 10_000 }, () => {
  const { start, load, cluster, database } = useIngest([
    { at: '2026-11-17T23:59Z', campus: 'Lisbon', sum_bytes: 5 },
    { at: '2026-11-18T00:01Z', campus: 'Porto', sum_bytes: 7 },
  ]);
  afterEach(() => void vi.useRealTimers());

  const failures: Instead[] = [{ status: 502 }, { status: 503 }, { status: 500 }, 'break'];
  const passing = looks.flatMap(look => failures.map(failure => [look, failure] as const));

  it.each(passing)('goes on after most of a minute: %s %j', async (look, failure) => {
    const { behaviour, asked } = whenAsked(look, time => (time <= 25 ? failure : undefined));
    const { said } = await load({ behaviour, pacing: quickTime() });
    expect(said.at(-1)).toMatch(/^The cluster has 2 rows/);
    expect(asked.times).toBe(26);
    expect(cluster().shutDown).toEqual([]);
  });

  it.each(looks)('goes on after an answer that took too long: %s', async look => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { behaviour } = whenAsked(look, time => {
      if (time > 1) return undefined;
      setImmediate(() => vi.advanceTimersByTime(30_000));
      return 'silence';
    });
    await load({ behaviour, pacing: quickTime() });
    expect(cluster().shutDown).toEqual([]);
  });

  it.each([
    [
      'status',
      /^The overlord cannot be asked now: The Druid cluster at \S+ answered 503 without a reason\.$/,
    ],
    ['timeseries', /^The Druid cluster at \S+ answered 503 without a reason\.$/],
  ] as const)('ends after a minute, with what was wrong last: %s', async (look, sentence) => {
    const pacing = quickTime();
    const { behaviour } = whenAsked(look, time => (time < 5 ? 'break' : { status: 503 }));
    await expect(load({ behaviour, pacing })).rejects.toThrow(sentence);
    expect(pacing.now()).toBe(60_000);
    expect(cluster().shutDown).toEqual(look === 'status' ? [cluster().tasks[0]?.id] : []);
  });

  it('counts the minute anew after each answer', async () => {
    const pacing = quickTime();
    const { behaviour } = whenAsked('status', time =>
      time > 200 ? undefined : time % 20 === 0 ? running : { status: 503 },
    );
    await load({ behaviour, pacing });
    expect(pacing.now()).toBeGreaterThan(300_000);
  });

  const definite: [number, RegExp][] = [
    [401, /refuses the manager: user and password/],
    [403, /refuses the manager: its user may not do that/],
    [404, /passes nothing on to the overlord|is neither a router nor a broker/],
    [400, /answered 400 without a reason/],
  ];

  it.each(looks.flatMap(look => definite.map(([status, sentence]) => [look, status, sentence] as const)))(
    'ends at once where it is refused: %s %i',
    async (look, status, sentence) => {
      const pacing = quickTime();
      const { behaviour, asked } = whenAsked(look, () => ({ status }));
      await expect(load({ behaviour, pacing })).rejects.toThrow(sentence);
      expect([asked.times, pacing.now()]).toEqual([1, 0]);
    },
  );

  it.each(looks)('ends at once when it is stopped while nobody answers: %s', async look => {
    const stopping = new AbortController();
    const { behaviour } = whenAsked(look, () => {
      stopping.abort();
      return 'silence';
    });
    await expect(load({ behaviour, pacing: quickTime() }, stopping)).rejects.toThrow(/abort/i);
  });

  it.each(looks)('ends at once when it is stopped between two failures: %s', async look => {
    const stopping = new AbortController();
    const { behaviour, asked } = whenAsked(look, () => ({ status: 503 }));
    const wait: typeof realTime.wait = (milliseconds, signal) => {
      stopping.abort();
      return realTime.wait(milliseconds, signal);
    };
    await expect(load({ behaviour, pacing: { ...realTime, wait } }, stopping)).rejects.toThrow(/abort/i);
    expect(asked.times).toBe(1);
  });

  /** Loads each row in a task of its own. */
  const loadRowByRow = async (behaviour: Behaviour) => {
    const { address, tasks } = await start(behaviour);
    const access = { addresses: [address], tls: {}, authorization: undefined };
    const brokers = new Brokers(access);
    const overlord = new Overlord(address, access);
    const inputs = { ...inlineInputs(false), longestPiece: 1 };
    const target = { cluster: brokers, overlord, inputs, dataSources: new Map(), mayReplace: false };
    const signal = new AbortController().signal;
    try {
      await ingest(database(), target, { progress: () => {}, signal, pacing: quickTime() });
    } finally {
      await Promise.all([brokers.close(), overlord.close()]);
    }
    return tasks.map(({ spec }) => spec.ioConfig.inputSource.data.includes('Porto'));
  };

  it.each<Instead>([{ status: 503 }, 'break'])(
    'gives a task to an overlord that was away, and never twice: %j',
    async failure => {
      const { behaviour } = whenAsked('task', time => (time === 2 ? failure : undefined));
      expect(await loadRowByRow(behaviour)).toEqual([false, true]);
      expect(cluster().shutDown).toEqual([]);
    },
  );

  it('says why a task is refused that was not taken before', async () => {
    const refused = { status: 400, body: { error: 'No such extension' } };
    const { behaviour } = whenAsked('task', time => [undefined, undefined, { status: 503 }, refused][time]);
    await expect(loadRowByRow(behaviour)).rejects.toThrow(/refuses the task: No such extension\.$/);
  });

  it('takes services that take no connections any more for ones that may be back', async () => {
    const { address, stop } = await start();
    const nowhere = 'http://127.0.0.1:1';
    const access = { tls: {}, authorization: undefined };
    const brokers = new Brokers({ ...access, addresses: [nowhere, address] });
    const overlord = new Overlord(address, access);
    const { signal } = new AbortController();
    const asking = () => brokers.ask({ queryType: 'timeBoundary', dataSource: 'rb_flow' }, signal);
    const looking = () => overlord.stateOf('t1', signal);
    expect(await asking()).toEqual([]);
    await overlord.submit({ id: 't1' }, signal);
    await stop();
    await expect(asking()).rejects.toThrow(MayPass);
    await expect(asking()).rejects.toThrow(
      `No broker of the Druid cluster can be asked: ${address} takes no connections; ${nowhere} takes no connections.`,
    );
    await expect(looking()).rejects.toThrow(MayPass);
    await expect(looking()).rejects.toThrow(`The overlord cannot be asked: ${address} takes no connections;`);
    await Promise.all([brokers.close(), overlord.close()]);
  });

  it('waits for no overlord that never answered', async () => {
    const { behaviour, asked } = whenAsked('task', () => ({ status: 503 }));
    await expect(load({ behaviour, pacing: quickTime() })).rejects.toThrow(/cannot be asked now/);
    expect(asked.times).toBe(1);
  });
});
