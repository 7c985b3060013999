import { ApiError } from '../../../../src/api/apiError.js';
import type { QueryAnswer } from '../../../../src/model/query/queryResult.js';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** A query that came. */
export interface Asked {
  readonly number: number;
  readonly query: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Waiting extends Asked {
  readonly resolve: (answer: QueryAnswer) => void;
  readonly reject: (error: ApiError) => void;
}

/** A manager that answers and fails when it is told to; each answer has one row, whose host names what was asked. */
export class SlowManager {
  readonly asked: Asked[] = [];
  /** What has no answer yet. */
  readonly waiting: Waiting[] = [];

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  readonly runQuery = (query: unknown, signal: AbortSignal): Promise<QueryAnswer> =>
    new Promise((resolve, reject) => {
      const fields = isRecord(query) ? query : {};
      const asked = { number: this.asked.length + 1, query: fields, at: Date.now(), resolve, reject };
      this.asked.push(asked);
      this.waiting.push(asked);
      signal.addEventListener('abort', () => {
        this.waiting.splice(this.waiting.indexOf(asked), this.waiting.includes(asked) ? 1 : 0);
        reject(failure('cancelled'));
      });
    });

  /** Ends one of the queries that wait. @param which from 0 up to 1 */
  end(which: number, outcome: 'answer' | 'fail'): void {
    const [asked] = this.waiting.splice(Math.floor(which * this.waiting.length), 1);
    if (!asked) return;
    const values = { host: hostOf(asked.number), bytes: asked.number };
    if (outcome === 'fail') asked.reject(failure('server'));
    else
      asked.resolve({
        rows: [{ timestamp: '2026-11-20T00:00:00.000Z', values }],
        oddRows: [],
        bytes: 100,
        remarks: [],
        isPart: false,
      });
  }

  /** What was asked, of which an answer has this in it. */
  askedFor(text: string): Asked | undefined {
    const [, number] = /"host (\d+)"/.exec(text) ?? [];
    return this.asked[Number(number) - 1];
  }
}

/** What the answer to a query holds. */
export const hostOf = (number: number): string => `host ${number}`;

const failure = (reason: 'cancelled' | 'server') =>
  new ApiError({ reason, method: 'POST', path: '/api/data' });
