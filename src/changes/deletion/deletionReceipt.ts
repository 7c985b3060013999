import { isClosedClient } from '../../api/apiError.js';
import { describeError } from '../../words/describeError.js';
import { nameList, joined, type Inert, l10n } from '../../words/inert.js';
import type { Receipt } from '../change.js';
import type { StepOutcome } from '../steps.js';

/** Something that is deleted by one request. */
export interface DeletionStep {
  /** Names of what it deletes. */
  readonly names: readonly string[];
}

/** How a deletion ended. */
export interface EndedDeletion {
  /** What was to be deleted, counted. */
  readonly planned: Inert;
  readonly outcomes: readonly StepOutcome<DeletionStep, unknown>[];
}

/** What was found when the manager was read after a deletion. */
export interface FoundAfterwards {
  /** What is gone, counted; undefined for nothing. */
  readonly gone: Inert | undefined;
  /** What went with it though it was not asked for. */
  readonly also?: Inert | '';
  /** Names of what is still there. */
  readonly left: readonly string[];
}

/** Says what is gone, and names what is still there and why. */
export function deletionReceipt(ended: EndedDeletion, { gone, also = '', left }: FoundAfterwards): Receipt {
  const done = gone ? l10n.t('Deleted {0}.', gone) : l10n.t('Nothing was deleted.');
  if (left.length === 0) return { severity: 'info', message: joined([done, also]) };
  const why = reasons(ended);
  const unsaid = l10n.t('The manager skipped this without an error; the API key may not manage it.');
  const stillThere = l10n.t('Still there: {0}.', nameList(left));
  return {
    severity: 'warning',
    message: joined([done, also, stillThere, ...(why.length > 0 ? why : [unsaid])]),
  };
}

/** What a read afterwards threw, in place of what it would have read. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Says how far a deletion came when it could not be read afterwards what is left. */
export function unknownReceipt(ended: EndedDeletion, error: Error): Receipt {
  if (isClosedClient(error)) return { severity: 'warning', message: cutShort(ended) };
  const unknown = l10n.t(
    'What is left of {0} is not known, because it could not be read again. {1}',
    ended.planned,
    describeError(error),
  );
  return { severity: 'error', message: joined([unknown, ...reasons(ended)]) };
}

/** The connection was signed out or deleted in the middle: what was done and what was not. */
function cutShort(ended: EndedDeletion): Inert {
  const accepted = namesOf(ended, 'done');
  const failures = failuresOf(ended);
  return joined([
    l10n.t('The connection was signed out or deleted in the middle.'),
    accepted.length > 0
      ? l10n.t('Deleted: {0}.', nameList(accepted))
      : failures.length === 0
        ? l10n.t('Nothing was deleted.')
        : '',
    ...failures,
    notTried(ended),
  ]);
}

/** The first failure, and what was not tried after it. */
const reasons = (ended: EndedDeletion): Inert[] =>
  [...failuresOf(ended).slice(0, 1), notTried(ended)].filter((each): each is Inert => each !== '');

const failuresOf = ({ outcomes }: EndedDeletion): Inert[] =>
  outcomes.flatMap(outcome =>
    outcome.kind === 'failed'
      ? l10n.t('{0}: {1}', nameList(outcome.step.names), describeError(outcome.error))
      : [],
  );

function notTried(ended: EndedDeletion): Inert | '' {
  const names = namesOf(ended, 'notSent');
  return names.length > 0 ? l10n.t('Not tried: {0}.', nameList(names)) : '';
}

const namesOf = ({ outcomes }: EndedDeletion, kind: 'done' | 'notSent'): string[] =>
  outcomes.filter(outcome => outcome.kind === kind).flatMap(({ step }) => step.names);
