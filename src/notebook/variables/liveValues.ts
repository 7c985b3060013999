import type { Connections } from '../../connections/connection.js';
import { BoundedCache } from 'netsensor-contract/text/collections';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { FrequentValue } from '../../model/query/writtenQueries.js';

/** Which values are asked for: those of a dimension in a stretch of time. */
export interface ValueQuestion {
  readonly connectionId: string;
  readonly dataSource: DataSource;
  readonly dimension: string;
  /** Range of the notebook, as it is written: values of `last hour` are kept while they are fresh. */
  readonly range: string;
  /** Time zone of the notebook. */
  readonly zone: string;
  /** Only values that contain it, in upper or lower case. */
  readonly search?: string;
}

interface Answer {
  readonly values: Promise<readonly FrequentValue[]>;
  readonly controller: AbortController;
  waiting: number;
  found: readonly FrequentValue[] | undefined;
  failure: { readonly error: unknown } | undefined;
}

/** Milliseconds for which an answer about values is not asked for again. */
export const freshFor = 5 * 60_000;
const failedFor = 10_000;
const mostAnswers = 200;
/** As many as a list of them holds at most. */
export const mostValues = 100;
/** Time in which somebody may ask again before an unfinished request is given up. */
const patience = 1000;

/** The most frequent values of dimensions, read from a manager by a small topN, kept for some minutes. */
export class LiveValues {
  private readonly answers = new BoundedCache<string, Answer>(mostAnswers);

  constructor(private readonly connections: Connections) {}

  /** What is known already. */
  known(question: ValueQuestion): readonly FrequentValue[] | undefined {
    return this.answers.get(keyOf(question))?.found;
  }

  /** The values; none when the manager refuses. A request that nobody waits for any more is aborted. */
  async read(question: ValueQuestion, signal: AbortSignal): Promise<readonly FrequentValue[]> {
    const answer = this.answers.get(keyOf(question)) ?? this.ask(question);
    return this.wait(answer, signal);
  }

  /**
   * The values for somebody who is told why there are none: what a manager refused is asked again.
   * @throws what the request failed with, or the reason of the signal
   */
  async require(question: ValueQuestion, signal: AbortSignal): Promise<readonly FrequentValue[]> {
    const kept = this.answers.get(keyOf(question));
    const answer = kept && !kept.failure ? kept : this.ask(question);
    const values = await this.wait(answer, signal);
    signal.throwIfAborted();
    if (answer.failure) throw answer.failure.error;
    return values;
  }

  /** Has the manager asked anew the next time. */
  forget(question: ValueQuestion): void {
    this.answers.take(keyOf(question));
  }

  private async wait(answer: Answer, signal: AbortSignal): Promise<readonly FrequentValue[]> {
    answer.waiting += 1;
    const given = new Promise<readonly FrequentValue[]>(resolve => {
      signal.addEventListener('abort', () => resolve([]), { once: true });
    });
    try {
      return signal.aborted ? [] : await Promise.race([answer.values, given]);
    } finally {
      answer.waiting -= 1;
      if (answer.waiting === 0 && !answer.found) {
        setTimeout(() => {
          if (answer.waiting === 0 && !answer.found) answer.controller.abort();
        }, patience);
      }
    }
  }

  private ask(question: ValueQuestion): Answer {
    const key = keyOf(question);
    const controller = new AbortController();
    const keep = (found: readonly FrequentValue[], milliseconds: number) => {
      answer.found = found;
      const timer = setTimeout(() => {
        if (this.answers.get(key) === answer) this.answers.take(key);
      }, milliseconds);
      timer.unref();
      return found;
    };
    const values = this.fetch(question, controller.signal).then(
      found => keep(found, freshFor),
      (error: unknown) => {
        answer.failure = { error };
        // Completion has no place for an error; a cell that runs will say it.
        return keep([], controller.signal.aborted ? 0 : failedFor);
      },
    );
    const answer: Answer = { values, controller, waiting: 0, found: undefined, failure: undefined };
    this.answers.set(key, answer);
    return answer;
  }

  private async fetch(question: ValueQuestion, signal: AbortSignal): Promise<readonly FrequentValue[]> {
    const { frequentValues, valueQuery } = await import('../../model/query/writtenQueries.js');
    const client = await this.connections.client(question.connectionId);
    const query = valueQuery({ ...question, now: Date.now(), most: mostValues });
    const { rows } = await client.runQuery(query, signal);
    return frequentValues(rows, question.dimension);
  }
}

const keyOf = ({ connectionId, dataSource, dimension, range, zone, search = '' }: ValueQuestion) =>
  JSON.stringify([connectionId, dataSource, dimension, range, zone, search]);
