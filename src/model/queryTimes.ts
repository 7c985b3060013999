import { isRelativeRange, printInterval, resolveRange, type Clock, type Stretch } from './query/timeRange.js';

/** What a query without intervals of its own looks at, and by which clock. */
export interface QueryTimeContext extends Clock {
  /** Range of the cell or the notebook. */
  readonly range: string;
}

/** A query as it is sent. */
export interface TimedQuery {
  readonly query: unknown;
  /** The stretches of time it asks for, as far as they can be read. */
  readonly stretches: readonly Stretch[];
}

/**
 * Fills in the intervals of a query that has none and replaces relative ones. Whatever cannot be read stays as it is
 * written: the manager is the judge of it.
 */
export function resolveQueryTimes(query: unknown, context: QueryTimeContext): TimedQuery {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return { query, stretches: [] };
  const written = (query as { intervals?: unknown }).intervals;
  const texts = written === undefined || written === null ? [context.range] : [written].flat();
  const intervals = texts.map(text => resolved(text, context));
  const sent = typeof written === 'string' ? intervals[0]?.text : intervals.map(({ text }) => text);
  return {
    query: { ...query, intervals: sent },
    stretches: intervals.flatMap(({ stretch }) => (stretch ? [stretch] : [])),
  };
}

function resolved(text: unknown, context: QueryTimeContext): { text: unknown; stretch?: Stretch } {
  if (typeof text !== 'string') return { text };
  const result = resolveRange(text, context);
  if (!('stretch' in result)) return { text };
  const { stretch } = result;
  // What the contract itself knows is sent as it is written; the range of a notebook may be such an interval too.
  return { text: isRelativeRange(text) ? printInterval(stretch) : text, stretch };
}
