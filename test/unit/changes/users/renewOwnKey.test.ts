import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorReason } from '../../../../src/api/apiError.js';
import { renewOwnKey, type Renewal } from '../../../../src/changes/users/renewOwnKey.js';

/** A manager with one key, and a secret storage; every part can be made to fail. */
let valid: string;
let stored: string;
let renewals: number;
let pauses: number;
/** What happens while somebody waits. */
let onPause: () => void;
let cancelling: AbortController;
let faults: Partial<Record<keyof Renewal | 'answer', Error>>;

const apiError = (reason: ApiErrorReason, neverSent = false) =>
  new ApiError({ reason, method: 'GET', path: '/api/v1/users/5/recreate_api_key', neverSent });

const fail = (part: keyof typeof faults) => {
  if (faults[part]) throw faults[part];
};

const parts: Renewal = {
  rehearse: async () => (fail('rehearse'), stored),
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
  tryKey: async key => {
    if (key !== valid) throw apiError('unauthorized');
  },
  whileLooking: look => look(cancelling.signal),
  pause: async () => {
    pauses += 1;
    onPause();
  },
};

beforeEach(() => {
  valid = 'old';
  stored = 'old';
  renewals = 0;
  faults = {};
  pauses = 0;
  onPause = () => undefined;
  cancelling = new AbortController();
});

describe("renewing the connection's own key", () => {
  it('stores the new key and checks it', async () => {
    expect(await renewOwnKey(parts)).toEqual({ kind: 'done', key: 'new' });
    expect([stored, renewals, pauses]).toEqual(['new', 1, 0]);
  });

  it('renews nothing when the secret storage cannot be written', async () => {
    faults = { rehearse: new Error('The keyring is locked') };
    expect(await renewOwnKey(parts)).toMatchObject({ kind: 'unchanged' });
    expect([valid, renewals]).toEqual(['old', 0]);
  });

  it.each([apiError('unauthorized'), apiError('notFound'), apiError('unreachable', true)])(
    'says that nothing changed when the manager refused or was not reached: $reason',
    async renew => {
      faults = { renew };
      expect(await renewOwnKey(parts)).toEqual({ kind: 'unchanged', error: renew });
      expect(stored).toBe(valid);
    },
  );

  it('gives no verdict while the old key works after no answer came, and keeps it', async () => {
    faults = { renew: apiError('timeout') };
    expect(await renewOwnKey(parts)).toEqual({ kind: 'pending', error: faults.renew });
    expect([stored, renewals, pauses]).toEqual([valid, 1, 3]);
  });

  it('says that the key was renewed when the manager does that after its answer was lost', async () => {
    faults = { renew: apiError('timeout') };
    onPause = () => {
      if (pauses === 2) valid = 'new';
    };
    expect(await renewOwnKey(parts)).toEqual({ kind: 'lost' });
    expect(pauses).toBe(2);
  });

  it('gives no verdict when nobody wants to wait for it', async () => {
    faults = { renew: apiError('unreachable') };
    onPause = () => cancelling.abort();
    expect(await renewOwnKey(parts)).toEqual({ kind: 'pending', error: faults.renew });
    expect(pauses).toBe(1);
  });

  it('checks the new key again when a part of the manager does not know it yet', async () => {
    faults = { verify: apiError('unauthorized') };
    onPause = () => (faults = {});
    expect(await renewOwnKey(parts)).toEqual({ kind: 'done', key: 'new' });
    expect(pauses).toBe(1);
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

  it('stores the old key again when the manager accepts that one and not the new one, which it hands out', async () => {
    const renew = async () => 'wrong';
    expect(await renewOwnKey({ ...parts, renew })).toEqual({ kind: 'notAccepted', key: 'wrong' });
    expect([stored, pauses]).toEqual(['old', 3]);
  });

  it('keeps the new key stored when nobody waits until a part of the manager that refuses it is up to date', async () => {
    faults = { verify: apiError('unauthorized') };
    onPause = () => cancelling.abort();
    expect(await renewOwnKey({ ...parts, tryKey: async () => undefined })).toEqual({
      kind: 'notVerified',
      key: 'new',
      error: faults.verify,
    });
    expect([stored, pauses]).toEqual(['new', 1]);
  });

  it('keeps the new key stored when the manager accepts neither', async () => {
    const renew = async () => ((valid = 'another'), 'new');
    expect(await renewOwnKey({ ...parts, renew })).toMatchObject({ kind: 'notVerified' });
    expect(stored).toBe('new');
  });

  it('keeps the new key stored when only its check failed', async () => {
    faults = { verify: apiError('timeout') };
    expect(await renewOwnKey(parts)).toEqual({ kind: 'notVerified', key: 'new', error: faults.verify });
    expect(stored).toBe('new');
  });
});
