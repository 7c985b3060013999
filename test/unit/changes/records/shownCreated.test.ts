import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorInfo } from '../../../../src/api/apiError.js';
import { shownCreated } from '../../../../src/changes/records/createChange.js';

const answered = { identity: '#7', name: 'Core A' };
const stored = { ...answered, u_height: 42 };
const other = { ...stored, name: 'Edge 4' };

const refused = (reason: ApiErrorInfo['reason']) => () =>
  Promise.reject(new ApiError({ reason, method: 'GET', path: '/api/v1/inventory/racks/7' }));

/** What a create comes to that is looked for so often, and how often it was. */
async function created(...looks: (() => Promise<typeof stored>)[]) {
  const last = looks.at(-1) ?? refused('notFound');
  let count = 0;
  const shown = await shownCreated(
    {
      read: () => (looks[count++] ?? last)(),
      isMeant: ({ name }) => name === 'Core A',
      isWhole: ({ u_height: height }) => height === 42,
      requestPath: '/api/v1/inventory/racks',
    },
    answered as typeof stored,
    { pause: () => Promise.resolve() },
  );
  return { shown, count };
}

describe('what a manager answered that it created', () => {
  it('is what it shows, with one look', async () => {
    const found = await created(() => Promise.resolve(stored));
    expect(found).toEqual({ shown: { created: stored, isSeen: true }, count: 1 });
  });

  it('is looked for again until it is there', async () => {
    const found = await created(refused('notFound'), refused('notFound'), () => Promise.resolve(stored));
    expect(found).toEqual({ shown: { created: stored, isSeen: true }, count: 3 });
  });

  it('is looked for once more while it lacks something of what was sent', async () => {
    const half = { ...stored, u_height: 0 };
    const late = await created(
      () => Promise.resolve(half),
      () => Promise.resolve(stored),
    );
    expect(late).toEqual({ shown: { created: stored, isSeen: true }, count: 2 });
    const never = await created(() => Promise.resolve(half));
    expect(never).toEqual({ shown: { created: half, isSeen: true }, count: 2 });
  });

  it('is called created by no answer alone, where it is not there in the end', async () => {
    const { shown, count } = await created(refused('notFound'));
    expect(shown).toMatchObject({ error: { reason: 'badResponse', detail: '#7, which is not there' } });
    expect(count).toBe(4);
  });

  it('is not something else that the answer names', async () => {
    const { shown, count } = await created(() => Promise.resolve(other));
    expect(shown).toMatchObject({
      error: { reason: 'badResponse', detail: '#7, which is something else' },
      named: other,
    });
    expect(count).toBe(1);
  });

  it.each(['unauthorized', 'server', 'unreachable'] as const)(
    'is what was answered, and not seen, where looking for it is %s',
    async reason => {
      expect((await created(refused(reason))).shown).toEqual({ created: answered, isSeen: false });
    },
  );
});
