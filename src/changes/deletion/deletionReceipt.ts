import * as l10n from '@vscode/l10n';
import { isClosedClient } from '../../api/apiError.js';
import type { Taken } from '../../api/readings.js';
import { describeError, describeReason } from '../../words/describeError.js';
import { nameList, joined, type Inert } from '../../words/inert.js';
import type { Receipt } from '../change.js';
import { mayHaveHappened, type StepOutcome } from '../steps.js';

/** Something that is deleted by one request. */
export interface DeletionStep {
  /** Names of what it deletes. */
  readonly names: readonly string[];
}

/** How a deletion ended. */
export interface EndedDeletion {
  /** What was to be deleted, counted. */
  readonly planned: Inert;
  /** What says where to look before it is repeated, after the connection was signed out. */
  readonly lookFirst: Inert;
  readonly outcomes: readonly DeletionOutcome[];
}

/** What became of one request; a result says whether the manager only means to do it. */
export type DeletionOutcome = StepOutcome<DeletionStep, Taken>;

/** The receipt of a deletion, with what can be done now. */
export interface DeletionReceipt extends Receipt {
  /** To put back what is gone, to look once more while it is not known what will be, or neither. */
  readonly next: 'undo' | 'look' | 'nothing';
}

/** What was found when the manager was read after a deletion. */
export interface FoundAfterwards {
  /** What is gone, counted; undefined for nothing. */
  readonly gone: Inert | undefined;
  /** What went with it though it was not asked for. */
  readonly also?: Inert | '';
  /** Names of what was to go and is still there, without what was not tried. */
  readonly left: readonly string[];
  /** Whether all is gone that may go; else what is left may go later. */
  readonly isSettled: boolean;
  /** Whether somebody did not want to look any longer. */
  readonly isCancelled: boolean;
}

/** Whether what a request names may be gone soon, if it is not. */
export const mayShow = (outcome: DeletionOutcome): boolean =>
  outcome.kind === 'done' || (outcome.kind === 'failed' && mayHaveHappened(outcome.error));

/** Says what is gone, and names what is still there and why. */
export function deletionReceipt(
  ended: EndedDeletion,
  { gone, also = '', left, isSettled, isCancelled }: FoundAfterwards,
): DeletionReceipt {
  const isUnderWay = !isSettled && (isCancelled || ended.outcomes.some(isPromised));
  // What was answered and is shown at each look may be skipped, or be late.
  const isOpen = isUnderWay || (!isSettled && ended.outcomes.some(({ kind }) => kind === 'done'));
  const nothing = isSettled ? l10n.t('Nothing was deleted.') : '';
  const done = gone ? l10n.t('Deleted {0}.', gone) : nothing;
  const why = reasons(ended, left);
  const next = isOpen ? 'look' : gone ? 'undo' : 'nothing';
  const isTried = !ended.outcomes.some(({ kind }) => kind === 'notSent');
  if (left.length === 0 && isTried) return { severity: 'info', message: joined([done, also]), next };
  const unsaid = l10n.t(
    'The manager took this without an error: it may still be at it, or the API key may not manage it. Look again before you repeat this.',
  );
  const stillThere = left.length > 0 ? l10n.t('Still there: {0}.', nameList(left)) : '';
  const because = isOpen && !isUnderWay ? [...why, unsaid] : why;
  return {
    severity: 'warning',
    message: joined([done, also, stillThere, ...because, isUnderWay ? underWay() : '']),
    next,
  };
}

const underWay = () => l10n.t('The manager may still be at it. Look again before you repeat this.');

/** What is said beside the progress while something that was deleted is still shown. */
export const waitingUntilGone = (): Inert => l10n.t('waiting until it is gone');

/** What belongs to requests that were never sent, which a receipt names as not tried. */
export const untried = <Step>(outcomes: readonly StepOutcome<Step, Taken>[]): readonly Step[] =>
  outcomes.flatMap(({ kind, step }) => (kind === 'notSent' ? [step] : []));

/** Whether a manager may be at a request still: it said so, or nobody knows what became of it, whatever it answered. */
const isPromised = (outcome: DeletionOutcome): boolean =>
  outcome.kind === 'done' ? outcome.result === 'accepted' : mayShow(outcome);

/** Says how far a deletion came when it could not be read afterwards what is left. */
export function unreadReceipt(ended: EndedDeletion, error: unknown): DeletionReceipt {
  if (isClosedClient(error)) {
    const next = ended.outcomes.some(mayShow) ? 'look' : 'nothing';
    return { severity: 'warning', message: cutShort(ended), next };
  }
  const reason = error === undefined ? l10n.t('Cancelled.') : describeError(error);
  const unknown = l10n.t(
    'What is left of {0} is not known, because it could not be read again. {1}',
    ended.planned,
    reason,
  );
  return { severity: 'error', message: joined([unknown, ...reasons(ended, [])]), next: 'look' };
}

/** The connection was signed out or deleted in the middle: what was answered, which nobody could look at, and what was not. */
function cutShort(ended: EndedDeletion): Inert {
  const accepted = namesOf(ended, 'done');
  const failures = failuresOf(ended);
  const isOpen = ended.outcomes.some(mayShow);
  const nothing = failures.length === 0 ? l10n.t('Nothing was deleted.') : '';
  return joined([
    l10n.t('The connection was signed out or deleted in the middle.'),
    accepted.length > 0
      ? l10n.t('The manager took the deletion of {0}, but it was not looked at again.', nameList(accepted))
      : nothing,
    ...failures,
    notTried(ended),
    isOpen ? ended.lookFirst : '',
  ]);
}

/** The first failure, and what was not tried after it. Where it is why all is left that was just named, it names nothing again. */
function reasons(ended: EndedDeletion, left: readonly string[]): Inert[] {
  const sent = ended.outcomes.filter(({ kind }) => kind !== 'notSent');
  const failed = sent.filter(outcome => outcome.kind === 'failed');
  const names = new Set(failed.flatMap(({ step }) => step.names));
  const whys = new Set(failed.map(({ error }) => whyFailed(error)));
  const isOfAll = failed.length === sent.length || left.every(name => names.has(name));
  const first = left.length > 0 && whys.size === 1 && isOfAll ? [...whys] : failuresOf(ended).slice(0, 1);
  return [...first, notTried(ended)].filter((each): each is Inert => each !== '');
}

const failuresOf = ({ outcomes }: EndedDeletion): Inert[] =>
  outcomes.flatMap(outcome =>
    outcome.kind === 'failed'
      ? l10n.t('{0}: {1}', nameList(outcome.step.names), whyFailed(outcome.error))
      : [],
  );

/** Why a request failed; of what may have happened all the same, the receipt says what to do next. */
const whyFailed = (error: unknown): Inert =>
  mayHaveHappened(error) ? describeReason(error) : describeError(error);

function notTried(ended: EndedDeletion): Inert | '' {
  const names = namesOf(ended, 'notSent');
  return names.length > 0 ? l10n.t('Not tried: {0}.', nameList(names)) : '';
}

const namesOf = ({ outcomes }: EndedDeletion, kind: 'done' | 'notSent'): string[] =>
  outcomes.filter(outcome => outcome.kind === kind).flatMap(({ step }) => step.names);
