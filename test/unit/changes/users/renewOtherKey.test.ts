import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { renewOtherKey } from '../../../../src/changes/users/renewOtherKey.js';

const path = '/api/v1/users/5/recreate_api_key';
const late = new ApiError({ reason: 'timeout', status: 504, method: 'GET', path });

/** Renews with a manager that fails so, and whose list shows these keys one look after the other, the last one for good. */
async function renew(error: ApiError | undefined, ...shown: readonly (string | undefined)[]) {
  let renewals = 0;
  let looks = 0;
  const renewed = await renewOtherKey({
    before: async () => shown[0],
    renew: async () => {
      renewals += 1;
      if (error) throw error;
      return 'answered';
    },
    keyNow: async () => shown[Math.min((looks += 1), shown.length - 1)],
    whileLooking: look => look(new AbortController().signal),
    pause: async () => undefined,
  });
  return { renewed, renewals, looks };
}

it('has the key that the manager answers, and looks for nothing then', async () => {
  expect(await renew(undefined, 'old')).toEqual({
    renewed: { kind: 'done', key: 'answered' },
    renewals: 1,
    looks: 0,
  });
});

it('has the key that shows late when the answer was lost, and renews it once', async () => {
  expect(await renew(late, 'old', 'old', 'old', 'new')).toEqual({
    renewed: { kind: 'done', key: 'new' },
    renewals: 1,
    looks: 3,
  });
});

it('may come later while the manager shows the old key, also when it was looked again', async () => {
  expect(await renew(late, 'old')).toMatchObject({ renewed: { kind: 'pending' }, renewals: 1, looks: 4 });
});

it('is not known where the manager shows no keys, or none of the user any more', async () => {
  expect(await renew(late, undefined)).toMatchObject({ renewed: { kind: 'unknown' }, renewals: 1, looks: 0 });
  expect(await renew(late, 'old', undefined)).toMatchObject({ renewed: { kind: 'unknown' }, renewals: 1 });
});

it('fails as the manager refused it', async () => {
  const refused = new ApiError({ reason: 'forbidden', status: 403, method: 'GET', path });
  await expect(renew(refused, 'old')).rejects.toBe(refused);
});
