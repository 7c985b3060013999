import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { applyList, type ListAccess, type ListOutcome } from '../../../../src/changes/lists/applyList.js';
import { listAfterwards } from '../../../../src/changes/lists/listAfterwards.js';
import { UnsettledError } from '../../../../src/changes/settle.js';
import { planList } from '../../../../src/changes/lists/planList.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';

class Lost extends ApiError {
  constructor() {
    super({ reason: 'timeout', method: 'PATCH', path: '/' });
  }
}

const rack = (id: number, name = `R${id}`) => ({ id, name, u_height: 42, width: 19 });
const added = (name: string) => ({ name, u_height: 42, width: 19 });
const start = [1, 2, 3, 4, 5, 6].map(id => rack(id));
const fail = (error: Error) => async () => {
  throw error;
};

/** Writes an edit of the six racks with a manager that behaves as told; `log` says what happened, in order. */
async function write(
  edited: readonly RecordFields[],
  given: Partial<ListAccess> = {},
  aborted?: AbortSignal,
) {
  const items = edited.map(fields => ({
    id: fields['id'] as number | undefined,
    fields,
    offset: 0,
    length: 0,
  }));
  const plan = planList({ type: 'racks', base: start, items, current: start });
  const log: string[] = [];
  let id = 100;
  const removed = new Set<number>();
  const access: ListAccess = {
    create: async ({ fields }) => ({ ...fields, id: (id += 1) }),
    update: async ({ item }) => ({ ...item.fields, stored: true }),
    remove: async ({ id }) => void removed.add(id),
    list: async () => start.filter(({ id }) => !removed.has(id)),
    read: fail(new Error('unreadable')),
    ...given,
  };
  const logged = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    log.push(`begin ${what}`);
    await new Promise(resolve => setImmediate(resolve));
    return work().finally(() => log.push(`end ${what}`));
  };
  const outcomes = await applyList(
    plan,
    {
      ...access,
      create: creation => logged(`create ${String(creation.fields['name'])}`, () => access.create(creation)),
      update: (update, patience) => logged(`update ${update.id}`, () => access.update(update, patience)),
      remove: removal => logged(`delete ${removal.id}`, () => access.remove(removal)),
    },
    {
      known: start.map(({ id }) => id),
      signal: aborted ?? new AbortController().signal,
      onStep: number => void log.push(`step ${number}`),
    },
  );
  return { outcomes, log, afterwards: listAfterwards('racks', { base: start, items }, outcomes) };
}

/** `create done`, `delete failed`. */
const kinds = (outcomes: readonly ListOutcome[]) => outcomes.map(({ step, kind }) => `${step.do} ${kind}`);

describe('the order in which a list is written', () => {
  it('is creates one after the other, then updates four at a time, then deletes', async () => {
    const renamed = start.slice(0, 5).map(({ id }) => rack(id, 'new'));
    const { log, outcomes } = await write([...renamed, added('N'), added('M')]);
    expect(log.slice(0, 6)).toEqual([
      'step 1',
      'begin create N',
      'end create N',
      'step 2',
      'begin create M',
      'end create M',
    ]);
    expect(log.slice(6, 14).filter(line => line.startsWith('begin'))).toEqual(
      [1, 2, 3, 4].map(id => `begin update ${id}`),
    );
    expect(log.indexOf('begin update 5')).toBeGreaterThan(log.indexOf('end update 1'));
    expect(log.indexOf('begin delete 6')).toBeGreaterThan(log.indexOf('end update 5'));
    expect(log.filter(line => line.startsWith('step'))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map(number => `step ${number}`),
    );
    expect(kinds(outcomes)).toEqual([
      'create done',
      'create done',
      ...renamed.map(() => 'update done'),
      'delete done',
    ]);
  });

  it('ends with what was begun after a cancel, and says what was not sent', async () => {
    const cancelled = new AbortController();
    const { log, outcomes, afterwards } = await write(
      [...start.slice(0, 5), added('N'), added('M')],
      { create: async ({ fields }) => (cancelled.abort(), { ...fields, id: 100 }) },
      cancelled.signal,
    );
    expect(log.filter(line => line.startsWith('begin'))).toEqual(['begin create N']);
    expect(log.filter(line => line.startsWith('step'))).toEqual(['step 1']);
    expect(outcomes).toMatchObject([
      { kind: 'done', step: { do: 'create' } },
      { kind: 'notSent', step: { do: 'create', creation: { fields: added('M') } } },
      { kind: 'notSent', step: { do: 'delete', removal: { id: 6 } } },
    ]);
    expect(afterwards.left.map(({ item, error }) => [item, error])).toEqual([
      [6, undefined],
      [undefined, undefined],
    ]);
  });

  it('goes on after a failure', async () => {
    const error = new Error('no');
    const update: ListAccess['update'] = async ({ id, item }) => {
      if (id === 1) throw error;
      return item.fields;
    };
    const { outcomes } = await write([rack(1, 'new'), rack(2, 'new'), ...start.slice(2)], { update });
    expect(outcomes).toMatchObject([
      { kind: 'failed', step: { do: 'update', update: { id: 1 } }, error },
      { kind: 'done', step: { do: 'update', update: { id: 2 } } },
    ]);
  });
});

