import { dataQuery, type DataQuery } from '../../model/query/query.js';
import { isRecord } from '../../model/text/looseValues.js';

/** Queries that are remembered, and characters that one of them may have. */
const mostKept = 100;
const longestKept = 10_000;

/**
 * Remembers which queries were found right: notebooks and dashboards ask the same about one stretch of time after another, and
 * reading and checking a query takes longer than all else that the manager adds to it. Nothing about the caller is remembered.
 */
export class CheckedQueries {
  private readonly known = new Map<string, DataQuery>();

  /** @param check reads a query, or throws what is wrong with it; must answer the same for the same whatever its intervals */
  constructor(private readonly check: (body: unknown) => DataQuery) {}

  /** The query that a body is. @throws as `check` */
  read(body: unknown): DataQuery {
    const form = isRecord(body) ? formOf(body) : undefined;
    const known = form === undefined ? undefined : this.known.get(form);
    const intervals = known && intervalsOf(body);
    if (known && intervals) return { ...known, intervals };
    const query = this.check(body);
    if (form !== undefined && form.length <= longestKept) this.keep(form, query);
    return query;
  }

  private keep(form: string, query: DataQuery): void {
    const [oldest] = this.known.keys();
    if (this.known.size >= mostKept && oldest !== undefined) this.known.delete(oldest);
    this.known.set(form, query);
  }
}

/** All but the intervals, and a key that came along; undefined with an integer beyond 2^53, which no JSON of ours tells from text. */
function formOf({ intervals: _times, auth_token: _key, ...form }: Readonly<Record<string, unknown>>) {
  try {
    return JSON.stringify(form);
  } catch {
    return undefined;
  }
}

/** The intervals of a body; undefined where something is wrong with them. */
const intervalsOf = (body: unknown): string[] | undefined =>
  dataQuery.options[0].shape.intervals.safeParse(isRecord(body) && body['intervals']).data;
