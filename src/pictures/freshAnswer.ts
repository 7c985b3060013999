import { describeError } from '../words/describeError.js';
import type { Inert } from '../words/inert.js';

/** Milliseconds for which an answer is good enough: a picture is drawn anew with each letter that is typed into a document. */
const freshness = 60_000;

/** The last answer of a manager to a question of a picture: the same question is not asked again for a minute. */
export class FreshAnswer<T> {
  private kept:
    | {
        readonly key: string;
        readonly at: number;
        readonly answer: Promise<T>;
        /** Whether it failed, or something is missing of it. */
        readonly isLacking?: boolean;
      }
    | undefined;

  /**
   * @param options `failureFreshness`: milliseconds for which a failure is an answer too; `isWhole`: whether nothing is missing
   * of an answer, so that it is as good as that for longer than a failure
   */
  constructor(
    private readonly options: {
      readonly failureFreshness?: number;
      readonly isWhole?: (answer: T) => boolean;
    } = {},
  ) {}

  /** What is known of a question, else what is asked for now. @param key tells questions apart */
  read(key: string, ask: () => Promise<T>): Promise<T> {
    if (this.kept?.key === key && Date.now() - this.kept.at < freshness) return this.kept.answer;
    const kept = { key, at: Date.now(), answer: ask() };
    this.kept = kept;
    const { failureFreshness = 0, isWhole = () => true } = this.options;
    const age = () => {
      if (this.kept !== kept) return;
      this.kept = { ...kept, at: Date.now() - freshness + failureFreshness, isLacking: true };
    };
    kept.answer.then(answer => void (isWhole(answer) || age()), age);
    return kept.answer;
  }

  /** Forgets an answer that failed, or of which something is missing: somebody wants it now. */
  tryAgain(): void {
    if (this.kept?.isLacking) this.kept = undefined;
  }
}

/** An answer that is waited for beside the picture: the last good one stays until a better one is there. */
export class Arriving<T> {
  value: T | undefined;
  /** Why the last answer did not come; undefined when it did. */
  failure: unknown;
  private waiting: Promise<T> | undefined;

  constructor(private readonly changed: () => void) {}

  follow(answer: Promise<T>): void {
    if (answer === this.waiting) return;
    this.waiting = answer;
    const settle = (result: { readonly value?: T; readonly failure?: unknown }) => {
      if (this.waiting !== answer) return;
      if (result.value !== undefined) this.value = result.value;
      this.failure = result.failure;
      this.changed();
    };
    answer.then(
      value => settle({ value }),
      (failure: unknown) => settle({ failure }),
    );
  }

  /** The same in words. */
  get problem(): Inert | undefined {
    return this.failure === undefined ? undefined : describeError(this.failure);
  }
}

/** Tells of readings that overlap which ones come too late: what was read for a later question has been shown by then. */
export class Turns {
  private begun = 0;
  private shown = 0;

  /** Begins a reading. @returns whether it is in time to be shown, asked when it is there */
  begin(): () => boolean {
    this.begun += 1;
    const turn = this.begun;
    return () => {
      if (turn < this.shown) return false;
      this.shown = turn;
      return true;
    };
  }
}