describe('a create whose answer is lost', () => {
  const create = fail(new Lost());
  const listing = (...records: object[]) => ({
    create,
    list: async () => [...start, ...records] as typeof start,
  });

  it('has made the one new record with its fields, whatever else that has', async () => {
    const twin = { id: 9, ...added('N'), created_at: 'now' };
    const { outcomes } = await write([...start, added('N')], listing(twin, rack(8, 'M')));
    expect(outcomes).toMatchObject([{ kind: 'done', result: twin }]);
  });

  it('has made nothing that was there before, nor what another create has made', async () => {
    expect(kinds((await write([...start, added('R1')], listing())).outcomes)).toEqual(['create failed']);
    const twin = { id: 9, ...added('N') };
    expect(kinds((await write([...start, added('N'), added('N')], listing(twin))).outcomes)).toEqual([
      'create done',
      'create failed',
    ]);
    let count = 0;
    const once: ListAccess['create'] = async () => {
      count += 1;
      if (count > 1) throw new Lost();
      return twin;
    };
    const { outcomes } = await write([...start, added('N'), added('N')], { ...listing(twin), create: once });
    expect(kinds(outcomes)).toEqual(['create done', 'create failed']);
  });

  it('is not told when there are two such records, none, or nobody can say', async () => {
    const two = listing({ id: 8, ...added('N') }, { id: 9, ...added('N') });
    for (const access of [two, listing(), { create, list: fail(new Error('unreadable')) }]) {
      const { outcomes } = await write([...start, added('N')], access);
      expect(outcomes).toMatchObject([{ kind: 'failed', error: expect.any(Lost) as unknown }]);
    }
  });

  it('is one whose answer is a record that was there before', async () => {
    const twin = { id: 9, ...added('N') };
    const answered = { create: async () => rack(3), list: async () => [...start, twin] };
    const { outcomes } = await write([...start, added('N')], answered);
    expect(outcomes).toMatchObject([{ kind: 'done', result: twin }]);
    const unseen = await write([...start, added('N')], { ...answered, list: async () => start });
    expect(kinds(unseen.outcomes)).toEqual(['create failed']);
  });

  it('is not looked up when it was refused', async () => {
    const twin = { id: 9, ...added('N') };
    const { outcomes } = await write([...start, added('N')], {
      ...listing(twin),
      create: fail(new Error('no')),
    });
    expect(kinds(outcomes)).toEqual(['create failed']);
  });
});

describe('a delete whose answer is lost', () => {
  const remove = fail(new Lost());
  const outcomeOf = async (given: Partial<ListAccess>) =>
    (await write(start.slice(1), { remove, ...given })).outcomes;

  it('is done when the record is gone', async () => {
    expect(await outcomeOf({ list: async () => start.slice(1) })).toMatchObject([
      { kind: 'done', step: { do: 'delete' } },
    ]);
  });

  it('has failed when the record is there, when nobody can say, and when it was refused', async () => {
    const lost = {
      kind: 'failed',
      step: { do: 'delete', removal: { id: 1 } },
      error: expect.any(Lost) as unknown,
    };
    expect(await outcomeOf({ list: async () => start })).toMatchObject([lost]);
    expect(await outcomeOf({ list: fail(new Error('unreadable')) })).toMatchObject([lost]);
    const refused = { list: async () => start.slice(1), remove: fail(new Error('no')) };
    expect(kinds(await outcomeOf(refused))).toEqual(['delete failed']);
  });
});

