import * as z from 'zod';
import { QueryProblem } from '../http/errors.js';

/** First and last moment of rows, in milliseconds since 1970 UTC. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const moment = z
  .string()
  .transform(text => Date.parse(text))
  .pipe(z.number());
/** Of a data source without rows there is no entry. */
const boundaries = z.array(z.looseObject({ result: z.looseObject({ minTime: moment, maxTime: moment }) }));

/**
 * From when to when a data source has rows; undefined for one that is empty or that there is not.
 * @param ask sends a native query and brings the JSON of its answer
 * @throws QueryProblem 502 for an answer that does not say so, and what `ask` throws
 */
export async function timeBoundary(
  ask: (query: object) => Promise<unknown>,
  dataSource: string,
): Promise<Span | undefined> {
  const answer = boundaries.safeParse(await ask({ queryType: 'timeBoundary', dataSource }));
  if (!answer.success) {
    throw new QueryProblem(
      `The Druid cluster does not say from when to when it has rows of ${dataSource}`,
      502,
    );
  }
  const times = answer.data[0]?.result;
  return times && { first: times.minTime, last: times.maxTime };
}
