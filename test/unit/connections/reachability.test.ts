import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorInfo } from '../../../src/api/apiError.js';
import { Reachability } from '../../../src/connections/reachability.js';

const failed = (info: Partial<ApiErrorInfo>) =>
  new ApiError({ reason: 'unreachable', method: 'GET', path: '/api/v1/sensors/tree', ...info });
const down = failed({ stage: 'connect' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Managers of which a test says whether they answer when they are asked. */
function watched() {
  const state = { isBack: false, isWatched: true };
  const probe = vi.fn(async (id: string) => reach.note(id, state.isBack ? undefined : down, 5));
  const reach: Reachability = new Reachability({ probe, isWatched: () => state.isWatched });
  const changed = vi.fn();
  const back = vi.fn();
  reach.onDidChange(changed);
  reach.onDidComeBack(back);
  return { state, probe, reach, changed, back, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('asks a manager that cannot be reached less and less often, and tells once that it is back', async () => {
  const { state, probe, reach, back, changed, pass } = watched();
  reach.note('lab', undefined, 5);
  reach.note('lab', down, 5);
  expect(reach.get('lab')).toMatchObject({ trouble: down, answeredAt: Date.now() });
  await pass(5_000);
  await pass(10_000);
  await pass(20_000);
  expect(probe).toHaveBeenCalledTimes(3);
  state.isBack = true;
  await pass(39_999);
  expect(back).not.toHaveBeenCalled();
  await pass(1);
  expect(back.mock.calls).toEqual([['lab']]);
  expect(changed).toHaveBeenCalledTimes(3);
  await pass(600_000);
  expect(probe).toHaveBeenCalledTimes(4);
});

it('does not ask one that answered meanwhile, and goes on with long pauses where something of it fails again at once', async () => {
  const { state, probe, reach, back, pass } = watched();
  state.isBack = true;
  reach.note('lab', down, 5);
  reach.note('lab', undefined, 5);
  await pass(5_000);
  expect([probe.mock.calls.length, back.mock.calls.length]).toEqual([0, 1]);
  reach.note('lab', failed({ reason: 'server', status: 503 }), 5);
  await pass(9_999);
  expect(back).toHaveBeenCalledOnce();
  await pass(1);
  expect([probe.mock.calls.length, back.mock.calls.length]).toEqual([1, 2]);
});

it('asks nothing while nobody looks, and at once when somebody is back', async () => {
  const { state, probe, reach, pass } = watched();
  state.isWatched = false;
  reach.note('lab', down, 5);
  await pass(60_000);
  expect(probe).not.toHaveBeenCalled();
  state.isWatched = true;
  reach.look();
  await pass(0);
  expect(probe).toHaveBeenCalledOnce();
  reach.dispose();
  await pass(60_000);
  expect(probe).toHaveBeenCalledOnce();
});

it('never asks with a key that was refused, and forgets that with the key', async () => {
  const { probe, reach, changed, pass } = watched();
  reach.note('lab', failed({ reason: 'unauthorized', status: 401 }), 5);
  await pass(600_000);
  expect(probe).not.toHaveBeenCalled();
  reach.forget('lab');
  expect(reach.get('lab')).toBeUndefined();
  expect(changed).toHaveBeenCalledTimes(2);
});

it.each([{ reason: 'cancelled' }, { reason: 'unreachable', stage: 'closed', neverSent: true }] as const)(
  'learns nothing from a request that was not made: %o',
  info => {
    const { reach } = watched();
    reach.note('lab', failed(info), 5);
    expect(reach.get('lab')).toBeUndefined();
  },
);

it.each([{ reason: 'notFound' }, { reason: 'server', status: 500 }, { reason: 'rateLimited' }] as const)(
  'takes for an answer what is about a request alone: %o',
  info => {
    const { reach } = watched();
    reach.note('lab', failed(info), 5);
    expect(reach.get('lab')?.trouble).toBeUndefined();
  },
);

it('takes a query that took too long, or that the manager gave up on, for no word about the manager', async () => {
  const { probe, reach, pass } = watched();
  reach.note('lab', failed({ reason: 'timeout', status: 504, path: '/api/data' }), 5);
  reach.note('lab', failed({ reason: 'timeout', path: '/api/data' }), 5);
  expect(reach.get('lab')?.trouble).toBeUndefined();
  await pass(60_000);
  expect(probe).not.toHaveBeenCalled();
  reach.note('lab', failed({ reason: 'timeout' }), 5);
  expect(reach.get('lab')?.trouble).toBeDefined();
});