describe('a delete that is answered', () => {
  const outcomeOf = async (given: Partial<ListAccess>) => (await write(start.slice(2), given)).outcomes;
  const open = { kind: 'failed', error: expect.any(UnsettledError) as unknown };

  it('has not deleted what is there still, and may be at it', async () => {
    const list = async () => start.slice(1);
    expect(await outcomeOf({ list })).toMatchObject([
      { kind: 'done', step: { removal: { id: 1 } } },
      { ...open, step: { removal: { id: 2 } } },
    ]);
  });

  it('has deleted what goes late, with one look for all of them', async () => {
    let looks = 0;
    const late = async () => (++looks < 3 ? start : start.slice(2));
    expect(kinds(await outcomeOf({ list: late }))).toEqual(['delete done', 'delete done']);
    expect(looks).toBe(3);
  });

  it('is looked for once where the manager itself said that it failed', async () => {
    let looks = 0;
    const failed = new ApiError({ reason: 'server', status: 500, method: 'DELETE', path: '/' });
    const list = async () => ((looks += 1), start);
    expect(await outcomeOf({ list, remove: fail(failed) })).toMatchObject([
      { kind: 'failed', error: failed },
      { kind: 'failed', error: failed },
    ]);
    expect(looks).toBe(1);
  });

  it('is not waited for any longer once that is cancelled', async () => {
    const cancelling = new AbortController();
    let looks = 0;
    const list = async () => {
      if ((looks += 1) === 2) cancelling.abort();
      return start;
    };
    const { outcomes } = await write(start.slice(2), { list }, cancelling.signal);
    expect(outcomes).toMatchObject([open, open]);
    expect(looks).toBe(2);
  });

  it('is looked for one by one where only a part of the list comes, and is open when nobody can say', async () => {
    const list = fail(new Error('only a part'));
    expect(kinds(await outcomeOf({ list, read: async id => (id === 1 ? rack(1) : undefined) }))).toEqual([
      'delete failed',
      'delete done',
    ]);
    expect(await outcomeOf({ list })).toMatchObject([open, open]);
  });
});

describe('a create that is answered', () => {
  const withNew = [...start, added('N')];
  const late = (looks: number) => {
    let left = looks;
    return async () => ((left -= 1) < 0 ? [...start, { ...added('N'), id: 101 }] : start);
  };

  it('counts once it shows, and is open when it never does', async () => {
    const read = async () => undefined;
    expect(kinds((await write(withNew, { list: late(2), read })).outcomes)).toEqual(['create done']);
    const { outcomes } = await write(withNew, { read });
    expect(outcomes).toMatchObject([{ kind: 'failed', error: expect.any(UnsettledError) as unknown }]);
  });

  it('counts when the list is behind and the record itself is there, or when nobody can say', async () => {
    expect(kinds((await write(withNew, { read: async id => rack(id, 'N') })).outcomes)).toEqual([
      'create done',
    ]);
    const list = fail(new Error('only a part'));
    expect(kinds((await write(withNew, { list })).outcomes)).toEqual(['create done']);
  });
});

describe('updates that show late', () => {
  it('do not keep others from being sent meanwhile', async () => {
    let sent = 0;
    let release = (): void => undefined;
    const shown = new Promise<void>(resolve => (release = resolve));
    const update: ListAccess['update'] = async ({ item }, { onWaiting }) => {
      sent += 1;
      if (sent === start.length) release();
      onWaiting?.();
      await shown;
      return item.fields;
    };
    const { outcomes } = await write(
      start.map(({ id }) => rack(id, 'new')),
      { update },
    );
    expect(kinds(outcomes)).toEqual(start.map(() => 'update done'));
  });
});

describe('a list after it was written', () => {
  it('holds what was stored where it stood, and starts from that', async () => {
    const { afterwards } = await write([added('N'), rack(1, 'new'), ...start.slice(2)]);
    const stored = { ...rack(1, 'new'), stored: true };
    const created = { id: 101, ...added('N') };
    expect(afterwards).toEqual({
      items: [created, stored, ...start.slice(2)],
      base: [stored, ...start.slice(2), created],
      // What is typed on shows neither what others changed nor what the manager added.
      goesOn: [{ ...added('N'), id: 101 }, rack(1, 'new'), ...start.slice(2)],
      created: [{ fields: added('N'), id: 101 }],
      left: [],
    });
  });

  it('goes on, where it was typed into, from what was written as it was saved and from the rest as it was before', async () => {
    const refuse = { update: fail(new Error('no')) };
    const edited = [added('N'), rack(1, 'new'), ...start.slice(2)];
    const { afterwards } = await write(edited, refuse);
    expect(afterwards.goesOn).toEqual([{ ...added('N'), id: 101 }, ...start.slice(2), start[0]]);
  });

  it('holds what was not written as it was edited, with its place and the reason', async () => {
    const error = new Error('no');
    const refuse = { create: fail(error), update: fail(error), remove: fail(error) };
    const edited = [added('N'), rack(1, 'new'), ...start.slice(2)];
    const { afterwards } = await write(edited, refuse);
    expect([afterwards.items, afterwards.base]).toEqual([edited, start]);
    expect(afterwards.left.map(({ step, item, error: why }) => [step.do, item, why])).toEqual([
      ['create', 0, error],
      ['update', 1, error],
      ['delete', undefined, error],
    ]);
  });
});
