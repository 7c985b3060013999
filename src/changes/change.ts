import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { atOnce, inSlices } from 'netsensor-contract/text/inSlices';
import { isRecord, jsonIn } from 'netsensor-contract/text/looseValues';
import { secretNames, secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { BackedUpParts } from './backup.js';

/** A plan as it is shown before it is agreed to. */
export interface PlanWords {
  /** One question: what is done to what. */
  readonly question: Inert;
  readonly lines: readonly (Inert | '')[];
  /** The button that goes on. */
  readonly button: Inert;
  /** The button that leaves it, where it says more than that all stays as it is. */
  readonly keep?: Inert | undefined;
  /** The word that has to be typed as well; undefined when the question is enough. */
  readonly word?: string | undefined;
  /** Undefined where the lines say all. */
  readonly sides?: PlanSides | undefined;
}

/** What a manager has now and what it will have, as texts. */
export interface PlanSides {
  readonly now: string;
  readonly planned: string;
  readonly language: 'jsonc' | 'txt';
  /** How much of it is created, updated, moved and deleted. */
  readonly counts: Inert;
}

/** What became of a change, and how it is said: `error` when nobody knows, `warning` when it is not as planned. */
export interface Receipt {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: Inert;
}

/** What is backed up. */
export interface BackedUp extends BackedUpParts {
  /** The name of the first of it, after which its file is called. */
  readonly called: string;
}

/** How far the writing is, or the looking afterwards, and whether it is to end. */
export interface Running {
  /** Aborted when no further request is to be sent, and when nobody wants to look any longer. */
  readonly signal: AbortSignal;
  readonly tell: (message: Inert) => void;
}

/** With what a change is planned. */
export interface Planning<Plan> extends Partial<Pick<Running, 'tell'>> {
  readonly shown?: Plan | undefined;
}

/**
 * A change of what a manager has, in its four steps: it is planned, worded, applied and received. Plans are plain JSON.
 * `carryOut` goes through them for an editor, a command line or an agent.
 */
export interface Change<Plan extends object, Applied, Result extends Receipt = Receipt> {
  /** Titles while the manager is read for the plan, and while it is written. */
  readonly reading: Inert;
  readonly writing: (plan: Plan) => Inert;
  /** What is under way, as in “VS Code was closed in the middle of a change: deleting from A”. */
  readonly doing: (plan: Plan) => Inert;
  /**
   * Reads what the manager has and works out what would be done.
   * @param planning how to tell what is waited for, and the plan that was agreed to, when it is made once more just before
   * the first request
   * @throws {SentenceError} when nothing may be done, {ApiError} when the manager cannot be read
   */
  readonly plan: (signal: AbortSignal, planning?: Planning<Plan>) => Promise<Plan>;
  readonly word: (plan: Plan) => PlanWords;
  /** The receipt of a plan that changes nothing; undefined for others. */
  readonly nothingToDo?: (plan: Plan) => Result | undefined;
  /** What of a plan decides what it does: plans of which this is equal do the same, whatever else has changed. */
  readonly deciding: (plan: Plan) => object;
  /** What is said above a plan that has changed while somebody was asked. */
  readonly meanwhile: Inert;
  /** What is kept of what is about to go; undefined where nothing goes. */
  readonly backup?: (plan: Plan) => BackedUp | undefined;
  /** Asks for what no plan holds, such as secrets, before anything is sent. @throws when it is not given */
  readonly prepare?: (plan: Plan) => Promise<void>;
  /** Sends each request at most once. */
  readonly apply: (plan: Plan, running: Running) => Promise<Applied>;
  /** Reads what the manager has afterwards: what was stored, what was altered, what is still there. */
  readonly receive: (plan: Plan, applied: Applied, running: Running) => Promise<Result>;
}

/** Who makes a change. */
export interface Caller<Plan extends object> {
  /** Runs work behind a title, beside which it tells how far it is. */
  readonly during: <T>(title: Inert, work: (running: Running) => Promise<T>) => PromiseLike<T>;
  /**
   * Whether a plan is to be carried out; `unasked` when nobody had to be asked, so that it cannot be out of date yet.
   * @throws when the caller would rather say why not
   */
  readonly agree: (words: PlanWords, plan: Plan) => Promise<boolean | 'unasked'>;
  /** @throws {SentenceError} when nothing may be written to the manager any more */
  readonly requireUnlocked: () => void;
  /** Keeps what is about to go, which holds no secret. @returns where @throws when that fails; nothing is sent then */
  readonly backUp: (backedUp: BackedUp) => Promise<string>;
  /** Remembers that a change is under way until it has ended. */
  readonly journal: <T>(
    started: { readonly doing: string; readonly backup: string | undefined },
    change: () => Promise<T>,
  ) => Promise<T>;
}

/**
 * One who asks nobody, shows nothing and keeps nothing, for changes of which nothing goes. Who asks says how besides.
 * @param signal ends the writing and the looking
 */
export const silently = (signal = new AbortController().signal): Caller<object> => ({
  during: (_, work) => work({ signal, tell: () => undefined }),
  agree: () => Promise.resolve('unasked'),
  requireUnlocked: () => undefined,
  backUp: () => Promise.reject(new Error('a backup would be kept nowhere')),
  journal: (_, change) => change(),
});

/** A change that was carried out; without a backup when nothing could go. */
export interface CarriedOut<Result> {
  readonly receipt: Result;
  readonly backup: string | undefined;
  /** Receives it once more, where the manager may have been at it still. */
  readonly lookAgain: () => Promise<CarriedOut<Result>>;
}

/**
 * Plans a change, asks, and makes it; asks again when what would be done has changed while the question stood.
 * @returns undefined when the caller did not agree; nothing was sent then
 * @throws {SentenceError} or {ApiError} before anything was sent
 */
export async function carryOut<Plan extends object, Applied, Result extends Receipt>(
  change: Change<Plan, Applied, Result>,
  caller: Caller<Plan>,
): Promise<CarriedOut<Result> | undefined> {
  const plan = await agreedPlan(change, caller);
  if (!plan) return undefined;
  const nothing = change.nothingToDo?.(plan);
  if (nothing) return unchanged(nothing);
  await change.prepare?.(plan);
  caller.requireUnlocked();
  const backedUp = change.backup?.(plan);
  const backup = backedUp && (await caller.backUp(await inSlices(withoutSecrets(backedUp, undefined))));
  const applied = await caller.journal({ doing: change.doing(plan), backup }, async () =>
    caller.during(change.writing(plan), running => change.apply(plan, running)),
  );
  const look = async (): Promise<CarriedOut<Result>> => {
    const title = l10n.t('Looking what became of it');
    const receipt = await caller.during(title, running => change.receive(plan, applied, running));
    return { receipt, backup, lookAgain: look };
  };
  return look();
}

/** Nothing was sent, so nothing is looked for. */
function unchanged<Result>(receipt: Result): CarriedOut<Result> {
  const again = { receipt, backup: undefined, lookAgain: () => Promise.resolve(again) };
  return again;
}

async function agreedPlan<Plan extends object>(
  change: Omit<Change<Plan, never>, 'apply' | 'receive'>,
  caller: Caller<Plan>,
): Promise<Plan | undefined> {
  const planned = (shown?: Plan) =>
    caller.during(change.reading, ({ signal, tell }) => change.plan(signal, { shown, tell }));
  let plan = await planned();
  let warning: Inert | '' = '';
  for (;;) {
    if (change.nothingToDo?.(plan)) return plan;
    const words = change.word(plan);
    const agreed = await caller.agree({ ...words, lines: [warning, ...words.lines] }, plan);
    if (agreed === 'unasked') return plan;
    if (!agreed) return undefined;
    const now = await planned(plan);
    if (checksumOfPlan(change, plan) === checksumOfPlan(change, now)) return now;
    plan = now;
    warning = change.meanwhile;
  }
}

type Deciding<Plan extends object> = Pick<Change<Plan, never>, 'deciding' | 'doing'>;

/** What a plan does to what, whatever else it says: equal ones do the same. */
const checksumOfPlan = <Plan extends object>({ deciding, doing }: Deciding<Plan>, plan: Plan): string =>
  checksumOf({ doing: doing(plan), deciding: deciding(plan) });

/** A plan of a file, and the checksum of what decided what it does when it was printed. */
export interface PrintedPlan<Plan extends object> {
  readonly plan: Plan;
  readonly checksum: string;
}

/** A plan as a file that can be read, kept and agreed to later; values that may be secret are not in it. */
export function printPlan<Plan extends object>(change: Deciding<Plan>, plan: Plan): string {
  const shown = atOnce(withoutSecrets(plan, secretPlaceholder));
  const file = {
    netsensor_plan: 1,
    checksum: checksumOfPlan(change, plan),
    shown: checksumOf(shown),
    plan: shown,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** For {@link Caller.agree}: agrees to what a printed plan says, and to nothing else. */
export const agreesTo =
  <Plan extends object>(change: Deciding<Plan>, { checksum }: PrintedPlan<Plan>) =>
  (_: PlanWords, plan: Plan): Promise<boolean> =>
    Promise.resolve(checksumOfPlan(change, plan) === checksum);

/**
 * A copy, as JSON has it, in which `instead` stands for every value that may be secret; undefined leaves them out. It is made
 * a record at a time: what goes may be all that a manager has.
 */
function* withoutSecrets<T extends object>(data: T, instead: string | undefined): Generator<void, T> {
  const waiting: { from: object; to: object }[] = [];
  const copied = (name: string, value: unknown): unknown => {
    if (secretNames.test(name)) return instead;
    if (typeof value !== 'object' || value === null) return value;
    const to = Array.isArray(value) ? [] : {};
    waiting.push({ from: value, to });
    return to;
  };
  const whole = copied('', data);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, to } = next;
    for (const [name, value] of Object.entries(from)) {
      const inner = copied(name, value);
      if (inner === undefined && !Array.isArray(to)) continue;
      // Plain assignment would set the prototype when a record has a key of that name.
      if (name === '__proto__') Object.defineProperty(to, name, { ...ownField, value: inner });
      else Object.assign(to, { [name]: inner ?? null });
    }
    yield;
  }
  return whole as T;
}

const ownField = { writable: true, enumerable: true, configurable: true };

/**
 * The plan of a file that `printPlan` made.
 * @throws {SentenceError} when it is none, or was changed
 */
export function parsePlan<Plan extends object>(text: string): PrintedPlan<Plan> {
  const { data: file } = printedPlan.safeParse(jsonIn(text));
  if (file && checksumOf(file.plan) === file.shown)
    return { plan: file.plan as Plan, checksum: file.checksum };
  throw new SentenceError(l10n.t('This is no plan of Netsensor, or it was changed. Make it again.'));
}

const printedPlan = z.object({
  netsensor_plan: z.literal(1),
  checksum: z.string(),
  shown: z.string(),
  plan: z.record(z.string(), z.unknown()),
});

/** SHA-256 in hex of JSON, whatever the order of its fields. */
export const checksumOf = (data: object): string =>
  createHash('sha256').update(JSON.stringify(data, sortFields)).digest('hex');

const sortFields = (_: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
