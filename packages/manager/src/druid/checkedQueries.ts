import { dataQuery } from 'netsensor-contract/query/query';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { BoundedCache } from 'netsensor-contract/text/collections';
import { exactKey } from 'netsensor-contract/text/exactJson';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { Query } from '../dataQuery/querySchema.js';
import { readIntervals } from '../dataQuery/time/queryTimes.js';

/** Queries and intervals that are remembered, and characters that one of them may have. */
const mostKept = 100;
const longestKept = 10_000;

/** A query that was found right, and its intervals as they were read and joined. */
export interface CheckedQuery {
  readonly query: Query;
  readonly intervals: readonly Stretch[];
}

/**
 * Remembers which queries were found right: notebooks and dashboards ask the same about one stretch of time after another, and
 * reading and checking a query takes longer than all else that the manager adds to it. Nothing about the caller is remembered.
 */
export class CheckedQueries {
  private readonly queries = new Recent<Query>();
  private readonly intervals = new Recent<readonly Stretch[]>();

  /** @param check reads a query, or throws what is wrong with it; must answer the same for the same whatever its intervals */
  constructor(private readonly check: (body: unknown) => Query) {}

  /** The query that a body is. @throws as `check`, and as `readIntervals` */
  read(body: unknown): CheckedQuery {
    const query = this.queryOf(body);
    const times = exactKey(query.intervals);
    const intervals = this.intervals.get(times) ?? this.intervals.keep(times, readIntervals(query.intervals));
    return { query, intervals };
  }

  private queryOf(body: unknown): Query {
    const form = isRecord(body) ? formOf(body) : undefined;
    const known = form === undefined ? undefined : this.queries.get(form);
    const intervals = known && intervalsOf(body);
    if (known && intervals) return { ...known, intervals };
    const query = this.check(body);
    return form === undefined ? query : this.queries.keep(form, query);
  }
}

/** What was made of the last texts that are not too long. */
class Recent<T> {
  private readonly made = new BoundedCache<string, T>(mostKept);

  get(text: string): T | undefined {
    return this.made.get(text);
  }

  keep(text: string, value: T): T {
    if (text.length <= longestKept) this.made.set(text, value);
    return value;
  }
}

/** All but the intervals, and a key that came along; undefined where it nests too deeply, and will be refused. */
function formOf({ intervals: _times, auth_token: _key, ...form }: Readonly<Record<string, unknown>>) {
  try {
    return exactKey(form);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The intervals of a body; undefined where something is wrong with them. */
const intervalsOf = (body: unknown): string[] | undefined =>
  dataQuery.options[0].shape.intervals.safeParse(isRecord(body) && body['intervals']).data;
