import * as l10n from '@vscode/l10n';
import type { ListedUser } from 'netsensor-contract/sensors/readRecords';
import { describeError } from '../../words/describeError.js';
import { joined, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { userName } from '../../words/names.js';
import type { Change, Receipt } from '../change.js';
import { renewOtherKey, type OtherRenewal, type RenewedOther } from './renewOtherKey.js';
import { renewOwnKey, type Renewal, type Renewed } from './renewOwnKey.js';

/** What the renewal of a key does. */
export interface KeyPlan {
  /** What names the user to the manager. */
  readonly id: number | string;
  readonly user: Inert;
}

/** Whose key is renewed. */
interface KeyOwner {
  /** What the manager is called. */
  readonly manager: string;
  readonly readUser: (signal: AbortSignal) => Promise<ListedUser>;
  /** Asks the manager for a new key of a user; the old one is void from then on. */
  readonly renew: (id: KeyPlan['id']) => Promise<string>;
}

/** What became of a renewal. A key in it stands nowhere else. */
export interface KeyReceipt<Result> extends Receipt {
  readonly renewed: Result;
  /** What follows from it for the key. */
  readonly detail?: Inert;
}

/** What became of a connection's own key that may have been renewed. */
export type RenewedOwn = Exclude<Renewed, { readonly kind: 'unchanged' }>;

/** A connection whose own key is renewed. */
interface OwnKey extends KeyOwner, Omit<Renewal, 'renew'> {
  /** What is said of keys that are not kept for long; empty where they are. */
  readonly keyLifetime: Inert | '';
}

/**
 * Renews the key that the connection uses itself, as `renewOwnKey` does it; applying throws what says that nothing was renewed.
 * @param change what stores and tries keys, too
 */
export function ownKeyRenewal({
  renew,
  keyLifetime,
  ...change
}: OwnKey): Change<KeyPlan, RenewedOwn, KeyReceipt<RenewedOwn>> {
  const name = quoted(change.manager);
  return {
    ...planned(change),
    doing: () => l10n.t('renewing the API key of {0}', name),
    word: ({ user }) => ({
      question: l10n.t('Renew the API key of {0}, which {1} uses?', user, name),
      lines: [
        l10n.t('The new key is stored and checked at once.'),
        l10n.t('Everything else that uses the old key stops working.'),
        l10n.t('The new one can be copied once.'),
        keyLifetime && joined([keyLifetime, l10n.t('Copy the new one, to enter it again then.')]),
      ],
      button: l10n.t('Renew'),
      keep: l10n.t('Keep the old key'),
    }),
    apply: async ({ id }) => {
      const renewed = await renewOwnKey({ ...change, renew: () => renew(id) });
      if (renewed.kind === 'unchanged') throw renewed.error;
      return renewed;
    },
    receive: (_, renewed) => Promise.resolve({ ...ownWords(renewed, { name, keyLifetime }), renewed }),
  };
}

/** Renews the key of another user, as `renewOtherKey` does it. The key of before is read while somebody is asked. */
export function otherKeyRenewal({
  renew,
  keyOf,
  whileLooking,
  ...owner
}: KeyOwner &
  Pick<OtherRenewal, 'whileLooking'> & {
    /** The key that the manager shows of a user; undefined where it shows none. */
    readonly keyOf: (id: KeyPlan['id'], signal?: AbortSignal) => Promise<string | undefined>;
  }): Change<KeyPlan, RenewedOther, KeyReceipt<RenewedOther>> {
  const { plan, ...shared } = planned(owner);
  let old: Promise<string | undefined> | undefined;
  const before = (id: KeyPlan['id']) => (old ??= keyOf(id).catch(() => undefined));
  return {
    ...shared,
    plan: async signal => {
      const made = await plan(signal);
      void before(made.id);
      return made;
    },
    doing: ({ user }) => l10n.t('renewing the API key of {0}', user),
    word: ({ user }) => ({
      question: l10n.t('Renew the API key of {0} on {1}?', user, quoted(owner.manager)),
      lines: [
        l10n.t('The old key stops working at once.'),
        l10n.t('The new one can be copied once and is kept nowhere.'),
      ],
      button: l10n.t('Renew'),
      keep: l10n.t('Keep the old key'),
    }),
    apply: ({ id }) =>
      renewOtherKey({
        renew: () => renew(id),
        before: () => before(id),
        keyNow: signal => keyOf(id, signal),
        whileLooking,
      }),
    receive: ({ user }, renewed) => Promise.resolve({ ...otherWords(renewed, user), renewed }),
  };
}

/** The steps of the renewal of any key. */
const planned = ({ manager, readUser }: Pick<KeyOwner, 'manager' | 'readUser'>) => ({
  reading: l10n.t('Reading the users of {0}…', quoted(manager)),
  writing: () => renewingTitle(manager),
  meanwhile: l10n.t('The user has changed while you were asked. This is whose key is renewed now:'),
  plan: async (signal: AbortSignal): Promise<KeyPlan> => {
    const user = await readUser(signal);
    return { id: idOf(user), user: userName(user) };
  },
  deciding: ({ id }: KeyPlan) => ({ id }),
});

/** The title while a key is renewed. */
export const renewingTitle = (manager: string): Inert => l10n.t('Renewing a key on {0}…', quoted(manager));

/** @throws {SentenceError} when the manager sent no id: a call that names another user would take that one's key */
function idOf(user: ListedUser): number | string {
  if (user.id !== null) return user.id;
  throw new SentenceError(
    l10n.t(
      'The manager sent no id of {0}, so its key cannot be renewed from here. Nothing was sent. Renew it in the user settings on the manager.',
      userName(user),
    ),
  );
}

function ownWords(
  renewed: RenewedOwn,
  { name, keyLifetime }: Pick<OwnKey, 'keyLifetime'> & { readonly name: Inert },
): Receipt & { readonly detail?: Inert } {
  const detail = joined([copyNow(), keyLifetime]);
  switch (renewed.kind) {
    case 'done':
      return {
        severity: 'info',
        message: l10n.t('The API key of {0} was renewed, stored and checked.', name),
        detail,
      };
    case 'pending':
      return {
        severity: 'error',
        message: l10n.t(
          'The old key of {0} works so far, but the manager may still be about to renew it. {1} If the old one is refused later, enter the new one from your user settings on the manager.',
          name,
          describeError(renewed.error),
        ),
      };
    case 'unknown':
      return {
        severity: 'error',
        message: l10n.t(
          'It is not known whether the key of {0} was renewed. If the old one is refused, enter the new one from your user settings on the manager. {1}',
          name,
          describeError(renewed.error),
        ),
      };
    case 'lost':
      return {
        severity: 'error',
        message: l10n.t('The manager renewed the key of {0}, but its answer was lost.', name),
        detail: l10n.t(
          'The old key does not work any more. You find the new one in your user settings on the manager.',
        ),
      };
    case 'notStored':
      return {
        severity: 'error',
        message: l10n.t('The new key of {0} could not be stored.', name),
        detail: l10n.t('The old key does not work any more. Without a copy the new one is lost.'),
      };
    case 'notAccepted':
      return {
        severity: 'error',
        message: l10n.t('The manager does not accept the new key of {0} that it sent.', name),
        detail: l10n.t(
          'It still accepts the old key, which is stored again. Copy the new one in case the old one is refused later; it is kept nowhere.',
        ),
      };
    case 'notVerified': {
      // Nobody waited for the first answer.
      const reason = renewed.error === undefined ? '' : describeError(renewed.error);
      const stored = l10n.t('The new key of {0} is stored, but could not be checked.', name);
      return { severity: 'error', message: joined([stored, reason]), detail };
    }
  }
}

const copyNow = () => l10n.t('Copy the new key now; it is not shown again.');

function otherWords(renewed: RenewedOther, user: Inert): Receipt & { readonly detail?: Inert } {
  if (renewed.kind === 'done')
    return {
      severity: 'info',
      message: l10n.t('The API key of {0} was renewed.', user),
      detail: copyNow(),
    };
  const known =
    renewed.kind === 'pending'
      ? l10n.t('The manager shows the old key of {0} so far, but it may still be about to renew it.', user)
      : l10n.t('It is not known whether the key of {0} was renewed.', user);
  const look = l10n.t('Look at the user settings on the manager before you renew it again.');
  return { severity: 'error', message: joined([known, look, describeError(renewed.error)]) };
}
