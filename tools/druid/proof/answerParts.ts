import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { firstDifference } from '../../../test/support/compareAnswers.js';
import type { Disagreement } from './knownDifferences.js';
import { estimates, recordsIn } from './outputs.js';

type Answers = Pick<Disagreement, 'question' | 'expected' | 'found'>;

/** Whether an answer ends before the other one, and is the same until then. */
export function isBrokenOff(whole: unknown, part: unknown): boolean {
  if (!Array.isArray(whole) || !Array.isArray(part) || part.length >= whole.length) return false;
  const tolerance = { estimated: new Set<string>(), times: 'orInUtc' } as const;
  return firstDifference(whole.slice(0, part.length), part, tolerance) === undefined;
}

/** Whether the buckets of two answers agree one by one, whatever their times. */
export const agreeButForTimes = (answers: Answers): boolean => {
  const [expected, found] = bothOf(answers);
  return isSame(answers, [...expected.values()], [...found.values()]);
};

/** Whether the buckets agree that both answers have, and nothing is in those that only one of them has. */
export function agreeButForEmptyBuckets(answers: Answers): boolean {
  const { body } = answers.question;
  const [expected, found] = bothOf(answers);
  const areEmpty = (one: Buckets, other: Buckets) =>
    [...one].every(([time, bucket]) => other.has(time) || isEmpty(body, bucket));
  // The one bucket of all begins where rows do.
  if (body['granularity'] === 'all' && expected.size === found.size) return agreeButForTimes(answers);
  return agreeWhereBothAre(answers) && areEmpty(expected, found) && areEmpty(found, expected);
}

function agreeWhereBothAre(answers: Answers): boolean {
  const [expected, found] = bothOf(answers);
  return [...expected].every(
    ([time, bucket]) => !found.has(time) || isSame(answers, bucket, found.get(time)),
  );
}

type Buckets = ReadonlyMap<number, unknown>;

const bothOf = ({ expected, found }: Answers): readonly [Buckets, Buckets] => [
  bucketsOf(expected.body),
  bucketsOf(found.body),
];

/** What is in each bucket of a topN or timeseries, by the time of its start. */
const bucketsOf = (answer: unknown): Buckets =>
  new Map(recordsIn(answer).map(({ timestamp, result }) => [Date.parse(String(timestamp)), result]));

/** What minima, maxima and sums are of nothing, in the eras, as numbers of JavaScript. */
const ofNothing: readonly unknown[] = [null, 0, 'Infinity', '-Infinity', 2 ** 63, -(2 ** 63)];

/** Whether a bucket has no rows: a topN lists none, and in a timeseries all that is aggregated is nothing. */
function isEmpty(body: JsonObject, bucket: unknown): boolean {
  if (Array.isArray(bucket)) return bucket.length === 0;
  const posts = new Set(recordsIn(body['postAggregations']).map(({ name }) => name));
  return (
    isRecord(bucket) &&
    Object.entries(bucket).every(([name, value]) => posts.has(name) || ofNothing.includes(value))
  );
}

function isSame({ question: { body } }: Answers, one: unknown, other: unknown): boolean {
  const { plain: estimated } = estimates(body);
  return firstDifference(one, other, { estimated, times: 'orInUtc' }) === undefined;
}
