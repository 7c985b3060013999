import type { Query } from './querySchema.js';
import { rowsOf, type StoredHour } from './storedHours.js';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { regexFilters } from './patterns/planPatterns.js';

/** What a query asks of the queue. */
export interface Admission {
  /** Gives up waiting when it aborts. */
  readonly signal: AbortSignal;
  /** Work in stored rows, see `queryCost`. */
  readonly cost: number;
}

/** Queries of up to this cost are over in a moment. */
const smallCost = 250_000;
/** Cost that the engine does in a millisecond, about. */
const costOfMillisecond = 1000;

interface Waiting {
  readonly isSmall: boolean;
  /** When it would be over if it had not to wait; the earliest goes first, so nobody waits for ever. */
  readonly due: number;
  readonly start: () => void;
}

/**
 * Lets a few queries run at a time and the others wait, so that reads of records never wait for queries. All places but
 * one are for large queries, which use all cores of the computer anyway; small ones can take any that no large one wants.
 */
export class QueryQueue {
  private running = 0;
  private runningLarge = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly most: number) {}

  /** Runs `work` when its turn comes. @throws the reason of the signal when it aborts before that */
  async run<T>(work: () => Promise<T>, { signal, cost }: Admission): Promise<T> {
    signal.throwIfAborted();
    const isSmall = cost <= smallCost;
    await this.turn({ signal, isSmall, due: performance.now() + cost / costOfMillisecond });
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (!isSmall) this.runningLarge -= 1;
      this.admit();
    }
  }

  private async turn({ signal, isSmall, due }: Omit<Waiting, 'start'> & { signal: AbortSignal }) {
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
        this.admit();
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { isSmall, due, start };
      signal.addEventListener('abort', leave, { once: true });
      const later = this.waiting.findIndex(other => other.due > due);
      this.waiting.splice(later < 0 ? this.waiting.length : later, 0, waiting);
      this.admit();
    });
  }

  /** Gives the free places to those who wait. */
  private admit(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.running += 1;
      if (!next.isSmall) this.runningLarge += 1;
      next.start();
    }
  }

  private next(): Waiting | undefined {
    if (this.running >= this.most) return undefined;
    const placesForLarge = Math.max(1, this.most - 1);
    const large = this.waiting.find(({ isSmall }) => !isSmall);
    const small = this.waiting.find(({ isSmall }) => isSmall);
    if (!large || this.runningLarge >= placesForLarge) return small;
    if (!small || this.running > this.runningLarge) return large;
    // No small one runs: the last place is for it, and of several places each gets one.
    return this.most === 1 && large.due < small.due ? large : small;
  }
}

/** How many rows the engine adds up in the time in which it looks for a pattern in one. */
const rowsOfPattern = 5;

/** The work of a query in rows: those of the hours that it touches, more when it looks for patterns in them. */
export function queryCost(query: Query, intervals: readonly Stretch[], hours: readonly StoredHour[]): number {
  return rowsOf(hours, intervals) * (1 + rowsOfPattern * regexFilters(query).length);
}
