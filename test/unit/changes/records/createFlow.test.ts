import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { createOnlyOnce, type CreateFlow } from '../../../../src/changes/records/saveFlow.js';

class Lost extends ApiError {
  constructor() {
    super({ reason: 'timeout', method: 'PATCH', path: '/' });
  }
}

/** Creates something with a manager that behaves as told; answers what came of it and what was done, in order. */
async function create(flow: Partial<CreateFlow<string, string>>) {
  const done: string[] = [];
  const noting =
    <A extends unknown[], T>(name: string, work: (...given: A) => T) =>
    (...given: A) => {
      done.push([name, ...given.filter(one => typeof one === 'string')].join(' '));
      return work(...given);
    };
  const { outcome, create: send = async () => 'new', chooseTwin = async () => undefined } = flow;
  const result = await createOnlyOnce<string, string>({
    outcome,
    noteSent: noting('sent', async () => undefined),
    noteRefused: noting('refused', async () => undefined),
    create: noting('create', send),
    chooseTwin: noting('choose', chooseTwin),
  }).catch((error: unknown) => ({ error }));
  return { result, done };
}

const fail = (error: Error) => async () => {
  throw error;
};

describe('creating something once', () => {
  it('notes that it is sent before it is sent', async () => {
    expect(await create({})).toEqual({
      result: { kind: 'created', created: 'new' },
      done: ['sent', 'create'],
    });
  });

  it('notes that it was refused, so that it may be sent again', async () => {
    const error = new Error('refused');
    expect(await create({ create: fail(error) })).toEqual({
      result: { error },
      done: ['sent', 'create', 'refused'],
    });
  });

  it('sends nothing for what has become something already', async () => {
    expect(await create({ outcome: '/7' })).toEqual({ result: { kind: 'became', address: '/7' }, done: [] });
  });

  it('asks what it has become when the answer is lost, with the reason, and sends it no more', async () => {
    const seen: unknown[] = [];
    const error = new Lost();
    const chooseTwin = async (_when: unknown, reason: unknown) => {
      seen.push(reason);
      return 'twin';
    };
    expect(await create({ create: fail(error), chooseTwin })).toEqual({
      result: { kind: 'created', created: 'twin' },
      done: ['sent', 'create', 'choose afterwards'],
    });
    expect(seen).toEqual([error]);
  });

  it('is unknown when the answer is lost and it is none of what there is', async () => {
    expect(await create({ create: fail(new Lost()) })).toEqual({
      result: { kind: 'unknown' },
      done: ['sent', 'create', 'choose afterwards'],
    });
  });

  it('asks before it sends again what was sent before a reload', async () => {
    expect(await create({ outcome: 'unknown', chooseTwin: async () => 'twin' })).toEqual({
      result: { kind: 'adopted', created: 'twin' },
      done: ['choose beforeSending'],
    });
    expect(await create({ outcome: 'unknown' })).toEqual({
      result: { kind: 'created', created: 'new' },
      done: ['choose beforeSending', 'sent', 'create'],
    });
  });

  it('sends nothing when the user gives up', async () => {
    const error = new Error('given up');
    expect(await create({ outcome: 'unknown', chooseTwin: fail(error) })).toEqual({
      result: { error },
      done: ['choose beforeSending'],
    });
  });
});
