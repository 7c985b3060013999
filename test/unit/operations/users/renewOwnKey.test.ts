import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorReason } from '../../../../src/api/apiError.js';
import { renewOwnKey, type Renewal } from '../../../../src/operations/users/renewOwnKey.js';

/** A manager with one key, and a secret storage; every part can be made to fail. */
let valid: string;
let stored: string;
let renewals: number;
let faults: Partial<Record<keyof Renewal | 'answer', Error>>;

const apiError = (reason: ApiErrorReason, neverSent = false) =>
  new ApiError({ reason, method: 'GET', path: '/api/v1/users/5/recreate_api_key', neverSent });

const fail = (part: keyof typeof faults) => {
  if (faults[part]) throw faults[part];
};

const parts: Renewal = {
  rehearse: async () => fail('rehearse'),
  renew: async () => {
    renewals += 1;
    fail('renew');
    valid = 'new';
    fail('answer');
    return valid;
  },
  verify: async () => {
    fail('verify');
    if (stored !== valid) throw apiError('unauthorized');
  },
  store: async key => {
    fail('store');
    stored = key;
  },
};

beforeEach(() => {
  [valid, stored, renewals, faults] = ['old', 'old', 0, {}];
});

describe("renewing the connection's own key", () => {
  it('stores the new key and checks it', async () => {
    expect(await renewOwnKey(parts)).toEqual({ kind: 'done' });
    expect([stored, renewals]).toEqual(['new', 1]);
  });

  it('renews nothing when the secret storage cannot be written', async () => {
    faults = { rehearse: new Error('The keyring is locked') };
    expect(await renewOwnKey(parts)).toMatchObject({ kind: 'unchanged', answerWasLost: false });
    expect([valid, renewals]).toEqual(['old', 0]);
  });

  it.each([apiError('unauthorized'), apiError('notFound'), apiError('unreachable', true)])(
    'says that nothing changed when the manager refused or was not reached: $reason',
    async renew => {
      faults = { renew };
      expect(await renewOwnKey(parts)).toEqual({ kind: 'unchanged', error: renew, answerWasLost: false });
      expect(stored).toBe(valid);
    },
  );

  it('tries the old key when no answer came, and keeps it when it still works', async () => {
    faults = { renew: apiError('timeout') };
    expect(await renewOwnKey(parts)).toMatchObject({ kind: 'unchanged', answerWasLost: true });
    expect([stored, renewals]).toEqual([valid, 1]);
  });

  it.each(['unreachable', 'timeout', 'badResponse', 'server'] as const)(
    'says that the new key is lost when the answer was, and never renews twice: %s',
    async reason => {
      faults = { answer: apiError(reason) };
      expect(await renewOwnKey(parts)).toEqual({ kind: 'lost' });
      expect(renewals).toBe(1);
    },
  );

  it('says that it does not know when neither the answer came nor the old key could be tried', async () => {
    faults = { answer: apiError('unreachable'), verify: apiError('unreachable') };
    expect(await renewOwnKey(parts)).toEqual({ kind: 'unknown', error: faults.verify });
  });

  it('hands the new key out when it could not be stored', async () => {
    faults = { store: new Error('The keyring is locked') };
    expect(await renewOwnKey(parts)).toEqual({ kind: 'notStored', key: 'new', error: faults.store });
  });

  it('keeps the new key stored when only its check failed', async () => {
    faults = { verify: apiError('timeout') };
    expect(await renewOwnKey(parts)).toEqual({ kind: 'notVerified', error: faults.verify });
    expect(stored).toBe('new');
  });
});
